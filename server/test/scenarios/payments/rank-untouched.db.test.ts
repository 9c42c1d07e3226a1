/**
 * The same seeded month, played with nothing bought and with everything bought: every fact, board, fill and proof is compared byte for byte.
 * PAPERTAPE_TEST_PAID_DAYS says how many days a month has; CI plays fewer.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { PromotedView } from 'papertape-contract/payment';
import type { ProductId } from 'papertape-contract/product-ids';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { tierNames } from '../../../src/league/tiers.ts';
import { tables } from '../../../src/storage/database.ts';
import { freePort } from '../../harness/free-port.ts';
import { get } from '../../harness/http.ts';
import type { Bot } from '../../harness/league.ts';
import { differencesOf } from '../../harness/operator.ts';
import { openShop, type Shop } from '../../harness/shop.ts';
import { dumpTables } from '../../harness/tables.ts';

const days = Number(process.env['PAPERTAPE_TEST_PAID_DAYS'] ?? 5);
/** A Thursday: a week ends in the shortest month, too. */
const start = '2026-03-05T00:00:00Z';
const dayMs = 86_400_000;
const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD'];

interface Month {
  /** States of what was bought. */
  readonly bought: readonly string[];
  readonly promoted: PromotedView;
  readonly page: string;
  readonly tables: Record<string, string[]>;
  readonly answers: ReadonlyMap<string, string>;
  readonly differences: readonly unknown[];
}

let plain: Month;
let paid: Month;

