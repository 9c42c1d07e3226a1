/**
 * The plain solver: the connection that arrives first. Where nights are asked for it takes the connection to each of them, in the order of
 * the text, and the first stay there. It looks at no fare.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { canFollow, readNet, readWish, type Move, type Net, type Wish } from './read.ts';

export function plain(shown: Shown): Answers {
  const net = readNet(shown);
  return new Map<string, Json>(
    shown.tasks.map((task) => {
      const way = firstThere(readWish(task, net), net);
      const ids = (isStay: boolean): string[] =>
        way.filter(({ mode }) => (mode === 'stay') === isStay).map(({ id }) => id);
      return [task.task_id, { legs: ids(false).slice(0, 20), stays: ids(true).slice(0, 10) }];
    }),
  );
}

function firstThere(wish: Wish, net: Net): readonly Move[] {
  let way: readonly Move[] = [];
  for (const place of wish.nights) {
    way = soonest(way, place, wish, net) ?? way;
    const last = way.at(-1);
    const bed = net.leaving
      .get(place)
      ?.find((move) => move.mode === 'stay' && last !== undefined && canFollow(last, move, net));
    if (bed !== undefined) way = [...way, bed];
  }
  return soonest(way, wish.to, wish, net) ?? way;
}

/** Goes on from a way to a place: of all ways that begin with it the one that arrives first, with the fewest legs. */
function soonest(begun: readonly Move[], to: string, wish: Wish, net: Net): readonly Move[] | null {
  let ways: readonly (readonly Move[])[] = [begun];
  let best: readonly Move[] | null = null;
  const seen = new Set<string>();
  for (let legs = begun.filter(({ mode }) => mode !== 'stay').length; legs < wish.legs; legs++) {
    const longer: (readonly Move[])[] = [];
    for (const way of ways) {
      const last = way.at(-1);
      for (const move of net.leaving.get(last?.to ?? wish.from) ?? []) {
        if (seen.has(move.id) || move.mode === 'stay' || move.mode === wish.without) continue;
        if (last === undefined ? move.start < wish.after : !canFollow(last, move, net)) continue;
        seen.add(move.id);
        const next = [...way, move];
        if (move.to !== to) longer.push(next);
        else if (best === null || move.end < (best.at(-1)?.end ?? 0)) best = next;
      }
    }
    ways = longer;
  }
  return best;
}
