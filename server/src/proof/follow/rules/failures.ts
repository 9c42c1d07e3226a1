/**
 * What failed: each incident that tells of it says what it must, stands at the mark at which it happened, and is about what can fail so.
 * Whether it really failed cannot be seen from outside: the incident is a fact, and is named to whoever verifies the log.
 */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { incidentEntry } from '../../../flow/mark/entries.ts';
import { isPresent } from '../../../flow/mark/presence.ts';
import { parseCloseName } from '../../../flow/ladder/void.ts';
import { iso } from '../../../lib/clock.ts';
import { isClose, weekStart } from '../../../lib/time.ts';
import { failureIncident, isFailure, noteAside, type FailureKind } from '../../../operator/aside.ts';
import { noteFailed } from '../../check/failed-parts.ts';
import { knownBot, type AtMark } from './context.ts';

export interface FailureRules {
  /** An incident that tells of what failed. @returns false for any other. */
  incident(entry: LogEntryOf<'incident'>, name: string): boolean;
  payout(entry: LogEntryOf<'payout'>): void;
  end(): void;
}

/** @param closed leagues whose close stands at the mark; one that was missed is added. */
export function failureRules(at: AtMark, closed: Set<string>): FailureRules {
  const { book, differs, mark } = at;
  const paid = new Set<string>();
  const without = new Set<string>();

  function missed(id: string, name: string): void {
    const league = parseCloseName(id)?.league ?? '';
    if (closed.has(league)) differs(name, `no close of ${id}`, 'a close of it stands in the log');
    closed.add(league);
    without.add(league);
    const earlier = (book.closes.get(league) ?? []).filter((c) => c.close >= weekStart(mark));
    book.closes.set(league, [...earlier, { close: mark, voided: true, moves: [] }]);
  }

  function kept(botId: string, name: string): void {
    const bot = knownBot(at, name, botId);
    if (bot && !(isPresent(bot, mark) && closed.has(bot.league) && !without.has(bot.league)))
      differs(name, `a value of ${botId}`, 'one of a bot that is valued at the close');
  }

  function aside(kind: FailureKind, about: LogEntryOf<'incident'>['about'], name: string): void {
    if (about.kind === 'bot') knownBot(at, name, about.id);
    const isAside = (about.kind === 'bot' || about.kind === 'room') && book.aside[about.kind].has(about.id);
    if (isAside !== (kind === 'readmitted')) differs(name, kind, isAside ? 'it is set aside' : 'it is not set aside');
  }

  return {
    incident(entry, name) {
      if (!isFailure(entry)) return false;
      const { kind, about, incident_id: id } = entry;
      const said = failureIncident(kind, about, mark);
      const computed = said && incidentEntry({ id, ...said });
      if (JSON.stringify(entry) !== computed)
        differs(`what ${name} says of a failure`, JSON.stringify(entry), computed);
      if ((kind === 'close_missed' || kind === 'value_kept') && !isClose(mark))
        differs(`mark of ${name}`, iso(mark), 'a close');
      if (kind === 'close_missed') missed(about.id, name);
      else if (kind === 'value_kept') kept(about.id, name);
      else aside(kind, about, name);
      noteAside(book.aside, entry);
      noteFailed(book.failed, entry, mark);
      return true;
    },
    payout: ({ room }) => void paid.add(room),
    end() {
      for (const room of paid)
        if (book.aside.room.has(room)) differs(`a payout of ${room} at ${iso(mark)}`, 'paid', 'none: it is set aside');
    },
  };
}
