import { alertsView as answer } from 'papertape-contract/alerts';
import { json, operation } from 'papertape-contract/operation';
import type { Alerts } from './open-alerts.ts';

export const getAlerts = operation({
  id: 'getAlerts',
  path: '/api/agents/{agent_id}/alerts',
  tag: 'Extras',
  summary: 'Alerts by mail',
  description: 'Which alerts the bot wants, and whether they are sent now.',
  key: 'required',
  freshness: 'private',
  answer: json(answer),
  handle: async ({ bot: { botId } }, { alerts }: { readonly alerts: Alerts }) => await alerts.view(botId),
});
