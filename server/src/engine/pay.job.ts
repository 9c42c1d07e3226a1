/** Pay job: what feature rooms return at a mark is stored as a fact and added to portfolios, within the mark's transaction. */
import type { Instant } from '../lib/clock.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { botsToPay, insertPayouts } from '../flow/mark/payouts.sql.ts';
import { applyChange } from '../flow/mark/portfolio.ts';
import { upsertPortfolios } from '../flow/mark/portfolio.sql.ts';
import { goneAt } from '../flow/mark/presence.sql.ts';
import { checkPayout, type MarkRoom } from '../flow/mark/rooms.ts';

export type EngineRoom = MarkRoom<Trx>;

/** @returns whether anything was paid. */
export async function payOut(
  trx: Trx,
  insertMany: Storage['insertMany'],
  mark: Instant,
  rooms: readonly EngineRoom[],
): Promise<boolean> {
  let paid = false;
  for (const room of rooms) {
    const payouts = await room.atMark({ mark, db: trx });
    if (payouts.length === 0) continue;
    paid = true;
    const ids = [...new Set(payouts.map((p) => p.botId))];
    const bots = await botsToPay(trx, ids, mark, await goneAt(trx, mark));
    for (const payout of payouts) {
      const bot = bots.get(payout.botId);
      checkPayout(room.name, payout, bot?.league);
      if (bot) bots.set(payout.botId, { ...bot, now: applyChange(bot.now, payout) });
    }
    await insertPayouts(trx, insertMany, mark, payouts);
    await upsertPortfolios(trx, insertMany, [...bots.values()]);
  }
  return paid;
}
