/** Opens alerts by mail, with what the other rooms have. */
import type { EventReader } from '../events/read-events.ts';
import type { Payments } from '../payments/open-payments.ts';
import { createAlerts, type Alerts, type AlertsDeps } from './alerts.job.ts';

export type { Alerts } from './alerts.job.ts';

interface OpenAlertsDeps extends Omit<AlertsDeps, 'extras' | 'events'> {
  readonly payments: Pick<Payments, 'extras'>;
  readonly reader: EventReader;
}

export function openAlerts({ payments, reader, ...deps }: OpenAlertsDeps): Alerts {
  return createAlerts({ ...deps, extras: payments.extras, events: reader });
}
