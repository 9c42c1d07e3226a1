/** How fast the time of the service goes, for pages that name it: 1 in production, 0 with a stepped clock. */
export function clockSpeedOf({ realPerTick }: { readonly realPerTick: number }): number {
  return realPerTick === 0 ? 0 : Math.round(1e6 / realPerTick) / 1e6;
}
