/** The second solver knows only the papers and the prompt: it reads every sentence that states something, sorts what it has read by date, and asks it. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown, Task } from '../../../source.ts';

const sentences: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['firm', /The works at (?<subject>.+) are in the hands of (?<value>.+)\.$/],
  ['firm', /The contract for (?<subject>.+) went to (?<value>.+)\.$/],
  ['town', /(?<subject>[A-Z]\S+(?: \S+)+) runs its depot in (?<value>.+)\.$/],
  ['town', /The depot of (?<subject>.+) is the one at (?<value>.+)\.$/],
  ['loads', /(?<value>\d+) loads left the depot in (?<subject>.+)\.$/],
  ['loads', /The count of loads from the depot in (?<subject>.+) is (?<value>\d+)\.$/],
  ['price', /A load for (?<subject>.+) is charged at (?<value>\d+) cents\.$/],
  ['price', /For (?<subject>.+) each load costs (?<value>\d+) cents\.$/],
  ['discount', /(?<subject>[A-Z]\S+(?: \S+)+) takes (?<value>\d+) percent off its bills\.$/],
  ['discount', /From a bill of (?<subject>.+) go (?<value>\d+) percent\.$/],
];

interface Read {
  readonly id: string;
  readonly date: string;
  readonly name: string;
  readonly value: string;
}

export function second(shown: Shown): Answers {
  return new Map<string, Json>(shown.tasks.map((task) => [task.task_id, solved(task, readings(shown, task))]));
}

function readings({ files }: Shown, { task_id, prompt }: Task): Read[] {
  const liar = /Nothing that the (.+) wrote counts/.exec(prompt)?.[1];
  return files
    .filter(({ name }) => name.startsWith(`${task_id}/`))
    .flatMap(({ bytes }): Read[] => {
      const text = bytes.toString();
      if (/^Source: (.*)$/m.exec(text)?.[1] === liar) return [];
      const date = /^Date: (.*)$/m.exec(text)?.[1] ?? '';
      return [...text.matchAll(/^\[(\S+)\] (?:.*: )?(.*)$/gm)].flatMap(([, id = '', sentence = '']): Read[] =>
        sentences.flatMap(([kind, pattern]) => {
          const { subject, value = '' } = pattern.exec(sentence)?.groups ?? {};
          return subject === undefined ? [] : [{ id, date, name: `${kind} ${subject}`, value }];
        }),
      );
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

function solved({ prompt }: Task, read: readonly Read[]): Json {
  const evidence: string[] = [];
  const ask = (name: string): string => {
    const found = read.filter((each) => each.name === name).at(-1);
    if (found !== undefined) evidence.push(found.id);
    return found?.value ?? '';
  };
  const project = /the works at (.+?)(?:\?| charges)/.exec(prompt)?.[1];
  const firm = project === undefined ? (/the depot of (.+?)\?/.exec(prompt)?.[1] ?? '') : ask(`firm ${project}`);
  let value = BigInt(ask(`loads ${ask(`town ${firm}`)}`) || 0);
  if (prompt.includes('How many cents')) value *= BigInt(ask(`price ${project ?? ''}`) || 0);
  if (prompt.includes('less what it takes')) value -= (value * BigInt(ask(`discount ${firm}`) || 0)) / 100n;
  return { value: Number(value), evidence };
}
