/** The incident log. */
import type { IncidentLog, IncidentView } from 'papertape-contract/status';
import type { Incident } from '../operator/incident.ts';
import { iso } from '../lib/clock.ts';
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

/** The incident log, the newest first. */
export async function incidentLog(market: MarketView, at: Page): Promise<IncidentLog> {
  const snapshot = await market.snapshot();
  const { incidents } = snapshot;
  const newest = incidents.toReversed().slice(skipped(at), skipped(at) + at.per_page);
  return { ...paged(at, incidents.length), incidents: newest.map((i) => incidentView(i, snapshot)) };
}
