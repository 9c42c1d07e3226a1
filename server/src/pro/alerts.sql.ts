/** Alerts that bots want. One function per statement. */
import type { AlertKind } from 'papertape-contract/alerts';
import { findRow, findRows } from '../storage/find.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';

/** Instants are on real time. */
export interface AlertSetting {
  readonly botId: string;
  readonly league: string;
  /** At least one. */
  readonly kinds: readonly AlertKind[];
  /** Cursor of the bot's events (events/cursor.ts): everything before it was told of, or passed over. */
  readonly position: string;
  /** The same of the public log. */
  readonly incident: number;
  readonly nextMailAt: number;
}

const { toValue, toRow } = mapping('intake.alerts');

export async function alertSettings(db: Db): Promise<AlertSetting[]> {
  return (await findRows(db, 'intake.alerts', {}, 'agent_id')).map(settingOf);
}

export async function alertSettingOf(db: Db, botId: string): Promise<AlertSetting | undefined> {
  const row = await findRow(db, 'intake.alerts', { agent_id: botId });
  return row && settingOf(row);
}

export async function putAlertSetting(trx: Trx, { kinds, ...setting }: AlertSetting): Promise<void> {
  const row = toRow({ ...setting, kinds: JSON.stringify(kinds) });
  await trx
    .insertInto('intake.alerts')
    .values(row)
    .onConflict((c) => c.column('agent_id').doUpdateSet(row))
    .execute();
}

/** Only where it is still set: who turned it off meanwhile is not turned on again. */
export async function keepAlertPlace(trx: Trx, { botId, position, incident, nextMailAt }: AlertSetting): Promise<void> {
  await trx
    .updateTable('intake.alerts')
    .set({ position, incident: BigInt(incident), next_mail_at: BigInt(nextMailAt) })
    .where('agent_id', '=', botId)
    .execute();
}

export async function deleteAlertSetting(trx: Trx, botId: string): Promise<void> {
  await trx.deleteFrom('intake.alerts').where('agent_id', '=', botId).execute();
}

function settingOf(row: Parameters<typeof toValue>[0]): AlertSetting {
  const { kinds, ...setting } = toValue(row);
  return { ...setting, kinds: JSON.parse(kinds) as AlertKind[] };
}
