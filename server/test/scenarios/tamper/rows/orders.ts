/** Orders: back-dated, dropped, put in, changed. */
import type { Order } from '../../../../src/flow/order/order.ts';
import { changed, type Tampering } from '../tampering.ts';

const minute = 60_000;
const twenty = 20 * minute;

/** The second order of the bot, of 21:02 on Sunday. */
const second = `agent_id = {Trader 2} and sequence = 2`;
const backDate = (orders: readonly Order[]): readonly Order[] =>
  orders.map((o) =>
    o.sequence === 2 ? { ...o, receivedAt: o.receivedAt - twenty, windowStart: o.windowStart - twenty } : o,
  );
const dropSecond = (orders: readonly Order[]): readonly Order[] => orders.filter((o) => o.sequence !== 2);

/** As if it had come some minutes before the window that it is written into. */
export function putIn(orders: readonly Order[], at: string, weights: string): readonly Order[] {
  const [first] = orders as readonly [Order, ...Order[]];
  const receivedAt = Date.parse(at);
  const orderId = first.orderId.replace(/.$/, (c) => (c === '0' ? '1' : '0'));
  const order = { ...first, orderId, receivedAt, windowStart: receivedAt + 3 * minute, weights, sandbox: false };
  return [...orders, order].toSorted((a, b) => a.receivedAt - b.receivedAt);
}

/** One order for each symbol came before it, and the clerk has seen most of it when the service is stopped. */
const clerksWindow = Date.parse('2026-03-02T23:05:00Z');
const liked = 'SOL-USD';

export const orderTamperings: Readonly<Record<string, Tampering>> = {
  '01': {
    what: 'the arrival of an order 20 minutes earlier',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(`update intake.orders set received_at = received_at - ${twenty} where ${second}`),
    found: 'audit, league, bot, day',
  },
  '02': {
    what: 'its arrival and its window',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(
        `update intake.orders set received_at = received_at - ${twenty}, window_start = window_start - ${twenty} where ${second}`,
      ),
    found: 'audit, league, bot, day',
  },
  '03': {
    what: 'the same, with new receipts of the bot',
    bots: ['Trader 2'],
    change: async ({ rewrite }) => await rewrite('Trader 2', backDate),
    found: 'audit, league, bot, day',
  },
  '04': {
    what: 'the same, with the log grown again over it',
    bots: ['Trader 2'],
    async change({ rewrite, regrowOrders }) {
      await rewrite('Trader 2', backDate);
      await regrowOrders();
    },
    found: 'audit, league, log, bot, day, monitor, client, witness, kept day',
  },
  '05': {
    what: 'the same, and everything made again',
    bots: ['Trader 2'],
    madeAgain: true,
    change: async ({ rewrite }) => await rewrite('Trader 2', backDate),
    found: 'monitor, client, witness, kept day',
  },
  '06': {
    what: 'an order dropped',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`delete from intake.orders where ${second}`),
    found: 'audit, league, bot, day',
  },
  '07': {
    what: 'an order dropped with its fill',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(`delete from intake.orders where ${second}`, `delete from ledger.fills where ${second}`),
    found: 'audit, league, bot, day',
  },
  '08': {
    what: 'an order dropped, and everything made again',
    bots: ['Trader 2'],
    madeAgain: true,
    change: async ({ rewrite }) => await rewrite('Trader 2', dropSecond),
    found: 'monitor, client, witness, kept day',
  },
  '09': {
    what: 'an order put in, with its receipt',
    bots: ['Trader 2', 'Trader 7'],
    change: async ({ rewrite }) =>
      await rewrite('Trader 2', (orders) => putIn(orders, '2026-03-02T02:02:00Z', '{"SOL-USD":"0.9"}')),
    found: 'audit, league, log, bot, day, monitor',
  },
  '10': {
    what: 'an order put in that knew the price, and everything made again',
    bots: ['Clerk'],
    madeAgain: true,
    change: async ({ rewrite }) =>
      await rewrite('Clerk', (orders) => putIn(orders, '2026-03-02T02:02:00Z', '{"SOL-USD":"1"}')),
    found: 'monitor, client, witness',
  },
  '11': {
    what: 'the weights of an order',
    bots: ['Trader 2'],
    change: async ({ edit }) => await edit('intake.orders', 'weights', second, (text) => text.replace('0.1', '0.2')),
    found: 'audit, league, bot, day',
  },
  '12': {
    what: 'the weights of an order, and everything made again',
    bots: ['Trader 2'],
    madeAgain: true,
    change: async ({ rewrite }) => await rewrite('Trader 2', changed(2, { weights: '{"ETH-USD":"0.2"}' })),
    found: 'monitor, client, witness, kept day',
  },
  '13': {
    what: 'the reason of an order',
    bots: ['Trader 2'],
    change: async ({ edit }) => await edit('intake.orders', 'reason', second, () => 'Because I knew.'),
    found: 'audit, league, bot, day',
  },
  '14': {
    what: 'an order that counted made a test',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update intake.orders set sandbox = 1 where ${second}`),
    found: 'audit, league, bot, day',
  },
  '15': {
    what: 'a test made to count, and everything made again',
    bots: ['Trader 3'],
    madeAgain: true,
    change: async ({ rewrite }) => await rewrite('Trader 3', changed(2, { sandbox: false })),
    found: 'monitor, client, witness, kept day',
  },
  '24': {
    what: 'the rules that an order names',
    bots: ['Trader 2'],
    change: async ({ edit }) => await edit('intake.orders', 'rules_version', second, () => '0123456789ab'),
    found: 'audit, league, bot, day',
  },
  H1: {
    what: 'one order for each symbol, of which all but the best are made tests before the window is over',
    bots: ['Clerk'],
    until: '2026-03-04T00:05:00Z',
    change: async ({ run }) =>
      await run(
        `update intake.orders set sandbox = 1
         where agent_id = {Clerk} and window_start = ${clerksWindow} and weights not like '%${liked}%'`,
      ),
    found: 'audit, league, log, day, monitor',
  },
  H2: {
    what: 'the same, and everything made again',
    bots: ['Clerk'],
    madeAgain: true,
    change: async ({ rewrite }) =>
      await rewrite('Clerk', (orders) =>
        orders.map((o) => (o.windowStart === clerksWindow && !o.weights.includes(liked) ? { ...o, sandbox: true } : o)),
      ),
    found: 'monitor, client, witness',
  },
  R: {
    what: 'an order that was acknowledged dropped before it had an entry in the log',
    bots: ['Trader 1'],
    change: async ({ run }) =>
      await run(
        `delete from intake.orders where agent_id = {Trader 1} and window_start = ${Date.parse('2026-03-02T23:35:00Z')}`,
      ),
    found: 'client',
  },
};
