/** Which backups a service makes and keeps by itself: one for each daily close, named by its date. Pure but for what it is told of the disk. */
import { isoDate, type Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';

const prefix = 'papertape-';

/** @returns the name of the backup that is due, and undefined before the first close. @param lastMark the last mark that is done. */
export function dueName(lastMark: Instant | undefined, openedAt: Instant): string | undefined {
  if (lastMark === undefined) return undefined;
  const close = Math.floor(lastMark / dayMs) * dayMs;
  return close < openedAt ? undefined : `${prefix}${isoDate(close)}`;
}

/** @param finished names of folders that hold a finished backup. @returns those that are not kept, the oldest first. */
export function outdated(finished: readonly string[], keep: number): string[] {
  const own = finished.filter((name) => isDaily(name)).sort();
  return own.slice(0, Math.max(0, own.length - keep));
}

export const isDaily = (name: string): boolean => /^papertape-\d{4}-\d\d-\d\d$/.test(name);
