import { expect, test } from 'vitest';
import { symbolNow, tradable, type TradableMarket } from './tradable.ts';

const clear: TradableMarket = {
  suspended: new Map(),
  upcoming: new Set(),
  unlisted: new Set(),
  coarse: new Map(),
  sessions: new Map(),
  guarded: new Map(),
  silent: new Map(),
  vector: new Map(),
};
const btc = 'BTC-USD';
const noon = Date.parse('2026-11-24T12:00:00Z');

test('the example of the header, and a symbol that is delisted', () => {
  const held = (kind: 'suspended' | 'delisted') =>
    tradable(btc, { ...clear, suspended: new Map([[btc, { kind }]]) }, noon);
  expect(held('suspended')).toEqual({
    tradable: false,
    reason: 'It is suspended: it is frozen at its last agreed price.',
    suspended: true,
    opensAt: null,
  });
  expect(held('delisted')).toEqual({
    tradable: false,
    reason: 'It is delisted for good.',
    suspended: true,
    opensAt: null,
  });
});

test('what is new since the last mark cannot be bought until the next one', () => {
  const { tradable: isTradable, reason } = tradable(btc, { ...clear, upcoming: new Set([btc]) }, noon);
  expect([isTradable, reason]).toEqual([
    false,
    expect.stringMatching(/^It is new here: it can be ordered when the next/),
  ]);
});

test('what is not listed yet, or held back by a guard, cannot be bought; it is not frozen', () => {
  expect(tradable(btc, { ...clear, unlisted: new Set([btc]) }, noon)).toEqual({
    tradable: false,
    reason: 'The price source has not listed it yet.',
    suspended: false,
    opensAt: null,
  });
  expect(tradable(btc, { ...clear, guarded: new Map([[btc, 'WBTC/USDC: too thin']]) }, noon)).toEqual({
    tradable: false,
    reason: 'WBTC/USDC: too thin',
    suspended: false,
    opensAt: null,
  });
});

test('a symbol that cannot be read now may be named, and is said to have no price', () => {
  const silent = { ...clear, silent: new Map([[btc, 'WBTC/USDC: The source did not answer.']]) };
  expect(tradable(btc, silent, noon)).toEqual({
    tradable: true,
    reason:
      'It has no price now. WBTC/USDC: The source did not answer. An order that names it waits until it has one, or is rejected with price_unavailable, and later orders wait behind it.',
    suspended: false,
    opensAt: null,
  });
});

test('a symbol whose routes are apart may be named, with a warning', () => {
  expect(tradable(btc, { ...clear, vector: new Map([[btc, { state: 'apart', bps: '120.5' }]]) }, noon)).toEqual({
    tradable: true,
    reason: 'Its pools are 120.5 bps apart now; an order is rejected while they are.',
    suspended: false,
    opensAt: null,
  });
  const agreed = { ...clear, vector: new Map([[btc, { state: 'agreed', bps: '0' }]]) };
  expect(tradable(btc, agreed, noon)).toEqual({ tradable: true, reason: null, suspended: false, opensAt: null });
});

test('of a league: its symbols, those that failed their checks, and no others', () => {
  const route = { symbol: btc, primary: [], second: [] };
  const league = {
    symbols: new Map([[btc, { symbol: btc, name: 'Bitcoin', pricedIn: 'USD' as const, route }]]),
    unfit: new Map([['ETH-USD', { symbol: 'ETH-USD', name: 'Ether', pricedIn: 'USD' as const, reason: 'no pool' }]]),
  };
  expect(symbolNow(league, btc, clear, noon)?.tradable).toBe(true);
  const suspended = new Map([['ETH-USD', { kind: 'suspended' as const }]]);
  const failed = 'It failed its checks at the start of the service: no pool.';
  expect(symbolNow(league, 'ETH-USD', clear, noon)).toEqual({
    tradable: false,
    reason: failed,
    suspended: false,
    opensAt: null,
  });
  expect(symbolNow(league, 'ETH-USD', { ...clear, suspended }, noon)?.suspended).toBe(true);
  expect(symbolNow(league, 'SOL-USD', clear, noon)).toBeUndefined();
});

test('a coarse price cannot be ordered', () => {
  expect(tradable(btc, { ...clear, coarse: new Map([[btc, 3600]]) }, noon)).toEqual({
    tradable: false,
    reason:
      'Its price is coarse: one observation in 60 minutes, and a window of 30 minutes needs two. Only sandbox orders take it.',
    suspended: false,
    opensAt: null,
  });
});

test('a symbol whose exchange is closed cannot be bought, and says from when it can; one that is frozen is frozen', () => {
  const sessions = new Map([[btc, { exchange: 'NYSE', stepMs: 60_000 } as const]]);
  const reason =
    'Its price follows the New York Stock Exchange, and the next window of 30 minutes does not lie within a session of it. It can be ordered from 2026-11-24T14:30:00.000Z on.';
  const opensAt = Date.parse('2026-11-24T14:30:00Z');
  const guarded = new Map([[btc, 'too thin']]);
  expect(tradable(btc, { ...clear, sessions, guarded }, noon)).toEqual({
    tradable: false,
    reason,
    suspended: false,
    opensAt,
  });
  expect(tradable(btc, { ...clear, sessions }, opensAt).tradable).toBe(true);
  const suspended = new Map([[btc, { kind: 'suspended' as const }]]);
  expect(tradable(btc, { ...clear, sessions, suspended }, noon)).toMatchObject({ suspended: true, opensAt: null });
  // Opening does not help where a price is coarse.
  expect(tradable(btc, { ...clear, sessions, coarse: new Map([[btc, 3600]]) }, noon).opensAt).toBeNull();
});
