/**
 * The plain solver: again and again it takes the need of which the largest part is missing, and one more pack of the article that holds most
 * of it for its money. It looks at neither offers nor fees nor salt.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readTable, readTask, type ReadTask } from './read.ts';

export function plain(shown: Shown): Answers {
  const table = readTable(shown);
  return new Map<string, Json>(
    shown.tasks.map((task) => [task.task_id, { packs: greedy(readTask(task, table, new Set())) }]),
  );
}

function greedy({ articles, needs, packsMax }: ReadTask): Record<string, number> {
  const packs: Record<string, number> = {};
  const missing = needs.map(({ least, amount }) => (least ? amount : 0));
  for (;;) {
    const parts = missing.map((amount, i) => amount / Math.max(1, needs[i]?.amount ?? 1));
    const scarcest = parts.indexOf(Math.max(...parts));
    if ((missing[scarcest] ?? 0) <= 0) return packs;
    let best: (typeof articles)[number] | undefined;
    let most = 0;
    for (const article of articles) {
      const perCent = (article.holds[scarcest] ?? 0) / article.cents;
      if ((packs[article.id] ?? 0) < packsMax && perCent > most) [best, most] = [article, perCent];
    }
    if (best === undefined) return packs;
    packs[best.id] = (packs[best.id] ?? 0) + 1;
    for (const [i, held] of best.holds.entries()) missing[i] = (missing[i] ?? 0) - held;
  }
}
