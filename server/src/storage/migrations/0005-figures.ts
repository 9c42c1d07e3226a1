import type { Migration } from '../migration.ts';

/** Cost of a trade, decimal text, in the smallest unit of money. */
const costOf = {
  sqlite: `cast(substr(t.cost, 1, instr(t.cost || '.', '.') - 1) as integer) * 100000000
    + cast(substr(rtrim(substr(t.cost, instr(t.cost || '.', '.') + 1), '.') || '00000000', 1, 8) as integer)`,
  postgres: `(t.cost::numeric * 100000000)::bigint`,
} as const;

const trades = {
  sqlite: `(select json_extract(x.value, '$[3]') as cost from ledger.fills f, json_each(f.trades) x
    where f.agent_id = ledger.portfolios.agent_id and f.state = 'filled' and f.sandbox = 0)`,
  postgres: `(select x.value->>3 as cost from ledger.fills f, jsonb_array_elements(f.trades::jsonb) x
    where f.agent_id = ledger.portfolios.agent_id and f.state = 'filled' and f.sandbox = 0)`,
} as const;

/** What figures rest on besides the record of a close: notional traded, and pairs of bots that move as one. */
export const figures: Migration = {
  name: 'figures',
  statements: (engine) => [
    { schema: 'ledger', table: 'portfolios', addColumn: 'traded', type: 'bigint not null default 0' },
    `update ledger.portfolios set traded = coalesce((select sum(${costOf[engine]}) from ${trades[engine]} t), 0)`,
    `create table if not exists ledger.twin_notes (
      league text not null, month text not null, agent_id text not null, other_id text not null, kind text not null,
      correlation text not null, days bigint not null, same_symbol text, total bigint not null,
      primary key (agent_id, month, other_id))${engine === 'sqlite' ? ' without rowid' : ''}`,
    `create table if not exists ledger.twin_runs (
      league text not null, month text not null, close bigint not null, state text not null, bots bigint not null,
      compared bigint not null, pairs bigint not null, primary key (league, month))`,
  ],
};
