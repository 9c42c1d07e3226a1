/** Entries of the showcase, as the operator decides on them: which were reported, and acts that hide or show one at the engine's next mark. */
import { botsByIds } from '../bots/bots.sql.ts';
import { iso } from '../lib/clock.ts';
import { foldModeration, moderatedOf, shownEntry, type Moderation } from '../operator/moderation.ts';
import { checkEntryAction } from '../operator/moderation-checks.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import { entryById, reportedEntries } from '../showcase/entries.sql.ts';
import { entryNumber, unseen, type Decided, type Entry } from '../showcase/entry.ts';
import { reportsOf } from '../showcase/votes.sql.ts';
import type { Db } from '../storage/storage.ts';
import { ask, outcome, readStanding } from './admin-acts.ts';

/** What each does. */
export const entryActions = {
  hide_entry: 'Hide an entry of the showcase',
  show_entry: 'Show an entry of the showcase again; reports do not hide it any more',
} as const;

/** @param id the number of the entry, as it was typed. */
export async function actOnEntry(
  db: Db,
  action: keyof typeof entryActions,
  id: string,
  reason: string,
): Promise<string> {
  const number = entryNumber(id);
  const entry = number === undefined ? undefined : await entryById(db, number);
  const standing = await readStanding(db);
  checkEntryAction(action, id, entry !== undefined, standing.moderation);
  await ask(db, standing, { action, about: { kind: 'entry', id }, reason });
  return outcome(
    action === 'hide_entry'
      ? `Entry ${id} will be hidden.`
      : `Entry ${id} will be shown, and stays so whatever is reported.`,
    standing,
  );
}

const listedMax = 200;

/** Entries that were reported or decided on, the most reports first, as a JSON document. */
export async function reportedText(db: Db): Promise<string> {
  const moderation: Moderation = foldModeration(await allIncidents(db));
  const decided: Decided = {
    hidden: moderatedOf(moderation, 'entry').map(Number),
    shown: moderatedOf(moderation, shownEntry).map(Number),
    banned: moderatedOf(moderation, 'bot'),
  };
  const entries = await reportedEntries(db, [...decided.hidden, ...decided.shown], listedMax);
  const bots = new Map(
    (
      await botsByIds(
        db,
        entries.map(({ botId }) => botId),
      )
    ).map((bot) => [bot.botId, bot.name]),
  );
  const listed = [];
  for (const entry of entries) listed.push(await listedEntry(db, entry, decided, bots.get(entry.botId) ?? ''));
  return `${JSON.stringify({ entries: listed }, null, 2)}\n`;
}

async function listedEntry(db: Db, entry: Entry, decided: Decided, name: string) {
  const { id, botId, board, title, caption, pitch, how, kind, art } = entry;
  return {
    id,
    shown: unseen(entry, decided) === undefined,
    decided: decided.hidden.includes(id) ? 'hidden' : decided.shown.includes(id) ? 'shown' : null,
    reports: (await reportsOf(db, id)).map(({ at, reporter, reason }) => ({ at: iso(at), from: reporter, reason })),
    posted_at: iso(entry.createdAt),
    bot: { id: botId, name },
    board,
    ...(kind === null ? { title, pitch, how } : { title, kind, caption, art }),
  };
}