beforeAll(async () => {
  // At one address, the one after the other: addresses stand in answers.
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'papertape-months-'));
  const keys = ['plain', 'paid'].map((name) => join(folder, `${name}.key`)) as [string, string];
  try {
    plain = await playMonth({ port, logKey: keys[0] }, false);
    // The key with which the log is signed, and the name of the log, are random. The second month has those of the first.
    await copyFile(...keys);
    paid = await playMonth({ port, logKey: keys[1] }, true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);

/** Six bots that trade every other day. The first of them stands in Division 1, as if it had got there. */
async function playMonth(
  { port, logKey }: { readonly port: number; readonly logKey: string },
  buys: boolean,
): Promise<Month> {
  const shop = await openShop({ start, env: { PORT: String(port), PAPERTAPE_LOG_KEY_FILE: logKey } });
  const { league } = shop;
  const uniform = seededUniform(20_260_302);
  await league.advance({ minutes: 35 });
  const bots: Bot[] = [];
  for (let i = 0; i < 6; i++) bots.push(await league.enter({ name: `Plays a month ${i}` }));
  const [first] = bots as [Bot, ...Bot[]];
  const division1 = { tier: BigInt(tierNames.indexOf('Division 1')) };
  const row = { agent_id: first.id, league: 'spot_crypto', ...division1 };
  await league.app.storage.db
    .insertInto('ledger.tiers')
    .values(row)
    .onConflict((c) => c.column('agent_id').doUpdateSet(division1))
    .execute();
  const orderIds: string[] = [];
  const references: string[] = [];
  for (let day = 0; day < days; day++) {
    await league.advanceTo(Date.parse(start) + day * dayMs + 3 * 3_600_000);
    for (const bot of bots) {
      if (uniform() < 0.5 && day > 0) continue;
      const weights = Object.fromEntries(symbols.map((symbol) => [symbol, Math.floor(uniform() * 33) / 100]));
      orderIds.push((await bot.weights(weights)).order_id);
    }
    // Of each product once a day, for a bot in its turn; the spotlight is for the bot in Division 1.
    if (buys) references.push(...(await buyAll(shop, bots[day % bots.length] as Bot, first)));
    shop.pass(dayMs - (shop.now() % dayMs));
  }
  await league.advanceTo(Date.parse(start) + days * dayMs + 3_600_000);
  await league.app.deps.payments.run();
  const bought = await Promise.all(references.map(async (r) => (await league.client.extraOrder(r)).state));
  const month = {
    bought,
    promoted: await league.client.promoted(),
    page: (await get(league, '/leagues/spot_crypto')).text,
    tables: await dumpTables(league.app.storage.db, compared),
    answers: await answersOf(shop, bots, orderIds),
    differences: await differencesOf(league),
  };
  await shop.close();
  return month;
}

/** All tables but those of payments and of alerts, and of what answers are repeated from. */
const compared = (Object.keys(tables) as (keyof typeof tables)[]).filter(
  (name) => !/^intake\.(?:pay_|alerts$|idempotency$|meta$)/.test(name),
);

async function answersOf(shop: Shop, bots: readonly Bot[], orderIds: readonly string[]): Promise<Map<string, string>> {
  const dates = Array.from({ length: days }, (_, i) =>
    new Date(Date.parse(start) + (i + 1) * dayMs).toISOString().slice(0, 10),
  );
  const { leagues } = await shop.league.client.leagues();
  const paths = [
    ...leagues.map(({ id }) => `/api/leaderboard?league=${id}`),
    ...dates.flatMap((date) => [
      `/api/leaderboard?league=spot_crypto&as_of=${date}`,
      `/api/closes/spot_crypto/${date}/proof`,
      `/api/log/closes/spot_crypto/${date}/board`,
      `/api/log/closes/spot_crypto/${date}/records`,
      `/api/log/heads/${date}`,
    ]),
    '/api/leaderboard?league=spot_crypto&week=2026-W10',
    '/api/leagues/spot_crypto/champions',
    '/api/leagues/spot_crypto/moves',
    '/api/seats',
    '/api/incidents',
    '/checkpoint',
    '/tile/0/000',
    '/tile/1/000',
    ...bots.flatMap(({ id }) =>
      ['', '/trades', '/trades?format=csv', '/equity', '/positions', '/statistics', '/moves', '/proofs'].map(
        (what) => `/api/agents/${id}${what}`,
      ),
    ),
    ...orderIds.flatMap((id) => [`/api/fills/${id}/proof`, `/api/proofs/orders/${id}`]),
  ];
  const told = new Map<string, string>();
  for (const path of paths) {
    const { status, text } = await get(shop.league, path);
    told.set(path, `${status} ${text}`);
  }
  return told;
}

async function buyAll(shop: Shop, bot: Bot, first: Bot): Promise<string[]> {
  const forBots = ['verified_badge', 'pro_seat_30d', 'strategy_report', 'promote_agent_7d'] as const;
  const wanted: [ProductId, object][] = [
    ...forBots.map((product): [ProductId, object] => [product, { agent_id: bot.id }]),
    ['promote_product_7d', { title: 'A fine tool', url: 'https://example.test/tool' }],
    ['div1_spotlight_7d', { agent_id: first.id }],
  ];
  const references: string[] = [];
  for (const [product, more] of wanted) {
    const order = await shop.league.client.orderExtra({ product, buyer_email: 'b@example.test', ...more });
    await shop.pay(order);
    references.push(order.reference);
  }
  await shop.settle();
  // What a seat brings is used, too.
  expect(await bot.setAlerts(['rank_change', 'fill', 'incident'])).toMatchObject({ state: 'contact_unconfirmed' });
  for (const part of ['orders', 'closes', 'ledger'] as const) expect((await bot.history({ part })).part).toBe(part);
  return references;
}

test('everything was bought and delivered, and is shown', async () => {
  expect(plain.bought).toEqual([]);
  expect(paid.bought).toHaveLength(days * 6);
  expect(new Set(paid.bought)).toEqual(new Set(['fulfilled', 'active', ...(days > 7 ? ['expired'] : [])]));
  const { promoted, spotlight } = paid.promoted;
  expect(new Set(promoted.map(({ kind }) => kind))).toEqual(new Set(['agent', 'product']));
  expect(spotlight).toMatchObject([{ label: 'Promoted', name: 'Plays a month 0' }]);
  expect(paid.page).toContain('Division 1 spotlight');
});

test('every fact of the two months is the same, byte for byte', async () => {
  const [without, withAll] = [plain.tables, paid.tables];
  expect(Object.keys(without).length).toBeGreaterThan(40);
  for (const table of ['ledger.fills', 'ledger.closes', 'ledger.boards', 'ledger.log_hashes', 'intake.orders'])
    expect(without[table]?.length, table).toBeGreaterThan(0);
  const differences = compared.flatMap((name) => {
    const [a, b] = [without[name] ?? [], withAll[name] ?? []];
    const at = a.length === b.length ? a.findIndex((row, i) => row !== b[i]) : Math.min(a.length, b.length);
    return at < 0 ? [] : [`${name} ${a[at]?.slice(0, 300)} | ${b[at]?.slice(0, 300)}`];
  });
  expect(differences).toEqual([]);
});

test('every board, fill, log of trades and proof is the same, byte for byte, but for the labels', async () => {
  const [without, withAll] = [plain.answers, paid.answers];
  expect([...without.values()].filter((text) => text.startsWith('200 ')).length).toBeGreaterThan(100);
  const [labelled, different]: [string[], string[]] = [[], []];
  for (const [path, text] of without) {
    const other = withAll.get(path) as string;
    if (other === text) continue;
    labelled.push(path);
    if (other.replaceAll(/"(verified|pro)":true/g, '"$1":false') !== text) different.push(path);
  }
  expect(different).toEqual([]);
  // Only rows and profiles of bots say what was bought.
  expect(labelled.length).toBeGreaterThan(0);
  for (const path of labelled) expect(path).toMatch(/^\/api\/(?:leaderboard\?|agents\/agt_\w+$)/);
});

test('and the audit finds nothing in either, but for the bot that was set into Division 1', async () => {
  const [without, withAll] = [plain.differences, paid.differences];
  expect(withAll).toEqual(without);
});
