/** `papertape admin void-close`: asks the engine to void a close; what it may not void is refused here, with the reason. */
import { pendingActions } from '../operator/action.sql.ts';
import { latestClose } from '../flow/ladder/ladder.sql.ts';
import { closeName, parseCloseDate } from '../flow/ladder/void.ts';
import { dayMs } from '../lib/time.ts';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Db } from '../storage/storage.ts';
import { ask, checkLeague } from './admin-data.ts';

export interface VoidRequest {
  readonly league: string;
  readonly date: string;
  readonly reason: string;
}

/** @returns what to tell the operator. @throws SetupError when the close may not be voided. */
export async function askToVoid(
  db: Db,
  { league, date, reason }: VoidRequest,
  { now, nextMark }: { readonly now: Instant; readonly nextMark: Instant },
): Promise<string> {
  checkLeague(league);
  const close = parseCloseDate(date);
  if (close === undefined)
    throw new SetupError(`"${date}" is no date.`, 'Name the close by its date, such as 2026-11-23.');
  const latest = await latestClose(db, league);
  if (latest?.close !== close) {
    throw new SetupError(
      `The close ${date} of ${league} is not its latest one.`,
      latest
        ? `Only the latest close can be voided, until the next one: ${isoDate(latest.close)}.`
        : 'The league had no close yet.',
    );
  }
  const name = closeName({ league, close });
  const asked = (await pendingActions(db)).some((a) => a.action === 'void_close' && a.about.id === name);
  if (latest.voided || asked)
    throw new SetupError(`The close ${date} of ${league} is voided already.`, 'See papertape admin incidents.');
  if (nextMark > close + dayMs)
    throw new SetupError(
      `The close after ${date} is due before this could be done.`,
      'A close can be voided until the next one.',
    );
  await ask(db, { now }, { action: 'void_close', about: { kind: 'close', id: name }, reason });
  return [
    `The close ${date} of ${league} will be voided: ranks, returns and records go on from the valid close before it.`,
    '  ladder  what was decided at it is undone, and decided at the next valid close',
    `  when    at the next mark that the engine does, ${iso(nextMark)} or after, and before the close of ${isoDate(close + dayMs)}`,
    '  after   papertape admin incidents shows it, and so does GET /api/status',
    '',
  ].join('\n');
}
