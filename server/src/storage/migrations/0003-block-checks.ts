import type { Migration } from '../migration.ts';

/**
 * Whether the blocks in which marks were read are still part of their chains, and prices that would be others if the marks were read
 * again. A chain's checks are in the order in which its marks were read: the last one is where to go on.
 */
export const blockChecks: Migration = {
  name: 'block-checks',
  statements: (engine) => {
    const clustered = engine === 'sqlite' ? ' without rowid' : '';
    const on =
      engine === 'sqlite' ? 'ledger.block_checks_gone on block_checks' : 'block_checks_gone on ledger.block_checks';
    return [
      `create table if not exists ledger.block_checks (
        chain bigint not null, read_at bigint not null, mark bigint not null, attempt bigint not null,
        number bigint not null, hash text not null, checked_at bigint not null, outcome text not null,
        canonical_hash text not null, difference_bps text, primary key (chain, read_at, mark, attempt))${clustered}`,
      `create index if not exists ${on} (chain) where outcome = 'gone'`,
      `create table if not exists ledger.price_differences (
        incident_id bigint not null primary key, chain bigint not null, mark bigint not null, symbol text not null,
        window_end bigint not null, priced_at bigint not null, used text not null, canonical text, bps text,
        orders bigint not null)${clustered}`,
    ];
  },
};
