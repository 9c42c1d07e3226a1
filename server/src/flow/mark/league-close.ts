/**
 * League close: the bots of a league at a close in, one by one and in order of id, its ranks and board out.
 *
 * Memory is a few machine words per bot (a million bots: well under 1 GiB): what is long, the record, is handed back and not kept.
 *
 * Example: bots worth 101,000, 99,000 and 101,000 -> ranks 1, 3, 1, the first and the third tied, two above the start value.
 */
import { boardOrder, rankByValue, startValueCents, type Ranking } from '../rank/rank.ts';
import type { RunningRecord } from '../rank/record.ts';
import { emptyBoardContext, foldBoardContext, type BoardContext } from '../rank/statistics.ts';
import { rankIntervals, valueInterval, type RankIntervals } from '../rank/statistics/rank-interval.ts';
import {
  closeBot,
  keptClose,
  type BotAtClose,
  type BotBefore,
  type BotClose,
  type CloseOfLeague,
} from './bot-close.ts';

/** One entry per bot, in order of id. */
export interface BotsAtClose {
  readonly ids: readonly string[];
  readonly value: BigInt64Array;
  readonly cents: Float64Array;
  readonly weekBps: Float64Array;
  readonly stale: Uint8Array;
  /** 0 = it was not ranked at the close before. */
  readonly lastRank: Int32Array;
  readonly peak: BigInt64Array;
  readonly maxDrawdown: BigInt64Array;
  readonly trades: Float64Array;
  /** 0 = no fill yet. */
  readonly firstFillAt: Float64Array;
  readonly hasFill: Uint8Array;
  readonly registeredAt: Float64Array;
}

export interface ClosedLeague extends BotsAtClose {
  readonly ranking: Ranking;
  readonly intervals: RankIntervals;
  /** Indices of the bots as the board shows them, best first. */
  readonly order: Uint32Array;
  readonly aboveStart: number;
  readonly atStart: number;
  /** What luck is judged against. */
  readonly context: BoardContext;
  /** Bots that could not be valued and keep their value of the close before, and why. */
  readonly kept: ReadonlyMap<string, unknown>;
}

export interface LeagueClose {
  /** @returns the bot's record, to be kept for its next close. */
  add(bot: BotAtClose): RunningRecord;
  /** When all were added. */
  rank(): ClosedLeague;
}

/** @param n how many bots there are. @param keeps bots of which it is known that they keep their value. */
export function createLeagueClose(
  league: CloseOfLeague,
  n: number,
  keeps: ReadonlySet<string> = new Set(),
): LeagueClose {
  const ids: string[] = [];
  const bots: BotsAtClose = {
    ids,
    value: new BigInt64Array(n),
    cents: new Float64Array(n),
    weekBps: new Float64Array(n),
    stale: new Uint8Array(n),
    lastRank: new Int32Array(n),
    peak: new BigInt64Array(n),
    maxDrawdown: new BigInt64Array(n),
    trades: new Float64Array(n),
    firstFillAt: new Float64Array(n),
    hasFill: new Uint8Array(n),
    registeredAt: new Float64Array(n),
  };
  const low = new Float64Array(n);
  const high = new Float64Array(n);
  let context = emptyBoardContext;
  /** Bots that were judged at the close before and are still there. */
  let stayed = 0;
  const kept = new Map<string, unknown>();
  const close = (bot: BotAtClose): BotClose => {
    try {
      if (bot.fault !== undefined) throw bot.fault;
      if (!keeps.has(bot.id)) return closeBot(bot, league);
    } catch (fault) {
      kept.set(bot.id, fault);
    }
    return keptClose(bot, league.weekEnd);
  };
  return {
    add(bot) {
      const closed = close(bot);
      if (bot.before !== undefined && bot.before.record.returns.n > 0) stayed++;
      const i = ids.push(bot.id) - 1;
      put(bots, i, bot, closed);
      const [from, to] = valueInterval(closed.record, closed.cents);
      low[i] = from;
      high[i] = to;
      context = foldBoardContext(context, closed.record);
      return closed.record;
    },
    rank() {
      if (ids.length !== n) throw new Error(`counted ${n} bots, read ${ids.length}`);
      const ranking = rankByValue(bots.cents);
      let aboveStart = 0;
      let atStart = 0;
      for (const c of bots.cents) {
        if (c > startValueCents) aboveStart++;
        else if (c === startValueCents) atStart++;
      }
      const intervals = rankIntervals(low, high);
      const { earlier } = league;
      const departed = earlier.departed + earlier.bots - stayed;
      const order = boardOrder(ranking);
      return { ...bots, ranking, intervals, order, aboveStart, atStart, context: { ...context, departed }, kept };
    },
  };
}

function put(bots: BotsAtClose, i: number, bot: BotAtClose, closed: BotClose): void {
  bots.value[i] = closed.value;
  bots.cents[i] = closed.cents;
  bots.weekBps[i] = closed.weekBps;
  bots.stale[i] = closed.stale ? 1 : 0;
  bots.lastRank[i] = bot.before?.rank ?? 0;
  bots.peak[i] = closed.drawdown.peak;
  bots.maxDrawdown[i] = closed.drawdown.max;
  bots.trades[i] = bot.trades;
  bots.firstFillAt[i] = bot.firstFillAt ?? 0;
  bots.hasFill[i] = bot.firstFillAt === undefined ? 0 : 1;
  bots.registeredAt[i] = bot.registeredAt;
}

/** What the next close will go on from. */
export function afterClose(closed: ClosedLeague, i: number, record: RunningRecord): BotBefore {
  const drawdown = { peak: closed.peak[i] as bigint, max: closed.maxDrawdown[i] as bigint };
  return { value: closed.value[i] as bigint, rank: closed.ranking.rank[i] as number, drawdown, record };
}

/** How many ranks a bot went up since the close before; null at its first. */
export function moveOf({ lastRank, ranking }: ClosedLeague, i: number): number | null {
  const last = lastRank[i] as number;
  return last === 0 ? null : last - (ranking.rank[i] as number);
}

/** The board in blocks of some bots each, as JSON lists of their ids. */
export function blocksOf({ ids, order }: ClosedLeague, size: number): string[] {
  const blocks: string[] = [];
  for (let from = 0; from < order.length; from += size)
    blocks.push(JSON.stringify(Array.from(order.subarray(from, from + size), (i) => ids[i])));
  return blocks;
}
