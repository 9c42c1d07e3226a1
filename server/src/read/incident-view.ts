/** The incident log. */
import type { IncidentLog, IncidentView } from 'papertape-contract/status';
import type { StoredDifference } from '../engine/finality.sql.ts';
import type { Incident } from '../operator/incident.ts';
import { iso } from '../lib/clock.ts';
import { paged, skipped, type Page } from './paging.ts';
import type { MarketView } from './snapshot.ts';

export function incidentView(i: Incident, d: StoredDifference | undefined): IncidentView {
  const difference = d && {
    chain: d.chain,
    mark: iso(d.mark),
    window_end: iso(d.windowEnd),
    used_price: d.used,
    final_price: d.canonical,
    bps: d.bps,
    orders: d.orders,
  };
  const { id, kind, about, price, by, reason, capacity = null } = i;
  return { id, at: iso(i.atMark), kind, about, price, by, reason, capacity, difference: difference ?? null };
}

/** The incident log, the newest first. */
export async function incidentLog(market: MarketView, at: Page): Promise<IncidentLog> {
  const { incidents, differences } = await market.snapshot();
  const newest = incidents.toReversed().slice(skipped(at), skipped(at) + at.per_page);
  return { ...paged(at, incidents.length), incidents: newest.map((i) => incidentView(i, differences.get(i.id))) };
}
