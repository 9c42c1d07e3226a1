/**
 * The plain solver: the first page of results of each shop that the start page links to. It reads an offer rightly, but looks at no robots.txt,
 * no second page of results and no shop that is found only by following links.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { links, readLanded, readRates, readWish } from './read.ts';

export function plain(shown: Shown): Answers {
  const start = shown.page('') ?? '';
  const rates = readRates(start);
  const shops = links(start, '').map(({ path }) => path.split('/')[0] ?? '');
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const wish = readWish(task);
      const found = shops.flatMap((id) => {
        const at = `${id}/search?q=${encodeURIComponent(wish.title)}`;
        return links(shown.page(at) ?? '', at)
          .filter(({ label }) => label === wish.title)
          .flatMap(({ path }) => {
            const delivery = shown.page(`${id}/delivery`) ?? '';
            return readLanded(shown.page(path) ?? '', delivery, rates, wish) ?? [];
          });
      });
      const best = found.toSorted((a, b) => a.cents - b.cents)[0];
      return best === undefined ? [] : [[task.task_id, { offer: best.offer, total_cents: best.cents }]];
    }),
  );
}
