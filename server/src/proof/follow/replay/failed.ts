/** What the log says that failed at a mark: a fact, which is taken as it is told when the mark is done again. */
import { parseCloseName } from '../../../flow/ladder/void.ts';
import { isFailure, noteAside } from '../../../operator/aside.ts';
import type { Book } from '../book.ts';
import { entriesOf, type LoggedMark } from '../marks.ts';

export interface FailedAtMark {
  /** Bots that are set aside at the mark, those that failed at it among them. */
  readonly aside: ReadonlySet<string>;
  /** Leagues without a close, and bots that keep their value. */
  readonly missed: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

/** @param book as it was before the mark. */
export function failedAt(book: Book, logged: LoggedMark): FailedAtMark {
  const told = entriesOf(logged, 'incident').filter(isFailure);
  const aside = { bot: new Set(book.aside.bot), room: new Set(book.aside.room) };
  for (const incident of told) noteAside(aside, incident);
  return {
    aside: aside.bot,
    missed: new Set(told.flatMap((i) => (i.kind === 'close_missed' ? (parseCloseName(i.about.id)?.league ?? []) : []))),
    kept: new Set(told.flatMap((i) => (i.kind === 'value_kept' ? [i.about.id] : []))),
  };
}
