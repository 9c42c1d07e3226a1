/** The seed of a simulated market: drawn at the first start, committed to, never told while the market runs, published when it ends. */
import { chmodSync, readFileSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StatusView } from 'papertape-contract/status';
import { createApp, type App } from '../../../src/app.ts';
import { endMarket } from '../../../src/desk/admin-acts.ts';
import { runVerify, type VerifyOptions } from '../../../src/cli/verify.ts';
import { readSettings } from '../../../src/config/config.ts';
import { createLog } from '../../../src/lib/log.ts';
import { secretSourceId, seedHash } from '../../../src/sources/simulated/seed.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { readLog } from '../../harness/log-reader.ts';
import { databaseOfTest, folderOfTest, leagueOfTest } from '../../harness/of-test.ts';
import { differencesOf, incidentsOf } from '../../harness/operator.ts';

const start = '2026-03-02T00:00:00Z';
const secret = { seed: 'a1'.repeat(32), salt: 'b2'.repeat(16) };
interface Verified {
  readonly code: number;
  readonly lines: readonly string[];
}
const order = (weights: Record<string, number>) => ({ date: '2026-03-02', weights });

describe('drawn at the first start', () => {
  async function opened(
    database: TestDatabase,
    env: Record<string, string> = {},
  ): Promise<{ readonly id: string; readonly told: string }> {
    const lines: string[] = [];
    const settings = readSettings({ PORT: '0', PAPERTAPE_HOUSE: 'off', ...env, ...database.env });
    const app: App = await createApp(settings, { log: createLog('debug', (line) => lines.push(line)) });
    const { source } = app;
    await app.close();
    return { id: source.id, told: `${source.description}\n${lines.join('\n')}` };
  }
  const secrets = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.seed'));

  test('256 bits that only the owner of the file can read; another market gets another; a restart goes on with its own', async () => {
    const [folder, database] = [folderOfTest(), await databaseOfTest()];
    const env = { PAPERTAPE_LOG_KEY_FILE: join(folder, 'log.key') };
    const first = await opened(database, env);
    const [name = ''] = secrets(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const [salt = '', seed = ''] = readFileSync(join(folder, name), 'utf8').trim().split(' ');
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    expect(first.id).toBe(secretSourceId({ seed, salt }));
    expect(first.told).not.toContain(seed);
    expect(first.told).not.toContain(salt);
    expect((await opened(database, env)).id).toBe(first.id);
    expect(secrets(folder)).toEqual([name]);
    // Other data beside it: a market of its own, and the first one is left as it is.
    const other = await databaseOfTest();
    expect((await opened(other, { PAPERTAPE_LOG_KEY_FILE: join(folder, 'other.key') })).id).not.toBe(first.id);
    expect(secrets(folder)).toHaveLength(2);
    expect((await opened(database, env)).id).toBe(first.id);
  });

  test('without its file, with one that others may read, and on data of a set seed, it does not start', async () => {
    const [folder, database] = [folderOfTest(), await databaseOfTest()];
    const env = { PAPERTAPE_LOG_KEY_FILE: join(folder, 'log.key') };
    const { id } = await opened(database, env);
    const file = join(folder, secrets(folder)[0] as string);
    chmodSync(file, 0o644);
    await expect(opened(database, env)).rejects.toThrow('may be read by other users');
    chmodSync(file, 0o600);
    renameSync(file, `${file}.away`);
    await expect(opened(database, env)).rejects.toThrow(`The seed of this market is not in ${file}.`);
    expect(secrets(folder)).toEqual([]);
    renameSync(`${file}.away`, file);
    expect((await opened(database, env)).id).toBe(id);
    await expect(opened(database, { ...env, PAPERTAPE_PRICES: 'simulated:1' })).rejects.toThrow('cannot go on with');
    const set = await databaseOfTest();
    expect((await opened(set, { ...env, PAPERTAPE_PRICES: 'simulated:1' })).id).toBe('simulated:1');
    await expect(opened(set, env)).rejects.toThrow(
      'simulated:1 and cannot go on with simulated prices whose seed is drawn',
    );
    expect(secrets(folder)).toHaveLength(1);
  });
});

describe('the life of a market', () => {
  let league: League;
  let bot: Bot;
  let orderId: string;
  const status = async (): Promise<StatusView> => okJson<StatusView>(await get(league, '/api/status'));
  const source = () => createSimulatedSource({ ...secret, origin: Date.parse(start) });

  const verified = async (target: string, more: Partial<VerifyOptions> = {}): Promise<Verified> => {
    const lines: string[] = [];
    const now = (): number => league.now();
    const code = await runVerify(target, { url: league.url, write: (line) => lines.push(line), now, ...more });
    return { code, lines };
  };
  const verifyOrder = async (): Promise<Verified> => await verified(orderId);

  test('no answer tells the seed while it runs; its hash stands in the status and in entry 0 of the log', async () => {
    league = await leagueOfTest({ start, source: source() });
    bot = await league.enter();
    await league.advance({ hours: 1 });
    const paths = [
      '/api/status',
      '/api/universe',
      '/api/leagues',
      '/api/leaderboard',
      '/rules.json',
      '/llms.txt',
      '/openapi.json',
      '/',
      '/metrics',
      '/api/log',
      '/tile/entries/000.p/1',
    ];
    for (const path of [...paths, `/api/agents/${bot.id}`]) {
      const answer = await get(league, path);
      expect(answer.status, path).toBe(200);
      expect(answer.text, path).not.toContain(secret.seed);
      expect(answer.text, path).not.toContain(secret.salt);
    }
    expect((await status()).seed).toEqual({
      hash: seedHash(secret),
      from: new Date(start).toISOString(),
      opened: null,
    });
    const { parsed } = await readLog(league.url);
    expect(parsed[0]?.['price_source']).toBe(`simulated:sha256:${seedHash(secret)}`);
    expect(parsed.some((entry) => entry.type === 'seed')).toBe(false);
  });

  test('ended: no orders from the next mark on, pending ones fill, and the seed is public when their windows are over', async () => {
    league = await leagueOfTest({ start, source: source() });
    bot = await league.enter();
    await league.advance({ minutes: 3 });
    ({ order_id: orderId } = await bot.weights({ 'BTC-USD': 0.5 }));
    await league.advance({ minutes: 4 });
    expect(await endMarket(league.app.storage.db, 'The season is over.')).toContain('ended for good');
    await expect(endMarket(league.app.storage.db, 'Again.')).rejects.toThrow('ended already');
    const last = (await bot.weights({ 'ETH-USD': 0.5 })).order_id;
    await league.advance({ minutes: 3 });
    expect(await incidentsOf(league)).toEqual([
      `2026-03-02T00:10 market_ended ${seedHash(secret)}: The season is over.`,
    ]);
    const refusal = await post(league, `/api/agents/${bot.id}/weights`, order({ 'ETH-USD': 1 }), { key: bot.key });
    expectError(refusal, 'orders_closed');
    expect(refusal.text).toContain('The market has ended: The season is over.');
    await league.advance({ minutes: 29 });
    expect((await status()).seed?.opened).toBeNull();
    await league.advance({ minutes: 1 });
    expect((await status()).seed?.opened).toEqual({ at: '2026-03-02T00:40:00.000Z', ...secret });
    const { parsed } = await readLog(league.url);
    expect(parsed.filter((entry) => entry.type === 'seed')).toEqual([
      { type: 'seed', hash: seedHash(secret), ...secret },
    ]);
    const orders = await bot.orders();
    expect(orders.orders.map((o) => [o.order_id, o.state])).toEqual([
      [last, 'filled'],
      [orderId, 'filled'],
    ]);
    await league.advance({ days: 1 });
    expect(parsed.filter((entry) => entry.type === 'seed')).toHaveLength(1);
    expect(await differencesOf(league)).toEqual([]);
    const { code, lines } = await verifyOrder();
    expect([code, lines.filter((line) => !line.startsWith('ok'))]).toEqual([
      0,
      [expect.stringMatching(/^verify: All holds\. .* made again from the published seed\.$/)],
    ]);
    expect((await verified('log')).code).toBe(0);
    const whole = await verified('spot_crypto', { json: true });
    expect(whole.lines.filter((line) => line.includes('DIFFERS') || line.includes('NOT CHECKED'))).toEqual([]);
    expect(whole.code).toBe(0);
    expect(lines.filter((line) => line.includes('sim:BTC-USD:1') && line.includes('by the seed'))).toHaveLength(2);
  });

  const lying =
    (change: (status: StatusView) => object): typeof fetch =>
    async (input, init) => {
      const answer = await fetch(input, init);
      if (!(input instanceof Request ? input.url : String(input)).endsWith('/api/status')) return answer;
      return Response.json(change((await answer.json()) as StatusView));
    };

  describe('a service that goes on saying that the seed is secret', () => {
    const hiding = lying((status) => ({ ...status, seed: { ...status.seed, opened: null } }));
    const hidden = /^DIFFERS {2}.*seed of the market/;

    test('is found out by the log, and its prices are made again all the same', async () => {
      league = await leagueOfTest({ start, source: source() });
      bot = await league.enter();
      await league.advance({ minutes: 3 });
      ({ order_id: orderId } = await bot.weights({ 'BTC-USD': 0.5 }));
      await league.advance({ minutes: 4 });
      await endMarket(league.app.storage.db, 'The season is over.');
      await league.advance({ hours: 25 });
      const close = 'spot_crypto/2026-03-03';
      for (const [target, alone] of [
        [orderId, false],
        [close, false],
        [bot.id, true],
      ] as const) {
        const honest = await verified(target, { alone });
        expect([target, honest.code]).toEqual([target, 0]);
        const { code, lines } = await verified(target, { alone, fetch: hiding });
        expect([target, code]).toEqual([target, 1]);
        expect(lines.filter((line) => line.startsWith('DIFFERS'))).toEqual([expect.stringMatching(hidden)]);
        expect(lines.filter((line) => line.includes('by the seed')).length).toBeGreaterThan(1);
      }
      for (const target of [bot.id, 'spot_crypto']) {
        const { code, lines } = await verified(target, { fetch: hiding });
        expect([target, code]).toEqual([target, 1]);
        expect(lines.filter((line) => line.startsWith('DIFFERS'))).toEqual([expect.stringMatching(hidden)]);
      }
    });
  });

  describe('a market that was not played by its seed', () => {
    test.each([
      ['a price was changed', { ...secret, seed: 'c3'.repeat(32) }],
      ['another salt is published', { ...secret, salt: 'd4'.repeat(16) }],
    ])('%s: the audit and verify find it', async (_, published) => {
      const made = source();
      // It commits to one seed, and publishes another or plays by another.
      const played =
        published.seed === secret.seed ? made : createSimulatedSource({ ...published, origin: Date.parse(start) });
      const claimed = {
        ...played,
        id: made.id,
        revealSeed: () => (published.seed === secret.seed ? published : secret),
      };
      league = await leagueOfTest({ start, source: claimed });
      bot = await league.enter();
      await league.advance({ minutes: 3 });
      ({ order_id: orderId } = await bot.weights({ 'BTC-USD': 0.5 }));
      await endMarket(league.app.storage.db, 'The season is over.');
      await league.advance({ hours: 1 });
      const differences = await differencesOf(league);
      expect(differences.length).toBeGreaterThan(0);
      expect(new Set(differences.map((d) => d.table))).toEqual(
        new Set([published.seed === secret.seed ? 'ledger.meta' : 'ledger.mark_readings']),
      );
      const { code, lines } = await verifyOrder();
      expect(code).toBe(1);
      expect(lines.some((line) => line.startsWith('DIFFERS') && line.includes('seed'))).toBe(true);
      const whole = await verified('spot_crypto');
      expect(whole.code).toBe(1);
      expect(whole.lines.some((line) => line.startsWith('DIFFERS') && line.includes('seed'))).toBe(true);
    });
  });

  test('one whose seed was set is no competition, whatever the service says', async () => {
    league = await leagueOfTest({ start });
    bot = await league.enter();
    ({ order_id: orderId } = await bot.weights({ 'BTC-USD': 0.5 }));
    await league.advance({ hours: 25 });
    const posing = lying((status) => ({ ...status, competition: true }));
    const secretly = lying((status) => ({ ...status, seed: { hash: seedHash(secret), from: start, opened: null } }));
    for (const target of [orderId, 'spot_crypto/2026-03-03', 'spot_crypto']) {
      expect([target, (await verified(target)).code]).toEqual([target, 0]);
      for (const [fetch, what] of [
        [posing, 'prices that can be known in advance are no competition'],
        [secretly, 'the hash of the secret seed is that of the log'],
      ] as const) {
        const { code, lines } = await verified(target, { fetch });
        expect([code, lines.filter((line) => line.startsWith('DIFFERS'))]).toEqual([
          1,
          [expect.stringContaining(what)],
        ]);
      }
    }
  });

  test('one whose seed was set has nothing to publish', async () => {
    league = await leagueOfTest({ start });
    await league.advance({ minutes: 5 });
    expect((await status()).seed).toBeNull();
    await expect(endMarket(league.app.storage.db, 'Over.')).rejects.toThrow('no secret to publish');
  });
});
