/**
 * Orders taken by several processes: one that serves and two of role web on one database. What they took is one chain for each bot, is filled and told of at any of them; one
 * Idempotency-Key has one order; a dead key and a retired bot order nowhere; of registrations at once one wins, and nobody hears 503.
 *
 * PAPERTAPE_SEVERAL_ORDERS (300) says how many orders. `npm run cluster-test` is the long form.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import { runCommand } from '../../harness/command.ts';
import { get, okJson, post, type Answer } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { patienceMs } from '../../harness/patience.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { startRole, type RunningRole } from '../../harness/role.ts';

const orders = Number(process.env['PAPERTAPE_SEVERAL_ORDERS'] ?? '300');
const races = Math.max(4, Math.ceil(orders / 100));
const botCount = 10;
const speed = 90;

type Served = RunningRole;
interface Entered {
  readonly agent_id: string;
  readonly api_key: string;
}

describe.skipIf(!hasPostgres)('orders taken by several processes', () => {
  let server: OwnPostgres;
  const folders: string[] = [];
  let serving: Served;
  let webs: Served[];
  let all: Served[];
  let bots: Entered[];

  async function serve(role: 'all' | 'web'): Promise<Served> {
    const folder = mkdtempSync(join(tmpdir(), 'papertape-several-'));
    folders.push(folder);
    return await startRole(role, {
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      PAPERTAPE_PRICES: 'simulated:several',
      PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
      PAPERTAPE_CLOCK_SPEED: String(speed),
    });
  }

  const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
  const entrant = (name: string, contact = `${name.toLowerCase()}@example.test`) => ({
    name,
    company: 'Works',
    contact,
    country: 'CA',
    league: 'spot_crypto',
  });
  const register = async (at: Served, body: ReturnType<typeof entrant>): Promise<Answer> =>
    await post(at, '/api/agents/register', body);
  const order = async (
    at: Served,
    { agent_id, api_key: key }: Entered,
    idempotency?: string,
    share = 0.1,
  ): Promise<Answer> =>
    await post(
      at,
      `/api/agents/${agent_id}/weights`,
      { date: '2026-03-02', weights: { 'BTC-USD': share } },
      { key, ...(idempotency === undefined ? {} : { headers: { 'idempotency-key': idempotency } }) },
    );

  /** The processes of role web store orders in sessions of their own. */
  async function insertedByWebs(): Promise<number> {
    const [row] = await onPostgres(
      server.url,
      `select count(distinct application_name)::int as n from pg_stat_activity where application_name like 'papertape intake %'`,
    );
    return Number(row?.['n']);
  }

  beforeAll(async () => {
    server = await startPostgres();
    serving = await serve('all');
    webs = await Promise.all([serve('web'), serve('web')]);
    all = [serving, ...webs];
    bots = [];
    for (let nth = 0; nth < botCount; nth++) bots.push(okJson<Entered>(await register(one(all), entrant(`Bot${nth}`))));
    // From the next second on each of them knows how many orders it may take.
    await vi.waitFor(
      async () => {
        const [row] = await onPostgres(server.url, 'select orders_each::int as n from cluster.processes');
        if (Number(row?.['n']) === 0) throw new Error('the process that serves has not seen the others');
        await order(webs[0] as Served, bots[0] as Entered);
        await order(webs[1] as Served, bots[1] as Entered);
        if ((await insertedByWebs()) < 3) throw new Error('orders are handed on still');
      },
      { timeout: patienceMs, interval: 200 },
    );
  }, 120_000);
  afterAll(async () => {
    for (const { service } of [...(webs ?? []), ...(serving ? [serving] : [])]) await service.stop();
    await server.end();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  async function brokenLinks(): Promise<number> {
    const [row] = await onPostgres(
      server.url,
      `select count(*)::int as n from intake.orders o
       left join intake.orders p on p.agent_id = o.agent_id and p.sequence = o.sequence - 1
       where o.previous_receipt <> coalesce(p.receipt, '') or coalesce(p.received_at, 0) > o.received_at`,
    );
    return Number(row?.['n']);
  }

  test(`${orders} orders of the same bots at any process: all taken, no link broken, and told to who waits at the process that serves`, async () => {
    const [waiting] = bots as [Entered];
    const stream = await fetch(`${serving.url}/api/agents/${waiting.agent_id}/events`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${waiting.api_key}` },
    });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    const alone = okJson<OrderAck>(await order(webs[0] as Served, waiting));
    let told = '';
    while (!told.includes(alone.order_id)) told += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();

    const answers: Answer[] = [];
    let left = orders;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (left-- > 0) answers.push(await order(one(all), one(bots)));
      }),
    );
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    expect(await brokenLinks()).toBe(0);
    const ids = answers.map((a) => (a.json as OrderAck).order_id).toSorted();
    const rows = await onPostgres(server.url, 'select order_id from intake.orders');
    expect(ids.filter((id) => !rows.some((r) => r['order_id'] === id))).toEqual([]);
  }, 120_000);

  test('one Idempotency-Key at two processes at once: one order, one answer, another body 409', async () => {
    for (let nth = 0; nth < races * 4; nth++) {
      const bot = one(bots);
      const key = `same-${nth}`;
      const both = await Promise.all([
        order(webs[0] as Served, bot, key),
        order(all[nth % 2 === 0 ? 0 : 2] as Served, bot, key),
      ]);
      const [first, second] = both.map((a) => okJson<OrderAck>(a));
      expect(second).toEqual(first);
      for (const at of all) {
        expect(okJson<OrderAck>(await order(at, bot, key))).toEqual(first);
        expect((await order(at, bot, key, 0.2)).status).toBe(409);
      }
    }
  }, 120_000);

  test('after the answer to a rotation or a retirement no process takes an order under the old key', async () => {
    for (let nth = 0; nth < races; nth++) {
      const bot = okJson<Entered>(await register(one(webs), entrant(`Turns${nth}`)));
      const { agent_id: id, api_key: key } = bot;
      for (const at of all) okJson(await order(at, bot, 'before'));
      const rotated = okJson<Entered>(await post(one(all), `/api/agents/${id}/key`, undefined, { key }));
      const under = async (which: Entered, idempotency?: string): Promise<number[]> =>
        (await Promise.all(all.flatMap((at) => [order(at, which, idempotency), order(at, which, idempotency)]))).map(
          (a) => a.status,
        );
      expect(await under(bot)).toEqual([401, 401, 401, 401, 401, 401]);
      // Neither is what was answered before told again.
      expect(new Set(await under(bot, 'before'))).toEqual(new Set([401]));
      const next = { agent_id: id, api_key: rotated.api_key };
      expect(new Set(await under(next))).toEqual(new Set([200]));
      okJson(await post(one(all), `/api/agents/${id}/retire`, undefined, { key: next.api_key }));
      expect(
        new Set(
          (await Promise.all(all.map((at) => order(at, next)))).map(
            (a) => (a.json as { error?: unknown; code?: string }).code ?? a.text,
          ),
        ),
      ).toHaveLength(1);
      expect((await order(one(webs), next)).text).toContain('agent_retired');
    }
  }, 120_000);

  test('the same name, and the last bot of a maker, at two processes at once: one wins, the other hears 409', async () => {
    for (let nth = 0; nth < races; nth++) {
      const both = await Promise.all(
        webs.map((at, of) => register(at, entrant(`Twin${nth}`, `twin${nth}-${of}@example.test`))),
      );
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
    const contact = 'many@example.test';
    const statuses: number[] = [];
    for (let nth = 0; nth < 8 && !statuses.includes(409); nth++)
      statuses.push(
        ...(await Promise.all(webs.map((at, of) => register(at, entrant(`Many${nth}${of}`, contact))))).map(
          (a) => a.status,
        ),
      );
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
  }, 120_000);

  test('what they took is decided and listed, a killed process loses nothing, and the audit is clean', async () => {
    const [bot] = bots as [Entered];
    const last = okJson<OrderAck>(await order(webs[1] as Served, bot));
    (webs[1] as Served).service.process.kill('SIGKILL');
    const path = `/api/agents/${bot.agent_id}/orders/${last.order_id}`;
    await vi.waitFor(
      async () => {
        const found = await get(webs[0] as Served, path, { key: bot.api_key });
        if ((found.json as { state?: string }).state !== 'filled') throw new Error(found.text);
      },
      { timeout: 150_000, interval: 500 },
    );
    const audit = await runCommand({ args: ['audit'], env: { DATABASE_URL: server.url } });
    expect([audit.code, audit.stderr]).toEqual([0, '']);
  }, 200_000);
});
