/** The incident log. */
import { ApiError } from 'papertape-contract/errors';
import { optionalText } from 'papertape-contract/parameters';
import { incidentView as incidentSchema, type IncidentLog, type IncidentView } from 'papertape-contract/status';
import type { Incident } from '../operator/incident.ts';
import { iso } from '../lib/clock.ts';
import { shown } from '../lib/text.ts';
import type { MarketSnapshot } from './load-snapshot.ts';
import { paged, skipped, type Page } from './paging.ts';
import type { MarketView } from './snapshot.ts';

/** What is kept of an incident beside its entry. */
export type IncidentDetails = Pick<MarketSnapshot, 'differences' | 'blocks' | 'otherReadings'>;

export function incidentView(i: Incident, { differences, blocks, otherReadings }: IncidentDetails): IncidentView {
  const { id, kind, about, price, by, reason, capacity = null } = i;
  const d = differences.get(id);
  const check = blocks.get(id);
  const difference = d && {
    chain: d.chain,
    mark: iso(d.mark),
    window_end: iso(d.windowEnd),
    used_price: d.used,
    final_price: d.canonical,
    bps: d.bps,
    orders: d.orders,
  };
  const block = check && {
    chain: check.chain,
    mark: iso(check.mark),
    number: check.number,
    hash: check.hash,
    canonical_hash: check.canonicalHash,
    told_by: check.toldBy === null ? null : (JSON.parse(check.toldBy) as string[]),
    readings: (otherReadings.get(id) ?? []).map(({ pool, label, used, final }) => ({ pool, label, used, final })),
  };
  const found = { difference: difference ?? null, block: block ?? null };
  return { id, at: iso(i.atMark), kind, about, price, by, reason, capacity, ...found };
}

/** Of the incident log: one kind alone. */
export const ofKind = {
  kind: optionalText(
    { maxLength: 20 },
    { description: 'A kind of entries, as `kind` of an entry names it; all when it is absent.', example: 'outage' },
  ),
};

/** Throws ApiError for what is no kind. */
export function kindOf(text: string | undefined): Incident['kind'] | undefined {
  const kind = incidentKinds.find((each) => each === text);
  if (text !== undefined && kind === undefined)
    throw new ApiError('invalid_query', `kind is "${shown(text)}"; it must be one of ${incidentKinds.join(', ')}.`);
  return kind;
}

const incidentKinds = incidentSchema.shape.kind.options;

/** The incident log, the newest first. @param kind undefined for all. */
export async function incidentLog(market: MarketView, at: Page, kind?: Incident['kind']): Promise<IncidentLog> {
  const snapshot = await market.snapshot();
  const incidents = snapshot.incidents.filter((i) => kind === undefined || i.kind === kind);
  const newest = incidents.toReversed().slice(skipped(at), skipped(at) + at.per_page);
  return { ...paged(at, incidents.length), incidents: newest.map((i) => incidentView(i, snapshot)) };
}
