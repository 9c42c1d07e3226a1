/**
 * The world of one variant: sixty articles of two shops, and ten households that buy among them.
 *
 * In: the plan's slots and the draws of a variant. Out: articles, and for each task the household with everything that its text says.
 */
import type { Draw } from '../../../draw.ts';
import type { Slot } from '../../../source.ts';
import type { Household, Item, Need } from './household.ts';
import phrases from './phrases.json' with { type: 'json' };
import { solve, type Solution } from './solve.ts';

export const nutrients = ['energy', 'protein', 'fibre', 'calcium', 'salt'] as const;
export type Nutrient = (typeof nutrients)[number];

/** The unit of a nutrient, and how many of the smallest unit that the table shows make one of it. */
export const units: Readonly<Record<Nutrient, { unit: string; per: number }>> = {
  energy: { unit: 'kcal', per: 1 },
  protein: { unit: 'g', per: 10 },
  fibre: { unit: 'g', per: 10 },
  calcium: { unit: 'mg', per: 1 },
  salt: { unit: 'g', per: 100 },
};

export interface Article {
  readonly id: string;
  readonly shop: string;
  readonly name: string;
  readonly group: string;
  readonly packGrams: number;
  readonly cents: number;
  readonly threeForTwo: boolean;
  readonly allergens: readonly string[];
  /** By nutrient, per 100 g, in the smallest unit that the table shows. */
  readonly per100: Readonly<Record<Nutrient, number>>;
}

export interface Shop {
  readonly id: string;
  readonly name: string;
  readonly deliveryCents: number;
}

/** What is needed of a nutrient in its unit, or of a group in grams. */
export interface StatedNeed {
  readonly of: Nutrient | `group:${string}`;
  readonly kind: 'least' | 'most';
  readonly amount: number;
}

export interface Pantry {
  readonly article: string;
  readonly packs: number;
}

export interface Task {
  readonly taskId: string;
  readonly family: string;
  readonly groups: readonly string[];
  readonly excluded: readonly string[];
  readonly needs: readonly StatedNeed[];
  readonly hasCard: boolean;
  readonly paysDelivery: boolean;
  readonly pantry: readonly Pantry[];
  readonly household: Household;
  readonly solution: Solution;
}

export interface World {
  readonly shops: readonly Shop[];
  readonly articles: readonly Article[];
  readonly tasks: readonly Task[];
}

export const packsMax = 4;
const attemptsMax = 200;
const matter = { least: 10, most: 14 };

/** What a level asks for: see docs of the league. The kinds of needs are drawn with the plan, so all bots have the same. */
export interface Terms {
  readonly needs: readonly string[];
  readonly hasCard: boolean;
  readonly pantry: number;
  readonly paysDelivery: boolean;
}

export function drawTerms(draw: Draw, level: number): Terms {
  const count = Math.min(level, 7);
  const kinds = draw.shuffled(['energy', 'protein', 'fibre', 'calcium', 'group', 'group 2']);
  const needs = level >= 3 ? ['salt', ...kinds.slice(0, count - 1)] : kinds.slice(0, count);
  // A second group is only told apart from the first where both are there.
  return {
    needs: needs.map((kind) => (kind === 'group 2' && !needs.includes('group') ? 'group' : kind)),
    hasCard: level >= 4,
    pantry: level >= 5 ? Math.min(level - 3, 4) : 0,
    paysDelivery: level >= 6,
  };
}

export function drawWorld(slots: readonly Slot[], draw: Draw): World {
  const names = draw.sample(phrases.shops, 2);
  const shops = names.map((name, i) => ({ id: `s${i + 1}`, name, deliveryCents: draw.between(5, 12) * 50 }));
  const articles = drawArticles(draw.part('articles'), shops);
  const families = draw.sample(phrases.families, slots.length);
  const tasks = slots.map((slot, i) => {
    const stream = draw.part(slot.task_id);
    const terms = slot.settings as unknown as Terms;
    for (let attempt = 0; ; attempt++) {
      // Where no household of these terms can be drawn and solved, fewer needs will do.
      const needs = attempt < attemptsMax ? terms.needs : terms.needs.slice(0, 2);
      const task = drawTask(stream, slot.task_id, families[i] ?? slot.task_id, { ...terms, needs }, articles, shops);
      if (task !== null) return task;
    }
  });
  return { shops, articles, tasks };
}

/** Articles whose offer ended: the page shows them, too. */
export function drawEnded({ articles }: World, draw: Draw): Article[] {
  return articles.filter(({ threeForTwo }) => !threeForTwo && draw.chance(1, 6));
}

