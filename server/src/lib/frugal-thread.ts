/**
 * For threads that make much garbage: V8 lets the nursery of a thread grow to 48 MB and more before it looks. With a small one the service has half as
 * much memory at its peak when rounds are prepared, and the work takes as long (decision 148).
 */
export const frugalThread = { resourceLimits: { maxYoungGenerationSizeMb: 12 } } as const;
