import { expect, test } from 'vitest';
import type { Pool, Route } from '../../league/symbol.ts';
import type { League } from '../../league/catalogue.ts';
import { leagueById } from '../../league/catalogue.ts';
import type { LeagueUniverse } from '../../league/universe.ts';
import type { MarkReadings, NoReadingReason, PoolReading } from '../../sources/source.ts';
import { guardedSymbols, neededSources, silentSymbols, unlistedSymbols } from './availability.ts';

const pool = (id: string): [string, Pool] => [
  id,
  { id, label: `pool ${id}`, average: 'geometric', chain: Number(id.split(':')[0]) },
];
const pools = new Map(['1:a', '1:b', '8453:a'].map(pool));
const route = (symbol: string, primary: string, second: string): Route => ({
  symbol,
  primary: [{ pool: primary }],
  second: [{ pool: second }],
});
const btc = route('BTC-USD', '1:a', '1:b');
const eth = route('ETH-USD', '1:a', '8453:a');
const routes = new Map([btc, eth].map((r) => [r.symbol, r]));

const ok: PoolReading = { ok: true, cumulative: 1n, since: 0 };
const readings = (base: NoReadingReason): MarkReadings =>
  new Map<string, PoolReading>([
    ['1:a', ok],
    ['1:b', ok],
    ['8453:a', { ok: false, reason: base }],
  ]);

const spot: LeagueUniverse = {
  league: leagueById.get('spot_crypto') as League,
  state: 'live',
  symbols: new Map([btc, eth].map((r) => [r.symbol, { symbol: r.symbol, name: r.symbol, pricedIn: 'USD', route: r }])),
  unfit: new Map(),
  largest: [],
};
const universe = {
  pools,
  routes,
  cadSymbols: new Set<string>(),
  coarse: new Map<string, number>(),
  sessions: new Map(),
  leagues: new Map([['spot_crypto', spot]]),
};

test('the example of the header', () => {
  const guarded = guardedSymbols(universe, readings('thin'));
  expect([...guarded.keys()]).toEqual(['ETH-USD']);
  expect(guarded.get('ETH-USD')).toMatch(/^pool 8453:a: /);
  expect([...(neededSources(universe, (s) => guarded.has(s)).get('spot_crypto') ?? [])]).toEqual([1]);
  expect([...(neededSources(universe, () => false).get('spot_crypto') ?? [])]).toEqual([1, 8453]);
});

test('a pool that is not listed yet is no guard, and the other way round', () => {
  expect([...unlistedSymbols(routes.values(), readings('not_listed'))]).toEqual(['ETH-USD']);
  expect(guardedSymbols(universe, readings('not_listed')).size).toBe(0);
  expect(unlistedSymbols(routes.values(), readings('peg')).size).toBe(0);
});

test('a pool that did not answer, or was never asked: its symbols have no price, and neither has one that is converted by it', () => {
  expect([...silentSymbols(universe, readings('no_answer'))]).toEqual([
    ['ETH-USD', 'pool 8453:a: The source did not answer.'],
  ]);
  expect([...silentSymbols(universe, new Map()).keys()]).toEqual(['BTC-USD', 'ETH-USD']);
  const rate = route('USD-CAD', '8453:a', '8453:a');
  const canadian = {
    ...universe,
    routes: new Map([btc, rate].map((r) => [r.symbol, r])),
    cadSymbols: new Set(['BTC-USD']),
  };
  expect([...silentSymbols(canadian, readings('gap')).keys()]).toEqual(['BTC-USD', 'USD-CAD']);
});
