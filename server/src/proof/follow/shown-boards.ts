/** The boards of closes as they are shown, against what was made again of the log: ranks, values, intervals, moves, trades, baselines. */
import type { Board } from 'papertape-contract/board';
import { isoDate } from '../../lib/clock.ts';
import { moneyScale, parseFixed } from '../../lib/decimal.ts';
import { valueCents } from '../../flow/rank/rank.ts';
import type { Service } from '../check/service.ts';
import type { Steps } from '../check/steps.ts';
import { leagueOf, type ReplayedLeague, type ReplayState } from './replay/state.ts';
import { pagesOf } from './shown-pages.ts';

export interface BoardsInput {
  readonly service: Service;
  readonly steps: Steps;
  readonly league: string;
}

type Closed = Pick<NonNullable<ReplayedLeague['previous']>, 'close' | 'baselines'>;

export async function checkBoardOf({ service, steps, league }: BoardsInput, of: Closed): Promise<void> {
  const date = isoDate(of.close);
  const path = `/api/leaderboard?league=${league}&as_of=${date}`;
  let baselines: Board['market_baselines'] = [];
  const rows = await pagesOf(service, path, (page: Board) => {
    baselines = page.market_baselines;
    return page.rows;
  });
  // They have the hash that the log has: that is looked at where the close is made again.
  const lines = (await service.text(`/api/log/closes/${league}/${date}/board`)).split('\n').slice(0, -1);
  const made = lines.map((line) => JSON.parse(line) as [string, string, ...(number | string | null)[]]);
  steps.same(
    `ranks and values of the board of ${league} at ${date}`,
    rows.map((r) => [r.agent_id, r.value_usd, r.rank, r.tied, r.stale, r.move, r.trades, r.rank_interval]),
    made.map(([id, value, place, shared, stale, move, , , trades, , from, to]) => {
      const cents = valueCents(BigInt(value)) / 100;
      return [id, cents, place, shared === 1, stale === 1, move, trades, { from, to }];
    }),
  );
  steps.same(
    `baselines of the board of ${league} at ${date}`,
    baselines.map((b) => [b.id, b.value_usd, b.stale]),
    of.baselines.map((b) => [b.id, valueCents(parseFixed(b.value, moneyScale)) / 100, b.stale]),
  );
}

/** @returns is to be called after each mark: a board is final when there is a later close, and is looked at then, once. */
export function createBoardsCheck(input: BoardsInput, state: ReplayState): () => Promise<void> {
  let last: Closed | undefined;
  let checkedUpTo = 0;
  return async () => {
    const { previous } = leagueOf(state, input.league);
    const before = last;
    last = previous;
    // A close that was voided is followed by the one before it once more.
    if (!before || !previous || previous.close <= before.close || before.close <= checkedUpTo) return;
    checkedUpTo = before.close;
    await input.steps.part(`board of ${input.league} at ${isoDate(before.close)}`, async () => {
      await checkBoardOf(input, before);
    });
  };
}
