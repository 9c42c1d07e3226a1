/** The plain solver makes each single change to the program and takes the first that passes the tests that are shown. */
import { parse } from '../../../interpreter/parse.ts';
import { print } from '../../../interpreter/print.ts';
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { compiled, passes } from './judge.ts';
import { changesOf } from './mutate.ts';
import { readTask, type ReadTask } from './read.ts';

export function plain(shown: Shown): Answers {
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const source = mended(readTask(task));
      return source === undefined ? [] : [[task.task_id, { source }]];
    }),
  );
}

function mended({ name, source, tests }: ReadTask): string | undefined {
  const program = parse(source);
  for (const change of changesOf(program)) {
    const undo = change();
    const run = compiled(program);
    if (run !== null && tests.every((each) => passes(run, name, each)))
      return print(program, { indent: '  ', quote: "'", names: new Map() });
    undo();
  }
  return undefined;
}
