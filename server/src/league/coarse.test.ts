import { expect, test } from 'vitest';
import { coarseSymbols } from './coarse.ts';
import { usdCadSymbol, type Pool, type Route } from './symbol.ts';

const pool = (id: string, stepSeconds?: number): [string, Pool] => [
  id,
  { id, label: id, average: 'arithmetic', ...(stepSeconds === undefined ? {} : { stepSeconds }) },
];
const pools = new Map([
  pool('live'),
  pool('minute', 60),
  pool('quarter', 900),
  pool('longer', 901),
  pool('hour', 3600),
]);
const route = (symbol: string, first: string[], second: string): [string, Route] => [
  symbol,
  { symbol, primary: first.map((p) => ({ pool: p })), second: [{ pool: second }] },
];
const coarse = (...routes: [string, Route][]) => [...coarseSymbols(pools, new Map(routes), new Set(['RY-CAD']))];

test('a window must be able to hold two new observations of the first route', () => {
  expect(
    coarse(
      route('A-USD', ['live'], 'hour'),
      route('B-USD', ['quarter'], 'quarter'),
      route('C-USD', ['longer'], 'live'),
      route('D-USD', ['minute', 'hour'], 'live'),
    ),
  ).toEqual([
    ['C-USD', 901],
    ['D-USD', 3600],
  ]);
});

test('the rate counts where it is needed', () => {
  const fine = route('RY-CAD', ['minute'], 'minute');
  expect(coarse(fine, route(usdCadSymbol, ['quarter'], 'quarter'))).toEqual([]);
  const both = coarse(fine, route('X-USD', ['minute'], 'minute'), route(usdCadSymbol, ['hour'], 'hour'));
  expect(both.map(([symbol]) => symbol)).toEqual(['RY-CAD', usdCadSymbol]);
});
