/**
 * The plain solver: every line that leaves an account, by the rule that counts, at its rate. It looks at no transfer, refund, duplicate or least
 * amount of a rule.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { answerFrom, readAsked, readBooks } from './read.ts';

export function plain(shown: Shown): Answers {
  return new Map<string, Json>(
    shown.tasks.map((task) => {
      const books = readBooks(shown, task);
      const rules = books.lastCounts ? books.rules.toReversed() : books.rules;
      const bought = books.lines
        .filter(({ out }) => out > 0)
        .map((line) => ({ line, cents: Math.round((line.out * books.rate(line)) / 10_000) }))
        .map(({ line: { id, date, payee }, cents }) => ({
          id,
          month: date.slice(0, 7),
          category: rules.find(({ word }) => payee.toLowerCase().includes(word))?.category ?? 'other',
          cents,
          net: cents,
        }));
      return [task.task_id, answerFrom(bought, readAsked(task), { transfers: 0, duplicates: 0 })];
    }),
  );
}
