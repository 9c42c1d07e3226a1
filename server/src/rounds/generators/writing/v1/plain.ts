/** The plain solver: its grammar writes sentence after sentence, as many as are asked for, with the given names in the first ones; it looks ahead to no other rule. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import phrases from './phrases.json' with { type: 'json' };

export function plain({ tasks }: Shown): Answers {
  return new Map<string, Json>(
    tasks.map(({ task_id, prompt }, t) => {
      const count = Number(/exactly (\d+) sentences/.exec(prompt)?.[1]);
      const names = /written here: (.*?)\./.exec(prompt)?.[1]?.split('; ') ?? [];
      const word = (list: readonly string[], i: number): string => list[(i * 7 + t * 3) % list.length] ?? '';
      const sentences = Array.from({ length: count }, (_, i) => {
        const name = names[i] === undefined ? '' : ` to ${names[i]}`;
        return `The ${word(phrases.adjectives, i)} ${word(phrases.nouns, i)} ${word(phrases.verbs, i)} a ${word(phrases.adjectives, i + 40)} ${word(phrases.nouns, i + 60)}${name}.`;
      });
      return [task_id, { text: sentences.join(' ') }];
    }),
  );
}