function drawArticles(draw: Draw, shops: readonly Shop[]): Article[] {
  const drawn = phrases.groups.flatMap((group) =>
    group.names.map((name) => {
      const range = (bounds: readonly number[]): number => draw.between(bounds[0] ?? 0, bounds[1] ?? 0);
      const packGrams = Math.round(range(group.pack) / 50) * 50;
      return {
        shop: draw.pick(shops).id,
        name: `${draw.pick(phrases.brands)} ${name}`,
        group: group.id,
        packGrams,
        cents: Math.max(39, Math.floor((range(group.cents) * packGrams) / 1000) * 10 + draw.pick([0, 5, 9])),
        threeForTwo: draw.chance(1, 4),
        allergens: [...group.allergens, ...group.sometimes.filter(() => draw.chance(1, 3))],
        per100: {
          energy: range(group.energy),
          protein: range(group.protein),
          fibre: range(group.fibre),
          calcium: range(group.calcium),
          salt: range(group.salt),
        },
      };
    }),
  );
  return draw.shuffled(drawn).map((article, i) => ({ id: `g${String(i + 1).padStart(2, '0')}`, ...article }));
}

/** One household, or `null` if it has too few or too many articles, or if its optimum is not found within the budget. */
function drawTask(
  draw: Draw,
  taskId: string,
  family: string,
  terms: Terms,
  articles: readonly Article[],
  shops: readonly Shop[],
): Task | null {
  const excluded = draw.sample(phrases.allergens, draw.between(1, 2)).toSorted();
  const eatable = articles.filter(({ allergens }) => !allergens.some((each) => excluded.includes(each)));
  const groups: string[] = [];
  let bought: Article[] = [];
  for (const group of draw.shuffled(phrases.groups.map(({ id }) => id))) {
    if (bought.length >= draw.between(matter.least, matter.least + 2)) break;
    groups.push(group);
    bought = eatable.filter((article) => groups.includes(article.group));
  }
  if (bought.length < matter.least || bought.length > matter.most) return null;
  const groupsBought = [...new Set(bought.map(({ group }) => group))];
  const wanted = draw.shuffled(groupsBought);
  const of = terms.needs.map((kind): StatedNeed['of'] => {
    if (kind === 'group') return `group:${wanted[0] ?? ''}`;
    return kind === 'group 2' ? `group:${wanted[1] ?? ''}` : (kind as Nutrient);
  });
  // A basket that keeps every condition: a part of what it holds is asked for.
  const basket = bought.map((article) => ({ article, packs: draw.between(0, 3) }));
  const pantry = draw.sample(bought, terms.pantry).map(({ id }) => ({ article: id, packs: draw.between(1, 2) }));
  const needs = of.map((each) => {
    const kind = each === 'salt' ? ('most' as const) : ('least' as const);
    const held = basket.reduce((sum, { article, packs }) => sum + packs * holds(article, each), 0);
    const share = kind === 'most' ? draw.between(75, 95) : draw.between(55, 90);
    const { per } = each.startsWith('group:') ? { per: 1 } : units[each as Nutrient];
    const step = each === 'energy' || each === 'calcium' || per === 1 ? 50 : 5;
    // What a pack holds is counted in hundredths of the table's smallest unit.
    const stated = Math.floor((held * share) / 100 / (100 * per) / step) * step;
    return { of: each, kind, amount: stated };
  });
  if (needs.some(({ amount }) => amount === 0)) return null;
  const household = householdOf(bought, needs, terms, pantry, articles, shops);
  if (household.needs.some(({ kind, amount }) => (kind === 'least' ? amount <= 0 : amount < 0))) return null;
  const solution = solve(household);
  if (solution === null || solution.cost < 800) return null;
  const { hasCard, paysDelivery } = terms;
  return { taskId, family, groups: groupsBought, excluded, needs, hasCard, paysDelivery, pantry, household, solution };
}

/** What one pack holds: of a nutrient in hundredths of the table's smallest unit, of its group in hundredths of a gram. */
function holds(article: Article, of: StatedNeed['of']): number {
  if (of.startsWith('group:')) return of === `group:${article.group}` ? article.packGrams * 100 : 0;
  return article.packGrams * article.per100[of as Nutrient];
}

function householdOf(
  bought: readonly Article[],
  needs: readonly StatedNeed[],
  terms: Terms,
  pantry: readonly Pantry[],
  articles: readonly Article[],
  shops: readonly Shop[],
): Household {
  const byId = new Map(articles.map((article) => [article.id, article]));
  return {
    items: bought.map((article): Item => ({
      id: article.id,
      shop: article.shop,
      cents: article.cents,
      threeForTwo: terms.hasCard && article.threeForTwo,
      holds: needs.map(({ of }) => holds(article, of)),
    })),
    needs: needs.map(({ of, kind, amount }): Need => {
      const per = of.startsWith('group:') ? 1 : units[of as Nutrient].per;
      const inPantry = pantry.reduce((sum, { article, packs }) => {
        const there = byId.get(article);
        return sum + (there === undefined ? 0 : packs * holds(there, of));
      }, 0);
      return { name: of.replace('group:', ''), kind, amount: amount * per * 100 - inPantry };
    }),
    packsMax,
    delivery: Object.fromEntries(shops.map(({ id, deliveryCents }) => [id, terms.paysDelivery ? deliveryCents : 0])),
  };
}
