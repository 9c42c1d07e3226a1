/**
 * The world of one variant: eighty advertised cars, a table of running costs, and ten buyers with conditions and a formula of points.
 *
 * In: the plan's slots and the draws of a variant. Out: records, from which the advertisements are written and the key is worked out.
 */
import type { Draw } from '../../../draw.ts';
import type { Slot } from '../../../source.ts';
import phrases from './phrases.json' with { type: 'json' };
import { runningDollars, type Buyer, type Car, type Condition, type Costs, type Term } from './car.ts';
import { ranked } from './points.ts';

export interface World {
  readonly cars: readonly Car[];
  readonly costs: Costs;
  readonly buyers: readonly Buyer[];
}

/** What the plan fixes for all bots: which conditions and which terms a task has. */
export interface Terms {
  readonly conditions: readonly Condition['kind'][];
  readonly terms: readonly Term['of'][];
}

const carCount = 80;
/** How many cars may fit, the most points of the middle one in percent of the mean of the best three, and percent by which conditions are looser. */
const narrow = { least: 6, most: 24, middle: 82, looser: 0 };
const wide = { least: 4, most: carCount, middle: 100, looser: 0 };
const attemptsMax = 60;

export function drawTerms(draw: Draw, level: number): Terms {
  const others = [
    'km',
    'year',
    'seats',
    'boot',
    'tow',
    'owners',
    'warranty',
    'fuel',
    'gearbox',
    'accident',
    'defect',
  ] as const;
  const count = Math.min(level + 1, 8);
  const conditions: Condition['kind'][] = ['price', ...draw.sample(others, count - 1)];
  if (level >= 4) conditions[1] = 'running';
  const terms = ['km', 'warranty', 'boot', 'extras', 'running'] as const;
  return { conditions, terms: ['price', 'year', ...draw.sample(terms, Math.min(Math.ceil(level / 2), 4))] };
}

/** @param tricks of ten advertisements, how many give miles, and how many the price without tax. */
export function drawWorld(slots: readonly Slot[], tricks: number, draw: Draw): World {
  const cars = drawCars(draw.part('cars'), tricks);
  const costs = drawCosts(draw.part('costs'));
  const names = draw.sample(phrases.buyers, slots.length);
  const buyers = slots.map((slot, i) => {
    const stream = draw.part(slot.task_id);
    const terms = slot.settings as unknown as Terms;
    for (let attempt = 0; ; attempt++) {
      // A world may have no buyer of these conditions whose best stand out: then those that are left after two will do.
      const asked = attempt < attemptsMax ? terms : { ...terms, conditions: terms.conditions.slice(0, 2) };
      const fit = attempt < attemptsMax ? narrow : { ...wide, looser: attempt - attemptsMax };
      const buyer = drawBuyer(stream, slot.task_id, names[i] ?? slot.task_id, asked, cars, costs, fit);
      if (buyer !== null) return buyer;
    }
  });
  return { cars, costs, buyers };
}

function drawCars(draw: Draw, tricks: number): Car[] {
  const names = draw.shuffled(phrases.makers.flatMap((maker) => phrases.models.map((model) => `${maker} ${model}`)));
  return Array.from({ length: carCount }, (_, i) => {
    const age = draw.between(1, 11);
    const fuel = draw.pick(phrases.fuels);
    const inMiles = draw.chance(tricks, 10);
    const netPrice = draw.chance(tricks, 10);
    const size = draw.between(0, 4);
    // Miles in steps of 500 are whole kilometres at 1.6 km a mile, and net prices in steps of $100 are whole dollars with 20% more.
    const km = inMiles
      ? draw.between(3 + 4 * age, 12 + 14 * age) * 800
      : draw.between(4 + 5 * age, 15 + 20 * age) * 500;
    const price = Math.max(20, draw.between(90, 130) + 40 * size - 7 * age - Math.floor(km / 2500)) * 120;
    const accident = draw.chance(1, 4);
    return {
      id: `a${String(i + 1).padStart(2, '0')}`,
      name: names[i] ?? '',
      year: 2026 - age,
      price: netPrice ? price : price - draw.between(0, 11) * 10,
      km,
      fuel,
      gearbox: draw.chance(1, 2) ? 'manual' : 'automatic',
      usedTenths: fuel === 'electric' ? draw.between(130, 220) + 8 * size : draw.between(42, 75) + 5 * size,
      seats: draw.weighted([
        [1, 2],
        [2, 4],
        [6, 5],
        [3, 7],
      ]),
      boot: draw.between(20, 35) * 10 + 60 * size,
      tow: draw.between(5, 12) * 100 + 150 * size,
      owners: draw.between(1, 4),
      warranty: draw.chance(1, 3) ? 0 : draw.between(1, 8) * 3,
      accident,
      defect: draw.chance(1, 4),
      group: draw.between(1, 5),
      extras: phrases.extraNames.filter(() => draw.chance(2, 5)),
      inMiles,
      netPrice,
    };
  });
}

