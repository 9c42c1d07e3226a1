/** Whether what is asked for of a round of tasks can still be done at its mark. */
import { iso } from '../lib/clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Standing } from './standing.ts';

/**
 * A request must find the round at its mark as it is now, or it would have an entry in the public log and change nothing. So one request of a round
 * waits at a time, and none is taken while marks before its own are still to be done: at them the round may be scored, or void. Throws SetupError.
 * @param id of the round, or of a task of it.
 */
export function checkInTime(
  id: string,
  { pending, nextMark, followingMark }: Pick<Standing, 'pending' | 'nextMark' | 'followingMark'>,
): void {
  const roundOf = (about: string): string | undefined => about.split('/')[0];
  const waiting = pending.find(({ about }) => about.kind === 'round' && roundOf(about.id) === roundOf(id));
  if (waiting)
    throw new SetupError(
      `A request of this round waits for the next mark: ${waiting.action.replace('_', '-')}.`,
      'See what became of it once the mark is done: papertape admin incidents.',
    );
  if (followingMark < nextMark)
    throw new SetupError(
      `The mark of ${iso(followingMark)} is still to be done, and at it the round may be scored, or void.`,
      'Ask again once it is done: last_mark of GET /api/status tells.',
    );
}
