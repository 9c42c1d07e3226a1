import { expect, test } from 'vitest';
import { sessionsOf } from './sessions.ts';
import type { Pool, Route } from './symbol.ts';

const pool = (id: string, stepSeconds?: number): [string, Pool] => [
  id,
  { id, label: id, average: 'arithmetic', ...(stepSeconds === undefined ? {} : { stepSeconds }) },
];
const pools = new Map([pool('live'), pool('minute', 60), pool('hour', 3_600), pool('day', 86_400)]);
const route = (symbol: string, first: string, second: string, exchange?: 'NYSE'): [string, Route] => [
  symbol,
  { symbol, primary: [{ pool: first }], second: [{ pool: second }], ...(exchange ? { exchange } : {}) },
];

test('a price follows the sessions of its exchange, unless it comes once a day or around the clock', () => {
  const found = sessionsOf(
    pools,
    new Map([
      route('A-USD', 'minute', 'live', 'NYSE'),
      route('B-USD', 'live', 'live', 'NYSE'),
      route('C-USD', 'minute', 'hour', 'NYSE'),
      route('D-USD', 'day', 'minute', 'NYSE'),
      route('E-USD', 'minute', 'minute'),
    ]),
  );
  expect([...found]).toEqual([
    ['A-USD', { exchange: 'NYSE', stepMs: 60_000 }],
    ['B-USD', { exchange: 'NYSE', stepMs: 0 }],
    ['C-USD', { exchange: 'NYSE', stepMs: 3_600_000 }],
  ]);
});
