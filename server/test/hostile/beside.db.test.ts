/**
 * What one bot does at the same instant: two hundred orders, orders while its key is replaced again and again, orders while it retires. Its chain of
 * receipts has no gap, an old key stores nothing, and behind a retirement nothing is taken.
 */
import { afterEach, expect, test } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import { runAudit } from '../../src/audit/audit.job.ts';
import { expectKnownError, okJson, post, type Answer } from '../harness/http.ts';
import { openLeague, type Bot, type League } from '../harness/league.ts';

let league: League;
afterEach(() => league.close());

function order(key: string, { id }: Pick<Bot, 'id'>, share: number): Promise<Answer> {
  const body = { date: '2026-03-02', weights: { 'BTC-USD': share }, sandbox: share > 0.5 };
  return post(league, `/api/agents/${id}/weights`, body, { key });
}

const errorOf = (answer: Answer): string => expectKnownError(answer).error.code;

/** Every acknowledgement is an order, every order was acknowledged, each follows the one before, and the audit finds nothing. */
async function expectChained(bot: Bot, acks: readonly OrderAck[]): Promise<void> {
  const { db } = league.app.storage;
  const stored = await db.selectFrom('intake.orders').selectAll().where('agent_id', '=', bot.id).execute();
  const inOrder = stored.toSorted((a, b) => Number(a.sequence - b.sequence));
  expect(inOrder.map((o) => Number(o.sequence))).toEqual(inOrder.map((_, i) => i + 1));
  for (const [i, o] of inOrder.entries()) {
    expect(o.previous_receipt).toBe(i === 0 ? '' : inOrder[i - 1]?.receipt);
    expect(o.received_at >= (inOrder[i - 1]?.received_at ?? 0n)).toBe(true);
  }
  expect(acks.map((a) => a.receipt.hash).toSorted()).toEqual(inOrder.map((o) => o.receipt).toSorted());
  await league.advance({ minutes: 40 });
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
}

test('two hundred orders of one bot at once', async () => {
  league = await openLeague();
  const bot = await league.enter();
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => order(bot.key, bot, i / 200)));
  await expectChained(
    bot,
    answers.map((a) => okJson<OrderAck>(a)),
  );
});

test('orders beside 25 rotations of the key: an old key is refused, whatever is acknowledged is there, no rotation is lost', async () => {
  league = await openLeague();
  const bot = await league.enter();
  let key = bot.key;
  let isOver = false;
  const acks: OrderAck[] = [];
  const refused: string[] = [];
  const orderOn = async (share: number): Promise<void> => {
    while (!isOver) {
      const answer = await order(key, bot, share);
      if (answer.status === 200) acks.push(okJson<OrderAck>(answer));
      else refused.push(errorOf(answer));
    }
  };
  const senders = Array.from({ length: 24 }, (_, i) => orderOn(i / 24));
  const old: string[] = [];
  for (let i = 0; i < 25; i++) {
    old.push(key);
    key = okJson<{ api_key: string }>(await post(league, `/api/agents/${bot.id}/key`, {}, { key })).api_key;
    expect(errorOf(await order(old.at(-1) as string, bot, 0.1))).toBe('unknown_key');
  }
  isOver = true;
  await Promise.all(senders);
  expect(new Set(refused)).toEqual(new Set(refused.length === 0 ? [] : ['unknown_key']));
  expect(acks.length).toBeGreaterThan(25);
  expect(new Set([...old, key]).size).toBe(26);
  await expectChained(bot, acks);
});

test('orders beside a retirement: those that were taken are stored and decided, and behind it none is taken', async () => {
  league = await openLeague();
  const bot = await league.enter();
  // The retirement may overtake all those that are sent beside it: one is taken before.
  const before = await order(bot.key, bot, 0.2);
  const sent = Array.from({ length: 60 }, (_, i) => order(bot.key, bot, i / 60));
  const retired = post(league, `/api/agents/${bot.id}/retire`, {}, { key: bot.key });
  const later = Array.from({ length: 20 }, () => order(bot.key, bot, 0.3));
  okJson(await retired);
  const answers = [before, ...(await Promise.all([...sent, ...later]))];
  expect(new Set(answers.filter((a) => a.status !== 200).map(errorOf))).toEqual(new Set(['agent_retired']));
  const acks = answers.filter((a) => a.status === 200).map((a) => okJson<OrderAck>(a));
  expect(acks.length).toBeGreaterThanOrEqual(1);
  expect(errorOf(await order(bot.key, bot, 0.1))).toBe('agent_retired');
  await expectChained(bot, acks);
  const { db } = league.app.storage;
  const { retired_at: at } = await db
    .selectFrom('intake.bots')
    .select('retired_at')
    .where('agent_id', '=', bot.id)
    .executeTakeFirstOrThrow();
  const stamps = await db.selectFrom('intake.orders').select('received_at').where('agent_id', '=', bot.id).execute();
  for (const { received_at: stamp } of stamps) expect(stamp <= (at as bigint)).toBe(true);
  expect(await db.selectFrom('ledger.fills').select('order_id').where('agent_id', '=', bot.id).execute()).toHaveLength(
    acks.length,
  );
});
