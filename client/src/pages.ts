/** Lists whole: iteration over their pages. */
import type { Client, EachOptions, RowIterators } from './client-types.ts';
import { PapertapeError } from './errors.ts';
import type { Board } from './wire.ts';

/** Rows that one request fetches: the most that the service gives. */
const perPageUsual = 100;

/** @param clientOf the client whose lists they are; asked for when an iteration begins. */
export function rowIterators(clientOf: () => Client): RowIterators {
  return {
    leaderboardRows({ perPage = perPageUsual, signal, ...which } = {}) {
      const checked = oneBoardOnly();
      return rowsOf(
        async (page) => checked(await clientOf().leaderboard({ ...which, page, perPage })),
        (board) => board.rows,
        (row) => row.agent_id,
        signal,
      );
    },
    orderRows: ({ perPage = perPageUsual, signal }: EachOptions = {}) =>
      rowsOf(
        (page) => clientOf().orders({ page, perPage }),
        (list) => list.orders,
        (order) => order.order_id,
        signal,
      ),
    tradeRows: (id, { perPage = perPageUsual, signal } = {}) =>
      rowsOf(
        (page) => clientOf().trades(id, page, perPage),
        (log) => log.trades,
        (trade) => `${trade.order_id} ${trade.symbol}`,
        signal,
      ),
    championRows: (league, { perPage = perPageUsual, signal } = {}) =>
      rowsOf(
        (page) => clientOf().champions(league, { page, perPage }),
        (list) => list.champions,
        (week) => week.week,
        signal,
      ),
    agentRows: ({ league, perPage = perPageUsual, signal } = {}) =>
      rowsOf(
        (page) => clientOf().agents({ ...(league === undefined ? {} : { league }), page, perPage }),
        (list) => list.agents,
        (agent) => agent.agent_id,
        signal,
      ),
    makerBots: (makerId, { perPage = perPageUsual, signal } = {}) =>
      rowsOf(
        (page) => clientOf().maker(makerId, { page, perPage }),
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
function oneBoardOnly(): (board: Board) => Board {
  let first: Board | undefined;
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
