import { expect, test } from 'vitest';
import {
  assetClassTopic,
  catalogueSymbols,
  defaultLeagueId,
  leagueById,
  leagues,
  symbolByName,
  symbolPattern,
  topicOf,
  topics,
} from './catalogue.ts';

const enumIds = [
  'tokenized',
  'crypto_l1',
  'crypto_l2',
  'crypto_l3',
  'crypto_alt',
  'multi',
  'us_stocks',
  'tsx_stocks',
  'etfs',
  'income',
];
const recordedAssets = 'AAVE,ADA,AVAX,BNB,BTC,COMP,CRV,DOGE,ENS,ETH,GRT,LDO,LINK,OP,PAXG,SHIB,SNX,SOL,UNI,XRP'.split(
  ',',
);

test('34 leagues with unique ids: 24 in 11 topics, and the ten asset classes', () => {
  expect(leagues).toHaveLength(34);
  expect(leagueById.size).toBe(34);
  const catalogue = leagues.filter((league) => !league.assetClass);
  expect(catalogue).toHaveLength(24);
  expect(topics).toHaveLength(11);
  expect(new Set(catalogue.map((league) => league.topic))).toEqual(new Set(topics.map((topic) => topic.id)));
  expect(leagues.filter((league) => league.assetClass).map((league) => league.id)).toEqual(enumIds);
  for (const league of leagues)
    expect(topicOf(league)).toBe(
      league.assetClass ? assetClassTopic : topics.find((topic) => topic.id === league.topic),
    );
  expect(leagueById.has(defaultLeagueId)).toBe(true);
});

test.each(leagues.filter((league) => league.kind.id === 'trading').map((league) => [league.id, league] as const))(
  '%s: every symbol is in the catalogue once, the two largest are in the universe',
  (_id, league) => {
    expect(league.symbols.length).toBeGreaterThanOrEqual(6);
    expect(new Set(league.symbols).size).toBe(league.symbols.length);
    for (const symbol of league.symbols) expect(symbolByName.has(symbol), symbol).toBe(true);
    const [first, second] = league.largest ?? ['', ''];
    expect(first).not.toBe(second);
    expect(league.symbols).toContain(first);
    expect(league.symbols).toContain(second);
  },
);

test('a task league has neither symbols nor baselines', () => {
  const tasks = leagues.filter((league) => league.kind.id === 'task');
  expect(tasks).toHaveLength(19);
  for (const league of tasks) {
    expect(league.symbols).toEqual([]);
    expect('largest' in league).toBe(false);
  }
});

test('symbols are unique, well formed, used by a league, and follow only symbols that follow none', () => {
  expect(symbolByName.size).toBe(catalogueSymbols.length);
  const used = new Set(leagues.flatMap((league) => league.symbols));
  for (const { symbol, pricedIn, simulated } of catalogueSymbols) {
    expect(symbol).toMatch(symbolPattern);
    expect(symbol.endsWith(`-${pricedIn}`)).toBe(true);
    expect(simulated.price).toBeGreaterThan(0);
    expect(simulated.annualVolatility).toBeGreaterThan(0);
    expect(used.has(symbol), `${symbol} is in no league`).toBe(true);
    if (simulated.follows) {
      const leader = symbolByName.get(simulated.follows);
      expect(leader?.simulated.follows, symbol).toBeUndefined();
      expect(leader?.pricedIn).toBe(pricedIn);
    }
  }
});

test('every recorded asset can be traded in spot_crypto', () => {
  const spot = leagueById.get('spot_crypto')?.symbols ?? [];
  for (const asset of recordedAssets) expect(spot).toContain(`${asset}-USD`);
});
