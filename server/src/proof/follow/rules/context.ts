/** What the rules of all types of entries share at a mark. */
import type { LogEntry, LogEntryOf } from 'papertape-contract/log-entries';
import type { Instant } from '../../../lib/clock.ts';
import type { Steps } from '../../check/steps.ts';
import type { Book, BookedBot } from '../book.ts';

export interface AtMark {
  readonly book: Book;
  readonly differs: Steps['differs'];
  readonly mark: Instant;
}

/** What is looked at in entries of some types. @param name the entry in words. */
export type EntryRules = { readonly [T in LogEntry['type']]?: (entry: LogEntryOf<T>, name: string) => void };

/** The bot of an entry: it must be registered before. */
export function knownBot({ book, differs }: AtMark, name: string, botId: string): BookedBot | undefined {
  const bot = book.bots.get(botId);
  if (!bot) differs(`bot of ${name}`, botId, 'a bot that is registered before');
  return bot;
}
