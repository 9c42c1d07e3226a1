/** `papertape admin void-close LEAGUE DATE`. */
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import { askForVoid } from '../operator/ask.job.ts';
import type { Db } from '../storage/storage.ts';
import { askDeps } from './admin-data.ts';

export interface VoidRequest {
  readonly league: string;
  readonly date: string;
  readonly reason: string;
}

/** @returns what to tell the operator. @throws SetupError when the close may not be voided. */
export async function askToVoid(
  db: Db,
  asked: VoidRequest,
  standing: { readonly now: Instant; readonly nextMark: Instant },
): Promise<string> {
  const close = await askForVoid(askDeps(db), standing, asked);
  return [
    `The close ${asked.date} of ${asked.league} will be voided: ranks, returns and records go on from the valid close before it.`,
    '  ladder  what was decided at it is undone, and decided at the next valid close',
    `  when    at the next mark that the engine does, ${iso(standing.nextMark)} or after, and before the close of ${isoDate(close + dayMs)}`,
    '  after   papertape admin incidents shows it, and so does GET /api/status',
    '',
  ].join('\n');
}
