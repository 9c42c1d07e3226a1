/** What a pro seat brings beside its label (docs/bots/extras.md): alerts by mail, and the export of a bot's whole history. */
import { feature } from '../feature/feature.ts';
import { alerts as alertTable } from './0001-alerts.migration.ts';
import type { Alerts } from './open-alerts.ts';
import { getAlerts } from './get-alerts.api.ts';
import { getHistory } from './get-history.api.ts';
import { setAlerts } from './set-alerts.api.ts';
import { pressStopLink, showStopLink } from './stop-alerts.api.ts';

function look({ alerts }: { readonly alerts: Alerts }): Alerts {
  alerts.start();
  return alerts;
}

export const pro = feature({
  name: 'pro',
  migrations: [alertTable],
  operations: [getAlerts, setAlerts, getHistory, showStopLink, pressStopLink],
  loops: [look],
});
