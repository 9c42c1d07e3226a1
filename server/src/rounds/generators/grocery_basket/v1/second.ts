/**
 * The second solver knows only what a bot is shown. It takes one article after the other and keeps the partial baskets that no other beats in
 * cost and in every need (dynamic programming over what is held), where the first solver bounds a search by prices on the needs. Households
 * whose lists grow past `listMax` are left out.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readOffers, readTable, readTask, type ReadArticle, type ReadTask } from './read.ts';

const listMax = 600;

interface Basket {
  readonly cost: number;
  readonly held: readonly number[];
  readonly packs: Readonly<Record<string, number>>;
}

export function second(shown: Shown): Answers {
  const table = readTable(shown);
  const offers = readOffers(shown);
  const answers = new Map<string, Json>();
  for (const task of shown.tasks) {
    const packs = cheapestOfShops(readTask(task, table, offers));
    if (packs !== null) answers.set(task.task_id, { packs });
  }
  return answers;
}

/** Fees of delivery make baskets of different shops incomparable, so each set of shops is looked at by itself. */
function cheapestOfShops(task: ReadTask): Basket['packs'] | null {
  const shops = [...task.fees.keys()];
  if (shops.length === 0) {
    const only = cheapest(task);
    return only === 'over budget' ? null : (only?.packs ?? null);
  }
  let best: Basket | null = null;
  for (const open of [...shops.map((shop) => [shop]), shops]) {
    const fees = open.reduce((sum, shop) => sum + (task.fees.get(shop) ?? 0), 0);
    const found = cheapest({ ...task, articles: task.articles.filter(({ shop }) => open.includes(shop)) });
    if (found === 'over budget') return null;
    if (found !== null && (best === null || found.cost + fees < best.cost))
      best = { ...found, cost: found.cost + fees };
  }
  return best?.packs ?? null;
}

function cheapest(task: ReadTask): Basket | null | 'over budget' {
  // The articles that hold most for their money come first, so that a whole basket is found early and bounds the rest.
  const articles = task.articles.toSorted((a, b) => worth(b, task) - worth(a, task));
  let best: Basket | null = null;
  let kept: readonly Basket[] = [{ cost: 0, held: task.needs.map(() => 0), packs: {} }];
  for (const [i, article] of articles.entries()) {
    const later = task.needs.map((_, k) => leastPerUnit(articles.slice(i + 1), k));
    const grown: Basket[] = [];
    for (const basket of kept)
      for (let n = 0; n <= task.packsMax; n++) {
        const next = withPacks(basket, article, n, task);
        if (next === null) break;
        const lacks = task.needs.map(({ least, amount }, k) => (least ? amount - (next.held[k] ?? 0) : 0));
        if (best !== null && next.cost >= best.cost) break;
        if (lacks.every((lack) => lack <= 0)) best = next;
        else {
          // What is missing costs at least so much, even if packs could be cut; half a cent more is no reason to drop a basket.
          const atLeast = Math.max(...lacks.map((lack, k) => (lack > 0 ? lack * (later[k] ?? 0) : 0)));
          if (best === null || next.cost + atLeast < best.cost + 0.5) grown.push(next);
        }
      }
    kept = undominated(grown, task);
    if (kept.length > listMax) return 'over budget';
  }
  return best;
}

function withPacks(basket: Basket, article: ReadArticle, n: number, task: ReadTask): Basket | null {
  if (n === 0) return basket;
  const held = basket.held.map((amount, i) => {
    const sum = amount + n * (article.holds[i] ?? 0);
    const need = task.needs[i];
    return need?.least === true ? Math.min(sum, Math.max(0, need.amount)) : sum;
  });
  if (task.needs.some(({ least, amount }, i) => !least && (held[i] ?? 0) > amount)) return null;
  const free = article.offer ? Math.floor(n / 3) : 0;
  return { cost: basket.cost + article.cents * (n - free), held, packs: { ...basket.packs, [article.id]: n } };
}

function worth(article: ReadArticle, { needs }: ReadTask): number {
  let parts = 0;
  for (const [k, { least, amount }] of needs.entries())
    if (least) parts += Math.min(1, (article.holds[k] ?? 0) / Math.max(1, amount));
  return parts / article.cents;
}

function leastPerUnit(articles: readonly ReadArticle[], need: number): number {
  let least = Infinity;
  for (const { cents, offer, holds } of articles) {
    const held = holds[need] ?? 0;
    if (held > 0) least = Math.min(least, (offer ? (2 * cents) / 3 : cents) / held);
  }
  return least;
}

/** Those that no other one beats: not dearer, and in each need at least as good. */
function undominated(list: readonly Basket[], task: ReadTask): Basket[] {
  const kept: Basket[] = [];
  for (const each of list.toSorted((a, b) => a.cost - b.cost)) {
    if (!kept.some((other) => covers(other.held, each.held, task))) kept.push(each);
    if (kept.length > listMax) break;
  }
  return kept;
}

function covers(held: readonly number[], other: readonly number[], { needs }: ReadTask): boolean {
  for (const [i, { least }] of needs.entries()) {
    const ahead = (held[i] ?? 0) - (other[i] ?? 0);
    if (least ? ahead < 0 : ahead > 0) return false;
  }
  return true;
}
