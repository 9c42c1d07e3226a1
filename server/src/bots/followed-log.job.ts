/**
 * What the public log says of bots and their texts: the engine decides it at a mark and writes it into its log; the bot's row is this side's
 * to write. It follows a moment after the commit, and at the start of the service: bots that the operator retires or reinstates, or whose seats
 * lapse, with the mark as the instant, and texts that the operator hides or shows again. What is so already is left as it is, so following twice
 * changes nothing.
 */
import { reinstatedBots } from '../flow/mark/presence.sql.ts';
import type { Incident } from '../operator/incident.ts';
import { parseTextName, textName } from '../operator/moderation.ts';
import { retirementsToCopy } from '../operator/operator.sql.ts';
import { errorText, type Log } from '../lib/log.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { botsByIds } from './bots.sql.ts';
import { allHiddenTexts, hideText, showText } from './hidden-texts.sql.ts';
import { reinstateAgent, retireAgent } from './identity.sql.ts';
import type { Moderated } from './moderated.ts';
import type { Registry } from './registry.ts';

export interface FollowedLogDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly registry: Registry;
  readonly moderated: Moderated;
  readonly log: Log;
  /** Told which leagues lost a bot, or got one back. */
  readonly onBots: (leagues: readonly string[]) => void;
  /** Told that a text was hidden or shown. */
  readonly onTexts: () => void;
}

export interface FollowedLog {
  /** Call after a commit of the engine, and once at the start. Resolves when the rows say what the log does, or that has failed. */
  follow(progress?: { readonly retired: ReadonlySet<string>; readonly incidents: readonly Incident[] }): Promise<void>;
  /** Resolves when nothing is under way. */
  followed(): Promise<void>;
}

export function createFollowedLog(deps: FollowedLogDeps): FollowedLog {
  const { moderated, log } = deps;
  /** Is there something that could not be written, or was never looked at? */
  let due = true;
  let turn: Promise<void> = Promise.resolve();

  async function follow(incidents: readonly Incident[]): Promise<void> {
    try {
      await moderated.follow(incidents);
      if (!due) return;
      await followBots(deps);
      await followTexts(deps);
      due = false;
    } catch (e) {
      due = true;
      log.warn('bots were not written as the public log says; it is tried again after the next mark', {
        error: errorText(e),
      });
    }
  }

  return {
    followed: () => turn,
    follow({ retired, incidents } = { retired: new Set(), incidents: [] }) {
      turn = turn.then(() => {
        due ||= retired.size > 0 || incidents.some(({ kind }) => kind === 'text_hidden' || kind === 'text_shown');
        return follow(incidents);
      });
      return turn;
    },
  };
}

async function followBots({ db, intake, registry, onBots }: FollowedLogDeps): Promise<void> {
  const back = await botsByIds(db, await reinstatedBots(db));
  for (const { botId } of back) {
    await intake.write({ also: (trx) => reinstateAgent(trx, botId) });
    registry.setRetired(botId, false);
  }
  const found = await retirementsToCopy(db);
  for (const { botId, atMark, reason, by } of found) {
    await intake.write({ also: (trx) => retireAgent(trx, botId, atMark, reason, by) });
    registry.setRetired(botId, true);
  }
  if (found.length + back.length > 0) onBots([...found, ...back].map((r) => r.league));
}

async function followTexts({ db, intake, moderated, onTexts }: FollowedLogDeps): Promise<void> {
  const wanted = new Set(moderated.hiddenTexts());
  const hidden = new Set((await allHiddenTexts(db)).map(textName));
  const changed = [...wanted.symmetricDifference(hidden)].flatMap((id) => parseTextName(id) ?? []);
  for (const text of changed) {
    const put = wanted.has(textName(text)) ? hideText : showText;
    await intake.write({ also: (trx) => put(trx, text) });
  }
  if (changed.length > 0) onTexts();
}
