/**
 * The arena: strategies against recorded prices, without a database, a clock or a network. The order of things at a mark is that of the
 * engine (engine/batch.job.ts): fills, baselines, close; then whoever decides at that instant sees what the engine has done.
 *
 * An order that is decided on at a mark arrives at that mark, and its window starts at the next one: decided at 00:00, filled at the
 * average of 00:05 to 00:35.
 *
 * It goes in small steps, so that whoever drives it can look at the time between two of them (guard.ts).
 */
import type { Strategy } from 'papertape-client';
import { tierNames } from '../league/tiers.ts';
import { championOf, decideLadder, type LadderBots } from '../flow/ladder/ladder.ts';
import { isoWeek, weekDecidedAt } from '../flow/ladder/iso-week.ts';
import { baselineValues, type BaselineValue } from '../flow/rank/baseline-value.ts';
import { buyBaselines, type Baseline } from '../flow/rank/baseline.ts';
import { valueCents } from '../flow/rank/rank.ts';
import { weekReturn } from '../flow/rank/returns.ts';
import { equalWeight } from '../flow/rank/standings.job.ts';
import { emptyBoardContext, foldBoardContext, type BoardContext } from '../flow/rank/statistics.ts';
import { closeAfter, dayMs, isClose, markMs, weekMs, weekStart, windowMs } from '../lib/time.ts';
import type { Instant } from '../lib/clock.ts';
import { closeBot, createBot, decideOrders, sendOrder, type ArenaBot, type Outcome } from './bot.ts';
import { readAnswer, showMarket, showState, type Problem, type Shown } from './decision.ts';
import type { PriceHistory } from './history.ts';
import type { ArenaMarket } from './market.ts';

