/** A week that a league has decided without being played, so that it has an issue of the newsletter. */
import type { League } from './league.ts';

/** @returns its name. */
export async function bookWeek(league: League): Promise<string> {
  const week = '2026-W09';
  const decidedAt = BigInt(Date.parse('2026-03-02T00:00:00Z'));
  const none = { champion: null, week_bps: null, value: null };
  await league.app.storage.db
    .insertInto('ledger.weeks')
    .values({ league: 'spot_crypto', week, decided_at: decidedAt, bots: 0n, ...none })
    .execute();
  return week;
}
