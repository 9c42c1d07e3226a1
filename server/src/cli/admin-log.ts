/** `papertape admin incidents` and `papertape admin actions`: what stands in the public log, and what was asked for. */
import { allActions } from '../operator/action.sql.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import type { Incident } from '../operator/incident.ts';
import { listedActions, type ListedAction } from '../operator/listed-action.ts';
import { iso, type Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { columns } from './columns.ts';

export async function actionsText(db: Db, json: boolean): Promise<string> {
  const actions = await listActions(db);
  if (json) return `${JSON.stringify(actions, null, 2)}\n`;
  if (actions.length === 0) return 'No actions.\n';
  return table(
    actions.map((a) => [
      a.id,
      minute(Date.parse(a.at)),
      a.action,
      a.about.id,
      a.capacity === null ? '' : `${a.capacity} seats a tier`,
      a.applied_at === null ? a.state : `${a.state} at ${minute(Date.parse(a.applied_at))}`,
      a.reason,
    ]),
  );
}

export async function incidentsText(db: Db, json: boolean): Promise<string> {
  const log = await allIncidents(db);
  const waiting = (await listActions(db)).filter((a) => a.state === 'waiting');
  if (json) return `${JSON.stringify({ incidents: log.map(incidentJson), waiting }, null, 2)}\n`;
  const lines = [
    ...log.map((i) => [
      String(i.id).padStart(4),
      minute(i.atMark),
      i.kind,
      i.about.id,
      i.capacity !== undefined ? `${i.capacity} seats a tier` : pricesOf.has(i.kind) ? priceText(i.price) : '',
      `by ${i.by}`,
      i.reason,
    ]),
    ...waiting.map((a) => ['   –', 'next mark', a.action, a.about.id, '', '', a.reason]),
  ];
  return lines.length === 0 ? 'No incidents.\n' : table(lines);
}

async function listActions(db: Db): Promise<ListedAction[]> {
  return listedActions(await allActions(db), await allIncidents(db));
}

/** Kinds that tell a price. */
const pricesOf: ReadonlySet<string> = new Set(['suspended', 'resumed', 'delisted', 'price_differs']);

function priceText(price: string | null): string {
  return price === null ? 'no price' : `at ${price}`;
}

function incidentJson({ id, atMark, kind, about, price, by, reason, capacity }: Incident): object {
  return { id, at: iso(atMark), kind, about, price, by, reason, capacity: capacity ?? null };
}

function minute(at: Instant): string {
  return `${iso(at).slice(0, 16)}Z`;
}

function table(rows: readonly (readonly string[])[]): string {
  return `${columns(rows).join('\n')}\n`;
}
