/** The second solver knows only the files: it tells transfers, refunds and duplicates by what the lines say. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown, Task } from '../../../source.ts';
import { answerFrom, readAsked, readBooks, type Bought, type ReadBooks } from './read.ts';

export function second(shown: Shown): Answers {
  return new Map<string, Json>(shown.tasks.map((task) => [task.task_id, solved(task, readBooks(shown, task))]));
}

function solved(task: Task, books: ReadBooks): Json {
  const isTransfer = (text: string): boolean => books.own.has(/^(?:to|from) (\d{4})$/.exec(text)?.[1] ?? '');
  const sides = books.lines.filter(({ text }) => isTransfer(text));
  const rest = books.lines.filter(({ text }) => !isTransfer(text)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const seen = new Set<string>();
  let duplicates = 0;
  const bought = new Map<string, Bought>();
  for (const line of rest) {
    const mark = JSON.stringify({ ...line, id: '' });
    if (seen.has(mark)) duplicates++;
    else if (line.out > 0) {
      const exact = BigInt(line.out) * BigInt(books.rate(line));
      const cents = Number((exact + 5_000n) / 10_000n);
      bought.set(line.id, {
        id: line.id,
        month: line.date.slice(0, 7),
        category: sorted(line.payee, cents, books),
        cents,
        net: cents,
      });
    }
    seen.add(mark);
  }
  for (const { text, out } of rest) {
    const purchase = bought.get(/^refund of (\w+)$/.exec(text)?.[1] ?? '');
    if (purchase !== undefined) bought.set(purchase.id, { ...purchase, net: purchase.net + out });
  }
  return answerFrom([...bought.values()], readAsked(task), { transfers: sides.length / 2, duplicates });
}

function sorted(payee: string, cents: number, { rules, lastCounts }: ReadBooks): string {
  let category = 'other';
  for (const rule of lastCounts ? rules : rules.toReversed())
    if (new RegExp(rule.word, 'i').test(payee) && cents >= rule.least) category = rule.category;
  return category;
}
