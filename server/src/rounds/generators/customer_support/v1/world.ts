/**
 * The world of a variant: customers, their orders, and for each task a policy and a thread.
 *
 * The six actions have the same weight in each sheet, and of the rules that demand a task's action each decides as often as the others: so no constant
 * answer is worth more than another, and the usual action of a category is right in about half of the threads. Which action a category has is drawn:
 * a bot that decides by what shops commonly do, and not by the policy, is wrong.
 */
import type { Draw } from '../../../draw.ts';
import type { Slot } from '../../../source.ts';
import phrases from './phrases.json' with { type: 'json' };
import {
  actions,
  deciding,
  type Action,
  type Amendment,
  type Case,
  type Customer,
  type Order,
  type Policy,
  type Rule,
  type Sum,
  type Test,
} from './policy.ts';

export interface Thread {
  readonly taskId: string;
  /** The names of all categories, in the order in which the policy lists them. */
  readonly categories: readonly string[];
  readonly policy: Policy;
  readonly case: Case;
  readonly rule: Rule;
  readonly terms: Terms;
}

export interface World {
  readonly customers: readonly Customer[];
  readonly orders: readonly Order[];
  readonly threads: readonly Thread[];
}

/** What the plan fixes for all bots. */
export interface Terms {
  readonly rules: number;
  readonly mails: number;
  /** Mails claim what the tables do not say, give the number of another order first, and hold orders to assistants. */
  readonly falseClaims: boolean;
  readonly corrected: boolean;
  readonly injected: boolean;
  /** A later note changes a number of a rule, and in half of the threads it decides. */
  readonly amended: boolean;
}

const customersCount = 24;
const ordersCount = 60;
/** Tries for a case that a given rule decides, before the policy is drawn again. */
const casesMax = 100;
/** Slots of a sheet whose weights 1, 1, 2, 2, … 5, 5 add up to 5: each group gets an action of its own. */
const groups: readonly (readonly number[])[] = [[8], [9], [6, 0], [7, 1], [4, 2], [5, 3]];

export function drawTerms(draw: Draw, level: number): Terms {
  return {
    rules: Math.min(25, 3 + 3 * level),
    mails: Math.min(6, level),
    falseClaims: level >= 3,
    corrected: level >= 4 && draw.chance(1, 2),
    injected: level >= 4 && draw.chance(1, 2),
    amended: level >= 5 || (level === 4 && draw.chance(1, 2)),
  };
}

export function drawWorld(slots: readonly Slot[], draw: Draw): World {
  const customers = drawCustomers(draw.part('customers'));
  const orders = drawOrders(draw.part('orders'), customers);
  const order = draw.part('actions').shuffled(actions);
  const threads = slots.map((slot, i) => {
    const group = groups.findIndex((each) => each.includes(i));
    const action = order[group < 0 ? i % actions.length : group] ?? 'inform';
    return drawThread(draw.part(slot.task_id), slot, action, { customers, orders });
  });
  return { customers, orders, threads };
}

function drawCustomers(draw: Draw): Customer[] {
  const names = draw.sample(
    phrases.first.flatMap((first) => phrases.last.map((last) => `${first} ${last}`)),
    customersCount,
  );
  return names.map((name, i) => ({
    id: `C${101 + i}`,
    name,
    plus: draw.chance(2, 5),
    claims: draw.below(6),
  }));
}

function drawOrders(draw: Draw, customers: readonly Customer[]): Order[] {
  const first = draw.between(41_000, 58_000);
  const goods = Object.entries(phrases.groups).flatMap(([group, articles]) =>
    articles.map((article) => ({ group, article })),
  );
  return Array.from({ length: ordersCount }, (_, i) => {
    const { group, article } = draw.pick(goods);
    return {
      id: `A${first + 7 * i}`,
      customer: draw.pick(customers).id,
      article,
      group,
      pieces: draw.between(1, 3),
      pieceCents: 50 * draw.between(40, 320),
      shippingCents: 10 * draw.between(39, 119),
      day: draw.between(5, 60),
      voucher: draw.chance(2, 5),
      finalSale: draw.chance(2, 5),
    };
  });
}

