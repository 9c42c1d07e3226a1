/** Orders whose fill was not seen yet: what became of them is told once. */
import type { OrderSenderDeps } from './run-order.ts';

/** After the end of its window an order may wait for a price. */
const lookAgainMs = 300_000;

/** Looks at orders whose windows are over at that mark. @returns when to look again; undefined when all are decided. */
export async function lookAtOpen(
  { client, patience, tell, state, save }: Pick<OrderSenderDeps, 'client' | 'patience' | 'tell' | 'state' | 'save'>,
  lastMark: number,
): Promise<number | undefined> {
  const next: number[] = [];
  for (const { order_id, at, fills_by } of state().open) {
    if (Date.parse(fills_by) > lastMark) {
      next.push(Date.parse(fills_by));
      continue;
    }
    const order = await patience.until(() => client.order(order_id));
    if (order.state === 'pending') {
      next.push(lastMark + lookAgainMs);
      continue;
    }
    const { state: became, reason_code, message } = order;
    tell({ event: 'order', at, order_id, state: became, reason_code, text: `Order ${order_id} ${became}: ${message}` });
    await save({ ...state(), open: state().open.filter((one) => one.order_id !== order_id) });
  }
  return next.length === 0 ? undefined : Math.min(...next);
}
