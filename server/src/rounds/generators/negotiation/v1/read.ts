/** What can be read off the text of a task and the file of talks. */
import type { Shown, Task } from '../../../source.ts';

export interface ReadTask {
  readonly counts: readonly number[];
  readonly own: readonly number[];
  readonly starts: readonly number[];
  readonly answersKindness: boolean;
  readonly talks: readonly (readonly ReadOffer[])[];
}

export interface ReadOffer {
  readonly keep: readonly number[];
  readonly accepts: boolean;
}

export function readTask(shown: Shown, { prompt }: Task): ReadTask {
  const name = /with (\w+):/.exec(prompt)?.[1] ?? '';
  const things = [...prompt.matchAll(/^- \w+: (\d+), worth (\d+) each/gm)];
  return {
    counts: things.map(([, count]) => Number(count)),
    own: things.map(([, , each]) => Number(each)),
    starts: (/S is one of ([\d, ]+);/.exec(prompt)?.[1] ?? '').split(', ').map(Number),
    answersKindness: prompt.includes('answers kindness'),
    talks: readTalks(shown, name),
  };
}

function readTalks(shown: Shown, name: string): ReadOffer[][] {
  const talks: ReadOffer[][] = [];
  for (const line of (shown.files[0]?.bytes.toString() ?? '').split('\n')) {
    const [counterpart, , turn, keeps = '', reply] = line.split(',');
    if (counterpart !== name) continue;
    if (turn === '1') talks.push([]);
    talks.at(-1)?.push({ keep: keeps.split(' ').map(Number), accepts: reply === 'accepts' });
  }
  return talks;
}
