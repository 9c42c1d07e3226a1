/**
 * The watcher and kill -9: the real service dies again and again while it looks for payments, most of the time between seeing and
 * delivering, with endpoints that fail meanwhile. PAPERTAPE_TEST_PAYMENT_RUNS says how many seeds of payments there are.
 */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { PayOrderAck } from 'papertape-contract/payment';
import { createClient, type Client } from '../../../../client/src/index.ts';
import { startLocalChain, type Fault, type LocalChain } from '../../../../examples/payments-local/local-chain.ts';
import { startLocalRates } from '../../../../examples/payments-local/local-rates.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { allDeliveries, allTransfers, transfersOf, undeliveredWithMoney } from '../../../src/payments/payments.sql.ts';
import { sumOf } from '../../../src/payments/order.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { endAll, launch, startService, until } from '../../acceptance/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { walletOf } from '../../harness/shop.ts';
import { drawn, due } from './drawn-payments.ts';

afterEach(endAll);

const seeds = Number(process.env['PAPERTAPE_TEST_PAYMENT_RUNS'] ?? 3);
const kills = Math.max(3, Math.ceil(seeds / 4));
/** Most of it is the start of the service after each death: a second, and many where the machine has other work. */
const timeout = 240_000 + kills * 30_000;
/** Calls of the chain between two deaths: few enough for all deaths to come before an order is looked for again, 10 s later. */
const callsMax = seeds < 10 ? 12 : 40;
const products = ['pro_seat_30d', 'verified_badge', 'promote_agent_7d'] as const;

test('what was paid is delivered once, whenever the service dies, and nothing else is', { timeout }, async () => {
  const uniform = seededUniform(14);
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const [chain, rates] = [
    await startLocalChain(() => Date.now() / 1_000),
    await startLocalRates(() => Date.now() / 1_000),
  ];
  onTestFinished(async () => {
    await chain.close();
    await rates.close();
  });
  const { address: recipient } = await walletOf('shop');
  chain.fund(recipient, 1_000_000_000n);
  const env = {
    ...database.env,
    PAPERTAPE_PAY_RECIPIENT: recipient,
    PAPERTAPE_PAY_RPC: `${chain.url}/one,${chain.url}/two`,
    PAPERTAPE_PAY_RATES: rates.setting,
  };
  let service = await startService(env);
  const orders = await placeOrders(createClient({ baseUrl: service.url }));
  const received = new Map(orders.flat().map((order) => [order.reference, 0n]));
  const before = chain.balance(recipient);
  for (const [seed, of] of orders.entries()) await pay(chain, recipient, of, received, seed);
  chain.finalize();

  let calls = 0;
  let killAt = 0;
  let seenOnly = 0;
  for (let i = 0; i < kills; i++) {
    killAt = calls + 4 + Math.floor(uniform() * callsMax);
    chain.setFaults(() => {
      calls++;
      if (calls === killAt) service.kill('SIGKILL');
      return calls === killAt ? 'cut' : faultOf(uniform);
    });
    expect((await service.exited).signal).toBe('SIGKILL');
    seenOnly += await paidAndNotDelivered(database);
    service = await startService(env);
  }
  expect(seenOnly, 'some died between seeing and delivering').toBeGreaterThan(0);

  chain.setFaults(() => (++calls, faultOf(uniform)));
  const client = createClient({ baseUrl: service.url });
  for (const order of orders.flat()) {
    const sum = received.get(order.reference) as bigint;
    const state = sum >= due(order) ? /^(?:active|fulfilled)$/ : sum > 0n ? /^underpaid$/ : /^awaiting_payment$/;
    await until(`${order.reference} is as ${sum} lamports make it`, async () => {
      const view = await client.extraOrder(order.reference);
      return BigInt(Math.round(Number(view.received) * 1e9)) === sum && state.test(view.state) ? true : undefined;
    });
  }
  await service.stop();

  const storage = openStorage(database.target, { connections: 1 });
  const [transfers, deliveries] = [await allTransfers(storage.db), await allDeliveries(storage.db)];
  await storage.close();
  const paid = orders.flat().filter((order) => (received.get(order.reference) as bigint) >= due(order));
  expect(deliveries.map(({ reference }) => reference).toSorted()).toEqual(paid.map((o) => o.reference).toSorted());
  expect(sumOf(transfers)).toBe(chain.balance(recipient) - before);
  const audit = await launch(['audit'], env).exited;
  expect([audit.code, audit.stdout]).toEqual([0, expect.stringContaining('audit: clean')]);
});

/** Three for each seed, of one bot. */
async function placeOrders(client: Client): Promise<PayOrderAck[][]> {
  const maker = { company: 'Test Works', contact: 'maker@example.test', country: 'CA' };
  const { agent_id } = await client.register({ name: 'Bought for', league: 'spot_crypto', ...maker });
  const orders: PayOrderAck[][] = [];
  for (let seed = 0; seed < seeds; seed++) {
    const three: PayOrderAck[] = [];
    for (const product of products)
      three.push(await client.orderExtra({ product, buyer_email: 'b@example.test', agent_id }));
    orders.push(three);
  }
  return orders;
}

/** Sends what is drawn for the orders of a seed, and adds what should be received for each. */
async function pay(
  chain: LocalChain,
  recipient: string,
  orders: readonly PayOrderAck[],
  received: Map<string, bigint>,
  seed: number,
): Promise<void> {
  const uniform = seededUniform((seed + 1) * 104_729);
  const [buyer, other] = [await walletOf(`buyer ${seed}`), await walletOf('other')];
  chain.fund(buyer.address, 1_000_000_000_000n);
  chain.fund(other.address, 1_000_000_000n);
  for (const { to, lamports, fails, named } of drawn(orders, uniform)) {
    const references = named.map(({ reference }) => reference);
    const transfer = {
      to: to === 'shop' ? recipient : other.address,
      lamports: fails ? 10n ** 15n : lamports,
      references,
      blockhash: chain.latestBlockhash(),
      guarded: uniform() < 0.3,
    };
    chain.send(await buyer.transfer(transfer));
    const first = orders.find(({ reference }) => references.includes(reference)) as PayOrderAck;
    if (to === 'shop' && !fails) received.set(first.reference, (received.get(first.reference) as bigint) + lamports);
  }
}

function faultOf(uniform: () => number): Fault {
  return uniform() < 0.1 ? (['cut', 'error', 'limit', 'empty'] as const)[Math.floor(uniform() * 4)] : undefined;
}

/** Orders of which all has been seen and nothing was delivered, in the data of a service that has died. */
async function paidAndNotDelivered({ target }: TestDatabase): Promise<number> {
  const storage = openStorage(target, { connections: 1 });
  let count = 0;
  for (const { reference, lamports } of await undeliveredWithMoney(storage.db))
    if (sumOf(await transfersOf(storage.db, reference)) >= lamports) count++;
  await storage.close();
  return count;
}
