/**
 * What the gate of the intake costs (decision 135): one process that serves on PostgreSQL takes all that 64 connections send, in turns with the gate and with the gate taken out of the
 * statement that stores orders. Processor time of an order, of the process and of its sessions in the database, since the gate is there: at most 1.05 of what it is without.
 */
import { onPostgres } from '../test/harness/postgres.ts';
import { printResults } from './lib.ts';
import { compare, inTurns, orderCost, type OrderCost, type Turns } from './order-cost.ts';
import { canServeOrders, withOrderService } from './order-service.ts';

const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '3');
/** Of each, in turns. */
const rounds = 15;
const gates = ['intake.enter(stamp)', 'intake.enter_timed(stamp, earliest_ms, latest_ms)'];

export async function run(): Promise<void> {
  if (!canServeOrders()) {
    console.log('PostgreSQL or wrk is not installed: not measured');
    return;
  }
  await withOrderService(0, async (service) => {
    const { databaseUrl } = service;
    const withGate = await functionText(databaseUrl);
    const without = gates.reduce((text, call) => text.replace(`perform ${call};`, 'null;'), withGate);
    if (gates.some((call) => !withGate.includes(call) || without.includes(call)))
      throw new Error('the gate stands elsewhere in the statement');
    const measured = await inTurns(rounds, async (which) => {
      await onPostgres(databaseUrl, which === 'ours' ? withGate : without);
      return await orderCost(service, seconds);
    });
    print(measured);
  });
}

async function functionText(url: string): Promise<string> {
  const [row] = await onPostgres(url, "select pg_get_functiondef('intake.take_orders'::regproc) as text");
  return String(row?.['text']);
}

function print(measured: Turns): void {
  const row = (what: string, figure: (cost: OrderCost) => number, target: string) => {
    const work = `postgres: an order at one process with the gate, ${what}`;
    return compare(measured, { work, ceiling: 'without it', target }, figure);
  };
  printResults([
    row('processor time of the process and its sessions, µs', (cost) => cost.processes + cost.sessions, '<= 1.05'),
    row('of the process alone, µs', (cost) => cost.processes, '<= 1.05'),
    row('of its sessions alone, µs', (cost) => cost.sessions, ''),
    row('orders a second', (cost) => cost.perSecond, ''),
  ]);
}
