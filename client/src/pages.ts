/** Lists whole: iteration over their pages. */
import type { BoardOptions, EachOptions, PageOptions } from './client-types.ts';
import { PapertapeError } from './errors.ts';
import type { LeagueCalls } from './league-calls.ts';
import type { OrderCalls } from './order-calls.ts';
import type { RecordCalls } from './record-calls.ts';
import type * as Wire from './wire.ts';

/** Lists whole, page after page, for `for await`. */
export interface RowIterators {
  /** All rows of a board, page after page. When a close comes in between, a PapertapeError `board_changed`; with `asOf` or `week` none can. */
  leaderboardRows(options?: Omit<BoardOptions, keyof PageOptions> & EachOptions): AsyncGenerator<Wire.BoardRow, void>;
  /** All orders of the bot, the newest first. */
  orderRows(options?: EachOptions): AsyncGenerator<Wire.OrderView, void>;
  /** All trades of a bot, the newest fill first. */
  tradeRows(id?: string, options?: EachOptions): AsyncGenerator<Wire.TradeLine, void>;
  /** All champions of a league, the newest first. */
  championRows(league: string, options?: EachOptions): AsyncGenerator<Wire.DecidedWeekView, void>;
  /** Every bot, or those of one league, the oldest first. */
  agentRows(options?: EachOptions & { readonly league?: string }): AsyncGenerator<Wire.ListedAgent, void>;
  /** All bots of one owner, the newest first. */
  makerBots(makerId: string, options?: EachOptions): AsyncGenerator<Wire.MakerBot, void>;
}

/** Rows that one request fetches: the most that the service gives. */
const perPageUsual = 100;

/** @param calls those that read one page of a list. */
export function rowIterators(calls: OrderCalls & RecordCalls & LeagueCalls): RowIterators {
  return {
    leaderboardRows({ perPage = perPageUsual, signal, ...which } = {}) {
      const checked = oneBoardOnly();
      return rowsOf(
        async (page) => checked(await calls.leaderboard({ ...which, page, perPage })),
        (board) => board.rows,
        (row) => row.agent_id,
        signal,
      );
    },
    orderRows: ({ perPage = perPageUsual, signal }: EachOptions = {}) =>
      rowsOf(
        (page) => calls.orders({ page, perPage }),
        (list) => list.orders,
        (order) => order.order_id,
        signal,
      ),
    tradeRows: (id, { perPage = perPageUsual, signal } = {}) =>
      rowsOf(
        (page) => calls.trades(id, page, perPage),
        (log) => log.trades,
        (trade) => `${trade.order_id} ${trade.symbol}`,
        signal,
      ),
    championRows: (league, { perPage = perPageUsual, signal } = {}) =>
      rowsOf(
        (page) => calls.champions(league, { page, perPage }),
        (list) => list.champions,
        (week) => week.week,
        signal,
      ),
    agentRows: ({ league, perPage = perPageUsual, signal } = {}) =>
      rowsOf(
        (page) => calls.agents({ ...(league === undefined ? {} : { league }), page, perPage }),
        (list) => list.agents,
        (agent) => agent.agent_id,
        signal,
      ),
    makerBots: (makerId, { perPage = perPageUsual, signal } = {}) =>
      rowsOf(
        (page) => calls.maker(makerId, { page, perPage }),
        (view) => view.bots,
        (bot) => bot.agent_id,
        signal,
      ),
  };
}

/**
 * Every row once. Lists grow at their head, so that a row may come again on the next page: what was seen is left out.
 * @param keyOf tells rows apart.
 */
async function* rowsOf<P extends { readonly pages: number }, R>(
  fetchPage: (page: number) => Promise<P>,
  rows: (page: P) => readonly R[],
  keyOf: (row: R) => string,
  signal: AbortSignal | undefined,
): AsyncGenerator<R, void> {
  const seen = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    signal?.throwIfAborted();
    const answer = await fetchPage(page);
    for (const row of rows(answer)) {
      const key = keyOf(row);
      if (seen.has(key)) continue;
      seen.add(key);
      yield row;
    }
    pages = answer.pages;
  }
}

/** Ranks of two closes in one list would be no board. */
function oneBoardOnly(): (board: Wire.Board) => Wire.Board {
  let first: Wire.Board | undefined;
  return (board) => {
    first ??= board;
    if (first.as_of === board.as_of) return board;
    throw new PapertapeError({
      status: 200,
      code: 'board_changed',
      detail: `The first page was of the close ${first.as_of ?? '(none yet)'}, and this one is of ${board.as_of}.`,
      fix: 'Start the iteration again, or read the board of one close with asOf.',
    });
  };
}
