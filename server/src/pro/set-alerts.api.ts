import { alertsRequest, alertsView as answer } from 'papertape-contract/alerts';
import { body, json, operation } from 'papertape-contract/operation';
import type { ReadDeps } from '../read/deps.ts';
import type { Alerts } from './open-alerts.ts';
import { requirePro } from './pro-seat.ts';

type Deps = Pick<ReadDeps, 'payments'> & { readonly alerts: Alerts };

export const setAlerts = operation({
  id: 'setAlerts',
  method: 'post',
  path: '/api/agents/{agent_id}/alerts',
  tag: 'Extras',
  summary: 'Choose alerts by mail',
  description:
    'For a bot with a pro seat; an empty list ends them, also without one. They go to its contact once that is confirmed.',
  key: 'required',
  freshness: 'private',
  body: body(alertsRequest, { example: { alerts: ['rank_change', 'rejection'] } }),
  answer: json(answer),
  codes: ['pro_seat_required'],
  async handle({ bot, body: { alerts: kinds }, warnings }, { alerts, payments }: Deps) {
    if (kinds.length > 0) requirePro(payments.extras, bot.botId);
    await alerts.set(bot, [...new Set(kinds)]);
    return { ...(await alerts.view(bot.botId)), warnings: [...warnings] };
  },
});
