/** Prices that come in long steps: known before a window begins, and so not for an order that counts. */
import { afterEach, expect, test } from 'vitest';
import { openLeague, type League } from '../../harness/league.ts';
import { faultyTable } from '../../simulation/faulty-table.ts';
import { createTableSource } from '../../simulation/table-source.ts';

let league: League;
afterEach(() => league.close());

const start = Date.parse('2026-03-02T00:00:00Z');

/** @param foreseeable as of a recording. */
async function open(stepSeconds: number, foreseeable?: string): Promise<void> {
  const { foreseeable: _ofTable, ...source } = createTableSource(faultyTable({ start, hours: 6, dogeUntil: 6 }));
  const pools = new Map([...source.pools].map(([id, p]) => [id, id.startsWith('BTC-') ? { ...p, stepSeconds } : p]));
  const coarse = { ...source, pools, ...(foreseeable === undefined ? {} : { foreseeable }) };
  league = await openLeague({ start: new Date(start).toISOString(), source: coarse });
  await league.advance({ hours: 1 });
}

test('an hourly price cannot be ordered: universe, validate and the refusal say why; a sandbox order takes it with a word', async () => {
  await open(3600);
  const bot = await league.enter();
  const reason =
    'Its price is coarse: one observation in 60 minutes, and a window of 30 minutes needs two. Only sandbox orders take it.';
  const { symbols } = await league.client.universe('spot_crypto');
  expect(symbols.find((s) => s.symbol === 'BTC-USD')).toMatchObject({ tradable: false, reason, suspended: false });
  expect(symbols.find((s) => s.symbol === 'ETH-USD')).toMatchObject({ tradable: true });
  expect(await league.client.validate('spot_crypto', 'BTC-USD')).toMatchObject({
    valid: true,
    tradable: false,
    reason,
  });
  await expect(bot.weights({ 'BTC-USD': 0.5 })).rejects.toMatchObject({
    status: 400,
    code: 'symbol_not_tradable',
    message: expect.stringContaining(reason) as string,
    fix: expect.stringContaining('/api/validate') as string,
  });
  expect((await bot.weights({ 'ETH-USD': 0.5 })).warnings).toEqual([]);
  const sandbox = await bot.weights({ 'BTC-USD': 0.5 }, { sandbox: true });
  expect(sandbox.warnings).toEqual(['BTC-USD: Its price is coarse: a fill is at a known price.']);
  await league.advance({ hours: 1 });
  expect((await bot.order(sandbox.order_id)).state).toBe('filled');
});

test('15 minutes are fine', async () => {
  await open(900);
  const bot = await league.enter();
  expect((await bot.weights({ 'BTC-USD': 0.5 })).warnings).toEqual([]);
});

test('among friends, where prices are known anyway, an hourly price can be ordered', async () => {
  await open(3600, 'Play among friends: these prices are recorded, and known in advance.');
  const bot = await league.enter();
  expect((await bot.weights({ 'BTC-USD': 0.5 })).warnings).toEqual([]);
  expect((await league.client.status()).competition).toBe(false);
});
