/** Closes, ranks and boards as the facts alone make them, compared with what is stored. */
import { boardBlockSize } from '../flow/rank/board-blocks.ts';
import { iso, type Instant } from '../lib/clock.ts';
import type { BoardsTable, ClosesTable } from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';
import { foldDrawdown, noDrawdown, valuePortfolio, type ClosePrices } from '../flow/close/close.ts';
import type { OperatorAction } from '../operator/action.ts';
import { parseCloseName } from '../flow/ladder/void.ts';
import { baselineValues, type BaselineValue } from '../flow/rank/baseline-value.ts';
import type { Baseline } from '../flow/rank/baseline.ts';
import { boardOrder, rankByValue, startValueCents, valueCents } from '../flow/rank/rank.ts';
import { encodeRecord, foldRecord, type RunningRecord } from '../flow/rank/record.ts';
import { weekReturn } from '../flow/rank/returns.ts';
import { equalWeight } from '../flow/rank/standings.job.ts';
import { boardContext, encodeBoardContext } from '../flow/rank/statistics.ts';
import { rankIntervals, valueInterval } from '../flow/rank/statistics/rank-interval.ts';
import type { Differences, Fields } from './differences.ts';
import { message } from './market-fold.ts';
import { createLadderFold } from './ladder-fold.ts';
import type { FoldedBot, FoldedClose } from './orders-fold.ts';

/** A stored close with the bot's record. */
export type StoredCloseRow = ClosesTable & { readonly record: string | null };

/** What is stored of one close. */
export interface StoredClose {
  /** By bot; a row is taken out when it is compared. */
  readonly closes: Map<string, StoredCloseRow>;
  readonly boards: ReadonlyMap<string, BoardsTable>;
  readonly blocks: (league: string) => Promise<readonly { block: bigint; agent_ids: string }[]>;
}

export interface CloseCounts {
  closes: number;
  records: number;
  boards: number;
  blocks: number;
}

export interface CloseInput {
  readonly close: Instant;
  readonly prices: ClosePrices;
  readonly baselines: ReadonlyMap<string, { readonly list: readonly Baseline[] }>;
  /** What baselines were worth at first fills so far, as JSON. */
  readonly baselinesAt: (league: string, end: Instant) => string | undefined;
  readonly stored: StoredClose;
  /** Seats of each tier that the operator had set; undefined = none, and the board's own are a fact. */
  readonly capacity: (league: string) => number | undefined;
  /** Of the rules that the close was done under. */
  readonly rulesVersion: string | null;
}

export interface ClosesFold {
  checkClose(input: CloseInput): Promise<void>;
  /** @returns false when the action may not be done: then nothing happens. */
  applyVoid(action: Pick<OperatorAction, 'about' | 'reason'>, mark: Instant): boolean;
  /** Bots in the fullest tier of a league at a mark. */
  fullestTier(league: string, mark: Instant): number;
  /** After the last mark: moves, tiers, weeks and voided closes. */
  checkLadder(trx: Trx): Promise<void>;
  readonly counts: CloseCounts;
}

