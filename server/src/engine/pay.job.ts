/** Pay job: what feature rooms return at a mark is stored as facts, and what they pay is added to portfolios, within the mark's transaction. */
import type { Instant } from '../lib/clock.ts';
import { attempt } from '../storage/attempt.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { botsToPay, insertPayouts } from '../flow/mark/payouts.sql.ts';
import { applyChange } from '../flow/mark/portfolio.ts';
import { upsertPortfolios } from '../flow/mark/portfolio.sql.ts';
import { goneAt } from '../flow/mark/presence.sql.ts';
import { insertFacts } from '../flow/mark/facts.sql.ts';
import { checkFact, checkPayout, type MarkRoom } from '../flow/mark/rooms.ts';

export type EngineRoom = MarkRoom<Trx>;

export interface PayInput {
  readonly trx: Trx;
  readonly insertMany: Storage['insertMany'];
  readonly mark: Instant;
  /** What the price source answered at the mark, as it is stored. */
  readonly readings: string;
  readonly rooms: readonly EngineRoom[];
  /** Names of rooms that are set aside. */
  readonly aside: ReadonlySet<string>;
  /** Whether every room is tried so that it may fail alone: see batch.job.ts. */
  readonly careful: boolean;
}

/** @returns whether anything was paid or noted, and the rooms whose step failed. */
export async function payOut(
  input: PayInput,
): Promise<{ readonly paid: boolean; readonly faults: ReadonlyMap<string, unknown> }> {
  const faults = new Map<string, unknown>();
  let paid = false;
  for (const room of input.rooms) {
    if (!input.careful && !input.aside.has(room.name)) paid = (await payOne(input, room)) || paid;
    else {
      const tried = await attempt(input.trx, async () => await payOne(input, room));
      if (tried.done) paid ||= tried.value;
      else faults.set(room.name, tried.fault);
    }
  }
  return { paid, faults };
}

async function payOne({ trx, insertMany, mark, readings }: PayInput, room: EngineRoom): Promise<boolean> {
  const decided = await room.atMark({ mark, db: trx, readings });
  if (decided.length === 0) return false;
  const facts = decided.filter((each) => each.kind === 'fact');
  const payouts = decided.filter((each) => each.kind === 'payout');
  for (const fact of facts) checkFact(room.name, fact);
  const ids = [...new Set(payouts.map((p) => p.botId))];
  const bots = await botsToPay(trx, ids, mark, await goneAt(trx, mark));
  for (const payout of payouts) {
    const bot = bots.get(payout.botId);
    checkPayout(room.name, payout, bot?.league);
    if (payout.scoredAt !== undefined && payout.scoredAt !== mark)
      throw new Error(`the payout ${payout.why.id} is scored at another mark than it is made`);
    if (bot) bots.set(payout.botId, { ...bot, now: applyChange(bot.now, payout) });
  }
  await insertFacts(trx, insertMany, mark, facts);
  await insertPayouts(trx, insertMany, mark, payouts);
  await upsertPortfolios(trx, insertMany, [...bots.values()]);
  return true;
}
