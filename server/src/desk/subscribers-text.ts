/** Who gets the newsletter, as the operator reads it: `papertape admin subscribers`, and the form at /operator. */
import { iso } from '../lib/clock.ts';
import { confirmedSubscribers } from '../newsletter/subscribers.sql.ts';
import type { Db } from '../storage/storage.ts';

/** @param format `lines` has no head. */
export async function subscribersText(db: Db, format: 'lines' | 'csv' | 'json'): Promise<string> {
  const all = (await confirmedSubscribers(db)).map(({ address, confirmedAt, lastWeek }) => ({
    address: address ?? '',
    confirmed_at: iso(confirmedAt ?? 0),
    last_issue: lastWeek,
  }));
  if (format === 'json') return `${JSON.stringify(all, null, 2)}\n`;
  const rows = all.map(({ address, confirmed_at: at, last_issue: last }) => [address, at, last ?? '']);
  // An address has no comma, no quote and no line break in it (contract/src/newsletter.ts).
  if (format === 'csv')
    return [['address', 'confirmed_at', 'last_issue'], ...rows].map((row) => `${row.join(',')}\r\n`).join('');
  return rows.length === 0 ? 'No subscribers.\n' : rows.map((row) => `${row.join('  ').trimEnd()}\n`).join('');
}
