/** How the last days went: marks that were done and late, and incidents, by day. */
import type { IncidentView, StatusDay } from 'papertape-contract/status';
import { isoDate, type Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import type { Incident } from '../operator/incident.ts';

/** Marks of a day, by its first instant. */
export interface DayMarks {
  readonly day: Instant;
  readonly marks: number;
  readonly late: number;
}

/** Kinds that say that prices, marks or closes were not as they should be. What the operator decided about bots and seats is none. */
const troubles: ReadonlySet<IncidentView['kind']> = new Set([
  'suspended',
  'delisted',
  'price_differs',
  'close_voided',
  'league_closed',
  'market_ended',
  'set_aside',
  'value_kept',
  'close_missed',
  'block_replaced',
  'reading_differs',
  'endpoint_differs',
  'outage',
]);

/** @param marks of the days that have any, in order. @param incidents of any days. */
export function statusDays(marks: readonly DayMarks[], incidents: readonly Incident[]): StatusDay[] {
  const all = new Map<Instant, number>();
  const bad = new Set<Instant>();
  for (const { kind, by, atMark } of incidents) {
    if (kind === 'agent_retired' && by === 'engine') continue;
    const day = Math.floor(atMark / dayMs) * dayMs;
    all.set(day, (all.get(day) ?? 0) + 1);
    if (troubles.has(kind)) bad.add(day);
  }
  return marks.map(({ day, marks: done, late }) => ({
    date: isoDate(day),
    state: bad.has(day) ? 'incident' : late > 0 ? 'late' : 'whole',
    marks: done,
    marks_late: late,
    incidents: all.get(day) ?? 0,
  }));
}
