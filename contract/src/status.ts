/** The state of the service, and its public incident log. */
import { z } from 'zod';
import { about } from './about.ts';
import { logSummary } from './log.ts';
import { paged } from './paged.ts';
import { priceSourceInfo } from './price.ts';

export const priceDifferenceView = z
  .object({
    chain: z.number(),
    mark: z.string().describe('The mark whose block was replaced, or of which something else was read.'),
    window_end: z.string(),
    used_price: z.string(),
    final_price: z.string().nullable().describe('Null when the final chain gives none.'),
    bps: z.string().nullable(),
    orders: z.number().describe('Orders of that window in leagues that have the symbol.'),
  })
  .meta({
    id: 'PriceDifferenceView',
    description: 'A price that was used, and what the final chain says. Nothing is revalued.',
  });
export type PriceDifferenceView = z.infer<typeof priceDifferenceView>;

export const readBlockView = z
  .object({
    chain: z.number(),
    mark: z.string().describe('The mark that was read in it.'),
    number: z.number(),
    hash: z.string(),
    canonical_hash: z.string().describe('The block at that height now; another one when it was replaced.'),
    told_by: z
      .array(z.string())
      .nullable()
      .describe('Hosts of the endpoints that told what was read; null where that is not known.'),
    readings: z
      .array(
        z.object({
          pool: z.string(),
          label: z.string(),
          used: z.string().describe('What was read at the mark.'),
          final: z.string().describe('What more than half of the endpoints say now.'),
        }),
      )
      .describe('Of `reading_differs`: the pools of which most endpoints say something else.'),
  })
  .meta({
    id: 'ReadBlockView',
    description: 'A block in which a mark was read, and what was found out about it. Nothing is revalued.',
  });
export type ReadBlockView = z.infer<typeof readBlockView>;

export const incidentView = z
  .object({
    id: z.number(),
    at: z.string(),
    kind: z.enum([
      'suspended',
      'resumed',
      'delisted',
      'price_differs',
      'close_voided',
      'league_closed',
      'league_opened',
      'league_hidden',
      'league_shown',
      'capacity_set',
      'agent_retired',
      'agent_reinstated',
      'banned',
      'unbanned',
      'text_hidden',
      'text_shown',
      'entry_hidden',
      'entry_shown',
      'refunded',
      'extra_ended',
      'round_voided',
      'round_reversed',
      'task_struck',
      'market_ended',
      'day_filed',
      'set_aside',
      'readmitted',
      'value_kept',
      'close_missed',
      'block_replaced',
      'reading_differs',
      'endpoint_differs',
      'endpoint_agrees',
      'late_mark',
      'outage',
    ]),
    about: about.describe('What it is about: `kind` says what `id` names.'),
    price: z.string().nullable().describe('The last agreed price; of `price_differs` the price that was used.'),
    by: z.enum(['engine', 'operator']),
    reason: z.string(),
    capacity: z.number().nullable().describe('Of `capacity_set` only: seats of each tier of the league.'),
    difference: priceDifferenceView.nullable().describe('Of `price_differs` only; null for the other kinds.'),
    block: readBlockView
      .nullable()
      .describe('Of `block_replaced` and `reading_differs` only; null for the other kinds.'),
  })
  .meta({ id: 'IncidentView' });
export type IncidentView = z.infer<typeof incidentView>;

export const outageView = z
  .object({
    from: z.string().describe('The first mark that was caught up: since then none was done.'),
    until: z.string().describe('When the last of them was done.'),
    marks: z.number(),
  })
  .meta({ id: 'OutageView', description: 'Marks that were caught up together: the incident `outage`.' });
export type OutageView = z.infer<typeof outageView>;

export const operatorAct = z
  .object({
    id: z.string(),
    at: z.string().describe('When it was asked for.'),
    applied_at: z.string().describe('The mark at which it was applied.'),
    action: z.string().describe('What was asked for, such as suspend, void_close or retire.'),
    about: incidentView.shape.about,
    capacity: z.number().nullable().describe('Of `set_capacity` only: seats of each tier of the league.'),
    reason: z.string(),
    took_effect: z
      .boolean()
      .describe('Has it an incident? False of what was so already, or was not possible any more when its mark came.'),
  })
  .meta({ id: 'OperatorAct' });
export type OperatorAct = z.infer<typeof operatorAct>;

export const operatorActs = z
  .object({
    ...paged,
    actions: z.array(operatorAct),
  })
  .meta({ id: 'OperatorActs', description: 'What the operator asked for and the engine applied, the newest first.' });
export type OperatorActs = z.infer<typeof operatorActs>;

