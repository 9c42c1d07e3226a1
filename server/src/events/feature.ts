/** What happens to bots: lists, streams, webhooks. All of them for a bot's own key only. */
import { feature } from '../feature/feature.ts';
import { webhooks as webhookTables } from './0001-webhooks.migration.ts';
import { getWebhook } from './get-webhook.api.ts';
import { listEvents } from './list-events.api.ts';
import { setWebhook } from './set-webhook.api.ts';
import type { Webhooks } from './webhooks.ts';

function deliver({ webhooks }: { readonly webhooks: Webhooks }): Webhooks {
  webhooks.start();
  return webhooks;
}

export const events = feature({
  name: 'events',
  migrations: [webhookTables],
  loops: [deliver],
  operations: [listEvents, setWebhook, getWebhook],
});
