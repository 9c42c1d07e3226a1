/** Bots that do not think: an empty file, a line feed, the first file of the archive, and the archive. */
import { sha256 } from '../../../../lib/hash.ts';
import type { Json } from '../../../json.ts';
import type { NullBot, Shown, Task } from '../../../source.ts';
import { treeOf } from './read.ts';

const every = (name: string, hash: (shown: Shown, task: Task) => string): NullBot => ({
  name,
  answers: (shown) =>
    new Map<string, Json>(
      shown.tasks.map((task) => {
        const names = task.grader.id === 'fields' ? Object.keys(task.grader.weights) : [];
        return [task.task_id, { files: Object.fromEntries(names.map((each) => [each, hash(shown, task)])) }];
      }),
    ),
});

const archive = ({ files }: Shown, { task_id: id }: Task): Buffer =>
  files.find(({ name }) => name.startsWith(id))?.bytes ?? Buffer.alloc(0);

export const nulls: readonly NullBot[] = [
  every('empty file', () => sha256('')),
  every('line feed', () => sha256('\n')),
  every('first file', (shown, task) => sha256([...treeOf(shown, task.task_id).files.values()][0] ?? '')),
  every('archive', (shown, task) => sha256(archive(shown, task))),
];
