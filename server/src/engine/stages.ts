/**
 * How long the stages of marks take: told with the commit where somebody wants to know (PAPERTAPE_TELEMETRY). A catch-up has hundreds of marks in a
 * transaction, so only the first ones of each are told stage by stage.
 */
import { markSteps, type MarkDriver, type MarkStep } from '../flow/mark/mark.ts';
import type { Instant } from '../lib/clock.ts';
import { steadyNow } from '../lib/real-clock.ts';

export interface Stage {
  /** `store` writes what the marks found, `commit` ends the transaction, `league` is one league's part of a close. */
  readonly name: MarkStep | 'league' | 'store' | 'commit';
  /** Of `store` and `commit` there is none: they are of all marks. */
  readonly mark?: Instant;
  /** Real milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Statements that were answered in it; undefined where they are not counted. */
  readonly statements?: number;
  /** Of `league`. */
  readonly league?: string;
}

/** Marks of a transaction whose stages are told. */
const markedMax = 12;

type Named = Pick<Stage, 'name' | 'mark' | 'league'>;

export interface Stages {
  /** The driver, timed. */
  timed(driver: MarkDriver<Promise<void>>): MarkDriver<Promise<void>>;
  time<T>(stage: Named, work: () => Promise<T>): Promise<T>;
  /** @returns ends it. */
  begin(stage: Named): () => void;
}

const untimed: Stages = { timed: (driver) => driver, time: (_, work) => work(), begin: () => () => undefined };

/**
 * @param told where stages are put as they end; undefined times nothing.
 * @param statements how many were answered since the start, if they are counted.
 */
export function createStages(told: Stage[] | undefined, statements?: () => number): Stages {
  if (!told) return untimed;
  const marks = new Set<Instant>();
  function begin(stage: Named): () => void {
    const before = statements?.();
    const from = steadyNow();
    return () => {
      if (stage.mark !== undefined && marks.add(stage.mark).size > markedMax) return;
      const answered = before === undefined ? {} : { statements: (statements?.() ?? before) - before };
      told?.push({ ...stage, from, to: steadyNow(), ...answered });
    };
  }
  async function time<T>(stage: Named, work: () => Promise<T>): Promise<T> {
    const end = begin(stage);
    const done = await work();
    end();
    return done;
  }
  return {
    begin,
    time,
    timed: (driver) =>
      Object.fromEntries(
        markSteps.map((name) => [name, async (mark: Instant) => await time({ name, mark }, () => driver[name](mark))]),
      ) as unknown as MarkDriver<Promise<void>>,
  };
}
