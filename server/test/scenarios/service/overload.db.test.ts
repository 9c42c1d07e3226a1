/**
 * A service that has more to do than it can: it refuses strangers first, then requests with a key, then orders; each with 503 `overloaded` and
 * Retry-After, before it has read their bodies. It loses nothing that it has taken, answers repetitions, and comes back by itself. What blocks
 * it here is real: a lock in the database that another program holds, and work that keeps its thread. Only the time by which it judges is stepped.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { StatusView } from 'papertape-contract/status';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { createKey } from '../../../src/bots/key.ts';
import { siteAddresses } from '../../../src/html/assets.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { busyMin, calmMs, retrySeconds, thresholds } from '../../../src/web/load/levels.ts';
import { lookMs } from '../../../src/web/load/load.ts';
import { watchLoad } from '../../../src/web/load/watch-load.ts';
import { testEngine } from '../../harness/database.ts';
import {
  expectError,
  getOnce as get,
  okJson,
  onSocket,
  postOnce as post,
  sendOnce as send,
  type Answer,
} from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { patienceMs } from '../../harness/patience.ts';

const operatorToken = 'the-token-of-the-operator-of-this-very-league';
const date = '2026-03-02';
const nobody = 'agt_0000000000000000';

interface Loaded {
  readonly league: League;
  readonly bot: Bot;
  /** Time passes by which the load is judged, and it is looked at as often as in the service. */
  readonly pass: (ms: number) => void;
}

async function open(): Promise<Loaded> {
  let now = 0;
  const league = await leagueOfTest({
    env: { PAPERTAPE_HOUSE_TOKEN: operatorToken },
    overrides: { loadNow: () => now },
  });
  const bot = await league.enter();
  return {
    league,
    bot,
    pass(ms) {
      for (let passed = 0; passed < ms; passed += lookMs) {
        now += lookMs;
        league.app.deps.load.look();
      }
    },
  };
}

function order({ league, bot }: Loaded, idempotencyKey?: string, key = bot.key): Promise<Answer> {
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  return post(league, `/api/agents/${bot.id}/weights`, { date, weights: { 'BTC-USD': 0.5 } }, { key, headers });
}

/** Who is answered now, as far as their requests do not need what is blocked. */
async function served(loaded: Loaded): Promise<{ stranger: boolean; bot: boolean; order: boolean }> {
  const { league, bot } = loaded;
  const [stranger, own, wrong] = await Promise.all([
    // No answer is kept for a query that is refused for what it asks.
    get(league, '/api/icons?not=kept'),
    get(league, `/api/agents/${bot.id}/streams-of-nothing`, { key: bot.key }),
    // An order that would be refused for what it says shows as well whether it was looked at.
    post(league, `/api/agents/${bot.id}/weights`, '{', { key: bot.key }),
  ]);
  const was = (answer: Answer, code: number, asker: keyof typeof retrySeconds): boolean => {
    if (answer.status === code) return true;
    expectError(answer, 'overloaded');
    const seconds = Number(answer.headers.get('retry-after'));
    const [from, to] = retrySeconds[asker];
    expect(seconds).toBeGreaterThanOrEqual(from);
    expect(seconds).toBeLessThanOrEqual(to);
    return false;
  };
  return { stranger: was(stranger, 400, 'stranger'), bot: was(own, 404, 'bot'), order: was(wrong, 400, 'order') };
}

const servedAt = [
  { stranger: true, bot: true, order: true },
  { stranger: false, bot: true, order: true },
  { stranger: false, bot: false, order: true },
  { stranger: false, bot: false, order: false },
];

async function status(league: League): Promise<StatusView> {
  return okJson<StatusView>(await get(league, '/api/status'));
}

/** The rows of a table, or a file, are held by another program. @returns lets them go. */
async function hold({ database: { target } }: League, schema: 'intake' | 'ledger', lock: string) {
  if (target.engine === 'sqlite') {
    const other = new DatabaseSync(join(target.dataDir, `${schema}.db`));
    onTestFinished(() => {
      if (other.isOpen) other.close();
    });
    other.exec('begin immediate');
    return async () => other.close();
  }
  const other = new pg.Client({ connectionString: target.url });
  onTestFinished(() => other.end());
  await other.connect();
  await other.query('begin');
  await other.query(lock);
  return async () => void (await other.query('rollback'));
}

