/**
 * Orders taken by several processes: one that serves and two of role web on one database. What they took is one chain for each bot, is filled and told of at any of them, and one
 * Idempotency-Key has one order. `races.needs-postgres.test.ts` has keys and registrations.
 *
 * PAPERTAPE_SEVERAL_ORDERS (300) says how many orders, PAPERTAPE_SEVERAL_KEYS (16) how many keys, PAPERTAPE_SEVERAL_SEED whose they are and where they are sent. `npm run cluster-test` is the long form.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { runCommand } from '../../harness/command.ts';
import { get, okJson, type Answer } from '../../harness/http.ts';
import { hasPostgres } from '../../harness/own-postgres.ts';
import { onPostgres } from '../../harness/postgres.ts';
import type { RunningRole } from '../../harness/role.ts';
import {
  brokenLinks,
  eachTakesOrders,
  enterAt,
  orderAt,
  startSeveral,
  type Entered,
  type Several,
} from '../../harness/several.ts';

const orders = Number(process.env['PAPERTAPE_SEVERAL_ORDERS'] ?? '300');
const keys = Number(process.env['PAPERTAPE_SEVERAL_KEYS'] ?? '16');
const botCount = 10;
const random = seededUniform(Number(process.env['PAPERTAPE_SEVERAL_SEED'] ?? '1'));

describe.skipIf(!hasPostgres)('orders taken by several processes', () => {
  let several: Several;
  let webs: readonly RunningRole[];
  let all: readonly RunningRole[];
  let bots: Entered[];
  /** Each key's bot and the answer to its first use. */
  const keyed = new Map<string, { readonly bot: Entered; readonly ack: OrderAck }>();

  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

  beforeAll(async () => {
    several = await startSeveral({
      PAPERTAPE_PRICES: 'simulated:several',
      PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
      PAPERTAPE_CLOCK_SPEED: '90',
    });
    ({ webs, all } = several);
    bots = [];
    for (let nth = 0; nth < botCount; nth++) bots.push(await enterAt(one(all), `Bot${nth}`));
    await eachTakesOrders(several, bots[0] as Entered);
  });
  afterAll(() => several?.end());

  test(`${orders} orders of the same bots at any process: all taken, no link broken, and told to who waits at the process that serves`, async () => {
    const [waiting] = bots as [Entered];
    const stream = await fetch(`${several.serving.url}/api/agents/${waiting.agent_id}/events`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${waiting.api_key}` },
    });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    const alone = okJson<OrderAck>(await orderAt(webs[0] as RunningRole, waiting));
    let told = '';
    while (!told.includes(alone.order_id)) told += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();

    const answers: Answer[] = [];
    let left = orders;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (left-- > 0) answers.push(await orderAt(one(all), one(bots)));
      }),
    );
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    expect(await brokenLinks(several.server)).toBe(0);
    const ids = answers.map((a) => (a.json as OrderAck).order_id).toSorted();
    const rows = await onPostgres(several.server.url, 'select order_id from intake.orders');
    expect(ids.filter((id) => !rows.some((r) => r['order_id'] === id))).toEqual([]);
  });

  test(`${keys} times one Idempotency-Key at two processes at once: one order, one answer, another body 409`, async () => {
    const before = await storedOrders();
    for (let nth = 0; nth < keys; nth++) {
      const bot = one(bots);
      const same = { once: `same-${nth}` };
      const both = await Promise.all([
        orderAt(webs[0] as RunningRole, bot, same),
        orderAt(all[nth % 2 === 0 ? 0 : 2] as RunningRole, bot, same),
      ]);
      const [first, second] = both.map((a) => okJson<OrderAck>(a));
      expect(second).toEqual(first);
      keyed.set(same.once, { bot, ack: first as OrderAck });
      for (const at of all) await expectKept(at, same.once);
    }
    expect(await storedOrders()).toBe(before + keys);
  }, 300_000);

  async function storedOrders(): Promise<number> {
    const [row] = await onPostgres(several.server.url, 'select count(*)::int as orders from intake.orders');
    return row?.['orders'] as number;
  }

  /** A key that was used is answered as the first time, and 409 where the body is another one. */
  async function expectKept(at: RunningRole, once: string): Promise<void> {
    const { bot, ack } = keyed.get(once) as { bot: Entered; ack: OrderAck };
    expect(okJson<OrderAck>(await orderAt(at, bot, { once }))).toEqual(ack);
    expect((await orderAt(at, bot, { once, share: 0.2 })).status).toBe(409);
  }

  test('what they took is decided and listed, a killed process loses nothing and no key, and the audit is clean', async () => {
    const [bot] = bots as [Entered];
    const killed = webs[1] as RunningRole;
    const last = okJson<OrderAck>(await orderAt(killed, bot));
    killed.service.process.kill('SIGKILL');
    for (const at of all.filter((role) => role !== killed)) for (const once of keyed.keys()) await expectKept(at, once);
    const path = `/api/agents/${bot.agent_id}/orders/${last.order_id}`;
    await vi.waitFor(
      async () => {
        const found = await get(webs[0] as RunningRole, path, { key: bot.api_key });
        if ((found.json as { state?: string }).state !== 'filled') throw new Error(found.text);
      },
      { timeout: 150_000, interval: 500 },
    );
    const audit = await runCommand({ args: ['audit'], env: { DATABASE_URL: several.server.url } });
    expect([audit.code, audit.stderr]).toEqual([0, '']);
  }, 400_000);
});
