/** When marks were done and seen, as proofs and boards tell it. */
import type { MarkSeen } from 'papertape-contract/log';
import { headAt, lastHead } from '../engine/log.sql.ts';
import { firstSeenBetween } from '../engine/mark-times.sql.ts';
import { watchedBefore } from '../engine/mark-times.ts';
import { readOrigin } from '../engine/origin.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { isLate, isWatchedAt, latenessOf, sightingMsMax } from '../operator/late.ts';
import type { Db } from '../storage/storage.ts';

/** @returns null of a mark that is not done. */
export async function seenAt(db: Db, mark: Instant): Promise<MarkSeen | null> {
  const head = await headAt(db, mark);
  if (!head) return null;
  const { doneAt } = head;
  const all = await firstSeenBetween(db, mark, mark + sightingMsMax);
  const seen = all.filter((at) => at - mark <= sightingMsMax);
  const isReal = (await readOrigin(db))?.clock.kind === 'real';
  // Whether a witness saw the newest one in time is not known yet.
  const isNewest = (await lastHead(db))?.mark === mark;
  const isWatched = !isNewest && isWatchedAt(mark, await watchedBefore(db, mark));
  const times = { mark, doneAt, seen: seen.map((at) => ({ witness: '', at, mark })) };
  const [first, last] = [seen[0], seen.at(-1)].map((at) => (at === undefined ? null : iso(at)));
  return {
    mark: iso(mark),
    done_at: iso(doneAt),
    first_witness_at: first ?? null,
    last_witness_at: last ?? null,
    late: isReal && isLate(latenessOf(times, isWatched)),
  };
}

/** Of several marks, each once. */
export async function seenOf(db: Db, marks: readonly Instant[]): Promise<MarkSeen[]> {
  const seen = await Promise.all([...new Set(marks)].map(async (mark) => await seenAt(db, mark)));
  return seen.filter((of) => of !== null);
}
