/** Alerts by mail, which a pro seat brings. */
import { z } from 'zod';

const alertKinds = ['rank_change', 'fill', 'rejection', 'tier_change', 'incident'] as const;

const alertKind = z.enum(alertKinds, { error: `must each be one of ${alertKinds.join(', ')}` });
export type AlertKind = z.infer<typeof alertKind>;

export const alertsRequest = z
  .object({
    alerts: z
      .array(alertKind)
      .max(alertKinds.length, { error: 'names a kind more than once' })
      .describe('Kinds that are wanted; empty = none.'),
  })
  .meta({ id: 'AlertsRequest' });
export type AlertsRequest = z.infer<typeof alertsRequest>;

export const alertsView = z
  .object({
    agent_id: z.string(),
    alerts: z.array(alertKind),
    state: z
      .enum(['off', 'no_seat', 'contact_unconfirmed', 'on'])
      .describe(
        'Whether mails are sent now. `contact_unconfirmed`: confirm the contact by POST /api/contacts/confirm.',
      ),
    next_mail_after: z.string().nullable().describe('No mail before then; what happens meanwhile is in the next.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'AlertsView' });
export type AlertsView = z.infer<typeof alertsView>;
