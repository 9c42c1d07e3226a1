/**
 * Levels: how loaded the service is in, whom it refuses out.
 *
 * Public rule (docs/operators/operate.md#overload): the level rises as soon as one signal asks for a higher one, and falls by one step for each second
 * in which all signals ask for less. At level 1 requests without a good key are refused, from level 2 on those with a key as well, at level 3
 * orders too. Whatever watches the service is never refused.
 *
 * How long a mark takes counts only where refusing makes it quicker: while the thread that serves requests is busy, or as long as requests are
 * refused anyway. A long mark on a machine that has time for both is no overload.
 *
 * Example: the oldest write has waited for 2,000 ms: level 2. It is stored; a second later the level is 1, and after another second 0.
 */
export const levelMax = 3;
export type Level = 0 | 1 | 2 | 3;

export interface Signals {
  /** How late timers of the thread that serves requests are, milliseconds: the second largest of the last three times. */
  readonly loopMs: number;
  /** For how long the oldest write has waited to be stored, milliseconds; 0 when none waits. */
  readonly writeMs: number;
  /** For how long the oldest request has waited for a connection to the database, milliseconds; 0 when none waits. */
  readonly connectionMs: number;
  /** What the mark under way takes, milliseconds: so far, or what its orders are expected to take where that is more; 0 between marks. */
  readonly markMs: number;
  /** Share of time in which the thread that serves requests was busy lately, 0 to 1. */
  readonly busy: number;
}

export type Timed = Exclude<keyof Signals, 'busy'>;

/** Milliseconds from which on a signal asks for level 1, 2 and 3. A mark is late after 10 seconds. */
export const thresholds = {
  loopMs: [200, 400, 800],
  writeMs: [1_000, 2_000, 3_000],
  connectionMs: [1_000, 2_000, 3_000],
  markMs: [4_000, 5_000, 6_000],
} as const satisfies Record<Timed, readonly [number, number, number]>;

/** From this share on refusing requests makes a mark quicker. */
export const busyMin = 0.3;

/** So long all signals must ask for less before the level falls by one. */
export const calmMs = 1_000;

/** The level that the signals ask for. @param level the one that holds. */
export function askedBy(signals: Signals, level: Level): Level {
  const countsMark = level > 0 || signals.busy >= busyMin;
  let asked: Level = 0;
  for (const [name, steps] of Object.entries(thresholds) as [Timed, readonly number[]][]) {
    if (name === 'markMs' && !countsMark) continue;
    const reached = steps.filter((step) => signals[name] >= step).length as Level;
    if (reached > asked) asked = reached;
  }
  return asked;
}

export interface LevelState {
  readonly level: Level;
  /** When the signals began to ask for less, real milliseconds; undefined while they do not. */
  readonly calmSince: number | undefined;
}

export const atRest: LevelState = { level: 0, calmSince: undefined };

/** The level after a look at the signals. @param now real milliseconds that never run backwards. */
export function nextLevel({ level, calmSince }: LevelState, signals: Signals, now: number): LevelState {
  const asked = askedBy(signals, level);
  if (asked >= level) return { level: asked, calmSince: undefined };
  if (calmSince === undefined) return { level, calmSince: now };
  return now - calmSince >= calmMs ? { level: (level - 1) as Level, calmSince: now } : { level, calmSince };
}

/** Who asks. `exempt` is never refused: whoever asks for the health of the service, the operator, a repetition of what was taken. */
export type Asker = 'exempt' | 'stranger' | 'bot' | 'order';

/** The level from which on an asker is refused. */
const refusedFrom: Readonly<Record<Asker, number>> = {
  exempt: Number.POSITIVE_INFINITY,
  stranger: 1,
  bot: 2,
  order: 3,
};

export function isRefused(asker: Asker, level: Level): boolean {
  return level >= refusedFrom[asker];
}

/** What `/api/status` says of whom the level refuses. */
export function refusedAt(level: Level): readonly Exclude<Asker, 'exempt'>[] {
  return (['stranger', 'bot', 'order'] as const).filter((asker) => isRefused(asker, level));
}

/** Seconds after which to ask again, from and to. An order has little time; whoever has no key has the most. */
export const retrySeconds = {
  stranger: [10, 30],
  bot: [5, 15],
  order: [3, 9],
} as const satisfies Record<Exclude<Asker, 'exempt'>, readonly [number, number]>;

/** Spread evenly, so that those who were refused together do not come back together. @param uniform 0 to below 1. */
export function retryAfter(asker: Exclude<Asker, 'exempt'>, uniform: number): number {
  const [from, to] = retrySeconds[asker];
  return from + Math.floor(uniform * (to - from + 1));
}

/** The second largest of three: one late timer is no overload, two in a row are. */
export function middle(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
