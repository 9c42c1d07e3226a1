/** The second solver: reads every page with the notices, follows the words of the question, and counts journeys on a calendar. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { journeyAnswer, readSite, siteAnswer } from './read.ts';

export function second(shown: Shown): Answers {
  return answered(shown, true, false);
}

export function answered(shown: Shown, withNotices: boolean, wholeHours: boolean): Answers {
  const site = readSite(shown, withNotices);
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const answer = journeyAnswer(task, wholeHours) ?? siteAnswer(site, task);
      return answer === undefined ? [] : [[task.task_id, answer]];
    }),
  );
}
