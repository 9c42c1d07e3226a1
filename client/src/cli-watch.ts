/** The command that waits for orders to be decided. */
import type { Command } from './cli-command.ts';
import { orderText, waitNote } from './cli-order.ts';
import { plain } from './cli-table.ts';
import type { OrderView } from './wire.ts';

export const watchCommand: Command = {
  name: 'watch',
  summary: 'wait until an order is filled or rejected',
  operands: '[ORDER_ID]',
  operandsMax: 1,
  options: { minutes: { type: 'string', value: 'N', help: 'give up after so many minutes; the order stands' } },
  notes:
    'Without an order id it waits for all pending orders of the bot, the first window first. Ctrl+C ends the wait, never the order.\n' +
    'The exit code is 1 when an order is rejected, or when the minutes are over.',
  async run(context) {
    const { io } = context;
    const client = context.client(await context.identity());
    const minutes = context.count('minutes');
    const deadline = minutes === undefined ? undefined : io.now() + minutes * 60_000;
    const [named] = context.operands;
    const orderIds = named === undefined ? (await client.state()).pending.map((order) => order.order_id) : [named];
    if (orderIds.length === 0) io.stderr.write('No pending orders.\n');
    const decided: OrderView[] = [];
    for (const orderId of orderIds) {
      let order = await client.order(orderId);
      if (order.state === 'pending') {
        io.stderr.write(waitNote(order.order_id, order.window.end));
        if (order.reason_code !== 'waiting_for_window') io.stderr.write(`${plain(order.message)}\n`);
        const timeoutMs = deadline === undefined ? undefined : Math.max(0, deadline - io.now());
        order = await client.waitForOrder(orderId, { timeoutMs });
      }
      decided.push(order);
    }
    context.print(named === undefined ? decided : decided[0], () => decided.map(orderText).join('\n'));
    return decided.every((order) => order.state === 'filled') ? 0 : 1;
  },
};
