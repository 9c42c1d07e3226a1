/** The world of a variant: the orders of a desk, and for each task some of them that have to be changed. */
import type { Draw } from '../../../draw.ts';
import type { Slot } from '../../../source.ts';
import type { Goal, Order, Person, Status } from './desk.ts';
import phrases from './phrases.json' with { type: 'json' };

/** What the plan fixes for all bots. */
export interface Terms {
  readonly effects: number;
  /** How orders are told: by id, by an extreme of a city, or by one with a condition. */
  readonly telling: 0 | 1 | 2;
}

export interface Errand {
  readonly taskId: string;
  readonly goals: readonly Goal[];
  /** Each goal in words. */
  readonly says: readonly string[];
}

export interface World {
  readonly secret: string;
  readonly orders: readonly Order[];
  readonly people: readonly Person[];
  readonly errands: readonly Errand[];
}

const statuses: readonly Status[] = ['open', 'held', 'complete'];
const orderCount = 48;

export function drawTerms(level: number): Terms {
  return { effects: Math.min(8, 1 + level), telling: level <= 2 ? 0 : level <= 4 ? 1 : 2 };
}

export function drawWorld(slots: readonly Slot[], draw: Draw): World {
  const part = draw.part('desk');
  const people = part.sample(phrases.people, 6).map((name, i): Person => ({ id: `k${i + 1}`, name }));
  const cities = part.sample(phrases.cities, 6);
  const amounts = part.shuffled(Array.from({ length: 400 }, (_, i) => 1_000 + 37 * i));
  const orders = Array.from({ length: orderCount }, (_, i): Order => ({
    id: `r${String(i + 1).padStart(2, '0')}`,
    customer: `${part.pick(phrases.customers)} ${part.pick(phrases.forms)}`,
    city: cities[i % cities.length] ?? '',
    amount: amounts[i] ?? 0,
    status: part.pick(statuses),
    person: part.pick(people).id,
  }));
  const secret = Array.from({ length: 8 }, () => part.below(2 ** 32).toString(16)).join('-');
  const shuffled = part.shuffled(orders).map((order, i) => ({ ...order, id: orders[i]?.id ?? '' }));
  const errands = slots.map((slot) => drawErrand(draw.part(slot.task_id), slot, shuffled, people));
  return { secret, orders: shuffled, people, errands };
}

interface Told {
  readonly order: Order;
  readonly says: string;
}

function drawErrand(
  draw: Draw,
  { task_id: taskId, settings }: Slot,
  orders: readonly Order[],
  people: readonly Person[],
): Errand {
  const { effects, telling } = settings as unknown as Terms;
  const told: Told[] = [];
  while (told.length < effects) {
    const next = drawTold(draw, orders, telling);
    if (told.every(({ order }) => order.id !== next.order.id)) told.push(next);
  }
  const goals = told.map(({ order, says }): readonly [Goal, string] => {
    if (draw.chance(1, 2)) {
      const person = draw.pick(people.filter(({ id }) => id !== order.person));
      return [[order.id, 'person', person.id], `Give ${says} to ${person.name}.`];
    }
    const status = draw.pick(statuses.filter((each) => each !== order.status));
    const verbs = { open: 'Open', held: 'Put on hold', complete: 'Complete' } as const;
    return [[order.id, 'status', status], `${verbs[status]}${status === 'open' ? ' again' : ''}: ${says}.`];
  });
  return { taskId, goals: goals.map(([goal]) => goal), says: goals.map(([, says]) => says) };
}

/** An order, and words that fit it alone. */
function drawTold(draw: Draw, orders: readonly Order[], telling: number): Told {
  const { city, status, id } = draw.pick(orders);
  const kind = telling === 0 ? 0 : draw.between(1, telling === 1 ? 1 : 4);
  if (kind === 0) return { order: orders.find((order) => order.id === id) as Order, says: `order ${id}` };
  const isLargest = draw.chance(1, 2);
  const among = orders.filter((order) => order.city === city && (kind < 3 || order.status === status));
  const sorted = among.toSorted((a, b) => (isLargest ? b.amount - a.amount : a.amount - b.amount));
  const place = kind === 4 && sorted.length > 1 ? 1 : 0;
  const extreme = `${place === 1 ? 'second ' : ''}${isLargest ? 'largest' : 'smallest'} amount`;
  const which = kind < 3 ? 'order' : `${status} order`;
  return { order: sorted[place] as Order, says: `the ${which} from ${city} with the ${extreme}` };
}
