import { webhookView as answer } from 'papertape-contract/event';
import { json, operation } from 'papertape-contract/operation';
import { webhookView } from './webhook.ts';
import type { Webhooks } from './webhooks.ts';

export const getWebhook = operation({
  id: 'getWebhook',
  path: '/api/agents/{agent_id}/webhook',
  tag: 'Events',
  summary: 'State of the webhook',
  description: 'Where events are sent, the last delivery, failures, the next attempt.',
  key: 'required',
  freshness: 'private',
  answer: json(answer),
  handle: async ({ bot: { botId } }, { webhooks }: { webhooks: Webhooks }) => webhookView(botId, webhooks.of(botId)),
});