export interface Entrant {
  readonly name: string;
  readonly decide: Strategy;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export interface ArenaInput {
  readonly market: ArenaMarket;
  readonly history: PriceHistory;
  /** Marks; decisions are taken from `from` until before `to`, marks are done from `from` to `to`. */
  readonly from: Instant;
  readonly to: Instant;
  /** Distance of decisions: a multiple of 5 minutes, counted from a Monday 00:00 UTC. */
  readonly everyMs: number;
  readonly entrants: readonly Entrant[];
  /** Seats of a tier. */
  readonly seats: number;
  /** Are there enough for tiers? */
  readonly ladder: boolean;
  /** What became of an order. */
  readonly onOutcome?: (bot: number, outcome: Outcome) => void;
}

/** Why a strategy plays no longer. */
export interface Failure extends Problem {
  readonly at: Instant;
  /** What it threw. */
  readonly thrown?: unknown;
}

export interface WeekResult {
  readonly week: string;
  readonly close: Instant;
  /** Index of the best bot with a fill; undefined without one. */
  readonly champion: number | undefined;
  /** Hundredths of a percent. */
  readonly weekBps: number;
  readonly promoted: number;
  readonly relegated: number;
}

export interface Arena {
  /** Does the next bit of work. @returns false when there is none left. */
  step(): boolean;
  /** How far it is. */
  now(): Instant;
  /** The entrant that is deciding right now; undefined between decisions. */
  deciding(): number | undefined;
  /** Takes the deciding entrant out, after its decision was broken off. */
  breakOff(problem: Problem): void;
  readonly bots: readonly ArenaBot[];
  /** By index of the bot. */
  readonly failures: ReadonlyMap<number, Failure>;
  readonly closes: readonly Instant[];
  /** The baselines at each close. */
  readonly baselines: readonly (readonly BaselineValue[])[];
  /** As of a bot's first fill, where it is known. */
  baselinesAt(firstFillAt: Instant): readonly BaselineValue[] | undefined;
  /** As of the last close. */
  context(): BoardContext;
  readonly weeks: readonly WeekResult[];
  /** Tier of each bot. */
  readonly tiers: Uint8Array;
}

/** The grid of decisions starts here. */
const firstMonday = weekStart(weekMs);

/** The first instant of a decision at or after `t`. */
export function decisionAt(t: Instant, everyMs: number): Instant {
  return Math.ceil((t - firstMonday) / everyMs) * everyMs + firstMonday;
}

export function createArena(input: ArenaInput): Arena {
  const { market, history, from, to, everyMs, entrants } = input;
  const bots = entrants.map((e) => createBot(e.name, Math.floor(to / dayMs) - Math.floor(from / dayMs)));
  const failures = new Map<number, Failure>();
  const closes: Instant[] = [];
  const atCloses: BaselineValue[][] = [];
  const firstFills = new Map<Instant, readonly BaselineValue[]>();
  const weeks: WeekResult[] = [];
  const tiers = new Uint8Array(bots.length);
  let context = emptyBoardContext;
  let baselines: readonly Baseline[] | undefined;
  /** Marks at which an order is due, in order; orders have the same way everywhere. */
  const due: Instant[] = [];
  let anyWaiting = false;
  let mark = from - markMs;
  let nextDecision = decisionAt(from, everyMs);
  let shown: Shown | undefined;
  /** Whose turn it is at `shown`. */
  let turn = 0;
  let deciding: number | undefined;

  function step(): boolean {
    if (shown) {
      takeTurn(shown);
      if (turn === bots.length) shown = undefined;
      return true;
    }
    const next = nextMark();
    if (next > to) return false;
    mark = next;
    doMark();
    if (mark === nextDecision) {
      nextDecision += everyMs;
      if (mark < to && failures.size < bots.length) {
        shown = showMarket(market, mark);
        turn = 0;
      }
    }
    return true;
  }

  /** The next mark at which anything happens. */
  function nextMark(): Instant {
    if (anyWaiting || !baselines) return mark + markMs;
    const ahead = Math.min(nextDecision, closeAfter(mark), due[0] ?? Number.POSITIVE_INFINITY);
    return mark < to ? Math.min(ahead, to) : ahead;
  }

  function doMark(): void {
    const begun = fillOrders();
    const { symbols, largest } = market.universe;
    if (!baselines && mark >= from + windowMs && largest.every((s) => market.quote(s, mark) !== undefined)) {
      baselines = buyBaselines([...symbols.keys()], largest, market.prices(mark), market.isCad);
    }
    if (baselines) {
      for (const end of begun) {
        if (!firstFills.has(end)) firstFills.set(end, baselineValues(baselines, market.valuation(end, mark)));
      }
    }
    if (isClose(mark) && mark > from) doClose();
  }

  /** @returns ends of the windows in which bots filled for the first time. */
  function fillOrders(): Set<Instant> {
    const begun = new Set<Instant>();
    const isDue = due[0] !== undefined && due[0] <= mark;
    if (!isDue && !anyWaiting) return begun;
    while (due[0] !== undefined && due[0] <= mark) due.shift();
    anyWaiting = false;
    for (const [i, bot] of bots.entries()) {
      if (bot.orders.length === 0) continue;
      const idle = bot.now.firstFillAt === undefined;
      for (const outcome of decideOrders(bot, mark, market)) input.onOutcome?.(i, outcome);
      if (idle && bot.now.firstFillAt !== undefined) begun.add(bot.now.firstFillAt);
      const head = bot.orders[0];
      if (head && head.window.end <= mark) anyWaiting = true;
    }
    return begun;
  }

  function doClose(): void {
    const prices = market.valuation(mark);
    const values = baselineValues(baselines ?? [], prices);
    const value = equalWeight(values);
    const previousValue = equalWeight(atCloses.at(-1) ?? []);
    const previousClose = closes.at(-1);
    const week = weekDecidedAt(mark, []);
    const atFirstFill = (at: Instant): bigint | undefined =>
      previousClose !== undefined && at < previousClose - dayMs ? undefined : equalWeight(firstFills.get(at) ?? []);
    context = emptyBoardContext;
    for (const bot of bots) {
      const record = closeBot(bot, prices, {
        change: value === undefined || previousValue === undefined ? undefined : { value, previousValue },
        atFirstFill,
        weekEnd: week !== undefined,
      });
      context = foldBoardContext(context, record);
    }
    closes.push(mark);
    atCloses.push(values);
    if (week !== undefined) decideWeek(isoWeek(mark - 1));
  }

  function decideWeek(week: string): void {
    const ladder = ladderBots(bots, tiers);
    const champion = championOf(ladder);
    const moves = input.ladder ? decideLadder(ladder, tierNames.length, input.seats).moves : [];
    for (const m of moves) tiers[m.bot] = m.to;
    weeks.push({
      week,
      close: mark,
      champion,
      weekBps: champion === undefined ? 0 : (ladder.weekBps[champion] as number),
      promoted: moves.filter((m) => m.to > m.from).length,
      relegated: moves.filter((m) => m.to < m.from).length,
    });
  }

  function takeTurn(at: Shown): void {
    const i = turn++;
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
    if ('problem' in read) failures.set(i, { ...read.problem, at: at.at });
    else {
      const { end } = sendOrder(bot, at.at, read.weights);
      if (due.at(-1) !== end) due.push(end);
    }
  }

  return {
    step,
    now: () => Math.max(mark, from),
    deciding: () => deciding,
    breakOff(problem) {
      if (deciding === undefined || !shown) throw new Error('nobody is deciding');
      failures.set(deciding, { ...problem, at: shown.at });
      deciding = undefined;
      if (turn === bots.length) shown = undefined;
    },
    bots,
    failures,
    closes,
    baselines: atCloses,
    baselinesAt: (at) => firstFills.get(at),
    context: () => context,
    weeks,
    tiers,
  };
}

/** The bots as the ladder sees them at a close: all entered at the same instant, in their order. */
function ladderBots(bots: readonly ArenaBot[], tier: Uint8Array): LadderBots {
  const n = bots.length;
  const weekBps = new Float64Array(n);
  const cents = new Float64Array(n);
  const hasFill = new Uint8Array(n);
  for (const [i, { record, now }] of bots.entries()) {
    if (!record) continue;
    cents[i] = valueCents(record.value);
    weekBps[i] = weekReturn(record, cents[i] as number);
    hasFill[i] = now.firstFillAt === undefined ? 0 : 1;
  }
  return { tier, weekBps, cents, hasFill, registeredAt: new Float64Array(n) };
}