function drawThread(draw: Draw, slot: Slot, action: Action, records: Pick<World, 'customers' | 'orders'>): Thread {
  const terms = slot.settings as unknown as Terms;
  const byNote = terms.amended && draw.chance(1, 2);
  for (;;) {
    const policy = drawPolicy(draw, terms, action);
    const targets = policy.rules.filter((rule) => rule.action === action);
    const target = draw.pick(targets);
    const covered = [...new Set(policy.rules.flatMap(({ category }) => category ?? []))];
    for (let i = 0; i < casesMax; i++) {
      const drawn = drawCase(draw, target.category ?? draw.pick(covered), records);
      const rule = deciding(policy, drawn);
      if (rule?.number !== target.number) continue;
      if (byNote && deciding({ ...policy, amendment: null }, drawn)?.number === target.number) continue;
      const categories = draw.shuffled(Object.keys(phrases.categories));
      return { taskId: slot.task_id, categories, policy, case: drawn, rule, terms };
    }
  }
}

function drawCase(draw: Draw, category: string, { customers, orders }: Pick<World, 'customers' | 'orders'>): Case {
  const order = draw.pick(orders);
  const customer = customers.find(({ id }) => id === order.customer) as Customer;
  return {
    category,
    order,
    customer,
    day: order.day + draw.between(1, 45),
    photo: draw.chance(1, 2),
    used: category === 'defective' || (draw.chance(1, 2) && !isAway(category)),
  };
}

/** The article is not with the customer, so nothing is said of its use. */
export function isAway(category: string): boolean {
  return ['late', 'lost', 'cancellation'].includes(category);
}

/** A rule without tests for each category that the policy has, exceptions to them, and from nine rules on rules of every category. */
function drawPolicy(draw: Draw, { rules: count, amended }: Terms, wanted: Action): Policy {
  const general = Math.min(4, Math.floor((count - 6) / 3));
  const bases = Math.min(10, Math.ceil((count - general) / 2));
  const covered = draw.sample(Object.keys(phrases.categories), bases);
  const templates = draw.sample(
    Array.from({ length: 40 }, (_, i) => `T${String(i + 1).padStart(2, '0')}`),
    count,
  );
  const order: (readonly [category: string | null, tests: number])[] = [
    ...covered.map((category) => [category, 0] as const),
    ...Array.from({ length: count - general - bases }, (_, i) => [covered[i % bases] ?? null, 1 + (i % 2)] as const),
    ...Array.from({ length: general }, () => [null, 2] as const),
  ];
  const highestCounts = draw.chance(1, 2);
  // The wanted action stands in one rule of each six at least, and so does every other.
  const spread = order.map((_, i) => actions[i % actions.length] ?? wanted);
  const drawn = draw.shuffled(spread);
  const rules = order.map(([category, tests], i): Rule => ({
    number: highestCounts ? i + 1 : count - i,
    category,
    tests: draw.sample(testKinds, tests).map((of) => drawTest(draw, of)),
    action: drawn[i] ?? wanted,
    sum: drawSum(draw),
    template: templates[i] ?? '',
  }));
  const numbered = rules.filter(({ tests }) => tests.filter((test) => 'n' in test).length === 1);
  const target = amended && numbered.length > 0 ? draw.pick(numbered) : null;
  return { rules: rules.toSorted((a, b) => a.number - b.number), highestCounts, amendment: amendmentOf(draw, target) };
}

const testKinds = ['days', 'price', 'claims', 'group', 'tier', 'final', 'voucher', 'photo', 'used'] as const;

function amendmentOf(draw: Draw, rule: Rule | null): Amendment | null {
  const test = rule?.tests.find((each) => 'n' in each);
  if (rule === null || test === undefined || !('n' in test)) return null;
  const other = drawTest(draw, test.of);
  const n = 'n' in other && other.n !== test.n ? other.n : 2 * test.n;
  return { rule: rule.number, from: draw.between(20, 70), n };
}

function drawTest(draw: Draw, of: Test['of']): Test {
  if (of === 'days') return { of, n: draw.between(10, 30) };
  if (of === 'price') return { of, n: 500 * draw.between(10, 50) };
  if (of === 'claims') return { of, n: draw.between(2, 4) };
  if (of === 'group') return { of, is: draw.pick(Object.keys(phrases.groups)) };
  return { of };
}

function drawSum(draw: Draw): Sum {
  const of = draw.pick(['goods', 'all', 'percent', 'less', 'fixed'] as const);
  if (of === 'percent') return { of, n: 5 * draw.between(2, 18) };
  if (of === 'less') return { of, n: 5 * draw.between(50, 190) };
  if (of === 'fixed') return { of, n: 5 * draw.between(60, 500) };
  return { of };
}
