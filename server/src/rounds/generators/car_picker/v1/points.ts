/**
 * The buyer's formula, exactly as the task's text says it: which cars fit, and how many points each has. All numbers are integers.
 *
 * Example: cars of 91, 84 and 80 points in this order are worth 3 × 91 + 2 × 84 + 80 = 521, the first two swapped 514.
 */
import { runningDollars, type Buyer, type Car, type Condition, type Costs, type Term } from './car.ts';

type Asked = Pick<Buyer, 'thousandKm' | 'conditions' | 'terms'>;

/** The cars that keep every condition, the most points first, then by id. */
export function ranked(cars: readonly Car[], asked: Asked, costs: Costs): { id: string; points: number }[] {
  return cars
    .filter((car) => isFit(car, asked, costs))
    .map((car) => ({ id: car.id, points: pointsOf(car, asked, costs) }))
    .toSorted((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1));
}

export function isFit(car: Car, { conditions, thousandKm }: Asked, costs: Costs): boolean {
  return conditions.every((condition) => keeps(car, condition, runningDollars(car, costs, thousandKm)));
}

function keeps(car: Car, condition: Condition, running: number): boolean {
  switch (condition.kind) {
    case 'price':
    case 'km':
    case 'owners':
      return car[condition.kind] <= condition.most;
    case 'running':
      return running <= condition.most;
    case 'year':
    case 'seats':
    case 'boot':
    case 'tow':
    case 'warranty':
      return car[condition.kind] >= condition.least;
    case 'fuel':
      return condition.oneOf.includes(car.fuel);
    case 'gearbox':
      return car.gearbox === condition.is;
    case 'accident':
    case 'defect':
      return !car[condition.kind];
  }
}

export function pointsOf(car: Car, { terms, thousandKm }: Asked, costs: Costs): number {
  return terms.reduce((sum, term) => sum + pointsFor(car, term, runningDollars(car, costs, thousandKm)), 0);
}

function pointsFor(car: Car, term: Term, running: number): number {
  if (term.of === 'extras') return term.points * term.names.filter((name) => car.extras.includes(name)).length;
  const value = term.of === 'running' ? running : car[term.of];
  const ahead = 'below' in term ? term.below - value : value - term.above;
  return term.points * Math.max(0, Math.floor(ahead / term.step));
}
