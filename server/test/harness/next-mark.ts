/** The next mark of a public log with some entries, as a reader of the log alone judges it. */
import { logEntry, type LogEntryOf } from 'papertape-contract/log-entries';
import { markEntry } from '../../src/flow/mark/entries.ts';
import { markMs } from '../../src/lib/time.ts';
import { createSteps, type Step } from '../../src/proof/check/steps.ts';
import type { Book } from '../../src/proof/follow/book.ts';
import { checkMark } from '../../src/proof/follow/rules/rules.ts';

const hash = '0'.repeat(64);

/** @param texts the entries behind that of the mark. @returns what differs. */
export function nextMark(book: Book, ...texts: readonly string[]): string[] {
  const mark = (book.mark ?? 0) + markMs;
  const found: Step[] = [];
  const head = markEntry({ mark, rules: 'r', market: hash, readings: hash });
  const entries = [head, ...texts].map((text, index) => ({ index, text, entry: logEntry.parse(JSON.parse(text)) }));
  const steps = createSteps((step) => void found.push(step));
  checkMark(book, steps, { mark, head: entries[0]?.entry as LogEntryOf<'mark'>, entries });
  return found.filter((s) => s.status === 'differs').map((s) => s.what);
}
