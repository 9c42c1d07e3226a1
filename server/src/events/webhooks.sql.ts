/** Webhooks as they are kept. One function per statement. */
import type { WebhooksTable } from '../storage/database.ts';
import type { Db, Trx } from '../storage/storage.ts';

export type WebhookRow = WebhooksTable & { readonly league: string };

/** All webhooks, with the leagues of their bots. */
export async function allWebhooks(db: Db): Promise<WebhookRow[]> {
  return await db
    .selectFrom('intake.webhooks as w')
    .innerJoin('intake.bots as a', 'a.agent_id', 'w.agent_id')
    .selectAll('w')
    .select('a.league')
    .execute();
}

export async function replaceWebhook(trx: Trx, row: WebhooksTable): Promise<void> {
  const { agent_id: _key, ...set } = row;
  await trx
    .insertInto('intake.webhooks')
    .values(row)
    .onConflict((c) => c.column('agent_id').doUpdateSet(set))
    .execute();
}

export async function deleteWebhook(trx: Trx, botId: string): Promise<void> {
  await trx.deleteFrom('intake.webhooks').where('agent_id', '=', botId).execute();
}

/** What a delivery left behind; nothing when the webhook was set anew meanwhile. */
export async function keepProgress(
  trx: Trx,
  row: Pick<
    WebhooksTable,
    | 'agent_id'
    | 'webhook_id'
    | 'position'
    | 'failures'
    | 'failing_since'
    | 'next_try_at'
    | 'last_try_at'
    | 'last_status'
    | 'last_error'
    | 'delivered_at'
    | 'paused_at'
  >,
): Promise<void> {
  const { agent_id: botId, webhook_id: webhookId, ...set } = row;
  await trx
    .updateTable('intake.webhooks')
    .set(set)
    .where('agent_id', '=', botId)
    .where('webhook_id', '=', webhookId)
    .execute();
}