/** @param bots in order of id. */
export function createClosesFold(bots: Iterable<FoldedBot>, differences: Differences): ClosesFold {
  const byLeague = new Map<string, FoldedBot[]>();
  for (const bot of bots) {
    const list = byLeague.get(bot.league);
    if (list) list.push(bot);
    else byLeague.set(bot.league, [bot]);
  }
  const ladder = createLadderFold(differences);
  const counts: CloseCounts = { closes: 0, records: 0, boards: 0, blocks: 0 };

  async function checkLeague(league: string, input: CloseInput): Promise<void> {
    const { close, prices, stored } = input;
    const present = (byLeague.get(league) ?? []).filter((b) => isPresent(b, close));
    const valued = present.map((bot) => valueBot(bot, close, prices));
    const cents = Float64Array.from(valued, (v) => valueCents(v.value));
    const ranking = rankByValue(cents);
    const previous = ladder.previous(league);
    const week = ladder.weekAt(league, close);
    const baselines = baselinesText(input.baselines.get(league)?.list ?? [], prices, league, close);
    const market = marketChange(previous?.baselines, baselines);
    const records = present.map((bot, i) =>
      foldRecord(lastOf(bot, previous)?.record, {
        value: (valued[i] as Valued).value,
        previousValue: lastOf(bot, previous)?.record.value,
        cash: bot.now.portfolio.cash,
        traded: bot.now.traded,
        hasFill: bot.now.firstFillAt !== undefined,
        market,
        marketAtFirstFill: marketAtFirstFill(bot, input),
        weekEnd: week !== undefined,
      }),
    );
    const intervals = records.map((r, i) => valueInterval(r, cents[i] as number));
    const ranks = rankIntervals(
      Float64Array.from(intervals, ([low]) => low),
      Float64Array.from(intervals, ([, high]) => high),
    );
    for (const [i, bot] of present.entries()) {
      const { value, stale } = valued[i] as Valued;
      const rank = ranking.rank[i] as number;
      const before = lastOf(bot, previous);
      const { peak, max } = foldDrawdown(before ? { peak: before.peak, max: before.maxDrawdown } : noDrawdown, value);
      const found = stored.closes.get(bot.id);
      if (found) counts.closes++;
      if (found && found.record !== null) counts.records++;
      stored.closes.delete(bot.id);
      const key = `${bot.id} ${iso(close)}`;
      differences.compare(
        'ledger.closes',
        key,
        {
          league,
          value,
          stale: stale ? 1 : 0,
          rank,
          tied: ranking.tied[i],
          move: before ? before.rank - rank : null,
          peak,
          max_drawdown: max,
          trades: bot.now.trades,
          first_fill_at: bot.now.firstFillAt ?? null,
          rank_from: ranks.from[i],
          rank_to: ranks.to[i],
        },
        found as unknown as Fields | undefined,
      );
      const record = records[i] as RunningRecord;
      const text = found?.record ?? undefined;
      differences.compare(
        'ledger.records',
        key,
        { record: encodeRecord(record) },
        text === undefined ? undefined : { record: text },
      );
      bot.before = before;
      bot.last = { close, rank, peak, maxDrawdown: max, record };
    }
    const order = Array.from(boardOrder(ranking), (i) => (present[i] as FoldedBot).id);
    await checkBlocks(league, close, order, stored);
    const board = stored.boards.get(league);
    if (board) counts.boards++;
    const capacity = input.capacity(league);
    const tiers = ladder.addClose(
      {
        league,
        close,
        ids: present.map((b) => b.id),
        value: valued.map((v) => v.value),
        cents,
        weekBps: Float64Array.from(records, (r, i) => weekReturn(r, cents[i] as number)),
        hasFill: Uint8Array.from(present, (b) => (b.now.firstFillAt === undefined ? 0 : 1)),
        registeredAt: Float64Array.from(present, (b) => b.registeredAt),
        capacity: capacity ?? Number(board?.capacity ?? 0n),
      },
      baselines,
    );
    differences.compare(
      'ledger.boards',
      `${league} ${iso(close)}`,
      {
        total: present.length,
        above_start: cents.filter((c) => c > startValueCents).length,
        at_start: cents.filter((c) => c === startValueCents).length,
        baselines,
        previous: previous?.close ?? null,
        rules_version: input.rulesVersion,
        ...(capacity === undefined ? {} : { capacity }),
        tiers,
        context: encodeBoardContext(boardContext(records)),
      },
      board as unknown as Fields | undefined,
    );
  }

  /** The bot's last close, when it is the league's valid close before. */
  function lastOf(bot: FoldedBot, previous: { readonly close: Instant } | undefined): FoldedClose | undefined {
    return bot.last?.close === previous?.close ? bot.last : undefined;
  }

  function marketAtFirstFill(bot: FoldedBot, { baselinesAt }: CloseInput): bigint | undefined {
    const { firstFillAt } = bot.now;
    const text = firstFillAt === undefined ? undefined : baselinesAt(bot.league, firstFillAt);
    return text === undefined ? undefined : equalWeight(JSON.parse(text) as BaselineValue[]);
  }

  async function checkBlocks(
    league: string,
    close: Instant,
    order: readonly string[],
    stored: StoredClose,
  ): Promise<void> {
    const found = new Map((await stored.blocks(league)).map((b) => [Number(b.block), b.agent_ids]));
    counts.blocks += found.size;
    for (let block = 0; block * boardBlockSize < order.length; block++) {
      const ids = order.slice(block * boardBlockSize, (block + 1) * boardBlockSize);
      const text = found.get(block);
      const key = `${league} ${iso(close)} block ${block}`;
      differences.compare(
        'ledger.board_blocks',
        key,
        { agent_ids: JSON.stringify(ids) },
        text === undefined ? undefined : { agent_ids: text },
      );
      found.delete(block);
    }
    for (const [block, text] of found) {
      differences.compare('ledger.board_blocks', `${league} ${iso(close)} block ${block}`, undefined, {
        agent_ids: text,
      });
    }
  }

  interface Valued {
    readonly value: bigint;
    readonly stale: boolean;
  }

  function valueBot(bot: FoldedBot, close: Instant, prices: ClosePrices): Valued {
    try {
      return valuePortfolio(bot.now.portfolio.cash, bot.now.portfolio.holdings, prices);
    } catch (e) {
      differences.add('ledger.closes', `${bot.id} ${iso(close)}`, 'value', 'a value', message(e));
      return { value: bot.now.portfolio.cash, stale: true };
    }
  }

  function baselinesText(list: readonly Baseline[], prices: ClosePrices, league: string, close: Instant): string {
    try {
      return JSON.stringify(baselineValues(list, prices));
    } catch (e) {
      differences.add('ledger.boards', `${league} ${iso(close)}`, 'baselines', 'values', message(e));
      return '';
    }
  }

  return {
    counts,
    checkLadder: (trx) => ladder.check(trx),
    applyVoid({ about, reason }, mark) {
      const name = parseCloseName(about.id);
      if (!name || !ladder.voidClose(name, mark, reason)) return false;
      for (const bot of byLeague.get(name.league) ?? []) {
        if (bot.last?.close === name.close) bot.last = bot.before;
      }
      return true;
    },
    fullestTier(league, mark) {
      const tiers = new Map<number, number>();
      for (const bot of byLeague.get(league) ?? []) {
        if (!isPresent(bot, mark) || bot.retiredByOperator !== undefined) continue;
        const tier = ladder.tierOf(league, bot.id);
        tiers.set(tier, (tiers.get(tier) ?? 0) + 1);
      }
      return Math.max(0, ...tiers.values());
    },
    async checkClose(input) {
      const { close, stored } = input;
      const withBots = [...byLeague]
        .filter(([, list]) => list.some((b) => isPresent(b, close)))
        .map(([league]) => league);
      for (const league of new Set([...withBots, ...input.baselines.keys()])) await checkLeague(league, input);
      for (const extra of stored.closes.values()) {
        counts.closes++;
        if (extra.record !== null) counts.records++;
        differences.compare(
          'ledger.closes',
          `${extra.agent_id} ${iso(Number(extra.close))}`,
          undefined,
          extra as unknown as Fields,
        );
      }
    },
  };
}

function isPresent({ registeredAt, retiredAt, retiredByOperator }: FoldedBot, close: Instant): boolean {
  return (
    registeredAt < close &&
    (retiredAt === null || retiredAt >= close) &&
    (retiredByOperator === undefined || retiredByOperator >= close)
  );
}

/** The equal-weight baseline at two closes. */
function marketChange(
  before: string | undefined,
  now: string,
): { readonly value: bigint; readonly previousValue: bigint } | undefined {
  const of = (text: string | undefined): bigint | undefined =>
    text === undefined || text === '' ? undefined : equalWeight(JSON.parse(text) as BaselineValue[]);
  const previousValue = of(before);
  const value = of(now);
  return value === undefined || previousValue === undefined ? undefined : { value, previousValue };
}