export const finalityView = z
  .object({
    chain: z.number(),
    name: z.string(),
    checked_to: z
      .string()
      .nullable()
      .describe('The last mark whose readings of the chain were looked at again; null when none was.'),
    pending: z
      .number()
      .describe('Marks since then. Some are normal: a mark is looked at when the windows that begin there are over.'),
    gone: z.number().describe('Blocks that were not part of the chain any more.'),
    differs: z.number().describe('Marks of which most endpoints said something else, when they were all asked again.'),
    differing: z
      .array(z.object({ host: z.string(), since: z.string().describe('The mark at which it was noted.') }))
      .describe('Endpoints that tell other values than most: until they told the same of every mark of an hour.'),
  })
  .meta({ id: 'FinalityView' });
export type FinalityView = z.infer<typeof finalityView>;

export const marketSeed = z
  .object({
    hash: z
      .string()
      .describe(
        'SHA-256 of the lines papertape-seed/1, salt and seed, each with a line feed; also in entry 0 of the public log.',
      ),
    from: z.string().describe('The first instant of the market: together with the seed it gives every price.'),
    opened: z
      .object({ at: z.string(), seed: z.string(), salt: z.string() })
      .nullable()
      .describe('What was published half an hour after the operator had ended the market; null before.'),
  })
  .nullable()
  .meta({
    id: 'MarketSeed',
    description:
      'The secret seed of a simulated market. Null where prices are not simulated, or the seed was set and is known.',
  });
export type MarketSeed = z.infer<typeof marketSeed>;

export const statusView = z
  .object({
    orders_open: z.boolean().describe('Are scored spot crypto orders open?'),
    reason: z.string().nullable().describe('Why not, when not.'),
    time: z.string(),
    clock: z.object({ kind: z.enum(['real', 'scaled', 'stepped']), speed: z.number() }),
    price_source: priceSourceInfo,
    competition: z
      .boolean()
      .describe('False where prices can be known in advance: `caution` of `price_source` says why.'),
    seed: marketSeed,
    last_mark: z.string().nullable(),
    next_mark: z.string(),
    last_close: z.string().nullable(),
    next_close: z.string(),
    marks_late: z.number().describe('Marks that should be done and are not: 0 when the service keeps up.'),
    orders_pending: z.number(),
    orders_waiting: z.number(),
    bots: z.number(),
    incidents: z.array(incidentView).describe('The last 20, the newest first. All of them: GET /api/incidents.'),
    finality: z
      .array(finalityView)
      .nullable()
      .describe(
        'Whether the blocks in which marks were read are still part of their chains; null where prices come from no chain.',
      ),
    overloaded: z
      .array(z.enum(['no_key', 'key', 'orders']))
      .describe(
        'Who is refused now with 503 `overloaded`: requests without a good key, those with one that are no orders, orders.',
      ),
    window_full: z.boolean().describe('Is every order refused with `window_full` until `next_mark`?'),
    backup: z
      .object({
        at: z.string(),
        fault: z
          .string()
          .nullable()
          .describe(
            'Null when it is as it should be; why it failed otherwise: disk_full, folder, database or other, and audit_differs of one that was made.',
          ),
      })
      .nullable()
      .describe('The last one that the service tried to make by itself, in real time; null where there is none.'),
    log: logSummary,
    version: z.string(),
    rules_url: z.string(),
  })
  .meta({ id: 'StatusView' });
export type StatusView = z.infer<typeof statusView>;

export const incidentLog = z
  .object({
    ...paged,
    incidents: z.array(incidentView),
  })
  .meta({ id: 'IncidentLog', description: 'The public incident log, the newest first. No entry is ever changed.' });
export type IncidentLog = z.infer<typeof incidentLog>;

export const statusDay = z
  .object({
    date: z.string(),
    state: z
      .enum(['whole', 'late', 'incident'])
      .describe('`incident`: prices, marks or closes were not as they should be; `late`: only marks came late.'),
    marks: z.number().describe('Marks that are done, of 288 in a whole day.'),
    marks_late: z.number(),
    incidents: z.number().describe('Of every kind, but for seats that lapsed.'),
  })
  .meta({ id: 'StatusDay' });
export type StatusDay = z.infer<typeof statusDay>;

export const statusHistory = z
  .object({
    as_of: z.string().nullable().describe('The last mark; null before the first one.'),
    days: z.array(statusDay).describe('UTC, the oldest first; days before the service opened are left out.'),
  })
  .meta({ id: 'StatusHistory', description: 'How the last days went.' });
export type StatusHistory = z.infer<typeof statusHistory>;
