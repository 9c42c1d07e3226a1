/**
 * Bots that the operator retires, or whose seats lapse: the engine decides it at a mark and writes it into its log; the bot's row is this side's to write. It
 * follows a moment after the commit, and at the start of the service, with the mark as the instant.
 */
import { retirementsToCopy } from '../operator/operator.sql.ts';
import { errorText, type Log } from '../lib/log.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { retireAgent } from './identity.sql.ts';
import type { Registry } from './registry.ts';

export interface LoggedRetirementDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly registry: Registry;
  readonly log: Log;
  /** Told which leagues lost a bot. */
  readonly onRetired: (leagues: readonly string[]) => void;
}

export interface LoggedRetirements {
  /** Call after a commit that retired bots, and once at the start. Resolves when their rows say so, or that has failed. */
  follow(): Promise<void>;
  /** Is there one whose row could not be written? Call `follow` again. */
  due(): boolean;
  /** Resolves when nothing is under way. */
  followed(): Promise<void>;
}

export function createLoggedRetirements({
  db,
  intake,
  registry,
  log,
  onRetired,
}: LoggedRetirementDeps): LoggedRetirements {
  let due = true;
  let turn: Promise<void> = Promise.resolve();

  async function follow(): Promise<void> {
    due = true;
    try {
      const found = await retirementsToCopy(db);
      for (const { botId, atMark, reason, by } of found) {
        await intake.write({ also: (trx) => retireAgent(trx, botId, atMark, reason, by) });
        registry.retire(botId);
      }
      if (found.length > 0) onRetired(found.map((r) => r.league));
      due = false;
    } catch (e) {
      log.warn('retired bots were not written; it is tried again after the next mark', { error: errorText(e) });
    }
  }

  return {
    due: () => due,
    followed: () => turn,
    follow() {
      turn = turn.then(follow);
      return turn;
    },
  };
}
