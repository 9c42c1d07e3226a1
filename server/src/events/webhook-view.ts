/** A webhook as its owner sees it. */
import { eventType, type EventType, type WebhookView } from 'papertape-contract/event';
import { iso } from '../lib/clock.ts';
import type { WebhooksTable } from '../storage/database.ts';
import { webhookState } from './webhooks.ts';

/** @param secret shown once, when the webhook is set. */
export function webhookView(
  botId: string,
  row: WebhooksTable | undefined,
  secret: string | null = null,
  warnings: readonly string[] = [],
): WebhookView {
  const at = (t: bigint | null | undefined): string | null => (t === null || t === undefined ? null : iso(Number(t)));
  const types = row ? (JSON.parse(row.types) as EventType[]) : [];
  return {
    agent_id: botId,
    webhook_id: row?.webhook_id ?? null,
    url: row?.url ?? null,
    events: !row ? [] : types.length > 0 ? types : [...eventType.options],
    secret,
    state: row ? webhookState(row) : 'none',
    reason: !row ? null : row.paused_at === null ? row.last_error : `${row.last_error ?? ''} ${pausedFix}`.trim(),
    cursor: row?.position ?? null,
    last_delivery_at: at(row?.delivered_at),
    last_attempt_at: at(row?.last_try_at),
    last_status: row?.last_status === null || row === undefined ? null : Number(row.last_status),
    failures: Number(row?.failures ?? 0n),
    next_attempt_at: at(row?.next_try_at),
    warnings: [...warnings],
  };
}

const pausedFix = 'Deliveries are paused; set the webhook again to go on from where it stood.';
