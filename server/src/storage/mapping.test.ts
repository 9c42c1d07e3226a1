/** Rows and the values that they are in the program, there and back. */
import { expect, expectTypeOf, test } from 'vitest';
import { tables, type Database } from './database.ts';
import { mapping, type ValueOf } from './mapping.ts';
import { columnsOf } from './table.ts';

test('a close: names, numbers, flags, amounts and nulls', () => {
  const { toValue, toRow } = mapping('ledger.closes', { max_drawdown: 'fall', move: 'up' });
  const row: Database['ledger.closes'] = {
    agent_id: 'agt_1',
    close: 1_795_305_600_000n,
    league: 'spot_crypto',
    value: 9_223_372_036_854_775_807n,
    stale: 0n,
    rank: 2n,
    tied: 1n,
    move: -3n,
    peak: 5n,
    max_drawdown: 0n,
    trades: 7n,
    first_fill_at: null,
    rank_from: 1n,
    rank_to: 4n,
  };
  const value = {
    botId: 'agt_1',
    close: 1_795_305_600_000,
    league: 'spot_crypto',
    value: 9_223_372_036_854_775_807n,
    stale: false,
    rank: 2,
    tied: true,
    up: -3,
    peak: 5n,
    fall: 0n,
    trades: 7,
    firstFillAt: null,
    rankFrom: 1,
    rankTo: 4,
  };
  expect(toValue(row)).toEqual(value);
  expect(toRow(value)).toEqual(row);
});

test('what a table does not have is left out, in both directions', () => {
  const { toValue, toRow } = mapping('ledger.meta');
  expect(toValue(Object.assign({ key: 'a', value: 'b' }, { league: 'c' }))).toEqual({ key: 'a', value: 'b' });
  expect(toRow(Object.assign({ key: 'a', value: 'b' }, { league: 'c' }))).toEqual({ key: 'a', value: 'b' });
});

test('the type of a value', () => {
  expectTypeOf<ValueOf<'ledger.weeks', { week_bps: 'bps' }>>().toEqualTypeOf<{
    readonly league: string;
    readonly week: string;
    readonly decidedAt: number;
    readonly bots: number;
    readonly champion: string | null;
    readonly bps: number | null;
    readonly value: bigint | null;
  }>();
});

test.each(Object.keys(tables) as (keyof typeof tables)[])('%s: a row comes back from its value', (table) => {
  const { toValue, toRow } = mapping(table);
  const columns = columnsOf(tables[table]);
  const full = Object.fromEntries(columns.map((c, i) => [c.name, c.kind === 'text' ? `text ${i}` : BigInt(i % 2)]));
  const bare = Object.fromEntries(columns.map((c) => [c.name, c.isNullable ? null : full[c.name]]));
  for (const row of [full, bare] as never[]) expect(toRow(toValue(row))).toEqual(row);
});