/** From level 3 to 0, a step for each second of calm, and everyone is served again. */
async function expectCalm(loaded: Loaded): Promise<void> {
  const { load } = loaded.league.app.deps;
  loaded.pass(lookMs);
  expect(load.level()).toBe(3);
  for (const level of [2, 1, 0]) {
    loaded.pass(calmMs - lookMs);
    expect(load.level()).toBe(level + 1);
    loaded.pass(lookMs);
    expect(load.level()).toBe(level);
    expect(await served(loaded)).toEqual(servedAt[level]);
  }
  expect((await status(loaded.league)).overloaded).toEqual([]);
}

test('an engine that another program holds up: who is refused, who never is, and all is done when it goes on', async () => {
  const loaded = await open();
  const { league, bot, pass } = loaded;
  const { load } = league.app.deps;
  await league.advance({ minutes: 5 });
  await bot.weights({ 'BTC-USD': 0.5 });
  const first = await order(loaded, 'first');
  await get(league, '/api/leaderboard');
  league.clock.set(league.now() + 40 * 60_000);
  const release = await hold(league, 'ledger', "select * from ledger.meta where key = 'progress' for update");
  await league.app.deps.db.selectFrom('ledger.meta').select('key').execute();
  const engine = league.app.runEngine().catch(() => 'it failed');
  await vi.waitFor(() => expect(load.figures().signals.markMs + Number(begun(loaded))).toBeGreaterThan(0), {
    timeout: patienceMs,
  });

  expect(await served(loaded)).toEqual(servedAt[0]);
  for (const level of [1, 2, 3] as const) {
    const edge = thresholds.markMs[level - 1] as number;
    pass(edge - load.figures().signals.markMs - lookMs);
    expect(load.level()).toBe(level - 1);
    pass(lookMs);
    expect(load.level()).toBe(level);
    expect(await served(loaded)).toEqual(servedAt[level]);
  }

  expect((await status(league)).overloaded).toEqual(['no_key', 'key', 'orders']);
  expectError(await order(loaded, 'while it is overloaded'), 'overloaded');
  const again = await order(loaded, 'first');
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.json).toEqual(first.json);
  const own = { key: bot.key, headers: { 'idempotency-key': 'first' } };
  const asMe = await post(league, '/api//agents/me/weights', { date, weights: { 'BTC-USD': 0.5 } }, own);
  expect(asMe.json).toEqual(first.json);
  okJson(await get(league, '/healthz'));
  okJson(await get(league, '/api/leaderboard'));
  // Nobody has fetched them yet: a browser that has the page gets what it is drawn with.
  for (const path of [siteAddresses.style, ...Object.values(siteAddresses.scripts), '/favicon.svg'])
    expect([path, (await get(league, path)).status]).toEqual([path, 200]);
  expectError(await get(league, `${siteAddresses.style}?other`), 'overloaded');
  expect((await get(league, '/readyz?probe=1')).status).not.toBe(500);
  expectError(await post(league, '/api/agents/register', {}, { key: operatorToken }), 'missing_field');
  const { text: figures } = await get(league, '/metrics');
  expect(figures).toContain('\npapertape_load_level 3\n');
  expect(figures).toContain('\npapertape_overloaded_total{asker="order"} 2\n');

  await release();
  if ((await engine) === 'it failed') await league.app.runEngine();
  await expectCalm(loaded);
  okJson(await order(loaded, 'while it is overloaded'));
  await league.advance({ minutes: 40 });
  expect((await bot.orders()).orders.map((o) => o.state)).toEqual(['filled', 'filled', 'filled']);
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
});

function begun({ league, pass }: Loaded): boolean {
  pass(lookMs);
  return league.app.deps.load.figures().signals.markMs > 0;
}

