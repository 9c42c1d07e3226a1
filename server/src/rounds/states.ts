/**
 * States: which facts of a round there are, and the instant, in; what the round is out, and which fact a mark has to append.
 *
 * Facts are appended at marks and never changed: `committed`, `beacon`, `opened`, `keyed`, `closed`, `scored`; `void` ends a round that cannot
 * be held; `baselines` comes with `scored`. The operator may have a task `struck` before the close, and have a scored round `reversed`. A fact follows the one before it. A round that was not committed to in time has none and can have none.
 *
 * Example: a round with `committed`, `beacon` and `opened` at its opening is open; its tasks are served once it is keyed.
 */
import type { Instant } from '../lib/clock.ts';
import { dayMs, markMs } from '../lib/time.ts';
import type { Round } from './calendar.ts';

export const factNames = [
  'committed',
  'beacon',
  'opened',
  'keyed',
  'closed',
  'scored',
  'baselines',
  'void',
  'struck',
  'reversed',
] as const;
export type FactName = (typeof factNames)[number];

export type RoundState = 'scheduled' | 'committed' | 'open' | 'closed' | 'scored' | 'void';

/** @param names of the facts that there are. */
export function stateOf(
  round: Pick<Round, 'opensAt' | 'closesAt'>,
  names: ReadonlySet<FactName>,
  now: Instant,
): RoundState {
  if (names.has('void')) return 'void';
  if (names.has('scored')) return 'scored';
  if (!names.has('committed')) return 'scheduled';
  if (now >= round.closesAt) return 'closed';
  return now >= round.opensAt ? 'open' : 'committed';
}

/** The mark whose readings are mixed into the round's seed: nobody has them when the round is committed to. */
export function beaconAt({ opensAt }: Pick<Round, 'opensAt'>): Instant {
  return opensAt - markMs;
}

/** What is ready besides the clock: what was made of the seed, and the scores. */
export interface Ready {
  readonly prepared: 'no' | 'yes' | 'unsound';
  readonly graded: boolean;
}

/** How long after the close a round may be scored. Past it it is void. */
export const scoringDaysMax = 13;

/**
 * The next fact of a round at a mark; undefined when there is none. Asked again after each fact, since a mark may append several.
 * @returns the reason of a `void`, too.
 */
export function nextFact(
  round: Round,
  names: ReadonlySet<FactName>,
  mark: Instant,
  ready: Ready,
): { readonly name: FactName; readonly reason?: string } | undefined {
  if (names.has('void') || names.has('scored')) return undefined;
  if (!names.has('committed')) return mark === round.committedAt ? { name: 'committed' } : undefined;
  if (!names.has('beacon')) {
    if (mark === beaconAt(round)) return { name: 'beacon' };
    return mark >= round.opensAt ? { name: 'void', reason: 'no_beacon' } : undefined;
  }
  if (!names.has('opened')) return mark >= round.opensAt ? { name: 'opened' } : undefined;
  if (ready.prepared === 'unsound') return { name: 'void', reason: 'no_sound_variant' };
  if (!names.has('keyed')) {
    if (mark >= round.closesAt) return { name: 'void', reason: 'not_ready' };
    return ready.prepared === 'yes' ? { name: 'keyed' } : undefined;
  }
  if (!names.has('closed')) return mark >= round.closesAt ? { name: 'closed' } : undefined;
  if (ready.graded && mark > round.closesAt) return { name: 'scored' };
  return mark >= round.closesAt + scoringDaysMax * dayMs ? { name: 'void', reason: 'not_graded' } : undefined;
}
