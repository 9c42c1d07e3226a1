/**
 * The backtest's part of each step of a mark: what is decided by flow/ for the service is kept in memory here. There is no operator, no
 * receipt and no feature room, and a recording answers the same however late it is asked: those steps have nothing to do.
 */
import { isoWeek, weekDecidedAt } from '../flow/ladder/iso-week.ts';
import { closeLadder } from '../flow/ladder/moves.ts';
import { marketAtClose, type CloseOfLeague } from '../flow/mark/bot-close.ts';
import { createLeagueClose, type ClosedLeague } from '../flow/mark/league-close.ts';
import type { MarkDriver } from '../flow/mark/mark.ts';
import { beginBaselines } from '../flow/mark/prices.ts';
import { baselineValues, type BaselineValue } from '../flow/rank/baseline-value.ts';
import type { LeagueBaselines } from '../flow/rank/baseline.ts';
import { emptyBoardContext, type BoardContext } from '../flow/rank/statistics.ts';
import type { Instant } from '../lib/clock.ts';
import { dayMs, markMs, windowMs } from '../lib/time.ts';
import { botAtClose, createBot, decideOrders, noteClose, type ArenaBot, type Outcome } from './bot.ts';
import type { ArenaMarket } from './market.ts';

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

export interface ArenaMarksInput {
  readonly market: ArenaMarket;
  /** Marks; decisions are taken from `from` until before `to`, marks are done from `from` to `to`. */
  readonly from: Instant;
  readonly to: Instant;
  readonly names: readonly string[];
  /** Seats of a tier. */
  readonly seats: number;
  /** Are there enough for tiers? */
  readonly ladder: boolean;
  /** What became of an order. */
  readonly onOutcome?: (bot: number, outcome: Outcome) => void;
}

/** What the marks came to so far. */
export interface ArenaMarks {
  readonly driver: MarkDriver<void>;
  readonly bots: readonly ArenaBot[];
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
  /** An order of the window that ends then is on its way. */
  expectOrder(end: Instant): void;
  /** The next mark after one at which an order, or the first window, may be decided; undefined when nothing is awaited. */
  awaited(mark: Instant): Instant | undefined;
}

const nothing = (): void => undefined;

export function createArenaMarks(input: ArenaMarksInput): ArenaMarks {
  const { market, from, to, names } = input;
  const bots = names.map((name) => createBot(name, Math.floor(to / dayMs) - Math.floor(from / dayMs)));
  const closes: Instant[] = [];
  const atCloses: BaselineValue[][] = [];
  const firstFills = new Map<Instant, readonly BaselineValue[]>();
  const ladder = createArenaLadder(input);
  let context = emptyBoardContext;
  let baselines: LeagueBaselines | undefined;
  /** Marks at which an order is due, in order. */
  const due: Instant[] = [];
  let anyWaiting = false;
  let begun = new Set<Instant>();

  function fill(mark: Instant): void {
    begun = new Set();
    const isDue = due[0] !== undefined && due[0] <= mark;
    if (!isDue && !anyWaiting) return;
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
  }

  function close(mark: Instant): void {
    if (mark <= from) return;
    const prices = market.valuation(mark);
    const values = baselineValues(baselines?.list ?? [], prices);
    const against = marketAtClose(values, atCloses.at(-1), (end) => firstFills.get(end));
    const weekEnd = weekDecidedAt(mark, []) !== undefined;
    const closed = closeBots(bots, { prices, market: against, earlier: context, weekEnd });
    ({ context } = closed);
    closes.push(mark);
    atCloses.push(values);
    if (weekEnd) ladder.decide(closed, mark);
  }

  const driver: MarkDriver<void> = {
    read: nothing,
    askAgain: nothing,
    log: nothing,
    agree: nothing,
    operate: nothing,
    suspend: nothing,
    lapse: nothing,
    fill,
    pay: nothing,
    beginBaselines(mark) {
      const { largest } = market.universe;
      if (baselines || mark < from + windowMs || largest.some((s) => market.quote(s, mark) === undefined)) return;
      baselines = beginBaselines(market.version, market.league, market.prices(mark), mark);
    },
    valueBaselines(mark) {
      if (!baselines) return;
      for (const end of begun)
        if (!firstFills.has(end)) firstFills.set(end, baselineValues(baselines.list, market.valuation(end, mark)));
    },
    close,
  };
  return {
    driver,
    bots,
    closes,
    baselines: atCloses,
    baselinesAt: (at) => firstFills.get(at),
    context: () => context,
    weeks: ladder.weeks,
    tiers: ladder.tiers,
    expectOrder(end) {
      if (due.at(-1) !== end) due.push(end);
    },
    awaited: (mark) => (anyWaiting || !baselines ? mark + markMs : due[0]),
  };
}

function closeBots(bots: readonly ArenaBot[], close: CloseOfLeague): ClosedLeague {
  const league = createLeagueClose(close, bots.length);
  const records = bots.map((bot, i) => league.add(botAtClose(bot, String(i))));
  const closed = league.rank();
  for (const fault of closed.kept.values()) throw fault instanceof Error ? fault : new Error(String(fault));
  for (const [i, bot] of bots.entries()) noteClose(bot, closed, i, records[i]);
  return closed;
}

/** The tiers of the bots: all entered at the same instant, in their order. */
function createArenaLadder({ names, seats, ladder }: ArenaMarksInput) {
  const tiers = new Uint8Array(names.length);
  const weeks: WeekResult[] = [];
  return {
    tiers,
    weeks,
    decide(closed: ClosedLeague, close: Instant): void {
      const now = new Map([...tiers].map((tier, i) => [String(i), tier]));
      const week = isoWeek(close - 1);
      const decided = closeLadder(closed, now, { league: '', close, week, capacity: seats });
      const moves = ladder ? decided.moves : [];
      for (const m of moves) tiers[Number(m.botId)] = m.to;
      const champion = decided.week?.champion;
      weeks.push({
        week,
        close,
        champion: champion && Number(champion.botId),
        weekBps: champion?.weekBps ?? 0,
        promoted: moves.filter((m) => m.to > m.from).length,
        relegated: moves.filter((m) => m.to < m.from).length,
      });
    },
  };
}
