/** Bots and keys: one registration of each, of its five minutes; one retirement; each key of the log is signed by the one before. */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { leagueById } from '../../../league/catalogue.ts';
import { iso } from '../../../lib/clock.ts';
import { markAfter } from '../../../lib/time.ts';
import { keyNote } from '../../../flow/mark/entries.ts';
import { formatNote, openNote, parseKey } from '../../../tlog/note.ts';
import { knownBot, type AtMark, type EntryRules } from './context.ts';

export function botRules(at: AtMark): EntryRules {
  const { book, differs, mark } = at;
  const isFirst = book.mark === undefined;
  /** Who was there before the first mark belongs to it. */
  function checkCame(what: string, instant: string): void {
    const t = Date.parse(instant);
    if (isFirst ? t >= mark : markAfter(t) !== mark)
      differs(`instant of ${what}`, instant, `in the five minutes before ${iso(mark)}`);
  }
  return {
    key: (entry, name) => checkKey(at, entry, name),
    bot(entry, name) {
      const { at: registeredAt, agent_id: botId, league, maker_id: makerId, name: called, house } = entry;
      checkCame(`the registration of ${botId}`, registeredAt);
      if (book.bots.has(botId)) differs(name, `a registration of ${botId}`, 'one registration of each bot');
      if (!leagueById.has(league)) differs(`league of ${botId}`, league, 'a league of the catalogue');
      const said = { league, registeredAt: Date.parse(registeredAt), makerId, name: called, house };
      const times = { retiredAt: undefined, retiredByOperatorAt: undefined };
      book.bots.set(botId, { ...said, ...times, sequence: 0, receipt: '', tier: 0, open: [] });
    },
    retired({ at: retiredAt, agent_id: botId, superseded_by: by }, name) {
      const bot = knownBot(at, name, botId);
      checkCame(`the retirement of ${botId}`, retiredAt);
      if (by !== null) knownBot(at, name, by);
      if (!bot) return;
      if (bot.retiredAt !== undefined) differs(name, `a retirement of ${botId}`, 'one retirement of each bot');
      bot.retiredAt = Date.parse(retiredAt);
    },
  };
}

function checkKey({ book, differs }: AtMark, { key, at, signature }: LogEntryOf<'key'>, name: string): void {
  const last = book.keys.at(-1);
  const before = last === undefined ? undefined : parseKey(last);
  const passed =
    before === undefined
      ? signature === null
      : signature !== null && openNote(formatNote(keyNote(key, Date.parse(at)), [signature]), [before]) !== undefined;
  if (!passed)
    differs(`signature of ${name}, a key of the log`, signature, `one by ${last ?? 'nobody, as it is the first'}`);
  const isOfLog = parseKey(key)?.name === (before ?? parseKey(key))?.name && parseKey(key)?.kind === 'note';
  if (!isOfLog) differs(`key in ${name}`, key, 'a key of this log');
  book.keys.push(key);
}
