/** The ranking of a week: by its return in percent with 2 decimals, then by value in cents; equal on both is the same rank. */
import type { Instant } from '../../lib/clock.ts';
import type { Db } from '../../storage/storage.ts';
import { returnBetweenBps, valueCents } from '../../flow/rank/rank.ts';
import { decodeRecord } from '../../flow/rank/record.ts';
import { leagueAtClose } from './boards.sql.ts';

export interface WeekPlace {
  readonly agentId: string;
  readonly rank: number;
  readonly tied: boolean;
  /** Hundredths of a percent. */
  readonly bps: number;
  readonly cents: number;
  readonly registeredAt: number;
}

/** All bots that were valued at the close, best first; of equal ones the earlier registration first. */
export async function weekRanking(db: Db, league: string, close: Instant): Promise<WeekPlace[]> {
  const rows = await leagueAtClose(db, league, close);
  const bots = rows.map((r) => {
    const cents = valueCents(r.value);
    const from = valueCents(decodeRecord(r.record).weekBase);
    const bps = from > 0 ? returnBetweenBps(from, cents) : 0;
    return { agentId: r.agentId, bps, cents, registeredAt: r.registeredAt };
  });
  bots.sort((a, b) => b.bps - a.bps || b.cents - a.cents || a.registeredAt - b.registeredAt);
  const isEqual = (i: number, j: number): boolean =>
    bots[j] !== undefined && bots[i]?.bps === bots[j].bps && bots[i].cents === bots[j].cents;
  const places: WeekPlace[] = [];
  for (const [i, bot] of bots.entries()) {
    const rank = isEqual(i, i - 1) ? (places[i - 1]?.rank ?? 1) : i + 1;
    places.push({ ...bot, rank, tied: isEqual(i, i - 1) || isEqual(i, i + 1) });
  }
  return places;
}
