/** Days whose files the public log tells the hash of. One function per statement. */
import { findRow } from '../storage/find.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { filedHash } from './filed-day.ts';

/** The hash of a day's file, by the newest entry of the log; undefined when it has none. */
export async function dayFiledAs(db: Db | Trx, date: string): Promise<string | undefined> {
  const filed = { kind: 'day_filed', about_kind: 'day', about_id: date };
  const row = await findRow(db, 'ledger.incidents', filed, 'incident_id desc');
  return row && filedHash(row.reason);
}

/** The last day that has an entry. */
export async function lastDayFiled(db: Db | Trx): Promise<string | undefined> {
  return (await findRow(db, 'ledger.incidents', { kind: 'day_filed' }, 'about_id desc'))?.about_id;
}

/** Has the operator, or the service for it, asked for an entry that is not applied yet? */
export async function isFiling(db: Db | Trx): Promise<boolean> {
  const row = await db
    .selectFrom('intake.operator_actions as a')
    .select('a.action_id')
    .where('a.action', '=', 'file_day')
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('ledger.applied_actions as x').select('x.number').whereRef('x.action_id', '=', 'a.action_id'),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}