function drawCosts(draw: Draw): Costs {
  const base = draw.between(30, 50) * 1000;
  return {
    fuelCents: {
      petrol: draw.between(150, 190),
      diesel: draw.between(140, 180),
      hybrid: draw.between(150, 190),
      electric: draw.between(28, 48),
    },
    taxCents: Object.fromEntries(
      phrases.fuels.map((fuel) => [fuel, fuel === 'electric' ? 0 : draw.between(8, 30) * 1000]),
    ),
    insuranceCents: [0, 1, 2, 3, 4].map((i) => base + i * draw.between(6, 12) * 1000),
  };
}

function drawBuyer(
  draw: Draw,
  taskId: string,
  name: string,
  { conditions: kinds, terms: of }: Terms,
  cars: readonly Car[],
  costs: Costs,
  fit: typeof narrow,
): Buyer | null {
  const thousandKm = draw.between(8, 25);
  const running = (car: Car): number => runningDollars(car, costs, thousandKm);
  // Of so many conditions each must let through such a part that about fifteen cars fit all of them.
  const part = Math.min(92, Math.floor(100 * (15 / carCount) ** (1 / kinds.length))) + draw.between(-3, 3) + fit.looser;
  const conditions = kinds.map((kind) => conditionOf(kind, cars, running, part, draw));
  const terms = of.map((each) => termOf(each, conditions, cars, running, draw));
  const order = ranked(cars, { thousandKm, conditions, terms }, costs);
  if (order.length < fit.least || order.length > fit.most) return null;
  const best = order.slice(0, 3);
  const value = best.reduce((sum, { points }, i) => sum + (3 - i) * points, 0);
  // The best must stand out, else any fitting cars would do.
  const middle = order[Math.floor(order.length / 2)]?.points ?? 0;
  if (middle * 6 * 100 > value * fit.middle) return null;
  return { taskId, name, thousandKm, conditions, terms, best: best.map(({ id }) => id), value };
}

function termOf(
  of: Term['of'],
  conditions: readonly Condition[],
  cars: readonly Car[],
  running: (car: Car) => number,
  draw: Draw,
): Term {
  // Points are counted from the condition of the same kind, or from the worst car where there is none.
  const below = (kind: 'price' | 'km' | 'running', value: (car: Car) => number): number =>
    conditions.flatMap((each) => (each.kind === kind && 'most' in each ? [each.most] : []))[0] ??
    Math.max(...cars.map(value));
  if (of === 'price') return { of, points: draw.between(1, 3), step: 100, below: below(of, ({ price }) => price) };
  if (of === 'km') return { of, points: draw.between(2, 5), step: 2000, below: below(of, ({ km }) => km) };
  if (of === 'running') return { of, points: draw.between(2, 5), step: 50, below: below(of, running) };
  if (of === 'year') return { of, points: draw.between(4, 12), step: 1, above: 2014 };
  if (of === 'warranty') return { of, points: draw.between(3, 8), step: 3, above: 0 };
  if (of === 'boot') return { of, points: draw.between(3, 8), step: 20, above: 200 };
  return { of, points: draw.between(10, 25), names: draw.sample(phrases.extraNames, 3) };
}

/** @param part percent of the cars that a bound lets through, where it is drawn from the cars. */
function conditionOf(
  kind: Condition['kind'],
  cars: readonly Car[],
  running: (car: Car) => number,
  part: number,
  draw: Draw,
): Condition {
  const at = (value: (car: Car) => number, percent: number): number => {
    const values = cars.map(value).toSorted((a, b) => a - b);
    return values[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))] ?? 0;
  };
  switch (kind) {
    case 'price':
    case 'km': {
      const step = kind === 'price' ? 100 : 1000;
      return { kind, most: Math.ceil(at((car) => car[kind], part) / step) * step };
    }
    case 'running':
      return { kind, most: Math.ceil(at(running, part) / 10) * 10 };
    case 'year':
    case 'boot':
    case 'tow': {
      const step = { year: 1, boot: 10, tow: 50 }[kind];
      return { kind, least: Math.floor(at((car) => car[kind], 100 - part) / step) * step };
    }
    case 'owners':
      return { kind, most: draw.between(2, 3) };
    case 'seats':
      return { kind, least: draw.between(4, 5) };
    case 'warranty':
      return { kind, least: draw.between(1, 2) * 3 };
    case 'fuel':
      return { kind, oneOf: draw.sample(phrases.fuels, 3) };
    case 'gearbox':
      return { kind, is: draw.chance(1, 2) ? 'manual' : 'automatic' };
    case 'accident':
    case 'defect':
      return { kind };
  }
}
