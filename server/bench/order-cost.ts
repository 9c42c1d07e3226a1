/** What an order costs at a service (order-service.ts), and at two services that are measured in turns: what else the machine does meets both. */
import { fixed, median, whole, type Result } from './lib.ts';
import { sessionsOf, type OrderService } from './order-service.ts';
import { processorMsOf } from './processor.ts';

export interface OrderCost {
  /** Microseconds of processor time for an order, of all processes of the service. */
  readonly processes: number;
  /** Of these, of the one that serves. */
  readonly serving: number;
  /** Of their sessions of the database. */
  readonly sessions: number;
  readonly perSecond: number;
  readonly refused: number;
}

/** Both in the order of their turns. */
export interface Turns {
  readonly ours: readonly OrderCost[];
  readonly ceiling: readonly OrderCost[];
}

export const sum = (of: Iterable<number>): number => [...of].reduce((all, each) => all + each, 0);

/** Sends for so long as much as is taken. */
export async function orderCost({ databaseUrl, pids, load }: OrderService, seconds: number): Promise<OrderCost> {
  const sessionsBefore = await sessionsOf(databaseUrl);
  const before = processorMsOf(pids);
  const loads = await load(seconds);
  const each = [...processorMsOf(pids)].map(([pid, ms]) => ms - (before.get(pid) ?? 0));
  // One that ended meanwhile had nothing to do: a session is let go when it is idle.
  const sessions = [...(await sessionsOf(databaseUrl))].map(([session, ms]) => ms - (sessionsBefore.get(session) ?? 0));
  const refused = sum(loads.map((l) => l.failures));
  const micros = (ms: number): number => (ms * 1_000) / (sum(loads.map((l) => l.requests)) - refused);
  return {
    processes: micros(sum(each)),
    serving: micros(each[0] ?? 0),
    sessions: micros(sum(sessions)),
    perSecond: sum(loads.map((l) => l.perSecond)),
    refused,
  };
}

/** The one that comes first changes, since tables grow. */
export async function inTurns(turns: number, measure: (which: keyof Turns) => Promise<OrderCost>): Promise<Turns> {
  const measured: { ours: OrderCost[]; ceiling: OrderCost[] } = { ours: [], ceiling: [] };
  for (let turn = 0; turn < turns; turn++)
    for (const which of turn % 2 === 0 ? (['ours', 'ceiling'] as const) : (['ceiling', 'ours'] as const))
      measured[which].push(await measure(which));
  return measured;
}

/** One line of results. Turns differ by more than what is asked, and the two of a turn by less: the ratio is the median of their ratios. */
export function compare(
  turns: Turns,
  said: { readonly work: string; readonly ceiling: string; readonly target: string },
  figure: (cost: OrderCost) => number,
): Result {
  const [ours, ceiling] = [turns.ours.map(figure), turns.ceiling.map(figure)];
  return {
    work: said.work,
    ours: `${whole(median(ours))} (${ours.map(whole).join(', ')})`,
    ceiling: `${whole(median(ceiling))} ${said.ceiling} (${ceiling.map(whole).join(', ')})`,
    ratio: fixed(median(ours.map((one, turn) => one / (ceiling[turn] ?? 1)))),
    target: said.target,
  };
}
