/** All bots of the lists, the newest first, with where each stands: what /bots shows. */
import type { AgentList } from '../bots/bot-list.ts';
import { tiersOfBots } from '../flow/ladder/ladder.sql.ts';
import { tierName } from '../league/tiers.ts';
import type { Db } from '../storage/storage.ts';
import { standingsOf } from './maker-view.ts';
import { paged, skipped, type Page } from './paging.ts';
import { placeOf, profileOf } from './wire.ts';

type NewestBot = ReturnType<typeof profileOf> & ReturnType<typeof placeOf> & { readonly tier: string };

export interface NewestBots extends ReturnType<typeof paged> {
  /** Null for all that are listed. */
  readonly league: string | null;
  readonly bots: readonly NewestBot[];
}

/** @param hidden leagues that the operator took off the lists. */
export async function newestBots(
  { db, botList }: { readonly db: Db; readonly botList: AgentList },
  at: Page,
  league: string | undefined,
  hidden: readonly string[],
): Promise<NewestBots> {
  const which = { league, without: hidden.toSorted() };
  const { total } = await botList.page(which, 1, at.per_page);
  const bots = await fromTheEnd(total, at, async (page) => (await botList.page(which, page, at.per_page)).bots);
  const tiers = await tiersOfBots(
    db,
    bots.map((b) => b.botId),
  );
  const standing = await standingsOf(db, bots);
  return {
    league: league ?? null,
    ...paged(at, total),
    bots: bots.map((b) => ({
      ...profileOf(b),
      ...placeOf(standing(b)),
      tier: tierName(tiers.get(b.botId) ?? 0),
    })),
  };
}

/**
 * A page counted from the end of a list that is read from its beginning: it lies on one page of the list, or on two that follow each other.
 * Example: of 7 rows in pages of 3 the first page from the end has rows 7, 6 and 5, which lie on pages 2 and 3 of the list.
 * @param read a page of the list, from 1.
 */
export async function fromTheEnd<Row>(
  total: number,
  at: Page,
  read: (page: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const end = total - skipped(at);
  if (end <= 0) return [];
  const start = Math.max(0, end - at.per_page);
  const first = Math.floor(start / at.per_page);
  const last = Math.floor((end - 1) / at.per_page);
  const rows = [...(await read(first + 1)), ...(last > first ? await read(last + 1) : [])];
  const before = first * at.per_page;
  return rows.slice(start - before, end - before).toReversed();
}
