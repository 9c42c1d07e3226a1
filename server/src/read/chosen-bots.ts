/**
 * The bots of a board in another choice or order than that of its ranks: those of one tier, or the best first by the running week, the
 * last day, the smallest fall or the number of fills. Ranks stay what they are. What is equal stays in the order of the board.
 */
import type { BoardSort } from 'papertape-contract/board-sorts';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { decodeRecord } from '../flow/rank/record.ts';
import { returnSince } from '../flow/rank/returns.ts';
import type { Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { recordsAt } from './boards.sql.ts';
import type { BotClose } from './close.ts';
import { closesOf } from './closes.sql.ts';
import type { TierOf } from './tiers-view.ts';

export interface BoardChoice {
  /** `all`, or the name of a tier. */
  readonly tier: string;
  readonly sort: BoardSort;
}

/** Is it the board as it stands? */
export function isWhole({ tier, sort }: BoardChoice): boolean {
  return tier === 'all' && sort === 'rank';
}

/** Throws ApiError for a league that is too large. @param bots on the board. */
export function needChoosable(bots: number): void {
  if (bots <= limits.chosenBoardBotsMax) return;
  throw new ApiError(
    'invalid_query',
    `The board has ${bots.toLocaleString('en-US')} bots; one of more than ${limits.chosenBoardBotsMax.toLocaleString('en-US')} is given whole and by rank alone.`,
    { example: { query: { tier: null, sort: null } } },
  );
}

/** @param ids all of the board, in its order. @param close undefined before the first. @returns those that are chosen, in the order asked for. */
export async function chosenIds(
  db: Db,
  ids: readonly string[],
  close: Instant | undefined,
  { tier, sort }: BoardChoice,
  tierOf: TierOf,
): Promise<string[]> {
  const members = tier === 'all' ? [...ids] : ids.filter((id) => tierOf(id) === tier);
  if (sort === 'rank' || close === undefined) return members;
  const closes = new Map((await closesOf(db, members, close, close)).map((c) => [c.botId, c]));
  const records = await recordsAt(db, members, close);
  const keys = new Map(members.map((id) => [id, keyOf(sort, closes.get(id), records.get(id))]));
  const key = (id: string): number => keys.get(id) ?? Number.NEGATIVE_INFINITY;
  return members.toSorted((a, b) => (key(a) === key(b) ? 0 : key(b) - key(a)));
}

/** The more, the further up; undefined for a bot that has none, which stands below all others. */
function keyOf(
  sort: Exclude<BoardSort, 'rank'>,
  last: BotClose | undefined,
  stored: string | undefined,
): number | undefined {
  if (last === undefined || stored === undefined) return undefined;
  if (sort === 'fall') return -Number(last.maxDrawdown);
  if (sort === 'trades') return last.trades;
  const record = decodeRecord(stored);
  return returnSince(sort === 'week' ? record.weekBase : record.previousValue, last.cents) ?? undefined;
}
