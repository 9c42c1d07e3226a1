/**
 * The late marks of a log, as whoever reads it keeps them: each mark with its times and what the log tells of late ones in, what does not
 * hold out. The engine tells (late.ts); the audit and whoever follows the log from outside look whether it told all of it.
 *
 * Public rule (docs/bots/proof.md): every late mark is told by an incident, an hour after the first mark that is in time again, and with the next
 * 00:00 UTC at the latest. What an incident says of how late its marks were done is what their times say; a witness saw them no later than it
 * says. A cosignature may have come in since: it can only make a mark less late than it was told to be.
 */
import { iso, type Instant } from '../lib/clock.ts';
import { hourMs, isClose, markMs } from '../lib/time.ts';
import {
  isLate,
  isWatchedAt,
  joined,
  lateIncident,
  latenessOf,
  lateText,
  marksOf,
  noteWatched,
  readLate,
  secondsOf,
  type LateStretch,
  type MarkTimes,
} from './late.ts';
import type { Incident } from './incident.ts';

export interface LateBook {
  /** The last mark whose own tree a witness cosigned. */
  watchedAt: Instant | undefined;
  /** How late each mark was by itself, since the last 00:00. */
  readonly looked: Map<Instant, LateStretch>;
  /** Late and not told yet, in order. */
  readonly open: Instant[];
  /** The first mark in time behind them. */
  inTimeAt: Instant | undefined;
  /** What the log tells. */
  readonly told: LateStretch[];
}

export const noLateBook = (): LateBook => ({
  watchedAt: undefined,
  looked: new Map(),
  open: [],
  inTimeAt: undefined,
  told: [],
});

export type Differs = (what: string, stated: string | undefined, computed: string | undefined) => void;

/** An incident of the mark that tells of late ones before it. Asked before `due`. */
export function takeLate(book: LateBook, incident: Incident, mark: Instant, differs: Differs): void {
  const what = `incident ${incident.id}, of late marks`;
  const told = readLate(incident.reason);
  const expected = told && { id: incident.id, ...lateIncident(told, mark) };
  if (!told || !expected || !isSame(incident, expected)) {
    differs(what, incident.reason, 'one that says from when to when, and how late');
    return;
  }
  const after = mark - told.to;
  if (after !== 2 * markMs && !(isClose(mark) && after === markMs))
    differs(`mark of the ${what}`, iso(mark), 'the one behind the first that is in time, or 00:00');
  const made = madeOf(book, told);
  if (!made) differs(what, incident.reason, 'one of marks that nobody told of before');
  else if (!isTold(made, told)) differs(what, incident.reason, lateText(made));
  book.told.push(told);
  closeLate(book, (mark) => told.from <= mark && mark <= told.to);
}

/** What is told of is open no longer. */
export function closeLate(book: LateBook, isTold: (mark: Instant) => boolean): void {
  book.open.splice(0, book.open.length, ...book.open.filter((mark) => !isTold(mark)));
  if (book.open.length === 0) book.inTimeAt = undefined;
}

/** What their times make of the marks of a stretch. */
function madeOf({ told, looked }: LateBook, { from, to }: LateStretch): LateStretch | undefined {
  let made: LateStretch | undefined;
  if (from <= (told.at(-1)?.to ?? 0)) return undefined;
  for (let mark = from; mark <= to; mark += markMs) {
    const found = looked.get(mark);
    if (!found) return undefined;
    made = joined(made, found);
  }
  return made;
}

function isTold({ doneMs, seenMs = 0 }: LateStretch, told: LateStretch): boolean {
  const sawNoLater = told.unseen > 0 || inSeconds(seenMs) <= (told.seenMs ?? 0);
  return inSeconds(doneMs) === told.doneMs && sawNoLater;
}

const inSeconds = (ms: number): number => secondsOf(ms) * 1000;

/** After the incidents of a mark: what had to be told by now? It is said once. */
export function dueLate(book: LateBook, mark: Instant, differs: Differs): void {
  for (const stretch of takeDue(book, mark))
    differs('late marks in the log of incidents', undefined, lateText(stretch));
}

/** @returns what is open at a mark by which it had to be told. It is open no longer. */
export function takeDue(book: LateBook, mark: Instant): LateStretch[] {
  const isDue = isClose(mark) || (book.inTimeAt !== undefined && mark - book.inTimeAt >= hourMs);
  const due = isDue ? stretchesOf(book) : [];
  if (isDue) closeLate(book, () => true);
  return due;
}

/** The mark itself, when its times are known. @param isReal on any other clock no mark is late. */
export function lookLate(book: LateBook, times: MarkTimes, isReal: boolean): void {
  const { mark } = times;
  // Stretches are told up to each 00:00, so none of them goes back behind it.
  if (isClose(mark)) book.looked.clear();
  const found = latenessOf(times, isWatchedAt(mark, book.watchedAt));
  noteWatched(book, times);
  book.looked.set(mark, found);
  if (isReal && isLate(found)) {
    book.open.push(mark);
    book.inTimeAt = undefined;
  } else if (book.open.length > 0) book.inTimeAt ??= mark;
}

/** Late marks that are not told yet, one stretch behind the other. */
export function stretchesOf({ open, looked }: Pick<LateBook, 'open' | 'looked'>): LateStretch[] {
  const stretches: LateStretch[] = [];
  for (const mark of open) {
    const late = looked.get(mark);
    const last = stretches.at(-1);
    if (!late) continue;
    if (last?.to === mark - markMs) stretches.splice(-1, 1, joined(last, late));
    else stretches.push(late);
  }
  return stretches;
}

/** Stretches that one sentence names. */
const namedMax = 5;

/** '' when no mark was late. */
export function lateSentence(book: Pick<LateBook, 'told' | 'open' | 'looked'>): string {
  const open = stretchesOf(book).map((stretch) => `${lateText(stretch).slice(0, -1)}, not told yet`);
  const all = [...book.told.map((stretch) => lateText(stretch).slice(0, -1)), ...open];
  if (all.length === 0) return '';
  const count = [...book.told, ...stretchesOf(book)].reduce((sum, stretch) => sum + marksOf(stretch), 0);
  const named = all.slice(-namedMax);
  if (all.length > namedMax) named.unshift(`${all.length - namedMax} earlier stretches`);
  return `${count} ${count === 1 ? 'mark was' : 'marks were'} late: ${named.join('; ')}. An order of a late mark may have known that much of its window.`;
}

function isSame(a: Incident, b: Incident): boolean {
  const of = (i: Incident): unknown[] => [i.id, i.atMark, i.kind, i.about.kind, i.about.id, i.price, i.by, i.reason];
  return JSON.stringify(of(a)) === JSON.stringify(of(b));
}
