/** The public log as it must be: each entry that the facts make, in order, compared with the one that is stored. */
import { iso } from '../lib/clock.ts';
import type { Incident } from '../operator/incident.ts';
import { incidentRow } from '../operator/incident.sql.ts';
import type { Differences } from './differences.ts';

/** @param stored entries of what the operator and the engine did, in order. */
export function createIncidentLog(stored: readonly Incident[], differences: Differences) {
  let count = 0;
  return {
    /** The next entry. */
    expect(incident: Omit<Incident, 'id'>): void {
      const found = stored[count++];
      const expected = { ...incident, id: found?.id ?? count };
      differences.row('ledger.incidents', incidentRow(expected), found && incidentRow(found));
    },
    /** After the last mark: entries that nothing made. */
    finish(): void {
      for (const i of stored.slice(count)) {
        const what = `${i.kind} ${i.about.id} at ${iso(i.atMark)}`;
        differences.add('ledger.incidents', String(i.id), 'row', undefined, what);
      }
    },
  };
}
