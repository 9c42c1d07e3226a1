/**
 * A process that stores orders, whose clock may be wrong (harness/wrong-clock.ts): `node gate-writer.ts URL MODE SEED`. It takes one bot after the other at
 * random, with whatever else stores orders of the same bots beside it, and prints a line for each order that is stored: bot, sequence, receipt. An order that
 * was overtaken is stamped and chained anew, as the service does; where the database's time was the reason, it prints `mistimed`.
 *
 * MODE: `database` stamps by the database's clock as the service does, `own` by its own clock.
 */
import pg from 'pg';
import { keyHolder } from '../../../src/bots/bots.sql.ts';
import { orderRow } from '../../../src/flow/order/order.sql.ts';
import { stampOrder } from '../../../src/flow/order/submit.job.ts';
import { createIds } from '../../../src/lib/ids.ts';
import { clockOf, createRealClock, steadyNow } from '../../../src/lib/real-clock.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { systemRandom } from '../../../src/lib/system-random.ts';
import { createDatabaseTime, timeSql } from '../../../src/storage/database-time.ts';
import { isMistimed, isOvertaken, UnknownTime } from '../../../src/storage/fault.ts';
import { createIntake } from '../../../src/storage/intake.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import type { StoredChain } from '../../../src/storage/take-orders.sql.ts';

const [url = '', mode = 'own', seed = '1', bots = '8'] = process.argv.slice(2);
const random = seededUniform(Number(seed));
const storage = openStorage({ engine: 'postgres', url }, { connections: 4, answerMsMax: 10_000 });

/** Asked for in a session of its own once a second, as the session of the service's lock does. */
const session = new pg.Client({ connectionString: url });
await session.connect();
const time = createDatabaseTime(ask);
async function ask(): Promise<void> {
  const askedAt = steadyNow();
  const { rows } = await session.query<{ ms: number }>(timeSql);
  time.note({ askedAt, answeredAt: steadyNow(), theirs: rows[0]?.ms ?? 0 });
}
await ask();
setInterval(() => void ask().catch(() => undefined), 1_000);

const isOwn = mode === 'own';
const clock = isOwn ? createRealClock() : clockOf({ kind: 'real', floor: 0, database: time.offset });
// Whoever stamps by its own clock thinks that it knows the time.
const stampTime = { isKnown: () => isOwn || time.isKnown(), again: () => time.again(), of: (at: number) => at };
const intake = createIntake({ ...storage, time: stampTime }, { refuseMs: 20 });
const weights = new Map([['BTC-USD', 500_000_000_000_000_000n]]);
const deps = { clock, ids: createIds(systemRandom), rulesVersion: '0123456789ab' };

async function orderOn(): Promise<void> {
  const holder = await keyHolder(storage.db, `key${Math.floor(random() * Number(bots))}`);
  if (!holder) throw new Error('no such bot');
  const asked = { date: '2026-03-02', weights, sandbox: false, reason: null };
  let line = '';
  const make = (chain?: StoredChain) => {
    if (chain) Object.assign(holder.head, { sequence: chain.sequence, receipt: chain.receipt });
    const order = stampOrder(deps, holder, asked, Math.max(clock.now(), chain?.receivedAt ?? 0));
    line = `${order.botId} ${order.sequence} ${order.receipt}`;
    return { order: orderRow(order), keyHash: holder.keyHash };
  };
  await intake.write({ ...make(), again: make });
  process.stdout.write(`${line}\n`);
}

/** Several at once, so that there is always one under way. */
for (let sender = 0; sender < 4; sender++)
  void (async () => {
    for (;;)
      try {
        await orderOn();
      } catch (e) {
        if (isMistimed(e)) process.stdout.write('mistimed\n');
        else if (!isOvertaken(e) && !(e instanceof UnknownTime)) process.stderr.write(`${String(e)}\n`);
      }
  })();
