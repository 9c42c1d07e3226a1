/** Bots that do not think: the first leg of the table, the first leg from the start, and the cheapest leg to the end. */
import type { Json } from '../../../json.ts';
import type { NullBot } from '../../../source.ts';
import { readNet, readWish, type Net, type Wish } from './read.ts';

const one = (name: string, pick: (net: Net, wish: Wish) => string | undefined): NullBot => ({
  name,
  answers: (shown) => {
    const net = readNet(shown);
    return new Map<string, Json>(
      shown.tasks.map((task) => [task.task_id, { legs: [pick(net, readWish(task, net)) ?? 'L0001'], stays: [] }]),
    );
  },
});

export const nulls: readonly NullBot[] = [
  one('first leg of all', ({ moves }) => moves[0]?.id),
  one(
    'first leg from the start',
    ({ leaving }, { from }) => leaving.get(from)?.find(({ mode }) => mode !== 'stay')?.id,
  ),
  one(
    'cheapest leg to the end',
    ({ moves }, wish) =>
      moves.filter(({ to, mode }) => to === wish.to && mode !== 'stay').toSorted((a, b) => a.cents - b.cents)[0]?.id,
  ),
];
