import { ApiError } from 'papertape-contract/errors';
import { webhookRequest, webhookView as answer } from 'papertape-contract/event';
import { body, json, operation } from 'papertape-contract/operation';
import { stored } from '../storage/stored.ts';
import { webhookUrlProblem, type WebhookPlaces } from './webhook-target.ts';
import { webhookView } from './webhook.ts';
import type { Webhooks } from './webhooks.ts';

type Deps = { readonly webhooks: Webhooks; readonly config: { readonly webhooks: WebhookPlaces } };

export const setWebhook = operation({
  id: 'setWebhook',
  method: 'post',
  path: '/api/agents/{agent_id}/webhook',
  tag: 'Events',
  summary: 'Have events sent',
  description:
    'Sets where the events of the bot are posted to. The secret in the answer signs every delivery and is shown once. An empty url clears.',
  key: 'required',
  freshness: 'private',
  body: body(webhookRequest, {
    example: { url: 'https://bot.example.org/papertape', events: ['order_filled', 'order_rejected'] },
  }),
  idempotent: true,
  showsSecret: true,
  answer: json(answer),
  async handle({ bot, body: { url, events }, warnings, once }, { webhooks, config }: Deps) {
    const { botId } = bot;
    return await once(async (keep) => {
      const problem = url === '' ? undefined : webhookUrlProblem(url, config.webhooks);
      if (problem !== undefined) throw new ApiError('invalid_field', `url ${problem}.`);
      if (url === '') {
        const cleared = webhookView(botId, undefined, null, warnings);
        await stored(webhooks.clear(botId, keep(cleared)), kept);
        return cleared;
      }
      let answered = webhookView(botId, undefined);
      const set = webhooks.set(bot, { url, types: [...new Set(events ?? [])] }, (hook) => {
        answered = webhookView(botId, hook, hook.secret, warnings);
        return keep(answered);
      });
      await stored(set, kept);
      return answered;
    });
  },
});

const kept = 'the webhook; nothing was changed';
