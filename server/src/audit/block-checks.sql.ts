/** Block checks, and the incidents that came of them, held against what they refer to. One function per statement. */
import { sql } from 'kysely';
import type { Trx } from '../storage/storage.ts';

export interface StrayCheck {
  readonly chain: bigint;
  readonly mark: bigint;
  readonly attempt: bigint;
  readonly hash: string;
}

/** Checks of a block in which nothing was read. */
export async function strayBlockChecks(trx: Trx, limit: number): Promise<StrayCheck[]> {
  const { rows } = await sql<StrayCheck>`
    select c.chain, c.mark, c.attempt, c.hash from ledger.block_checks as c
    where not exists (
      select 1 from ledger.mark_readings as r
      where r.mark = c.mark and r.attempt = c.attempt and r.read_at = c.read_at
        and r.readings like '%[' || c.number || ',"' || c.hash || '",%')
    order by c.chain, c.read_at limit ${limit}`.execute(trx);
  return rows;
}

export interface ToldCheckRow {
  readonly chain: bigint;
  readonly mark: bigint;
  readonly attempt: bigint;
  readonly outcome: string;
  readonly told_by: string | null;
  readonly incident_id: bigint | null;
  /** Of that incident; null when there is none. */
  readonly kind: string | null;
  /** Of the readings that it is about. */
  readonly readings: string | null;
  readonly readings_told_by: string | null;
}

/** Checks of blocks that are gone or differ, with what they refer to. */
export async function toldCheckRows(trx: Trx): Promise<ToldCheckRow[]> {
  const { rows } = await sql<ToldCheckRow>`
    select c.chain, c.mark, c.attempt, c.outcome, c.told_by, c.incident_id, i.kind,
      r.readings, r.told_by as readings_told_by
    from ledger.block_checks as c
    left join ledger.incidents as i on i.incident_id = c.incident_id
    left join ledger.mark_readings as r on r.mark = c.mark and r.attempt = c.attempt
    where c.outcome <> 'final'
    order by c.chain, c.read_at, c.mark, c.attempt`.execute(trx);
  return rows;
}

export interface DifferenceRow {
  readonly incident_id: bigint;
  readonly kind: string | null;
  readonly about_id: string | null;
  readonly incident_price: string | null;
  readonly symbol: string;
  readonly used: string;
  /** The vector that the used price is of, and whether the block of its mark has a check that is not final. */
  readonly prices: string | null;
  readonly outcome: string | null;
}

/** Every difference with what it refers to. There are few: one for each price that a replaced block or a wrong reading has changed. */
export async function differenceRows(trx: Trx): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`
    select d.incident_id, i.kind, i.about_id, i.price as incident_price, d.symbol, d.used, v.prices,
      (select max('told') from ledger.block_checks as c
        where c.chain = d.chain and c.mark = d.mark and c.outcome <> 'final') as outcome
    from ledger.price_differences as d
    left join ledger.incidents as i on i.incident_id = d.incident_id
    left join ledger.price_vectors as v on v.window_end = d.window_end and v.at_mark = d.priced_at
    order by d.incident_id`.execute(trx);
  return rows;
}
