import { expect, test } from 'vitest';
import { leagueKinds } from './kinds.ts';

test('a trading league is live when one symbol of it is priced; a task league when its rounds are held', () => {
  expect(leagueKinds.trading.isLive({ pricedSymbols: 0, holdsRounds: true })).toBe(false);
  expect(leagueKinds.trading.isLive({ pricedSymbols: 1, holdsRounds: false })).toBe(true);
  expect(leagueKinds.task.isLive({ pricedSymbols: 1, holdsRounds: false })).toBe(false);
  expect(leagueKinds.task.isLive({ pricedSymbols: 0, holdsRounds: true })).toBe(true);
});

test('a kind is found by what it is called on the wire', () => {
  for (const [id, kind] of Object.entries(leagueKinds)) expect(kind.id).toBe(id);
});
