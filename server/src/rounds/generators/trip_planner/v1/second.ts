/**
 * The second solver knows only what a bot is shown. It tries every way, one move after the other, and turns back where the fares so far and
 * the least fares from here on are no less than the best way found, or where it has been before for less. Trips past its budget are left out.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { canFollow, readNet, readWish, type Move, type Net, type Wish } from './read.ts';

const triesMax = 25_000;

export function second(shown: Shown): Answers {
  const net = readNet(shown);
  const answers = new Map<string, Json>();
  for (const task of shown.tasks) {
    const way = cheapestWay(readWish(task, net), net);
    if (way === null) continue;
    const ids = (isStay: boolean): string[] =>
      way.filter(({ mode }) => (mode === 'stay') === isStay).map(({ id }) => id);
    answers.set(task.task_id, { legs: ids(false), stays: ids(true) });
  }
  return answers;
}

function cheapestWay(wish: Wish, net: Net): readonly Move[] | null {
  const price = (move: Move): number => move.cents + wish.bags * move.bagCents;
  const rest = leastRest(wish, net, price);
  const beds = new Map(
    wish.nights.map((place) => [
      place,
      Math.min(...(net.leaving.get(place) ?? []).filter(({ mode }) => mode === 'stay').map(price)),
    ]),
  );
  let best: readonly Move[] | null = null;
  let least = Infinity;
  let tries = 0;
  const been = new Map<string, number>();
  const visit = (way: readonly Move[], cost: number, legs: number, missing: readonly string[]): void => {
    const last = way.at(-1);
    const at = last?.to ?? wish.from;
    if (++tries > triesMax) return;
    const here = `${last?.id ?? ''} ${legs} ${missing.join(' ')}`;
    if (cost >= (been.get(here) ?? Infinity)) return;
    been.set(here, cost);
    if (at === wish.to && missing.length === 0 && last !== undefined) {
      if (cost < least) [least, best] = [cost, way];
      return;
    }
    const ahead = missing.reduce((sum, place) => sum + (beds.get(place) ?? Infinity), 0);
    const on = (net.leaving.get(at) ?? []).filter(
      (move) =>
        move.mode !== wish.without &&
        move.end <= wish.before &&
        (move.mode === 'stay' ? last !== undefined : legs < wish.legs) &&
        (last === undefined ? move.start >= wish.after : canFollow(last, move, net)) &&
        cost + price(move) + (rest.get(move.to) ?? Infinity) + (move.mode === 'stay' ? 0 : ahead) < least,
    );
    for (const move of on.toSorted((a, b) => price(a) + (rest.get(a.to) ?? 0) - price(b) - (rest.get(b.to) ?? 0)))
      visit(
        [...way, move],
        cost + price(move),
        legs + (move.mode === 'stay' ? 0 : 1),
        move.mode === 'stay' ? missing.filter((place) => place !== move.from) : missing,
      );
  };
  visit([], 0, 0, wish.nights);
  return tries > triesMax ? null : best;
}

/** The least fares from each place to the end, whatever the times are. */
function leastRest(wish: Wish, net: Net, price: (move: Move) => number): Map<string, number> {
  const rest = new Map([[wish.to, 0]]);
  for (let changed = true; changed;) {
    changed = false;
    for (const move of net.moves) {
      const through = (rest.get(move.to) ?? Infinity) + price(move);
      if (move.mode === 'stay' || move.mode === wish.without || through >= (rest.get(move.from) ?? Infinity)) continue;
      rest.set(move.from, through);
      changed = true;
    }
  }
  return rest;
}
