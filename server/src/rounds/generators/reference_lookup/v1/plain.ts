/** The plain solver: the first table with the food's name, its unit and its footnotes. It looks at no errata. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { answerOf, readFoods } from './read.ts';

export function plain(shown: Shown): Answers {
  const first = /href="e(\d)\//.exec(shown.page('') ?? '')?.[1] ?? '';
  const foods = readFoods(shown, first);
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const answer = answerOf(task, foods, new Map());
      return answer === undefined ? [] : [[task.task_id, answer]];
    }),
  );
}
