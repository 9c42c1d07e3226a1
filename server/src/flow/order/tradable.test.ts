import { expect, test } from 'vitest';
import { symbolNow, tradable, type TradableMarket } from './tradable.ts';

const clear: TradableMarket = {
  suspended: new Map(),
  unlisted: new Set(),
  coarse: new Map(),
  guarded: new Map(),
  silent: new Map(),
  vector: new Map(),
};
const btc = 'BTC-USD';

test('the example of the header, and a symbol that is delisted', () => {
  const held = (kind: 'suspended' | 'delisted') => tradable(btc, { ...clear, suspended: new Map([[btc, { kind }]]) });
  expect(held('suspended')).toEqual({
    tradable: false,
    reason: 'It is suspended: it is frozen at its last agreed price.',
    suspended: true,
  });
  expect(held('delisted')).toEqual({ tradable: false, reason: 'It is delisted for good.', suspended: true });
});

test('what is not listed yet, or held back by a guard, cannot be bought; it is not frozen', () => {
  expect(tradable(btc, { ...clear, unlisted: new Set([btc]) })).toEqual({
    tradable: false,
    reason: 'The price source has not listed it yet.',
    suspended: false,
  });
  expect(tradable(btc, { ...clear, guarded: new Map([[btc, 'WBTC/USDC: too thin']]) })).toEqual({
    tradable: false,
    reason: 'WBTC/USDC: too thin',
    suspended: false,
  });
});

test('a symbol that cannot be read now may be named, and is said to have no price', () => {
  const silent = { ...clear, silent: new Map([[btc, 'WBTC/USDC: The source did not answer.']]) };
  expect(tradable(btc, silent)).toEqual({
    tradable: true,
    reason:
      'It has no price now. WBTC/USDC: The source did not answer. An order that names it waits until it has one, or is rejected with price_unavailable, and later orders wait behind it.',
    suspended: false,
  });
});

test('a symbol whose routes are apart may be named, with a warning', () => {
  expect(tradable(btc, { ...clear, vector: new Map([[btc, { state: 'apart', bps: '120.5' }]]) })).toEqual({
    tradable: true,
    reason: 'Its pools are 120.5 bps apart now; an order is rejected while they are.',
    suspended: false,
  });
  const agreed = { ...clear, vector: new Map([[btc, { state: 'agreed', bps: '0' }]]) };
  expect(tradable(btc, agreed)).toEqual({ tradable: true, reason: null, suspended: false });
});

test('of a league: its symbols, those that failed their checks, and no others', () => {
  const route = { symbol: btc, primary: [], second: [] };
  const league = {
    symbols: new Map([[btc, { symbol: btc, name: 'Bitcoin', pricedIn: 'USD' as const, route }]]),
    unfit: new Map([['ETH-USD', { symbol: 'ETH-USD', name: 'Ether', pricedIn: 'USD' as const, reason: 'no pool' }]]),
  };
  expect(symbolNow(league, btc, clear)?.tradable).toBe(true);
  const suspended = new Map([['ETH-USD', { kind: 'suspended' as const }]]);
  const failed = 'It failed its checks at the start of the service: no pool.';
  expect(symbolNow(league, 'ETH-USD', clear)).toEqual({ tradable: false, reason: failed, suspended: false });
  expect(symbolNow(league, 'ETH-USD', { ...clear, suspended })?.suspended).toBe(true);
  expect(symbolNow(league, 'SOL-USD', clear)).toBeUndefined();
});

test('a coarse price cannot be ordered', () => {
  expect(tradable(btc, { ...clear, coarse: new Map([[btc, 3600]]) })).toEqual({
    tradable: false,
    reason:
      'Its price is coarse: one observation in 60 minutes, and a window of 30 minutes needs two. Only sandbox orders take it.',
    suspended: false,
  });
});
