/** Pay job: what feature rooms return at a mark is stored as facts, and what they pay is added to portfolios, within the mark's transaction. */
import type { Instant } from '../lib/clock.ts';
import { attempt } from '../storage/attempt.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { botsToPay, insertPayouts } from '../flow/mark/payouts.sql.ts';
import { applyChange } from '../flow/mark/portfolio.ts';
import { upsertPortfolios } from '../flow/mark/portfolio.sql.ts';
import { goneAt } from '../flow/mark/presence.sql.ts';
import { insertFacts } from '../flow/mark/facts.sql.ts';
import { baselinePays, type BaselinePay } from '../flow/mark/room-baselines.ts';
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
  /** Gets the leagues of which something is noted. */
  readonly noted: Set<string>;
  /** Whether every room is tried so that it may fail alone: see batch.job.ts. */
  readonly careful: boolean;
}

export interface PaidOut {
  /** Whether anything was paid or noted. */
  readonly paid: boolean;
  /** What rooms make of baselines. */
  readonly baselines: readonly BaselinePay[];
  /** Rooms whose step failed. */
  readonly faults: ReadonlyMap<string, unknown>;
}

export async function payOut(input: PayInput): Promise<PaidOut> {
  const faults = new Map<string, unknown>();
  const done: PaidByOne[] = [];
  for (const room of input.rooms) {
    if (!input.careful && !input.aside.has(room.name)) done.push(await payOne(input, room));
    else {
      const tried = await attempt(input.trx, async () => await payOne(input, room));
      if (tried.done) done.push(tried.value);
      else faults.set(room.name, tried.fault);
    }
  }
  return { paid: done.some(({ paid }) => paid), baselines: done.flatMap(({ baselines }) => baselines), faults };
}

type PaidByOne = Omit<PaidOut, 'faults'>;

async function payOne({ trx, insertMany, mark, readings, noted }: PayInput, room: EngineRoom): Promise<PaidByOne> {
  const decided = await room.atMark({ mark, db: trx, readings });
  if (decided.length === 0) return { paid: false, baselines: [] };
  const facts = decided.filter((each) => each.kind === 'fact');
  const payouts = decided.filter((each) => each.kind === 'payout');
  for (const fact of facts) {
    checkFact(room.name, fact);
    noted.add(fact.about);
  }
  const baselines = baselinePays(facts);
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
  return { paid: true, baselines };
}
