/**
 * Late marks: when a mark was done and when witnesses saw it in, whether that was late, and what the public log says of it, out.
 *
 * Public rule (docs/bots/proof.md): on the real clock a mark is late that is done more than 180 seconds after its instant, or that the first
 * witness sees later than that. A witness is expected to see a mark when one cosigned the tree of a mark of the day before; one that
 * nobody sees is late, too. Marks that are late one behind the other make one incident: at the mark behind the first one that is in time
 * again, and at 00:00 UTC of what there is by then, so that no mark is told later than that.
 *
 * Whoever holds the engine back can take orders that know a part of their window, and stamp them early. `done_at` is the service's own word.
 * The time of a cosignature is a witness's: the tree, and so every order of the mark, was there by then and not known to be there before.
 *
 * Example: the engine stands still from 10:01 to 11:00:30. The marks 10:05 to 10:55 are late, done up to 3,330 s after their instants. That of
 * 11:00 is in time, and the incident has its entry at 11:05, when that is known.
 */
import { limits } from 'papertape-contract/limits';
import { iso, type Instant } from '../lib/clock.ts';
import { dayMs, markMs } from '../lib/time.ts';
import { isFailure } from './aside.ts';
import { isOutage, type Incident } from './incident.ts';

/** Seconds after its instant up to which a mark is in time. */
export const lateAfterMs = limits.markLateSecondsMax * 1000;
/** What witnesses say of a mark later than that says nothing of it: a witness that is new has not seen the marks before. */
export const sightingMsMax = dayMs;

/** A witness cosigned a tree that has the mark. */
export interface Sighting {
  readonly witness: string;
  readonly at: Instant;
  /** The mark whose tree it was: the mark itself, or a later one. */
  readonly mark: Instant;
}

export interface MarkTimes extends DoneMark {
  /** The first one of each witness, the earliest first. */
  readonly seen: readonly Sighting[];
}

/** Marks that are late one behind the other. */
export interface LateStretch {
  readonly from: Instant;
  readonly to: Instant;
  /** The greatest, milliseconds after the mark. */
  readonly doneMs: number;
  /** The same of the first witness; undefined when no witness saw any of them. */
  readonly seenMs: number | undefined;
  /** How many of them a witness should have seen, and none had. */
  readonly unseen: number;
}

export const isLateMark = ({ kind }: { readonly kind: string }): boolean => kind === 'late_mark';

/** Kinds whose entries stand last in their mark: how the marks went is a fact, which nobody can work out from the rest. */
export const standsLast = (incident: { readonly kind: string }): boolean =>
  isFailure(incident) || isLateMark(incident) || isOutage(incident);

export interface DoneMark {
  readonly mark: Instant;
  readonly doneAt: Instant;
}

/** A mark, and whether a witness was expected to see it. */
export interface LateMark extends DoneMark {
  readonly isWatched: boolean;
}

/** What is carried from mark to mark. */
export interface LateFold {
  /** The last mark whose own tree a witness cosigned. */
  watchedAt: Instant | undefined;
  /** Late ones, one behind the other, that are not told yet. */
  late: readonly LateMark[];
}

export const noneLate = (): LateFold => ({ watchedAt: undefined, late: [] });

/** @param watchedAt before the mark. */
export const isWatchedAt = (mark: Instant, watchedAt: Instant | undefined): boolean =>
  watchedAt !== undefined && mark - watchedAt <= sightingMsMax;

/** How late a mark is by itself, in time or not: a stretch of one. */
export function latenessOf({ mark, doneAt, seen }: MarkTimes, isWatched: boolean): LateStretch {
  const first = isWatched ? seen[0]?.at : undefined;
  const seenMs = first === undefined ? undefined : first - mark;
  return { from: mark, to: mark, doneMs: doneAt - mark, seenMs, unseen: isWatched && first === undefined ? 1 : 0 };
}

export function isLate({ doneMs, seenMs = 0, unseen }: LateStretch): boolean {
  return unseen > 0 || doneMs > lateAfterMs || seenMs > lateAfterMs;
}

/** The next mark. @returns the late ones before it, which are to be told now; none while it is late itself. */
export function foldLate(fold: LateFold, times: MarkTimes): readonly LateMark[] {
  const { mark, doneAt } = times;
  const isWatched = isWatchedAt(mark, fold.watchedAt);
  const found = latenessOf(times, isWatched);
  noteWatched(fold, times);
  if (!isLate(found)) return cutLate(fold);
  fold.late = [...fold.late, { mark, doneAt, isWatched }];
  return [];
}

/** The late marks that there are, to be told now. */
export function cutLate(fold: LateFold): readonly LateMark[] {
  const { late } = fold;
  fold.late = [];
  return late;
}

export function noteWatched(fold: Pick<LateFold, 'watchedAt'>, { mark, seen }: Pick<MarkTimes, 'mark' | 'seen'>): void {
  if (seen.some((sighting) => sighting.mark === mark)) fold.watchedAt = mark;
}

export function joined(before: LateStretch | undefined, next: LateStretch): LateStretch {
  if (!before) return next;
  return {
    from: before.from,
    to: next.to,
    doneMs: Math.max(before.doneMs, next.doneMs),
    seenMs: greatest(before.seenMs, next.seenMs),
    unseen: before.unseen + next.unseen,
  };
}

function greatest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}

export const marksOf = ({ from, to }: Pick<LateStretch, 'from' | 'to'>): number => (to - from) / markMs + 1;

export const secondsOf = (ms: number): number => Math.ceil(ms / 1000);

/** `12 late marks, from … to …: done up to 3612 s after the mark, first seen by a witness up to 3615 s after it.` */
export function lateText(stretch: LateStretch): string {
  const { from, to, doneMs, seenMs, unseen } = stretch;
  const count = marksOf(stretch);
  const seen = seenMs === undefined ? '' : `, first seen by a witness up to ${secondsOf(seenMs)} s after it`;
  const others = unseen === 0 ? '' : `, ${unseen} seen by no witness yet`;
  return `${count} late ${count === 1 ? 'mark' : 'marks'}, from ${iso(from)} to ${iso(to)}: done up to ${secondsOf(doneMs)} s after the mark${seen}${others}.`;
}

export function lateIncident(stretch: LateStretch, atMark: Instant): Omit<Incident, 'id'> {
  const about = { kind: 'mark', id: iso(stretch.from) } as const;
  const reason = lateText(stretch);
  return { atMark, kind: 'late_mark', about, price: null, priceAt: null, by: 'engine', reason };
}

const textForm =
  /^\d+ late marks?, from (\S+) to (\S+): done up to (\d+) s after the mark(?:, first seen by a witness up to (\d+) s after it)?(?:, (\d+) seen by no witness yet)?\.$/;

/** What the reason of an incident says, in whole seconds; undefined when it is not as `lateText` writes it. */
export function readLate(reason: string): LateStretch | undefined {
  const [, from = '', to = '', done, seen, unseen = '0'] = textForm.exec(reason) ?? [];
  const stretch = {
    from: Date.parse(from),
    to: Date.parse(to),
    doneMs: Number(done) * 1000,
    seenMs: seen === undefined ? undefined : Number(seen) * 1000,
    unseen: Number(unseen),
  };
  const isStretch = stretch.from % markMs === 0 && stretch.to % markMs === 0 && stretch.from <= stretch.to;
  return isStretch && lateText(stretch) === reason ? stretch : undefined;
}
