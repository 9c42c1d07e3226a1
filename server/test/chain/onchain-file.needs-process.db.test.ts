/** The service on `PAPERTAPE_PRICES=onchain:FILE`: a pool book of the operator's own. No chain answers here. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../client/src/index.ts';
import { createApp, type App } from '../../src/app.ts';
import { readSettings } from '../../src/config/config.ts';
import { SetupError } from '../../src/lib/setup-error.ts';
import { repository } from '../acceptance/service-process.ts';
import { runCommand } from '../harness/command.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

const guide = readFileSync(join(repository, 'docs/contributing/add-a-pool.md'), 'utf8');
const example = /^```json\n([\s\S]+?)^```/m.exec(guide)?.[1] ?? '';
/** Nothing listens there. */
const nobody = 'http://127.0.0.1:9';

let folder: string;
let file: string;
let database: TestDatabase;
let app: App | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-book-'));
  file = join(folder, 'pools.json');
  writeFileSync(file, example);
  database = await createTestDatabase();
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<App> {
  const prices = { PAPERTAPE_PRICES: `onchain:${file}`, PAPERTAPE_RPC_1: nobody };
  return await createApp(
    readSettings({ ...database.env, PORT: '0', PAPERTAPE_LOG: 'off', PAPERTAPE_HOUSE: 'off', ...prices, ...env }),
  );
}

async function refusal(env: Record<string, string>): Promise<SetupError> {
  try {
    app = await start(env);
  } catch (e) {
    if (e instanceof SetupError) return e;
    throw e;
  }
  throw new Error('it started');
}

test('it prices the symbols of the file, names the book, and does not go on with another one', async () => {
  app = await start();
  const client = createClient({ baseUrl: await app.listen() });
  const { price_source } = await client.status();
  expect(price_source).toMatchObject({ kind: 'onchain', live: true });
  expect(price_source.note).toMatch(
    /pools on Ethereum, .* The pools are this operator's own choice \(file-[0-9a-f]{16}\)\.$/,
  );
  expect((await client.universe('tokenized')).symbols.map((s) => s.symbol)).toEqual(['ETH-USD']);
  await app.close();

  // Evidence is no price.
  writeFileSync(file, example.replace('"fee": 500,', '"fee": 500, "seenIn": ["a list"],'));
  app = await start();
  await app.close();

  writeFileSync(file, example.replace('"USDC": 250000', '"USDC": 250001'));
  expect((await refusal({})).message).toMatch(
    /^The data was made with the price source onchain:file-\w+ and cannot go on/,
  );
  expect((await refusal({ PAPERTAPE_PRICES: 'onchain' })).message).toContain('cannot go on with onchain:uniswap-v3');
});

test('a chain without endpoints, and a file with a fault', async () => {
  const silent = await refusal({ PAPERTAPE_RPC_1: '' });
  expect([silent.message, silent.fix]).toEqual([
    'The chain Ethereum of the pool book has no endpoint.',
    'Set PAPERTAPE_RPC_1 to its RPC endpoints, or name them in the file under rpcUrls.',
  ]);
  writeFileSync(file, example.replace('"fee": 3000', '"fee": 500'));
  expect((await refusal({})).message).toMatch(
    /pools\.json has a fault: 1 WETH\/USDT 500 has the address .* the factory gives it 0x/,
  );
  writeFileSync(file, example);
});

test('a played clock goes with a chain on this machine only, and its prices are not live', async () => {
  const clock = { PAPERTAPE_CLOCK_START: '2026-03-02T12:00:00Z', PAPERTAPE_CLOCK_SPEED: '60' };
  const elsewhere = await refusal({ ...clock, PAPERTAPE_RPC_1: `${nobody},https://a.test/hunter2` });
  expect(elsewhere.message).toBe('The clock is not the real one, and chain 1 is not a local one.');
  expect(elsewhere.fix).toContain('unset PAPERTAPE_CLOCK_START and PAPERTAPE_CLOCK_SPEED, or set PAPERTAPE_RPC_1 to');
  expect(elsewhere.fix).not.toContain('hunter2');
  app = await start(clock);
  const client = createClient({ baseUrl: await app.listen() });
  expect((await client.status()).price_source).toMatchObject({ kind: 'onchain', live: false });
});

test('papertape pools check FILE: 1 when nobody answers, 2 for a wrong file', async () => {
  const check = async (env: Record<string, string>, ...args: string[]) =>
    await runCommand({ args: ['pools', 'check', ...args], env: { PAPERTAPE_RPC_1: nobody, ...env } });
  for (const { code, stdout, stderr } of [
    await check({}, file),
    await check({ PAPERTAPE_PRICES: `onchain:${file}` }),
  ]) {
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain('Ethereum: no answer, its pools were not checked (127.0.0.1:9: ');
    expect(stdout).not.toContain('Base');
  }
  const missing = await check({ PAPERTAPE_PRICES: `onchain:${file}` }, `${file}.old`);
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain('pools.json.old cannot be read (ENOENT)');
});
