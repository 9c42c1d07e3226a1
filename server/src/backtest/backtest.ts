/**
 * The arena: strategies against recorded prices, without a database, a clock or a network. A mark is done in the steps of
 * flow/mark/mark.ts; then whoever decides at that instant sees what the steps have done. A mark at which nothing happens is left out.
 *
 * An order that is decided on at a mark arrives at that mark, and its window starts at the next one: decided at 00:00, filled at the
 * average of 00:05 to 00:35.
 *
 * It goes in small steps, so that whoever drives it can look at the time between two of them (guard.ts).
 */
import type { Schedule, Strategy } from 'papertape-client';
import { stepsAt } from '../flow/mark/mark.ts';
import { closeAfter, markMs } from '../lib/time.ts';
import type { Instant } from '../lib/clock.ts';
import { sendOrder } from './bot.ts';
import { readAnswer, showMarket, showState, type Problem, type Shown } from './decision.ts';
import type { PriceHistory } from './history.ts';
import { createArenaMarks, type ArenaMarks, type ArenaMarksInput } from './marks.ts';

export interface Entrant {
  readonly name: string;
  readonly decide: Strategy;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export interface ArenaInput extends Omit<ArenaMarksInput, 'names'> {
  readonly history: PriceHistory;
  /** When they decide: marks. */
  readonly schedule: Schedule;
  readonly entrants: readonly Entrant[];
}

/** Why a strategy plays no longer. */
export interface Failure extends Problem {
  readonly at: Instant;
  /** What it threw. */
  readonly thrown?: unknown;
}

export interface Arena extends Omit<ArenaMarks, 'driver' | 'expectOrder' | 'awaited'> {
  /** Does the next bit of work. @returns false when there is none left. */
  step(): boolean;
  /** How far it is. */
  now(): Instant;
  /** The entrant that is deciding right now; undefined between decisions. */
  deciding(): number | undefined;
  /** Takes the deciding entrant out, after its decision was broken off. */
  breakOff(problem: Problem): void;
  /** By index of the bot. */
  readonly failures: ReadonlyMap<number, Failure>;
}

export function createArena(input: ArenaInput): Arena {
  const { market, from, to, schedule, entrants } = input;
  const marks = createArenaMarks({ ...input, names: entrants.map((e) => e.name) });
  const turns = createTurns(input, marks);
  let mark = from - markMs;
  let nextDecision = schedule.next(from);

  /** The next mark at which anything happens. */
  function nextMark(): Instant {
    const awaited = marks.awaited(mark);
    if (awaited === mark + markMs) return awaited;
    const ahead = Math.min(nextDecision, closeAfter(mark), awaited ?? Number.POSITIVE_INFINITY);
    return mark < to ? Math.min(ahead, to) : ahead;
  }

  return {
    ...marks,
    step() {
      if (turns.take()) return true;
      const next = nextMark();
      if (next > to) return false;
      mark = next;
      for (const step of stepsAt(mark)) marks.driver[step](mark);
      if (mark === nextDecision) {
        nextDecision = schedule.next(mark + 1);
        if (mark < to && turns.failures.size < entrants.length) turns.begin(showMarket(market, mark));
      }
      return true;
    },
    now: () => Math.max(mark, from),
    deciding: turns.deciding,
    breakOff: (problem) => turns.breakOff(problem),
    failures: turns.failures,
  };
}

/** The entrants at one decision, one after the other. */
function createTurns({ market, history, entrants }: ArenaInput, marks: ArenaMarks) {
  const { bots } = marks;
  const failures = new Map<number, Failure>();
  let shown: Shown | undefined;
  /** Whose turn it is at `shown`. */
  let turn = 0;
  let deciding: number | undefined;

  function decide(at: Shown, i: number): void {
    const entrant = entrants[i];
    const bot = bots[i];
    if (!entrant || !bot || failures.has(i)) return;
    const state = showState(at, bot.now.portfolio, history, market, entrant.random);
    let answer: ReturnType<Strategy>;
    deciding = i;
    try {
      answer = entrant.decide(state);
    } catch (e) {
      const what = e instanceof Error ? `${e.name}: ${e.message}` : 'it threw something that is no Error';
      failures.set(i, { code: 'threw', what, fix: 'Repair the strategy.', at: at.at, thrown: e });
      return;
    } finally {
      deciding = undefined;
    }
    const read = readAnswer(answer, at, market);
    if (!read) return;
    if ('code' in read) failures.set(i, { ...read, at: at.at });
    else {
      const window = sendOrder(bot, at.at, read, market);
      if (window) marks.expectOrder(window.end);
    }
  }

  function endTurn(): void {
    if (turn === bots.length) shown = undefined;
  }

  return {
    failures,
    begin(at: Shown): void {
      shown = at;
      turn = 0;
    },
    /** @returns false when nobody is left to decide. */
    take(): boolean {
      if (!shown) return false;
      decide(shown, turn++);
      endTurn();
      return true;
    },
    deciding: () => deciding,
    breakOff(problem: Problem): void {
      if (deciding === undefined || !shown) throw new Error('nobody is deciding');
      failures.set(deciding, { ...problem, at: shown.at });
      deciding = undefined;
      endTurn();
    },
  };
}
