/** Sends a decision as an order, once. */
import { LogError, PapertapeError, ReceiptError } from './errors.ts';
import { sha256Text } from './hashes.ts';
import { mayPass, waitMs, type Patience } from './patience.ts';
import type { Outcome } from './run-log.ts';
import type { RunnerDeps, RunnerOptions } from './run-options.ts';
import type { Decision, OpenOrder, RunState } from './run-state.ts';
import type { OrderAck, OrderView } from './wire.ts';

export interface OrderSenderDeps extends Pick<RunnerDeps, 'client' | 'store' | 'tell'> {
  readonly patience: Patience;
  readonly options: Pick<RunnerOptions, 'agentId' | 'strategy' | 'schedule'>;
  readonly state: () => RunState;
  readonly save: (state: RunState) => Promise<void>;
}

const nameLengthMax = 200;
/** How often a request that is still under way is asked for again. */
const conflictsMax = 5;
/** Longest time between two looks at the clock, while something is closed. */
const lookMsMax = 300_000;
const ordersPerPage = 100;

/** @param again may the service have it already? Throws Stopped, and what makes it wrong to go on. */
export async function sendDecision(deps: OrderSenderDeps, decision: Decision, again: boolean): Promise<void> {
  const { client, tell, options } = deps;
  const key = await keyOf(options, decision);
  for (let tries = 0; ; tries++) {
    const mayBeThere = again || tries > 0;
    const own = mayBeThere ? await findOrder(deps, decision) : undefined;
    if (own) return await taken(deps, decision, own);
    if (mayBeThere && (await isLate(deps, decision))) {
      const text = `The next decision is due: that for ${decision.at} is not sent any more.`;
      tell({ event: 'skipped', at: decision.at, text });
      return await settle(deps, decision, 'late');
    }
    try {
      const { at, sandbox, weights } = decision;
      const sent = { date: at.slice(0, 10), reason: reasonOf(options, decision), sandbox, idempotencyKey: key };
      return await taken(deps, decision, await client.weights(weights, sent));
    } catch (error) {
      if (await isSettled(deps, decision, error, tries)) return;
    }
  }
}

/** The order's reason: public, and the mark by which the order is found again. */
function reasonOf({ strategy }: OrderSenderDeps['options'], { at, sandbox }: Decision): string {
  return `${strategy.name.slice(0, nameLengthMax)}, ${sandbox ? 'tested' : 'decided'} for ${at}`;
}

async function keyOf({ agentId, strategy }: OrderSenderDeps['options'], { at, sandbox }: Decision): Promise<string> {
  return `run-${await sha256Text(JSON.stringify([agentId, strategy.name, at, sandbox]))}`;
}

/** The order of this decision among the bot's own, the newest first. */
async function findOrder(deps: OrderSenderDeps, decision: Decision): Promise<OrderView | undefined> {
  const reason = reasonOf(deps.options, decision);
  for (let page = 1; ; page++) {
    const { orders, pages } = await deps.patience.until(() => deps.client.orders({ page, perPage: ordersPerPage }));
    const own = orders.find((order) => order.reason === reason && order.sandbox === decision.sandbox);
    const oldest = orders.at(-1);
    if (own || !oldest || page >= pages || oldest.received_at < decision.at) return own;
  }
}

/** Is the next decision due already? Then this one is not sent any more. */
async function isLate({ patience, options }: OrderSenderDeps, { at, sandbox }: Decision): Promise<boolean> {
  return !sandbox && (await patience.clock()).lastMark >= options.schedule.next(Date.parse(at) + 1);
}

async function settle(
  { state, save }: OrderSenderDeps,
  decision: Decision,
  outcome: Outcome,
  open: readonly OpenOrder[] = [],
): Promise<void> {
  const before = state();
  const done = decision.sandbox ? { rehearsed: true } : { done: decision.at, outcome };
  await save({ ...before, ...done, decision: null, open: [...before.open, ...open] });
}

async function taken(deps: OrderSenderDeps, decision: Decision, order: OrderAck | OrderView): Promise<void> {
  await deps.store.keepReceipt(order);
  const { order_id, window } = order;
  const { at, sandbox } = decision;
  await settle(deps, decision, 'sent', [{ order_id, at, fills_by: window.end }]);
  const warnings = 'warnings' in order ? order.warnings.map((warning) => ` Warning: ${warning}`).join('') : '';
  const text = `${sandbox ? 'Test order' : 'Order'} ${order_id} fills by ${window.end}.${warnings}`;
  deps.tell({ event: 'sent', at, order_id, sandbox, text });
}

/** @returns true when the decision is dealt with, false to send it once more. Throws what makes it wrong to go on. */
async function isSettled(deps: OrderSenderDeps, decision: Decision, error: unknown, tries: number): Promise<boolean> {
  const { tell, patience } = deps;
  const { at } = decision;
  if (error instanceof ReceiptError) {
    await taken(deps, decision, error.ack);
    throw error;
  }
  if (!(error instanceof PapertapeError) || isOtherPast(error) || isFatal(error)) throw error;
  const { code, detail, fix, corrected, opensAt } = error;
  if (opensAt !== null) {
    if (await hasOpened(deps, decision, error, opensAt)) return false;
  } else if (mayPass(error)) {
    const wait = waitMs(error, tries);
    const text = `${code}: ${detail} Sent again in ${Math.ceil(wait / 1000)} s, as the same order.`;
    tell({ event: 'away', at, code, text });
    await patience.pause(wait);
    return false;
  } else if (code === 'idempotency_conflict' && tries < conflictsMax) {
    // The order is there, and is looked for; or its first request, of a process that died, is still under way.
    if (tries > 0) await patience.pause(waitMs(error, 0));
    return false;
  }
  const mended = corrected === null ? '' : ` Corrected: ${JSON.stringify(corrected)}`;
  tell({ event: 'refused', at, code, fix, corrected, text: `Refused, ${code}: ${detail} Fix: ${fix}${mended}` });
  await settle(deps, decision, 'refused');
  return true;
}

/** Waits until it opens, unless the next decision comes first. @returns false when it does. */
async function hasOpened(
  deps: OrderSenderDeps,
  decision: Decision,
  error: PapertapeError,
  opensAt: string,
): Promise<boolean> {
  const { tell, patience, options } = deps;
  const opens = Date.parse(opensAt);
  if (options.schedule.next(Date.parse(decision.at) + 1) <= opens) return false;
  tell({ event: 'waiting', at: decision.at, code: error.code, text: `${error.detail} It is sent at ${opensAt}.` });
  for (let clock = await patience.clock(); clock.now < opens; clock = await patience.clock())
    await patience.sleepUntil(clock, opens, 0, lookMsMax);
  return true;
}

/** The log is another one than it was. That nobody saw it in time may pass. */
function isOtherPast(error: PapertapeError): boolean {
  return error instanceof LogError && error.code !== 'log_unwitnessed';
}

/** Nothing will be taken any more, whatever is decided. */
function isFatal({ status, code }: PapertapeError): boolean {
  const ends = ['banned', 'agent_retired', 'agent_not_found', 'not_a_trading_league', 'no_credentials'];
  return status === 401 || status === 403 || ends.includes(code);
}