test.runIf(testEngine === 'postgres')(
  'a database that takes no orders: those under way are taken when it goes on, and one more with its key is the same',
  async () => {
    const loaded = await open();
    const { league, pass } = loaded;
    const { load } = league.app.deps;
    okJson(await order(loaded));
    const release = await hold(league, 'intake', 'lock table intake.orders in access exclusive mode');
    const waiting = [order(loaded, 'under way'), order(loaded)];
    await vi.waitFor(() => expect(league.app.storage.oldestWait() ?? isWriting(loaded)).toBeTruthy(), {
      timeout: patienceMs,
    });
    for (const level of [1, 2, 3] as const) {
      pass((thresholds.writeMs[level - 1] as number) - load.figures().signals.writeMs - lookMs);
      expect(load.level()).toBe(level - 1);
      pass(lookMs);
      expect(load.level()).toBe(level);
      expect(await served(loaded)).toEqual(servedAt[level]);
    }
    const repeated = order(loaded, 'under way');
    expectError(await order(loaded, 'another one'), 'overloaded');
    await release();
    for (const answer of await Promise.all(waiting)) okJson(answer);
    expect((await repeated).json).toEqual((await waiting[0])?.json);
    await expectCalm(loaded);
    expect(await league.app.storage.db.selectFrom('intake.orders').select('sequence').execute()).toHaveLength(3);
  },
);

function isWriting({ league, pass }: Loaded): boolean {
  pass(lookMs);
  return league.app.deps.load.figures().signals.writeMs > 0;
}

test.runIf(testEngine === 'postgres')('a database without a free connection', async () => {
  const loaded = await open();
  const { league, bot, pass } = loaded;
  const { db, load } = league.app.deps;
  okJson(await get(league, `/api/agents/${bot.id}/state`, { key: bot.key }));
  const release = await hold(league, 'intake', 'lock table intake.orders in access exclusive mode');
  // One more than there are connections.
  const reads = Array.from({ length: 9 }, () => db.selectFrom('intake.orders').select('order_id').execute());
  await vi.waitFor(() => expect(league.app.storage.oldestWait()).toBeDefined(), { timeout: patienceMs });
  pass(lookMs);
  pass(thresholds.connectionMs[1]);
  expect(load.level()).toBe(2);
  expectError(await get(league, `/api/agents/${bot.id}/state`, { key: bot.key }), 'overloaded');
  await release();
  expect(await Promise.all(reads)).toEqual(Array.from({ length: 9 }, () => []));
  pass(lookMs + 2 * calmMs);
  expect(load.level()).toBe(0);
});

test('a thread that does something else for too long, and is looked at by the loop of the service', async () => {
  const league = await leagueOfTest();
  const { load } = league.app.deps;
  const loop = watchLoad({ load, log: silentLog });
  onTestFinished(() => loop.stop());
  const levels = new Set<number>();
  await vi.waitFor(
    () => {
      for (const until = performance.now() + thresholds.loopMs[0] + lookMs; performance.now() < until;);
      levels.add(load.level());
      expect(load.level()).toBeGreaterThan(0);
    },
    { timeout: patienceMs, interval: 1 },
  );
  expectError(await get(league, `/api/agents/${nobody}`), 'overloaded');
  await vi.waitFor(
    () => {
      levels.add(load.level());
      expect(load.level()).toBe(0);
    },
    { timeout: patienceMs, interval: 20 },
  );
  // Two late looks in a row are needed.
  expect([...levels]).toEqual(expect.arrayContaining([0, 1]));
});

test('what tells who asks is cheap, and some of it passes at each look: the status, and keys that were not seen yet', async () => {
  const loaded = await open();
  const { league, pass } = loaded;
  const unseen = await league.enter();
  league.app.deps.registry.forgetAll();
  await get(league, `/api/agents/${loaded.bot.id}/state`, { key: loaded.bot.key });
  await overload(loaded);
  const own = `/api/agents/${unseen.id}/state`;
  expectError(await get(league, own), 'overloaded');
  okJson(await post(league, `/api/agents/${unseen.id}/weights`, { date, weights: {} }, { key: unseen.key }));
  // From then on it is known for one of a bot.
  expectError(await get(league, own, { key: unseen.key }), 'overloaded');
  const asked = async (n: number): Promise<number[]> => {
    const all = Array.from({ length: n }, () => post(league, '/api/agents/x/weights', {}, { key: createKey() }));
    return (await Promise.all(all)).map((a) => a.status);
  };
  // One has passed since the last look.
  const statuses = await asked(25);
  expect(statuses.filter((s) => s === 401)).toHaveLength(19);
  expect(statuses.filter((s) => s === 503)).toHaveLength(6);
  expectError(await get(league, '/api/status'), 'overloaded');
  pass(lookMs);
  expect((await status(league)).overloaded).toHaveLength(3);
});

