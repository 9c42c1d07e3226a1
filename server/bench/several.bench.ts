/**
 * Processor time of an order where several processes take orders, against one process: at most 1.15 of it. PostgreSQL, all in processes of their own; 64 connections send as much as is taken at one process
 * that serves, and at two of role web beside another one, 32 at each, each with bots of its own. Both services stay up and are measured in turns, so that what else the machine does meets both, and all are warm.
 * All processes of a service count, the one that serves among them; what its sessions of the database take is a row of its own. Orders a second say nothing here: the machine has what it
 * has for all of them. No mark is done meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fixed, median, printResults } from './lib.ts';
import { compare, inTurns, orderCost, sum, type OrderCost, type Turns } from './order-cost.ts';
import { canServeOrders, withOrderService, type OrderService } from './order-service.ts';
import { processorMsOf } from './processor.ts';

const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '2');
/** Of each, in turns. */
const rounds = Number(process.env['PAPERTAPE_BENCH_ROUNDS'] ?? '20');
/** Turns before, which are not counted: until V8 has compiled what it compiles each process has to take some 100,000 orders. */
const warmRounds = Number(process.env['PAPERTAPE_BENCH_WARM_ROUNDS'] ?? '12');
const idleSeconds = 10;
/** By then they have given back what they do not need at rest. */
const untilRestMs = 40_000;

export async function run(): Promise<void> {
  if (!canServeOrders()) {
    console.log('PostgreSQL or wrk is not installed: not measured');
    return;
  }
  await withOrderService(0, async (one) => {
    await withOrderService(2, async (several) => {
      for (let round = 0; round < warmRounds; round++)
        for (const service of [one, several]) await service.load(seconds);
      const measured = await inTurns(rounds, (which) => orderCost(which === 'ours' ? several : one, seconds));
      print(measured, { ours: await idleMs(several), ceiling: await idleMs(one) });
    });
  });
}

/** Milliseconds that the processes take in a second without orders. */
async function idleMs({ pids }: OrderService): Promise<number> {
  await sleep(untilRestMs);
  const before = sum(processorMsOf(pids).values());
  await sleep(idleSeconds * 1_000);
  return (sum(processorMsOf(pids).values()) - before) / idleSeconds;
}

function print(measured: Turns, idle: { readonly ours: number; readonly ceiling: number }): void {
  const row = (what: string, figure: (cost: OrderCost) => number, target: string) => {
    const work = `postgres: an order at two processes of role web beside the one that serves, ${what}`;
    return compare(measured, { work, ceiling: 'at one process', target }, figure);
  };
  const refused = sum([...measured.ours, ...measured.ceiling].map((cost) => cost.refused));
  const serving = fixed(median(measured.ours.map((cost) => cost.serving)), 1);
  printResults([
    row(
      `processor time of the processes, µs (${refused} refused; ${serving} µs are of the one that serves)`,
      (cost) => cost.processes,
      '<= 1.15',
    ),
    row('of their sessions of the database, µs', (cost) => cost.sessions, ''),
    row('orders a second', (cost) => cost.perSecond, ''),
    {
      work: 'postgres: the processes at rest, processor time in a second',
      ours: `${fixed(idle.ours, 1)} ms`,
      ceiling: `${fixed(idle.ceiling, 1)} ms at one process`,
      ratio: '',
      target: '',
    },
  ]);
}
