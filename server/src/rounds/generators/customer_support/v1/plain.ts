/** The plain solver: words of the mails tell the category, and the category's rule without conditions is applied. It looks at no exception. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { answerOf, readAmount, readCase, readRules } from './read.ts';

export function plain(shown: Shown): Answers {
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const of = readCase(shown, task);
      const usual = readRules(shown, task).find(
        ({ category, conditions }) => category === of.category && conditions === '',
      );
      return usual === undefined ? [] : [[task.task_id, answerOf(of, usual, readAmount(usual, of))]];
    }),
  );
}
