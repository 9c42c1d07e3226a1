/** The public log as it must be: each entry that the facts make, in order, compared with the one that is stored. */
import { iso } from '../lib/clock.ts';
import type { Incident } from '../operator/incident.ts';
import type { Differences, Fields } from './differences.ts';

export interface IncidentLog {
  /** The next entry. */
  expect(incident: Omit<Incident, 'id'>): void;
  /** After the last mark: entries that nothing made. */
  finish(): void;
}

/** @param stored entries of what the operator and the engine did, in order. */
export function createIncidentLog(stored: readonly Incident[], differences: Differences): IncidentLog {
  let count = 0;
  return {
    expect(incident) {
      const found = stored[count++];
      const expected = fieldsOf({ id: count, ...incident });
      differences.compare('ledger.incidents', String(count), expected, found && fieldsOf(found));
    },
    finish() {
      for (const i of stored.slice(count)) {
        const what = `${i.kind} ${i.about.id} at ${iso(i.atMark)}`;
        differences.add('ledger.incidents', String(i.id), 'row', undefined, what);
      }
    },
  };
}

function fieldsOf(i: Incident): Fields {
  return {
    at_mark: i.atMark,
    kind: i.kind,
    about_kind: i.about.kind,
    about_id: i.about.id,
    price: i.price,
    price_at: i.priceAt,
    by: i.by,
    reason: i.reason,
    capacity: i.capacity ?? null,
  };
}
