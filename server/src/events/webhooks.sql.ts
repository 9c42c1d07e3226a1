/** Webhooks as they are kept: the mapping of their rows, and one function per statement. */
import type { RowTable } from '../storage/database.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { Webhook } from './webhook.ts';

const instant = (t: bigint | null): number | null => (t === null ? null : Number(t));
const int8 = (n: number | null): bigint | null => (n === null ? null : BigInt(n));

function webhookOf(row: RowTable<'intake.webhooks'> & { readonly league: string }): Webhook {
  return {
    bot: { botId: row.agent_id, league: row.league },
    id: row.webhook_id,
    url: row.url,
    types: JSON.parse(row.types) as Webhook['types'],
    secret: row.secret,
    createdAt: Number(row.created_at),
    position: row.position,
    failures: Number(row.failures),
    failingSince: instant(row.failing_since),
    nextTryAt: instant(row.next_try_at),
    lastTryAt: instant(row.last_try_at),
    lastStatus: instant(row.last_status),
    lastError: row.last_error,
    deliveredAt: instant(row.delivered_at),
    pausedAt: instant(row.paused_at),
  };
}

/** What deliveries change. */
function progressOf(hook: Webhook) {
  return {
    position: hook.position,
    failures: BigInt(hook.failures),
    failing_since: int8(hook.failingSince),
    next_try_at: int8(hook.nextTryAt),
    last_try_at: int8(hook.lastTryAt),
    last_status: int8(hook.lastStatus),
    last_error: hook.lastError,
    delivered_at: int8(hook.deliveredAt),
    paused_at: int8(hook.pausedAt),
  };
}

export async function allWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('intake.webhooks as w')
    .innerJoin('intake.bots as a', 'a.agent_id', 'w.agent_id')
    .selectAll('w')
    .select('a.league')
    .execute();
  return rows.map(webhookOf);
}

export async function replaceWebhook(trx: Trx, hook: Webhook): Promise<void> {
  const set = {
    webhook_id: hook.id,
    url: hook.url,
    types: JSON.stringify(hook.types),
    secret: hook.secret,
    created_at: BigInt(hook.createdAt),
    ...progressOf(hook),
  };
  await trx
    .insertInto('intake.webhooks')
    .values({ agent_id: hook.bot.botId, ...set })
    .onConflict((c) => c.column('agent_id').doUpdateSet(set))
    .execute();
}

export async function deleteWebhook(trx: Trx, botId: string): Promise<void> {
  await trx.deleteFrom('intake.webhooks').where('agent_id', '=', botId).execute();
}

/** What a delivery left behind; nothing when the webhook was set anew meanwhile. */
export async function keepProgress(trx: Trx, hook: Webhook): Promise<void> {
  await trx
    .updateTable('intake.webhooks')
    .set(progressOf(hook))
    .where('agent_id', '=', hook.bot.botId)
    .where('webhook_id', '=', hook.id)
    .execute();
}