test('the status is made once a second under load, and each time otherwise', async () => {
  const loaded = await open();
  const { league, pass } = loaded;
  const time = async (): Promise<string> => (await status(league)).time;
  const before = await time();
  league.clock.set(league.now() + 1_000);
  expect(await time()).not.toBe(before);
  await overload(loaded);
  const first = await time();
  league.clock.set(league.now() + 1_000);
  expect(await time()).toBe(first);
  pass(1_000);
  expect(await time()).not.toBe(first);
});

/** The engine has begun with a mark and does not get on. */
async function overload({ league, pass }: Loaded): Promise<void> {
  league.app.deps.load.markBegun(0);
  pass(thresholds.markMs[2] + lookMs);
  expect(league.app.deps.load.level()).toBe(3);
}

test('in the form of problem details, to HEAD, by MCP, and before a page asks', async () => {
  const loaded = await open();
  const { league, bot } = loaded;
  okJson(await get(league, `/api/agents/${bot.id}/state`, { key: bot.key }));
  await overload(loaded);
  const path = `/api/agents/${nobody}`;
  const problem = await get(league, path, { headers: { accept: 'application/problem+json' } });
  expect(problem.headers.get('content-type')).toBe('application/problem+json');
  expect(problem.json).toMatchObject({ status: 503, type: '/rules.json#overloaded', error: { code: 'overloaded' } });
  expect((await send(league, 'HEAD', path)).status).toBe(503);
  expect((await send(league, 'OPTIONS', path)).status).toBe(503);
  const tool = { 'mcp-name': 'arena_submit_weights' };
  expectError(await post(league, '/mcp', {}, { key: bot.key, headers: tool }), 'overloaded');
  league.app.deps.load.markDone();
  loaded.pass(lookMs + calmMs);
  expect(league.app.deps.load.level()).toBe(2);
  expect((await send(league, 'OPTIONS', path)).status).toBe(204);
  expectError(await post(league, '/mcp', {}, { key: bot.key }), 'overloaded');
  const asked = await post(league, '/mcp', {}, { key: bot.key, headers: tool });
  expect(asked.text).not.toContain('overloaded');
});

test('a body is not read: the connection goes on behind a short one, and ends with one of unknown length', async () => {
  const loaded = await open();
  const { league } = loaded;
  await overload(loaded);
  const head = `POST /api/agents/${nobody}/weights HTTP/1.1\r\nHost: x\r\n`;
  const short = `${head}Content-Length: 2\r\n\r\n{}`;
  const answers = await onSocket(league, short + short, 2);
  for (const answer of answers) expectError(answer, 'overloaded');
  expect(answers).toHaveLength(2);
  // Refused although no byte of the body ever comes.
  const endless = await onSocket(league, `${head}Transfer-Encoding: chunked\r\n\r\n`);
  expectError(endless[0] as Answer, 'overloaded');
  expect(endless[0]?.headers.get('connection')).toBe('close');
});

test('docs/operators/operate.md has the thresholds, and how long to wait', () => {
  const page = readFileSync(join(repository, 'docs/operators/operate.md'), 'utf8');
  const seconds = (ms: number): string => String(ms / 1000);
  const said = [
    ...Object.values(thresholds).map((steps) => `| ${steps.map((ms) => `${seconds(ms)} s`).join(' | ')} |`),
    ...Object.values(retrySeconds).map(([from, to]) => `${from} to ${to} s`),
    `${busyMin * 100}% of its time`,
  ];
  expect(said.filter((s) => !page.includes(s))).toEqual([]);
});
