/** Commands about orders: weights, orders, check. */
import { pageNote, pageOption, perPageOption, priceNote, type Command, type CommandContext } from './cli-command.ts';
import { UsageError } from './cli-io.ts';
import { facts, instant, plain, signedPercent, table, usd, weightList } from './cli-table.ts';
import { tradesText } from './cli-trades.ts';
import { verifyReceipt } from './verify.ts';
import type { OrderAck, OrderView, Preview } from './wire.ts';

export const weightsCommand: Command = {
  name: 'weights',
  summary: 'send target weights: an order',
  operands: 'SYMBOL=WEIGHT ...',
  options: {
    'all-cash': { type: 'boolean', help: 'sell everything: no symbols' },
    reason: { type: 'string', value: 'TEXT', help: 'why, up to 500 characters; shown with the fill' },
    sandbox: { type: 'boolean', help: 'a test that never counts' },
    preview: { type: 'boolean', help: 'only say what it would trade now; nothing is stored' },
    wait: { type: 'boolean', help: 'wait for the fill (30 to 35 minutes on a real clock)' },
    date: { type: 'string', value: 'YYYY-MM-DD', help: 'today, UTC, when left out' },
    'idempotency-key': {
      type: 'string',
      value: 'KEY',
      help: 'the same key and weights make one order, however often sent',
    },
  },
  notes:
    'Weights are 0 or more and sum to at most 1; the rest is cash. Symbols that are held and not named are sold.\n' +
    'With --wait the exit code is 1 when the order is rejected.',
  async run(context) {
    const weights = readWeights(context);
    const identity = await context.identity();
    const client = context.client(identity);
    const date = context.text('date');
    if (context.flag('preview')) {
      for (const other of ['sandbox', 'wait', 'reason', 'idempotency-key']) {
        if (context.flag(other) || context.text(other) !== undefined) {
          throw new UsageError(`--preview stores nothing, so --${other} has no meaning with it.`);
        }
      }
      const preview = await client.preview(weights, { date });
      context.print(preview, () => previewText(preview));
      return 0;
    }
    const reason = context.text('reason');
    const ack = await client.weights(weights, {
      date,
      reason,
      sandbox: context.flag('sandbox') ? true : undefined,
      idempotencyKey: context.text('idempotency-key'),
    });
    const receipt = await receiptNote(ack);
    if (!context.flag('wait')) {
      context.print(ack, () => ackText(ack, receipt));
      return 0;
    }
    context.io.stderr.write(waitNote(ack.order_id, ack.fills_by));
    const order = await client.waitForOrder(ack.order_id);
    context.print(order, () => orderText(order));
    return order.state === 'filled' ? 0 : 1;

    async function receiptNote(order: OrderAck): Promise<string> {
      const { agentId, league } = identity;
      const known = league === null ? {} : { league };
      const check = await verifyReceipt(order, { agentId, ...known, weights, reason: reason ?? '' });
      if (check.ok) return 'checked: it is the hash of this order';
      context.io.stderr.write(
        `warning: receipt of ${plain(order.order_id)}: ${check.reason}. Keep the answer (--json).\n`,
      );
      return `DOES NOT HOLD: ${check.reason}`;
    }
  },
};

export const ordersCommand: Command = {
  name: 'orders',
  summary: "list the bot's orders, or show one",
  operands: '[ORDER_ID]',
  operandsMax: 1,
  options: { page: pageOption, 'per-page': perPageOption },
  async run(context) {
    const [orderId] = context.operands;
    const client = context.client(await context.identity());
    if (orderId !== undefined) {
      const order = await client.order(orderId);
      context.print(order, () => orderText(order));
      return 0;
    }
    const list = await client.orders({ page: context.count('page'), perPage: context.count('per-page') });
    context.print(list, () => {
      if (list.orders.length === 0) return 'No orders.\n';
      const rows = list.orders.map((order) => [
        order.order_id,
        order.state + (order.sandbox ? ' (sandbox)' : ''),
        instant(order.received_at),
        instant(order.window.end),
        weightList(order.weights),
        String(order.trades.length),
        order.message,
      ]);
      return table(orderColumns, rows) + pageNote(list);
    });
    return 0;
  },
};

