/** Orders joined with customers. CRLF from level 2, scattered exports from 3, another encoding from 4, orders that a later export replaces from 5. */
import type { Draw } from '../../../draw.ts';
import { common, countBy, fileOf, sorted, text, type Job } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

interface Order {
  readonly id: string;
  readonly customer: string;
  readonly cents: number;
}

export function joinJob(draw: Draw, level: number): Job {
  const customers = draw.sample(
    Array.from({ length: 90 }, (_, i) => `c${i + 10}`),
    8 + 3 * level,
  );
  const names = new Map(
    customers.map((id) => [id, `${draw.pick(phrases.given)} ${draw.pick(phrases.family)}`] as const),
  );
  const months = level < 3 ? 1 : Math.min(6, level);
  const count = 20 + 8 * level;
  const mark = draw.pick(['|', '/', ':', '=', '#']);
  const orders = draw
    .sample(
      Array.from({ length: 900 }, (_, i) => `o${i + 100}`),
      count,
    )
    .map((id, i): Order => {
      // Two orders at least have no customer.
      const known = i > 1 && !draw.chance(1, 9);
      return {
        id,
        customer: known ? draw.pick(customers) : `c${draw.between(2, 9)}`,
        cents: draw.between(100, 99_999),
      };
    });
  const exports = Array.from({ length: months }, (_, m) => orders.filter((_order, i) => i % months === m));
  const replaced = level >= 5 ? draw.sample(exports[0] ?? [], 3) : [];
  const late = replaced.map((order) => ({ ...order, cents: order.cents + draw.between(1, 500) }));
  const held = orders.map((order) => late.find(({ id }) => id === order.id) ?? order);
  const joined = held.filter(({ customer }) => names.has(customer));
  const totals = countBy(
    joined,
    ({ customer }) => customer,
    ({ cents }) => cents,
  );
  const files = exports.map((list, m) => (m === months - 1 ? draw.shuffled([...list, ...late]) : list));
  return {
    text: `Join orders with customers. data/customers.csv has id;name;city${level >= 4 ? ' in ISO 8859-1' : ''}, ${months === 1 ? 'data/orders-1.csv has' : 'the files data/orders-*.csv have'} order,customer,cents, each under a line of headings${level >= 2 ? '; lines of orders end with CR LF' : ''}. ${level >= 5 ? 'Where an order stands in several files, that of the file with the largest number counts. ' : ''}Write joined.txt: for each order whose customer is known "order${mark}name${mark}cents", sorted by order. Write missing.txt: the ids of the other orders, sorted. Write totals.txt: for each customer with such orders "customer cents", their sum, sorted by customer. ${common}`,
    tree: [
      text(
        'data/customers.csv',
        fileOf(['id;name;city', ...customers.map((id) => `${id};${names.get(id) ?? ''};${draw.pick(phrases.cities)}`)]),
        { latin1: level >= 4 },
      ),
      ...files.map((list, m) =>
        text(
          `data/orders-${m + 1}.csv`,
          fileOf(['order,customer,cents', ...list.map(({ id, customer, cents }) => `${id},${customer},${cents}`)]),
          { crlf: level >= 2 },
        ),
      ),
    ],
    results: {
      'joined.txt': fileOf(
        sorted(joined.map(({ id, customer, cents }) => [id, names.get(customer), cents].join(mark))),
      ),
      'missing.txt': fileOf(sorted(held.filter((order) => !joined.includes(order)).map(({ id }) => id))),
      'totals.txt': fileOf(sorted([...totals].map(([id, cents]) => `${id} ${cents}`))),
    },
  };
}
