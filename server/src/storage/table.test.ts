/** From the text of a table to the statements that create it, and to the type of its rows. */
import { expect, expectTypeOf, test } from 'vitest';
import { createTable, table, type RowOfTable } from './table.ts';

const rounds = table(`
  agent_id text, round int, -- counts from 1, and (as text) leads to its page
  -- Null while it lasts, then for good.
  ended_at instant null, note text null,
  won flag, paid amount
  clustered key (agent_id, round)
  unique (note)
  unique index rounds_end (ended_at, agent_id)
  index rounds_won (round) where won = 1`);

const columns =
  'agent_id text not null, round bigint not null, ended_at bigint, note text, won bigint not null, paid bigint not null';

test('SQLite: the table is clustered, and the schema stands before the name of an index', () => {
  expect(createTable('sqlite', 'ledger.rounds', rounds)).toEqual([
    `create table if not exists ledger.rounds (${columns}, primary key (agent_id, round), unique (note)) without rowid`,
    'create unique index if not exists ledger.rounds_end on rounds (ended_at, agent_id)',
    'create index if not exists ledger.rounds_won on rounds (round) where won = 1',
  ]);
});

test('PostgreSQL: the schema stands before the name of the table', () => {
  expect(createTable('postgres', 'ledger.rounds', rounds)).toEqual([
    `create table if not exists ledger.rounds (${columns}, primary key (agent_id, round), unique (note))`,
    'create unique index if not exists rounds_end on ledger.rounds (ended_at, agent_id)',
    'create index if not exists rounds_won on ledger.rounds (round) where won = 1',
  ]);
});

test('a row has the columns of the text', () => {
  expectTypeOf<RowOfTable<typeof rounds>>().toEqualTypeOf<{
    agent_id: string;
    round: bigint;
    ended_at: bigint | null;
    note: string | null;
    won: bigint;
    paid: bigint;
  }>();
});

test.each(['agent_id', 'agent_id txt', 'agent_id text nul', 'agent_id text not null'])('no column: %s', (text) => {
  expect(() => createTable('sqlite', 'ledger.rounds', text)).toThrow(text);
});
