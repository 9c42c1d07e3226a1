/** The plain solver does what names an order, or the one with the largest amount of a city; all else it leaves alone. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { act, linkOf, readOrders, receiptAt, wishesOf } from './read.ts';

export function plain(shown: Shown): Answers {
  const start = linkOf(shown, '', 'All orders') ?? '';
  const orders = readOrders(shown, start);
  return new Map(
    shown.tasks.map((task): [string, Json] => {
      let at = start;
      for (const wish of wishesOf(task)) {
        const [, named] = /^order (r\d\d)$/.exec(wish.order) ?? [];
        const [, city] = /^the order from (\w+) with the largest amount$/.exec(wish.order) ?? [];
        const sorted = orders.filter((order) => order.city === city).toSorted((a, b) => a.cents - b.cents);
        const id = named ?? sorted.at(-1)?.id;
        if (id !== undefined) at = act(shown, at, id, wish) ?? at;
      }
      return [task.task_id, { receipt: receiptAt(shown, at) }];
    }),
  );
}