export const checkCommand: Command = {
  name: 'check',
  summary: 'prove that the bot is ready: key, sandbox order, what wrong orders get',
  options: {},
  notes: 'Sends one sandbox order through the real path. The exit code is 1 when a check fails.',
  async run(context) {
    const check = await context.client(await context.identity()).check();
    const ok = check.checks.every((one) => one.ok);
    context.print(check, () => {
      const checks = check.checks.map((one) => [one.ok ? 'ok' : 'FAILED', one.check, one.detail]);
      const wrong = check.wrong_orders.map((one) => [String(one.status), one.body.error.code, one.case]);
      return (
        table([{ title: 'RESULT' }, { title: 'CHECK' }, { title: 'DETAIL' }], checks) +
        `\nSandbox order ${plain(check.order.order_id)} fills by ${plain(instant(check.order.fills_by))}.\n` +
        `\nWrong orders would get:\n${table([{ title: 'STATUS', align: 'right' }, { title: 'CODE' }, { title: 'CASE' }], wrong)}`
      );
    });
    return ok ? 0 : 1;
  },
};

const orderColumns = [
  { title: 'ORDER' },
  { title: 'STATE' },
  { title: 'RECEIVED' },
  { title: 'WINDOW ENDS' },
  { title: 'WEIGHTS' },
  { title: 'TRADES', align: 'right' },
  { title: 'MESSAGE' },
] as const;

function readWeights(context: CommandContext): Record<string, string> {
  const weights = new Map<string, string>();
  for (const operand of context.operands) {
    const at = operand.indexOf('=');
    const symbol = operand.slice(0, at);
    const text = operand.slice(at + 1);
    if (at < 1 || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
      throw new UsageError(`"${operand}" is no SYMBOL=WEIGHT such as BTC-USD=0.5.`);
    }
    if (weights.has(symbol)) throw new UsageError(`${symbol} is named twice.`);
    weights.set(symbol, text);
  }
  const allCash = context.flag('all-cash');
  if (weights.size === 0 && !allCash) {
    throw new UsageError('Name weights such as BTC-USD=0.5, or --all-cash to sell everything.');
  }
  if (weights.size > 0 && allCash) throw new UsageError('--all-cash takes no weights.');
  return Object.fromEntries(weights);
}

function ackText(ack: OrderAck, receipt: string): string {
  return (
    facts([
      ['order', ack.order_id + (ack.sandbox ? ' (sandbox: never counts)' : '')],
      ['state', ack.state],
      ['received', instant(ack.received_at)],
      ['window', `${instant(ack.window.start)} to ${instant(ack.window.end)}`],
      ['weights', weightList(ack.weights)],
      ['cash', String(ack.cash_weight)],
      ['receipt', ack.receipt.hash],
      ['', receipt],
    ]) +
    warningLines(ack.warnings) +
    priceNote(ack.price_source)
  );
}

function previewText(preview: Preview): string {
  const pools = preview.pools.map((pool) => [
    pool.symbol,
    pool.state,
    pool.price ?? '-',
    pool.second_price ?? '-',
    pool.bps ?? '-',
    pool.reason ?? '',
  ]);
  return (
    facts([
      ['outcome', preview.outcome],
      ['', preview.message],
      ['window of an order sent now', `${instant(preview.window.start)} to ${instant(preview.window.end)}`],
      ['value', usd(preview.value_usd)],
      ['cash after', preview.cash_after === null ? null : usd(preview.cash_after)],
    ]) +
    (pools.length === 0 ? '' : `\n${table(poolColumns, pools)}`) +
    tradesText(preview.trades) +
    warningLines(preview.warnings) +
    priceNote(preview.price_source)
  );
}

const poolColumns = [
  { title: 'SYMBOL' },
  { title: 'POOLS' },
  { title: 'PRICE', align: 'right' },
  { title: 'SECOND', align: 'right' },
  { title: 'BPS', align: 'right' },
  { title: 'REASON' },
] as const;

export function waitNote(orderId: string, fillsBy: string): string {
  return `Order ${plain(orderId)} fills by ${instant(plain(fillsBy))}. Waiting.\n`;
}

export function orderText(order: OrderView): string {
  const change =
    order.value_before === null || order.value_after === null
      ? null
      : `${usd(order.value_before)} before, ${usd(order.value_after)} after (${signedPercent(
          (Number(order.value_after) / Number(order.value_before) - 1) * 100,
        )})`;
  return (
    facts([
      ['order', order.order_id + (order.sandbox ? ' (sandbox: never counts)' : '')],
      ['state', `${order.state} (${order.reason_code})`],
      ['', order.message],
      ['received', instant(order.received_at)],
      ['window', `${instant(order.window.start)} to ${instant(order.window.end)}`],
      ['decided', instant(order.decided_at)],
      ['weights', weightList(order.weights)],
      ['reason', order.reason],
      ['value', change],
      ['cash after', order.cash_after === null ? null : usd(order.cash_after)],
      ['receipt', order.receipt.hash],
    ]) + tradesText(order.trades)
  );
}

function warningLines(warnings: readonly string[]): string {
  return warnings.map((warning) => `warning: ${plain(warning)}\n`).join('');
}
