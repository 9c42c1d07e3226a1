/** Rankings of weeks: loaded, ranked by `flow/rank/week.ts`, and kept in memory. */
import type { Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { valueCents } from '../flow/rank/rank.ts';
import { decodeRecord } from '../flow/rank/record.ts';
import { weekReturn } from '../flow/rank/returns.ts';
import { rankWeek } from '../flow/rank/week.ts';
import { leagueAtClose, type WeekRow } from './boards.sql.ts';

export interface WeekPlace {
  readonly botId: string;
  readonly rank: number;
  readonly tied: boolean;
}

export interface WeekRanking {
  /** All bots that were valued at the close, best first; of equal ones the earlier registration first. */
  readonly places: readonly WeekPlace[];
  readonly byBot: ReadonlyMap<string, WeekPlace>;
}

/** The ranking of a week as of a close of it. */
export type WeekRankings = (league: string, close: Instant) => Promise<WeekRanking>;

/** Places kept at the most, some 100 MB; a ranking that is longer is kept alone. */
const placesKeptMax = 500_000;

/**
 * Rankings as they are asked for, each worked out once: what bots were worth at a close never changes, and one that was voided is not
 * asked for. All pages of a board rest on it, as JSON, HTML and Markdown, and go on to after the next close.
 */
export function createWeekRankings(db: Db, keptMax = placesKeptMax): WeekRankings {
  const kept = new Map<string, Promise<WeekRanking>>();
  /** How long those that are worked out are, the oldest first. */
  const lengths = new Map<string, number>();

  function makeRoom(): void {
    let total = lengths.values().reduce((sum, n) => sum + n, 0);
    for (const [oldest, length] of lengths) {
      if (total <= keptMax || lengths.size === 1) return;
      kept.delete(oldest);
      lengths.delete(oldest);
      total -= length;
    }
  }

  async function rank(key: string, league: string, close: Instant): Promise<WeekRanking> {
    try {
      const ranking = await weekRanking(db, league, close);
      lengths.set(key, ranking.places.length);
      makeRoom();
      return ranking;
    } catch (e) {
      kept.delete(key);
      throw e;
    }
  }

  return (league, close) => {
    const key = `${league} ${close}`;
    const ranking = kept.get(key) ?? rank(key, league, close);
    kept.set(key, ranking);
    return ranking;
  };
}

async function weekRanking(db: Db, league: string, close: Instant): Promise<WeekRanking> {
  const rows = await leagueAtClose(db, league, close);
  const cents = Float64Array.from(rows, (r) => valueCents(r.value));
  const { order, rank, tied } = rankWeek({
    cents,
    weekBps: Float64Array.from(rows, (r, i) => weekReturn(decodeRecord(r.record), cents[i] as number)),
    registeredAt: Float64Array.from(rows, (r) => r.registeredAt),
  });
  const places = Array.from(order, (i): WeekPlace => ({
    botId: (rows[i] as WeekRow).botId,
    rank: rank[i] as number,
    tied: tied[i] === 1,
  }));
  return { places, byBot: new Map(places.map((p) => [p.botId, p])) };
}
