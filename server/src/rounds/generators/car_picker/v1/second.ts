/** The second solver knows only what a bot is shown: it reads every advertisement and applies the formula as the task's text says it. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown, Task } from '../../../source.ts';
import { readAdverts, readBuyer, readRunning, type Advert } from './read.ts';

export function second(shown: Shown): Answers {
  const adverts = readAdverts(shown, true);
  const running = readRunning(shown);
  return new Map<string, Json>(shown.tasks.map((task) => [task.task_id, { best: bestThree(task, adverts, running) }]));
}

function bestThree(
  task: Task,
  adverts: readonly Advert[],
  running: (advert: Advert, thousandKm: number) => number,
): string[] {
  const { thousandKm, bounds, drives, gearbox, not, steps, extras } = readBuyer(task);
  const fits: { id: string; points: number }[] = [];
  for (const advert of adverts) {
    const facts: Readonly<Record<string, number>> = {
      ...advert.facts,
      'running cost of a year': running(advert, thousandKm),
    };
    const kept =
      bounds.every(({ fact, sign, bound }) => sign * ((facts[fact] ?? Number.NaN) - bound) >= 0) &&
      (drives.length === 0 || drives.some((drive) => advert.words.has(drive))) &&
      (gearbox === undefined || advert.words.has(gearbox)) &&
      !not.some((word) => advert.words.has(word));
    if (!kept) continue;
    let points = extras.points * extras.names.filter((name) => advert.words.has(name)).length;
    for (const { fact, points: each, step, from, sign } of steps)
      points += each * Math.max(0, Math.floor((sign * ((facts[fact] ?? Number.NaN) - from)) / step));
    fits.push({ id: advert.id, points });
  }
  return fits
    .toSorted((a, b) => b.points - a.points)
    .slice(0, 3)
    .map(({ id }) => id);
}
