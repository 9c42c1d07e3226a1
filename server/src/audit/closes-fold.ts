/** Closes, ranks and boards as the facts alone make them, compared with what is stored. */
import { boardBlockSize } from '../contract/board.ts';
import { iso, type Instant } from '../lib/clock.ts';
import type { BoardsTable, ClosesTable } from '../storage/database.ts';
import { foldDrawdown, noDrawdown, valuePortfolio, type ClosePrices } from '../flow/close/close.ts';
import { baselineValues } from '../flow/rank/baseline-value.ts';
import type { Baseline } from '../flow/rank/baseline.ts';
import { boardOrder, rankByValue, startValueCents, valueCents } from '../flow/rank/rank.ts';
import { dayMs } from '../flow/window/window.ts';
import type { Differences, Fields } from './differences.ts';
import { message } from './market-fold.ts';
import type { FoldedBot } from './orders-fold.ts';

/** What is stored of one close. */
export interface StoredClose {
  /** By bot; a row is taken out when it is compared. */
  readonly closes: Map<string, ClosesTable>;
  readonly boards: ReadonlyMap<string, BoardsTable>;
  readonly blocks: (league: string) => Promise<readonly { block: bigint; agent_ids: string }[]>;
}

export interface CloseCounts {
  closes: number;
  boards: number;
  blocks: number;
}

export interface CloseInput {
  readonly close: Instant;
  readonly prices: ClosePrices;
  readonly baselines: ReadonlyMap<string, { readonly list: readonly Baseline[] }>;
  readonly stored: StoredClose;
}

export interface ClosesFold {
  checkClose(input: CloseInput): Promise<void>;
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
  const counts: CloseCounts = { closes: 0, boards: 0, blocks: 0 };

  async function checkLeague(league: string, input: CloseInput): Promise<void> {
    const { close, prices, stored } = input;
    const present = (byLeague.get(league) ?? []).filter((b) => b.registeredAt < close);
    const valued = present.map((bot) => valueBot(bot, close, prices));
    const cents = Float64Array.from(valued, (v) => valueCents(v.value));
    const ranking = rankByValue(cents);
    for (const [i, bot] of present.entries()) {
      const { value, stale } = valued[i] as Valued;
      const rank = ranking.rank[i] as number;
      const before = bot.last?.close === close - dayMs ? bot.last : undefined;
      const { peak, max } = foldDrawdown(before ? { peak: before.peak, max: before.maxDrawdown } : noDrawdown, value);
      const found = stored.closes.get(bot.id);
      if (found) counts.closes++;
      stored.closes.delete(bot.id);
      differences.compare(
        'ledger.closes',
        `${bot.id} ${iso(close)}`,
        {
          league,
          value,
          stale: stale ? 1 : 0,
          rank,
          tied: ranking.tied[i],
          move: before ? before.rank - rank : null,
          peak,
          max_drawdown: max,
          trades: bot.trades,
          first_fill_at: bot.firstFillAt,
        },
        found as unknown as Fields | undefined,
      );
      bot.last = { close, rank, peak, maxDrawdown: max };
    }
    const order = Array.from(boardOrder(ranking), (i) => (present[i] as FoldedBot).id);
    await checkBlocks(league, close, order, stored);
    const board = stored.boards.get(league);
    if (board) counts.boards++;
    differences.compare(
      'ledger.boards',
      `${league} ${iso(close)}`,
      {
        total: present.length,
        above_start: cents.filter((c) => c > startValueCents).length,
        at_start: cents.filter((c) => c === startValueCents).length,
        baselines: baselinesText(input.baselines.get(league)?.list ?? [], prices, league, close),
      },
      board as unknown as Fields | undefined,
    );
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
      return valuePortfolio(bot.portfolio.cash, bot.portfolio.holdings, prices);
    } catch (e) {
      differences.add('ledger.closes', `${bot.id} ${iso(close)}`, 'value', 'a value', message(e));
      return { value: bot.portfolio.cash, stale: true };
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
    async checkClose(input) {
      const { close, stored } = input;
      const withBots = [...byLeague]
        .filter(([, list]) => list.some((b) => b.registeredAt < close))
        .map(([league]) => league);
      for (const league of new Set([...withBots, ...input.baselines.keys()])) await checkLeague(league, input);
      for (const extra of stored.closes.values()) {
        counts.closes++;
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
