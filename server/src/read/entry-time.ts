/** The time and the source's bounds, as the rules of flow/ take them. */
import type { EntryTime } from '../flow/order/entry.ts';
import { lateness, type Lateness } from '../flow/window/late.ts';
import type { Clock, Instant } from '../lib/clock.ts';
import type { PriceSource } from '../sources/source.ts';

export interface EntryTimeDeps {
  readonly clock: Clock;
  readonly source: Pick<PriceSource, 'coverage' | 'readDelayMs' | 'chains'>;
  /** When the data was made. */
  readonly openedAt: Instant;
}

export function entryTime({ clock, source, openedAt }: EntryTimeDeps, now: Instant = clock.now()): EntryTime {
  return {
    now,
    realPerTick: clock.realPerTick,
    readDelayMs: source.readDelayMs ?? 0,
    openedAt,
    coverage: source.coverage,
    chains: source.chains,
  };
}

/** How far the marks are behind now. */
export function latenessNow(deps: EntryTimeDeps, lastMark: Instant | undefined, now?: Instant): Lateness {
  return lateness({ ...entryTime(deps, now), lastMark });
}
