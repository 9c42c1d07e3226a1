import { expect, test } from 'vitest';
import { leagueById } from './catalogue.ts';
import { meantSymbol, type MeantSymbol } from './meant-symbol.ts';

const meantIn = (league: string, text: string): MeantSymbol => meantSymbol(text, leagueById.get(league)?.symbols ?? []);
const inSpot = (text: string): MeantSymbol => meantIn('spot_crypto', text);

test('the examples of the header', () => {
  for (const text of ['Bitcoin', 'btcusdt']) expect(inSpot(text)).toEqual({ is: 'here', symbol: 'BTC-USD' });
  expect(inSpot('CASH')).toEqual({ is: 'cash' });
  expect(inSpot('AAPL')).toMatchObject({ is: 'elsewhere', symbol: 'AAPL-USD', leagues: ['us_stocks'] });
  expect(inSpot('DOGEE-USD')).toEqual({ is: 'near', symbols: ['DOGE-USD'] });
});

test.each([
  ['BTC', 'BTC-USD'],
  ['btc-usd', 'BTC-USD'],
  ['BTC/USD', 'BTC-USD'],
  ['BTC_USDT', 'BTC-USD'],
  ['$btc', 'BTC-USD'],
  ['XBTUSD', 'BTC-USD'],
  ['BTC-USD-SWAP', 'BTC-USD'],
  ['BTC/USDT:USDT', 'BTC-USD'],
  ['BINANCE:ETHUSDT', 'ETH-USD'],
  ['ETH/BTC', 'ETH-USD'],
  ['ethereum', 'ETH-USD'],
  ['MATIC-USD', 'POL-USD'],
  ['Shiba Inu', 'SHIB-USD'],
  ['gold', 'PAXG-USD'],
  ['The Graph', 'GRT-USD'],
])('%s is %s in spot_crypto', (text, symbol) => {
  expect(inSpot(text)).toEqual({ is: 'here', symbol });
});

test.each([
  ['us_stocks', 'NASDAQ:AAPL', 'AAPL-USD'],
  ['us_stocks', 'Google', 'GOOGL-USD'],
  ['us_stocks', 'MSFT.US', 'MSFT-USD'],
  ['tsx_stocks', 'RY.TO', 'RY-CAD'],
  ['tsx_stocks', 'Shopify', 'SHOP-CAD'],
  ['etfs', 'gold', 'GLD-USD'],
  ['etfs', 'S&P 500', 'SPY-USD'],
])('in %s %s is %s', (league, text, symbol) => {
  expect(meantIn(league, text)).toEqual({ is: 'here', symbol });
});

test('what is a symbol of its own in another league is not taken for its neighbour', () => {
  expect(inSpot('WBTC')).toEqual({
    is: 'elsewhere',
    symbol: 'WBTC-USD',
    leagues: ['tokenized'],
    near: ['BTC-USD'],
  });
});

test.each(['USD', 'cash', 'USDT', 'USDC-USD', 'Tether', 'DAI', 'stablecoins'])('%s is cash', (text) => {
  expect(inSpot(text)).toEqual({ is: 'cash' });
});

test('a dollar token that the league has is that token', () => {
  expect(meantIn('tokenized', 'USDY')).toEqual({ is: 'here', symbol: 'USDY-USD' });
});

test.each(['', ' ', '-', 'QQQQQQQQ', '__proto__', 'constructor', '\u0000', '🚀', 'x'.repeat(100_000)])(
  'nothing is meant by %j',
  (text) => {
    expect(inSpot(text)).toEqual({ is: 'unknown' });
  },
);
