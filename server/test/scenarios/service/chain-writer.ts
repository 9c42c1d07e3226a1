/**
 * A process that takes orders as the service does, of bots that others take orders of at the same time: `node chain-writer.ts URL BOTS SENDERS ORDERS SEED`. It knows what it stored itself and
 * hears nothing of the others. It prints a line for each order that is stored: bot, sequence, receipt and how often it was stamped; a line `failed REASON` for each that is not.
 */
import pg from 'pg';
import type { CallerBot } from 'papertape-contract/call';
import { keyHolder } from '../../../src/bots/bots.sql.ts';
import { createRegistry } from '../../../src/bots/registry.ts';
import { orderRow } from '../../../src/flow/order/order.sql.ts';
import { stampOrder } from '../../../src/flow/order/submit.job.ts';
import { createIds } from '../../../src/lib/ids.ts';
import { clockOf, steadyNow } from '../../../src/lib/real-clock.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { systemRandom } from '../../../src/lib/system-random.ts';
import { createDatabaseTime, timeSql } from '../../../src/storage/database-time.ts';
import { createIntake } from '../../../src/storage/intake.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import type { StoredChain } from '../../../src/storage/take-orders.sql.ts';

const [url = '', bots = '20', senders = '16', orders = '100', seed = '1'] = process.argv.slice(2);
const random = seededUniform(Number(seed));
const storage = openStorage({ engine: 'postgres', url }, { connections: 4, answerMsMax: 10_000 });
const session = new pg.Client({ connectionString: url });
await session.connect();
const time = createDatabaseTime(async () => {
  const askedAt = steadyNow();
  const { rows } = await session.query<{ ms: number }>(timeSql);
  time.note({ askedAt, answeredAt: steadyNow(), theirs: rows[0]?.ms ?? 0 });
});
await time.again();
const asking = setInterval(() => void time.again(), 1_000);

const clock = clockOf({ kind: 'real', floor: 0, database: time.offset });
const intake = createIntake({
  ...storage,
  time: { isKnown: () => time.isKnown(), again: () => time.again(), of: (at: number) => at },
});
const deps = { clock, ids: createIds(systemRandom), rulesVersion: '0123456789ab' };
const registry = createRegistry(storage.db);
const asked = { date: '2026-03-02', weights: new Map([['BTC-USD', 10n ** 17n]]), sandbox: false, reason: null };
const known = new Map<string, CallerBot>();

async function holder(): Promise<CallerBot> {
  const keyHash = `key${Math.floor(random() * Number(bots))}`;
  const bot = known.get(keyHash) ?? (await keyHolder(storage.db, keyHash));
  if (!bot) throw new Error('no such bot');
  const first = known.get(keyHash) ?? bot;
  known.set(keyHash, first);
  return first;
}

async function orderOn(): Promise<void> {
  const bot = await holder();
  let tries = 0;
  let line = '';
  const make = (on: CallerBot, chain?: StoredChain) => {
    tries++;
    const order = stampOrder(deps, on, asked, Math.max(clock.now(), chain?.receivedAt ?? 0));
    line = `${order.botId} ${order.sequence} ${order.receipt}`;
    return { order: orderRow(order), keyHash: on.keyHash };
  };
  try {
    await intake.write({ ...make(bot), again: (chain) => make(registry.goOn(bot, chain), chain) });
    process.stdout.write(`${line} ${tries}\n`);
  } catch (e) {
    process.stdout.write(`failed ${String(e)}\n`);
  }
}

let left = Number(orders);
await Promise.all(
  Array.from({ length: Number(senders) }, async () => {
    while (left-- > 0) await orderOn();
  }),
);
clearInterval(asking);
await intake.stop();
await session.end();
await storage.close();
