/**
 * The plain solver: for each fact the last paragraph, in the order of the files, that names the subject with the words of the fact. It leaves out the source that does not count,
 * and looks at no dates.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';

const words = {
  firm: /hands of|contract/,
  town: /depot in|the one at/,
  loads: /\d loads|count of/,
  price: /cents/,
  discount: /percent/,
};

export function plain(shown: Shown): Answers {
  return new Map<string, Json>(
    shown.tasks.map(({ task_id, prompt }) => {
      const liar = `Source: ${/that the (.+) wrote counts/.exec(prompt)?.[1] ?? 'none'}\n`;
      const lines = shown.files
        .filter(({ name, bytes }) => name.startsWith(`${task_id}/`) && !bytes.includes(liar))
        .flatMap(({ bytes }) =>
          bytes
            .toString()
            .split('\n')
            .filter((line) => line.startsWith('[')),
        );
      const evidence: string[] = [];
      const last = (kind: keyof typeof words, subject: string): string => {
        const line = lines.findLast((each) => each.includes(subject) && words[kind].test(each)) ?? '';
        evidence.push(/\[(\S+)\]/.exec(line)?.[1] ?? 'd01.1');
        if (kind === 'firm' || kind === 'town')
          return /.*(?:to|of|in|at) ([^.]*)\.$/.exec(line.replace(subject, ''))?.[1] ?? '';
        return /(\d+)/.exec(line.replace(/\[\S+\]/, ''))?.[1] ?? '0';
      };
      const project = /works at (.+?)(?:\?| charges)/.exec(prompt)?.[1];
      const firm = project === undefined ? (/depot of (.+?)\?/.exec(prompt)?.[1] ?? '') : last('firm', project);
      const town = last('town', firm);
      const loads = Number(last('loads', town));
      const price = prompt.includes('cents') ? Number(last('price', project ?? '')) : 1;
      const off = prompt.includes('less what') ? Number(last('discount', firm)) : 0;
      return [task_id, { value: Math.round((loads * price * (100 - off)) / 100), evidence }];
    }),
  );
}
