/** The second solver is a walker: it reads the list page by page, finds each order by its words and follows links and forms to the receipt. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { act, linkOf, readOrders, receiptAt, wishesOf, type ReadOrder } from './read.ts';

export function second(shown: Shown): Answers {
  const start = linkOf(shown, '', 'All orders') ?? '';
  const orders = readOrders(shown, start);
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => {
      let at: string | undefined = start;
      for (const wish of wishesOf(task)) {
        const id = found(orders, wish.order);
        at = at === undefined || id === undefined ? undefined : act(shown, at, id, wish);
      }
      return at === undefined ? [] : [[task.task_id, { receipt: receiptAt(shown, at) }]];
    }),
  );
}

function found(orders: readonly ReadOrder[], words: string): string | undefined {
  const [, id] = /^order (r\d\d)$/.exec(words) ?? [];
  if (id !== undefined) return id;
  const told = /^the (?:(\w+) )?order from (\w+) with the (second )?(largest|smallest) amount$/.exec(words);
  if (told === null) return undefined;
  const [, status, city, isSecond, extreme] = told;
  const among = orders.filter((order) => order.city === city && (status === undefined || order.status === status));
  const sorted = among.toSorted((a, b) => a.cents - b.cents);
  const place = isSecond === undefined ? 1 : 2;
  return sorted.at(extreme === 'largest' ? -place : place - 1)?.id;
}
