/** Bots that do not think: the first three advertisements, the last three, and the three cheapest of all. */
import type { Json } from '../../../json.ts';
import type { NullBot, Shown } from '../../../source.ts';
import { readAdverts, type Advert } from './read.ts';

const three = (name: string, of: (adverts: readonly Advert[]) => readonly Advert[]): NullBot => ({
  name,
  answers: (shown: Shown) => {
    const best = of(readAdverts(shown, false)).map(({ id }) => id);
    return new Map<string, Json>(shown.tasks.map(({ task_id }) => [task_id, { best }]));
  },
});

export const nulls: readonly NullBot[] = [
  three('first listed', (adverts) => adverts.slice(0, 3)),
  three('last listed', (adverts) => adverts.slice(-3)),
  three('cheapest', (adverts) =>
    adverts.toSorted((a, b) => (a.facts['price'] ?? 0) - (b.facts['price'] ?? 0)).slice(0, 3),
  ),
];
