/** Webhooks as they are kept: the mapping of their rows, and one function per statement. */
import type { RowTable } from '../storage/database.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { Webhook } from './webhook.ts';

const { toValue, toRow } = mapping('intake.webhooks', { webhook_id: 'id' });

function webhookOf(row: RowTable<'intake.webhooks'> & { readonly league: string }): Webhook {
  const { botId, types, ...hook } = toValue(row);
  return { ...hook, bot: { botId, league: row.league }, types: JSON.parse(types) as Webhook['types'] };
}

function webhookRow({ bot, types, ...hook }: Webhook): RowTable<'intake.webhooks'> {
  return toRow({ ...hook, botId: bot.botId, types: JSON.stringify(types) });
}

export async function allWebhooks(db: Db): Promise<Webhook[]> {
  return (await webhooks(db).execute()).map(webhookOf);
}

/** As it is stored now. */
export async function webhookOfBot(db: Db, botId: string): Promise<Webhook | undefined> {
  const row = await webhooks(db).where('w.agent_id', '=', botId).executeTakeFirst();
  return row && webhookOf(row);
}

function webhooks(db: Db) {
  return db
    .selectFrom('intake.webhooks as w')
    .innerJoin('intake.bots as a', 'a.agent_id', 'w.agent_id')
    .selectAll('w')
    .select('a.league');
}

export async function replaceWebhook(trx: Trx, hook: Webhook): Promise<void> {
  const row = webhookRow(hook);
  await trx
    .insertInto('intake.webhooks')
    .values(row)
    .onConflict((c) => c.column('agent_id').doUpdateSet(row))
    .execute();
}

export async function deleteWebhook(trx: Trx, botId: string): Promise<void> {
  await trx.deleteFrom('intake.webhooks').where('agent_id', '=', botId).execute();
}

/** What a delivery left behind; nothing when the webhook was set anew meanwhile. */
export async function keepProgress(trx: Trx, hook: Webhook): Promise<void> {
  await trx
    .updateTable('intake.webhooks')
    .set(webhookRow(hook))
    .where('agent_id', '=', hook.bot.botId)
    .where('webhook_id', '=', hook.id)
    .execute();
}
