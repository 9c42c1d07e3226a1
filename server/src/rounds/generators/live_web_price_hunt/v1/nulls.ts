/** Bots that do not think: the first result at the first shop, and the lowest price in any list of results, as it is written there. */
import type { Json } from '../../../json.ts';
import type { NullBot, Shown, Task } from '../../../source.ts';
import { readWish } from './read.ts';

interface Listed {
  readonly offer: string;
  readonly cents: number;
}

function listed(shown: Shown, task: Task, ids: readonly string[]): Listed[] {
  return ids.flatMap((id) => {
    const page = shown.page(`${id}/search?q=${encodeURIComponent(readWish(task).title)}`) ?? '';
    return [...page.matchAll(/\/(o\d+)">[^<]*<\/a> from \D([\d.]+)</g)].map(([, offer = '', price = '']) => ({
      offer,
      cents: Number(price.replace('.', '')),
    }));
  });
}

function answering(choose: (shown: Shown, task: Task) => Listed | undefined): NullBot['answers'] {
  return (shown) =>
    new Map(
      shown.tasks.flatMap((task): [string, Json][] => {
        const chosen = choose(shown, task);
        return chosen === undefined ? [] : [[task.task_id, { offer: chosen.offer, total_cents: chosen.cents }]];
      }),
    );
}

export const nulls: readonly NullBot[] = [
  { name: 'first result', answers: answering((shown, task) => listed(shown, task, ['h1'])[0]) },
  {
    name: 'lowest list price',
    answers: answering(
      (shown, task) => listed(shown, task, ['h1', 'h2', 'h3', 'h4']).toSorted((a, b) => a.cents - b.cents)[0],
    ),
  },
];
