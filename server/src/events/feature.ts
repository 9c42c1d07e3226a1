/** What happens to bots: lists, streams, webhooks. All of them for a bot's own key only. */
import { feature } from '../feature/feature.ts';
import { webhooks } from './0001-webhooks.migration.ts';
import { getWebhook } from './get-webhook.api.ts';
import { listEvents } from './list-events.api.ts';
import { setWebhook } from './set-webhook.api.ts';

export const events = feature({
  name: 'events',
  migrations: [webhooks],
  operations: [listEvents, setWebhook, getWebhook],
});
