/** When marks were done and first seen, put together of what is stored. */
import { sightingMsMax, type DoneMark, type Sighting } from '../operator/late.ts';
import type { Instant } from '../lib/clock.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { doneBetween, lastSeenBetween, sightingsBetween, type KeptSighting } from './mark-times.sql.ts';

/** With all that is known of a sighting. */
type TimesSeen<S extends Sighting> = DoneMark & { readonly seen: readonly S[] };

/**
 * For each mark the first sighting of each witness over a tree that has it: its own, or a later one.
 * @param marks in order. @param sightings of the trees of these marks and later ones, in order.
 */
export function timesOf<S extends Sighting>(marks: readonly DoneMark[], sightings: readonly S[]): TimesSeen<S>[] {
  const first = new Map<string, S>();
  let left = sightings.length;
  return marks
    .toReversed()
    .map(({ mark, doneAt }) => {
      for (let s = sightings[left - 1]; s && s.mark >= mark; s = sightings[--left - 1]) first.set(s.witness, s);
      const seen = [...first.values()].filter((s) => s.at - mark <= sightingMsMax);
      return { mark, doneAt, seen: seen.sort((a, b) => a.at - b.at || (a.witness < b.witness ? -1 : 1)) };
    })
    .reverse();
}

/** Of the marks in [from, to). */
export async function markTimesBetween(db: Db | Trx, from: Instant, to: Instant): Promise<TimesSeen<KeptSighting>[]> {
  const marks = await doneBetween(db, from, to);
  return timesOf(marks, marks.length === 0 ? [] : await sightingsBetween(db, from, to + sightingMsMax));
}

/** The last mark of the day before an instant whose own tree a witness cosigned within a day. */
export async function watchedBefore(db: Db | Trx, mark: Instant): Promise<Instant | undefined> {
  return await lastSeenBetween(db, mark - sightingMsMax, mark, sightingMsMax);
}
