/**
 * The plain solver: the three cheapest cars that keep the conditions on numbers and have the drive and the gearbox that are asked for. It
 * takes prices without tax for whole ones, and looks at neither running costs, accidents, defects nor points.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readAdverts, readBuyer } from './read.ts';

export function plain(shown: Shown): Answers {
  const adverts = readAdverts(shown, false).toSorted((a, b) => (a.facts['price'] ?? 0) - (b.facts['price'] ?? 0));
  return new Map<string, Json>(
    shown.tasks.map((task) => {
      const { bounds, drives, gearbox } = readBuyer(task);
      const fits = adverts.filter(
        ({ facts, words }) =>
          bounds.every(({ fact, sign, bound }) => facts[fact] === undefined || sign * (facts[fact] - bound) >= 0) &&
          (drives.length === 0 || drives.some((drive) => words.has(drive))) &&
          (gearbox === undefined || words.has(gearbox)),
      );
      const named = [...fits, ...adverts.filter((advert) => !fits.includes(advert))].slice(0, 3);
      return [task.task_id, { best: named.map(({ id }) => id) }];
    }),
  );
}
