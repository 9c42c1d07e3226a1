/** The second solver reads every page of the current edition and its errata. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { answerOf, currentEdition, readErrata, readFoods } from './read.ts';

export function second(shown: Shown): Answers {
  const edition = currentEdition(shown);
  const [foods, errata] = [readFoods(shown, edition), readErrata(shown, edition)];
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const answer = answerOf(task, foods, errata);
      return answer === undefined ? [] : [[task.task_id, answer]];
    }),
  );
}
