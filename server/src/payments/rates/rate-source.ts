/** A source of the rate of SOL in USD: where it is asked, and how its answer is read. */
import type { Instant } from '../../lib/clock.ts';

export interface RateSource {
  readonly name: string;
  /** Where it is asked, unless the settings name another place. */
  readonly origin: string;
  readonly path: string;
  /** @param body the JSON of its answer. @returns undefined when that is not what the source is known to answer. */
  readonly read: (body: unknown, askedAt: Instant) => { readonly rate: bigint; readonly at: Instant } | undefined;
}

/** A member of what should be an object; undefined of everything else. */
export function memberOf(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Record<string, unknown>)[name]
    : undefined;
}
