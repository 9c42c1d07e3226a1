/**
 * Outages: when marks were done in, what the public log says of those that were caught up, out.
 *
 * Public rule (docs/bots/proof.md): on the real clock a mark is caught up that was done when the next one was due already. Marks that are
 * caught up one behind the other make one incident, `outage`, at the mark behind the first one that is done before the next is due: since when
 * no mark was done, until when the last of them was, and how many. It is told once, however many days it was. Nobody could
 * order meanwhile, and every close among them says so.
 *
 * Example: the service stands still from 10:01 to 11:00:30. The marks 10:05 to 10:55 are caught up at 11:00:30. The incident stands at 11:05:
 * no mark was done from 10:05 to 11:00:30, and 11 were caught up.
 */
import { iso, type Instant } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import type { Differs } from './late-book.ts';
import type { DoneMark } from './late.ts';
import { isOutage, type Incident } from './incident.ts';

/** Marks that were caught up one behind the other. */
export interface Outage {
  /** The first of them: since then no mark was done. */
  readonly from: Instant;
  /** The last of them. */
  readonly to: Instant;
  /** When that one was done. */
  readonly until: Instant;
}

/** What is carried from mark to mark: one that goes on, and one that is to be told at the next mark. */
export interface OutageFold {
  open: Outage | undefined;
  ended: Outage | undefined;
}

export const noOutage = (): OutageFold => ({ open: undefined, ended: undefined });

export const isCaughtUp = ({ mark, doneAt }: DoneMark): boolean => doneAt - mark >= markMs;

/** The next mark, when it is known when it was done. */
export function foldOutage(fold: OutageFold, times: DoneMark): void {
  const { mark, doneAt } = times;
  if (isCaughtUp(times)) fold.open = { from: fold.open?.from ?? mark, to: mark, until: doneAt };
  else if (fold.open) {
    fold.ended = fold.open;
    fold.open = undefined;
  }
}

/** What is to be told now; it is taken. */
export function endedOutage(fold: OutageFold): Outage | undefined {
  const { ended } = fold;
  fold.ended = undefined;
  return ended;
}

export const caughtUpMarks = ({ from, to }: Pick<Outage, 'from' | 'to'>): number => (to - from) / markMs + 1;

/** `No mark was done from … to …: 11 marks were caught up.` */
function outageText(outage: Outage): string {
  const marks = caughtUpMarks(outage);
  return `No mark was done from ${iso(outage.from)} to ${iso(outage.until)}: ${marks} ${marks === 1 ? 'mark was' : 'marks were'} caught up.`;
}

export function outageIncident(outage: Outage, atMark: Instant): Omit<Incident, 'id'> {
  const about = { kind: 'mark', id: iso(outage.from) } as const;
  return { atMark, kind: 'outage', about, price: null, priceAt: null, by: 'engine', reason: outageText(outage) };
}

const textForm = /^No mark was done from (\S+) to (\S+): (\d+) marks? (?:was|were) caught up\.$/;

/** What the reason of an incident says; undefined when it is not as `outageText` writes it. */
export function readOutage(reason: string): Outage | undefined {
  const [, since = '', until = '', marks] = textForm.exec(reason) ?? [];
  const from = Date.parse(since);
  const outage = { from, to: from + (Number(marks) - 1) * markMs, until: Date.parse(until) };
  return from % markMs === 0 && outage.to >= from && outageText(outage) === reason ? outage : undefined;
}

/** Holds what the log tells at a mark against what the marks before it make. Asked for every mark, before it is folded itself. */
export function checkOutage(fold: OutageFold, incidents: readonly Incident[], mark: Instant, differs: Differs): void {
  const ended = endedOutage(fold);
  const expected = ended && outageIncident(ended, mark);
  const [first, ...more] = incidents.filter(isOutage);
  if (!isSame(first, expected)) differs(`outage in the log of ${iso(mark)}`, first?.reason, expected?.reason);
  for (const { id, reason } of more) differs(`incident ${id}`, reason, undefined);
}

function isSame(told: Incident | undefined, expected: Omit<Incident, 'id'> | undefined): boolean {
  const of = (i: Omit<Incident, 'id'> | undefined): unknown =>
    i && [i.atMark, i.kind, i.about.kind, i.about.id, i.price, i.by, i.reason];
  return JSON.stringify(of(told)) === JSON.stringify(of(expected));
}
