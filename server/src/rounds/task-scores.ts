/** The scores of a bot's tasks as they are stored, in; as answers tell them, out. */
import type { RoundResults } from 'papertape-contract/round';
import type { TaskScore } from './make.ts';

export function tasksScored(stored: string): RoundResults['results'][number]['tasks'] {
  return (JSON.parse(stored) as TaskScore[]).map(([task_id, score, why, answer_id]) => ({
    task_id,
    score,
    why,
    answer_id,
  }));
}
