/** What can be read off the text of a task. */
import type { Json } from '../../../json.ts';
import type { Task } from '../../../source.ts';
import type { Case } from './judge.ts';

export interface ReadTask {
  readonly name: string;
  /** What each step should do. */
  readonly says: readonly string[];
  readonly source: string;
  readonly tests: readonly Case[];
}

export function readTask({ prompt }: Task): ReadTask {
  const says = /should do:\n([^]*?)\nThe program as it is:/.exec(prompt)?.[1] ?? '';
  return {
    name: /function (\w+)\./.exec(prompt)?.[1] ?? '',
    says: says.split('\n').map((line) => line.replace(/^(?:First step|Second step, .* gives): /, '')),
    source: /The program as it is:\n\n([^]*?)\nTests:\n/.exec(prompt)?.[1] ?? '',
    tests: [...prompt.matchAll(/^- \w+\((.*)\) returns (.*)$/gm)].map(([, argument = '', returns = '']): Case => [
      JSON.parse(returns) as Json,
      JSON.parse(argument) as Json,
    ]),
  };
}
