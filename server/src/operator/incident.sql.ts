/** The public log of incidents. One function per statement. */
import type { RowTable } from '../storage/database.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { About } from './about.ts';
import type { Incident } from './incident.ts';

export async function allIncidents(db: Db | Trx): Promise<Incident[]> {
  const rows = await db.selectFrom('ledger.incidents').selectAll().orderBy('incident_id').execute();
  return rows.map(incidentOf);
}

export function incidentOf(r: RowTable<'ledger.incidents'>): Incident {
  return {
    id: Number(r.incident_id),
    atMark: Number(r.at_mark),
    kind: r.kind as Incident['kind'],
    about: { kind: r.about_kind as About['kind'], id: r.about_id },
    price: r.price,
    priceAt: r.price_at === null ? null : Number(r.price_at),
    by: r.by as Incident['by'],
    reason: r.reason,
    capacity: r.capacity === null ? undefined : Number(r.capacity),
  };
}

/** 0 = the log is empty. Only within a transaction that has claimed the progress: numbers are given one at a time. */
export async function lastIncidentId(trx: Trx): Promise<number> {
  const row = await trx
    .selectFrom('ledger.incidents')
    .select((e) => e.fn.max('incident_id').as('id'))
    .executeTakeFirst();
  return Number((row?.id as bigint | null | undefined) ?? 0n);
}

/** What is stored of an entry. */
export function incidentRow(i: Incident): RowTable<'ledger.incidents'> {
  return {
    incident_id: BigInt(i.id),
    at_mark: BigInt(i.atMark),
    kind: i.kind,
    about_kind: i.about.kind,
    about_id: i.about.id,
    price: i.price,
    price_at: i.priceAt === null ? null : BigInt(i.priceAt),
    by: i.by,
    reason: i.reason,
    capacity: i.capacity === undefined ? null : BigInt(i.capacity),
  };
}

export async function insertIncident(trx: Trx, i: Incident): Promise<void> {
  await trx.insertInto('ledger.incidents').values(incidentRow(i)).execute();
}
