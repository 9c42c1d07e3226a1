/**
 * The second solver is a crawler that knows only the start page and the texts of the tasks. It follows links from shop to shop, agrees where it is
 * asked to, obeys robots.txt, searches with every page of results, and reads each offer.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { links, open, readLanded, readRates, readRobots, readWish, type Found, type Wish } from './read.ts';

interface Shop {
  readonly id: string;
  readonly delivery: string;
  mayRead(path: string): boolean;
}

export function second(shown: Shown): Answers {
  const shops = findShops(shown);
  const rates = readRates(shown.page('') ?? '');
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      const wish = readWish(task);
      const found = shops.flatMap((shop) =>
        results(shown, shop, wish)
          .filter((path) => shop.mayRead(path))
          .flatMap((path) => readLanded(open(shown, path) ?? '', shop.delivery, rates, wish) ?? []),
      );
      const best = found.reduce<Found | undefined>((a, b) => (a === undefined || b.cents < a.cents ? b : a), undefined);
      return best === undefined ? [] : [[task.task_id, { offer: best.offer, total_cents: best.cents }]];
    }),
  );
}

/** Follows every link that does not lead into a shop's search. */
function findShops(shown: Shown): Shop[] {
  const shops = new Map<string, Shop>();
  const seen = new Set(['']);
  for (const path of seen) {
    const page = open(shown, path);
    if (page === undefined) continue;
    const id = path.split('/')[0] ?? '';
    if (id !== '' && !shops.has(id))
      shops.set(id, {
        id,
        delivery: open(shown, `${id}/delivery`) ?? '',
        mayRead: readRobots(shown.page(`${id}/robots.txt`) ?? ''),
      });
    for (const to of links(page, path)) seen.add(to.path);
  }
  return [...shops.values()];
}

function results(shown: Shown, { id }: Shop, { title }: Wish): string[] {
  const found: string[] = [];
  let at: string | undefined = `${id}/search?q=${encodeURIComponent(title)}&ok=1`;
  while (at !== undefined) {
    const listed = links(open(shown, at) ?? '', at);
    found.push(...listed.filter(({ label }) => label === title).map(({ path }) => path));
    at = listed.find(({ label }) => label === 'Next page')?.path;
  }
  return found;
}
