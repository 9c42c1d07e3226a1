/** The public log of incidents. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { RowTable } from '../storage/database.ts';
import { findRow, findRows } from '../storage/find.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { Incident } from './incident.ts';

const { toValue, toRow } = mapping('ledger.incidents', { incident_id: 'id' });

export function incidentOf(row: RowTable<'ledger.incidents'>): Incident {
  const { aboutKind, aboutId, capacity, ...incident } = toValue(row);
  return { ...incident, about: { kind: aboutKind, id: aboutId }, capacity: capacity ?? undefined } as Incident;
}

export async function allIncidents(db: Db | Trx): Promise<Incident[]> {
  return await incidentsAfter(db, 0);
}

/** Those with a higher number, in order. */
export async function incidentsAfter(db: Db | Trx, id: number): Promise<Incident[]> {
  return (await findRows(db, 'ledger.incidents', { incident_id: { after: id } }, 'incident_id')).map(incidentOf);
}

/** Number of the last entry; 0 = the log is empty. The next number is given within a transaction that has claimed the progress only. */
export async function lastIncident(db: Db | Trx): Promise<number> {
  return Number((await findRow(db, 'ledger.incidents', {}, 'incident_id desc'))?.incident_id ?? 0n);
}

/** What is stored of an entry. */
export function incidentRow({ about, capacity, ...incident }: Incident): RowTable<'ledger.incidents'> {
  return toRow({ ...incident, aboutKind: about.kind, aboutId: about.id, capacity: capacity ?? null });
}

export async function insertIncident(trx: Trx, i: Incident): Promise<void> {
  await trx.insertInto('ledger.incidents').values(incidentRow(i)).execute();
}

/** The number of the incident by which a bot kept its value at a close. */
export async function keptAt(db: Db, botId: string, close: Instant): Promise<number | undefined> {
  const kept = { about_kind: 'bot', about_id: botId, kind: 'value_kept', at_mark: close };
  const row = await findRow(db, 'ledger.incidents', kept);
  return row && Number(row.incident_id);
}

/** The incident by which a bot is set aside now; undefined when it is not. */
export async function asideNow(db: Db, botId: string): Promise<Incident | undefined> {
  const changes = { about_kind: 'bot', about_id: botId, kind: ['set_aside', 'readmitted'] };
  const row = await findRow(db, 'ledger.incidents', changes, 'incident_id desc');
  return row?.kind === 'set_aside' ? incidentOf(row) : undefined;
}

/** The first entry that tells of an outage behind an instant. */
export async function outageToldAfter(db: Db, at: Instant): Promise<Incident | undefined> {
  const row = await findRow(db, 'ledger.incidents', { kind: 'outage', at_mark: { after: at } }, 'incident_id');
  return row && incidentOf(row);
}
