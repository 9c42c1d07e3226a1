import { expect, test } from 'vitest';
import { rateText } from '../money.ts';
import { coinbase } from './coinbase.ts';
import { kraken } from './kraken.ts';
import { pyth } from './pyth.ts';
import type { RateSource } from './rate-source.ts';

const now = 1_772_450_000_000;
const feed = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d';
const pythBody = (price: object) => ({
  parsed: [
    { id: 'other', price: {} },
    { id: feed, price },
  ],
});

test('each source is read in its own form, with the time that it names', () => {
  const read = (source: RateSource, body: unknown) => {
    const found = source.read(body, now);
    return found && [rateText(found.rate), found.at];
  };
  expect(read(coinbase, { data: { base: 'SOL', currency: 'USD', amount: '148.37' } })).toEqual(['148.37', now]);
  expect(read(kraken, { error: [], result: { SOLUSD: { c: ['148.3700', '1.0'] } } })).toEqual(['148.37', now]);
  expect(read(pyth, pythBody({ price: '14837000000', expo: -8, publish_time: 1_772_449_999 }))).toEqual([
    '148.37',
    1_772_449_999_000,
  ]);
});

test('what a source never answers is no rate', () => {
  const bad: [RateSource, unknown][] = [
    [coinbase, { data: { currency: 'EUR', amount: '1' } }],
    [coinbase, { data: { base: 'ETH', currency: 'USD', amount: '1' } }],
    [kraken, { error: ['EGeneral:Busy'], result: { SOLUSD: { c: ['1'] } } }],
    [kraken, { error: [], result: {} }],
    [pyth, pythBody({ price: '-1', expo: -8, publish_time: 1 })],
    [pyth, pythBody({ price: '1', expo: 0.5, publish_time: 1 })],
    [pyth, { parsed: [] }],
  ];
  for (const [source, body] of bad) expect(source.read(body, now)).toBeUndefined();
  for (const source of [coinbase, kraken, pyth])
    for (const body of [null, undefined, 5, 'x', [], {}]) expect(source.read(body, now)).toBeUndefined();
});
