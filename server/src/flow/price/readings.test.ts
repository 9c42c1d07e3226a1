import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFixed, priceScale } from '../../lib/decimal.ts';
import type { NoReadingReason, PoolReading } from '../../sources/source.ts';
import type { Pool, PoolId } from '../../league/symbol.ts';
import { decodeReadings, encodeReadings } from './readings.ts';

const since = Date.UTC(2026, 10, 21);
const pools = new Map<PoolId, Pool>([
  ['a', { id: 'a', label: 'a', average: 'arithmetic' }],
  ['b', { id: 'b', label: 'b', average: 'arithmetic' }],
  ['c', { id: 'c', label: 'c', average: 'arithmetic' }],
  ['g', { id: 'g', label: 'g', average: 'geometric' }],
  ['r', { id: 'r', label: 'r', average: 'point' }],
]);
const reasons: NoReadingReason[] = [
  'no_answer',
  'stale',
  'gap',
  'not_listed',
  'non_positive',
  'thin',
  'reorg',
  'old_observation',
  'peg',
  'jump',
  'rate',
];

test('the stored form: text at the pool’s own scale, a pair where coverage began elsewhere, the reason where there is none', () => {
  const readings = new Map<PoolId, PoolReading>([
    ['c', { ok: false, reason: 'gap' }],
    ['a', { ok: true, cumulative: parseFixed('552000.25', priceScale), since }],
    ['b', { ok: true, cumulative: parseFixed('77.5', priceScale), since: since + 2_700_000 }],
    ['g', { ok: true, cumulative: -362_221_200n, since }],
    ['r', { ok: true, cumulative: parseFixed('1.2034', priceScale), since }],
  ]);
  const text = encodeReadings(readings, pools);
  expect(text).toBe(
    `{"since":${since},"pools":{"c":"!gap","a":"552000.25","b":["77.5",${since + 2_700_000}],"g":"-362221200","r":"1.2034"}}`,
  );
  expect(decodeReadings(text, pools)).toEqual(readings);
});

test('nothing read is nothing, and all without an answer keep their reasons', () => {
  expect(encodeReadings(new Map(), pools)).toBe('{"since":0,"pools":{}}');
  expect(decodeReadings('{"since":0,"pools":{}}', pools).size).toBe(0);
  const none = new Map<PoolId, PoolReading>(reasons.map((reason, i) => [`p${i}`, { ok: false, reason }]));
  expect(decodeReadings(encodeReadings(none, pools), pools)).toEqual(none);
});

test('any readings go there and back', () => {
  const reading = fc.oneof(
    fc.record({
      ok: fc.constant(true as const),
      cumulative: fc.bigInt(-(10n ** 45n), 10n ** 45n),
      since: fc.integer({ min: 0, max: 4e12 }),
    }),
    fc.record({
      ok: fc.constant(true as const),
      cumulative: fc.bigInt(-9n, 9n),
      since: fc.constantFrom(since, since + 300_000),
    }),
    fc.record({ ok: fc.constant(false as const), reason: fc.constantFrom(...reasons) }),
  );
  // Pool ids come from data files: quotes, backslashes and colons must not break the text.
  const ids = fc.oneof(
    fc.constantFrom('a', 'b', 'c', 'g', 'r'),
    fc.constantFrom('uni3:"x"', 'back\\slash', 'é', 'a:b/c'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, reading), { maxLength: 8 }), (entries) => {
      const readings = new Map<PoolId, PoolReading>(entries);
      expect(decodeReadings(encodeReadings(readings, pools), pools)).toEqual(readings);
    }),
  );
});

test('a broken cumulative is an error, never a zero', () => {
  for (const bad of ['', ' ', 'x', '1.5.5']) {
    expect(() => decodeReadings(`{"since":0,"pools":{"a":${JSON.stringify(bad)}}}`, pools)).toThrow(RangeError);
  }
  expect(() => decodeReadings('{"since":0,"pools":{"g":"1.5"}}', pools)).toThrow(/more than 0 decimal places/);
});

test('a source that reads chains keeps the block of each chain', () => {
  const block = { chain: 1, number: 19_000_000, hash: '0xab', at: since + 24_000 };
  const onChain = new Map<PoolId, Pool>([['1:0x88', { id: '1:0x88', label: 'x', average: 'geometric' }]]);
  const readings = new Map<PoolId, PoolReading>([
    ['1:0x88', { ok: true, cumulative: 5n, since: 0, block }],
    ['8453:0xd0', { ok: false, reason: 'no_answer' }],
  ]);
  const text = encodeReadings(readings, onChain);
  expect(text).toBe(
    `{"since":0,"pools":{"1:0x88":"5","8453:0xd0":"!no_answer"},"blocks":{"1":[19000000,"0xab",${since + 24_000}]}}`,
  );
  expect(decodeReadings(text, onChain)).toEqual(readings);
  const elsewhere = new Map(readings).set('1:0x99', {
    ok: true,
    cumulative: 5n,
    since: 0,
    block: { ...block, hash: '0xcd' },
  });
  expect(() => encodeReadings(elsewhere, onChain)).toThrow('another block');
});
