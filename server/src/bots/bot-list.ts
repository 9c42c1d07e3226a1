/**
 * The list of bots, page by page. A bot is never removed and ids are in the order of registration, so the bots before a given one are
 * the same for ever: the first id of each stretch of `stride` bots is kept in memory, and a page is read from there by the index. No
 * request counts or passes over the bots before it; the first one after a start walks them once.
 */
import type { Db } from '../storage/storage.ts';
import { botIdsFrom, type ListedBots } from './bot-list.sql.ts';
import type { Bot } from './bot.ts';
import { botsByIds } from './bots.sql.ts';

export interface BotListPage {
  /** The oldest first. */
  readonly bots: readonly Bot[];
  /** Bots in all. */
  readonly total: number;
}

export interface AgentList {
  /** @param page from 1; empty past the last one. @param which leagues left out have to be named in one order always. */
  page(which: ListedBots, page: number, perPage: number): Promise<BotListPage>;
}

/** Bots between two ids that are kept. */
const stride = 100;
/**
 * An id is kept when that many follow it: registrations that are under way together may be stored in another order than that of their
 * ids.
 */
const settledAfter = 100;
/** Ids that one statement reads. */
const chunk = 5_000;

export function createBotList(db: Db): AgentList {
  /** By what is listed: the ids at 0, stride, 2 * stride, … */
  const starts = new Map<string, string[]>();
  let hidden: string | undefined;

  /** Kept for every league, and for all of them with those left out that are hidden now. */
  function startsOf(which: ListedBots): string[] {
    const key = which.league ?? `all but ${which.without.join(' ')}`;
    let kept = starts.get(key);
    if (kept) return kept;
    if (which.league === undefined) {
      if (hidden !== undefined) starts.delete(hidden);
      hidden = key;
    }
    starts.set(key, (kept = []));
    return kept;
  }

  /** Keeps the ids that have settled since. @returns bots in all. */
  async function walk(which: ListedBots, kept: string[]): Promise<number> {
    for (;;) {
      const from = Math.max(0, kept.length - 1);
      const ids = await botIdsFrom(db, which, kept[from] ?? '', 0, chunk);
      const settled = ids.length - settledAfter;
      // Another request may have gone further in the meantime.
      for (let i = 0; i < settled; i += stride) kept[from + i / stride] ??= ids[i] as string;
      if (ids.length < chunk) return from * stride + ids.length;
    }
  }

  return {
    async page(which, page, perPage) {
      const kept = startsOf(which);
      const total = await walk(which, kept);
      const first = (page - 1) * perPage;
      if (first >= total) return { bots: [], total };
      const start = Math.min(Math.floor(first / stride), Math.max(0, kept.length - 1));
      const ids = await botIdsFrom(db, which, kept[start] ?? '', first - start * stride, perPage);
      return { bots: await botsByIds(db, ids), total };
    },
  };
}
