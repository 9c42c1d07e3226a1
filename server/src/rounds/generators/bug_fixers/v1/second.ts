/** The second solver writes each function anew after what the task says, in another way than the library does (second-library.ts). */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readTask } from './read.ts';
import { otherWays } from './second-library.ts';

export function second(shown: Shown): Answers {
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const { name, says } = readTask(task);
      const sources = says.map(anew);
      if (sources.includes(undefined)) return [];
      const steps = sources.map((source = '', i) => source.replaceAll(/\bf\(/g, `f${i + 1}(`));
      const calls = steps.reduce((inner, _, i) => `f${i + 1}(${inner})`, 'given');
      return [[task.task_id, { source: `${steps.join('\n')}\nfunction ${name}(given) { return ${calls}; }` }]];
    }),
  );
}

function anew(says: string): string | undefined {
  for (const [pattern, source] of otherWays) {
    const found = pattern.exec(says);
    if (found !== null) return source.replaceAll(/\bA\b/g, found[1] ?? '').replaceAll(/\bB\b/g, found[2] ?? '');
  }
  return undefined;
}
