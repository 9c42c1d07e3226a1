/**
 * What a household may buy and needs: the question of one task, as it is solved and graded.
 *
 * In: articles, conditions and the packs of an answer. Out: what they cost in cents, or the first condition that they break.
 * Amounts are integers: grams of a pack times the value per 100 g in the value's smallest unit, so nothing is rounded.
 *
 * Example: 300 g of protein needed, at most 2 packs of each; lentils hold 120 g for 210 cents, eggs 63 g for 320 or 370 cents.
 * Two packs of lentils (240 g) and one of the cheaper eggs (63 g) hold 303 g and cost 740 cents, which is the least.
 */
export interface Item {
  readonly id: string;
  readonly shop: string;
  readonly cents: number;
  /** Of every three packs one is free. */
  readonly threeForTwo: boolean;
  /** What one pack holds of each thing that is asked for, in the order of the needs. */
  readonly holds: readonly number[];
}

export interface Need {
  readonly name: string;
  /** `least`: at least so much; `most`: at most so much. */
  readonly kind: 'least' | 'most';
  readonly amount: number;
}

export interface Household {
  readonly items: readonly Item[];
  readonly needs: readonly Need[];
  /** The most packs of one article. */
  readonly packsMax: number;
  /** What each shop asks for one delivery, in cents. A shop from which nothing is bought asks nothing. */
  readonly delivery: Readonly<Record<string, number>>;
}

export type Packs = Readonly<Record<string, number>>;

/** The cents for `count` packs of an article. */
export function priceOf(item: Item, count: number): number {
  return item.cents * (item.threeForTwo ? count - Math.floor(count / 3) : count);
}

/** The total in cents, or why the packs are no answer. An article that may not be bought breaks a condition, even with 0 packs left out. */
export function judge(household: Household, packs: Packs): { cost: number } | { broken: string } {
  const byId = new Map(household.items.map((item) => [item.id, item]));
  const sums = household.needs.map(() => 0);
  const shops = new Set<string>();
  let cost = 0;
  for (const [id, count] of Object.entries(packs)) {
    if (count === 0) continue;
    const item = byId.get(id);
    if (item === undefined) return { broken: `${id} is not among the articles that the household buys` };
    if (count > household.packsMax) return { broken: `${count} packs of ${id}, at most ${household.packsMax}` };
    cost += priceOf(item, count);
    shops.add(item.shop);
    for (const [i, held] of item.holds.entries()) sums[i] = (sums[i] ?? 0) + held * count;
  }
  for (const [i, need] of household.needs.entries()) {
    const sum = sums[i] ?? 0;
    if (need.kind === 'least' ? sum < need.amount : sum > need.amount) return { broken: `${need.name} is not kept` };
  }
  for (const shop of shops) cost += household.delivery[shop] ?? 0;
  return { cost };
}
