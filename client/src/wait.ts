/**
 * Waiting for an order, without asking all the time: it cannot be decided before its window ends, so the wait sleeps until then, by
 * the clock of the league, which may run faster than the one on the wall. Then it asks, in pauses that grow, since an order whose price
 * is missing may wait for hours.
 */
import type { WaitOptions } from './client-types.ts';
import { PapertapeError } from './errors.ts';
import type { Sleep } from './transport.ts';
import type { OrderView, StatusView } from './wire.ts';

export interface WaitDeps {
  order(orderId: string, signal: AbortSignal | undefined): Promise<OrderView>;
  status(signal: AbortSignal | undefined): Promise<StatusView>;
  readonly sleep: Sleep;
  readonly now: () => number;
  readonly random: () => number;
}

const pollMsUsual = 5_000;
const pollMsLeast = 1_000;
const pollGrowth = 1.5;
const pollGrowthMax = 12;
/** After the end of a window its orders still have to be computed and stored. Of the league's clock, but for the least. */
const settleMs = 1_000;
const settleMsLeast = 100;
/** All bots of a window wait for the same instant: they ask spread over this time after it, of the league's clock. */
const spreadMs = 4_000;
const failuresMax = 10;

/** @param fillsBy end of the window where it is known; else the order is asked for it first. */
export async function waitForOrder(
  deps: WaitDeps,
  orderId: string,
  { pollMs, timeoutMs = Infinity, signal }: WaitOptions,
  fillsBy?: string,
): Promise<OrderView> {
  const deadline = deps.now() + timeoutMs;
  let failures = 0;
  let end = fillsBy;
  if (end === undefined) {
    const order = await ask(0);
    if (order && order.state !== 'pending') return order;
    end = order?.window.end;
  }
  const { untilEndMs, speed } = await clock(end);
  const firstMs = pollMs ?? Math.max(pollMsLeast, pollMsUsual / speed);
  const settle = Math.max(settleMsLeast, settleMs / speed) + (deps.random() * spreadMs) / speed;
  if (untilEndMs > 0) await pause(untilEndMs + settle);
  for (let polls = 0; ; polls++) {
    const pauseMs = firstMs * Math.min(pollGrowth ** polls, pollGrowthMax);
    const order = await ask(pauseMs);
    if (order && order.state !== 'pending') return order;
    if (deps.now() >= deadline) throw stillPending(orderId, timeoutMs);
    if (order) await pause(pauseMs);
  }

  /** @returns undefined, after a pause, while the service is away. */
  async function ask(pauseMs: number): Promise<OrderView | undefined> {
    signal?.throwIfAborted();
    try {
      const order = await deps.order(orderId, signal);
      failures = 0;
      return order;
    } catch (error) {
      failures += 1;
      if (!(error instanceof PapertapeError) || !mayPass(error) || failures > failuresMax) throw error;
      await pause(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000));
      return undefined;
    }
  }

  async function pause(milliseconds: number): Promise<void> {
    await deps.sleep(Math.max(0, Math.min(milliseconds, deadline - deps.now())), signal);
    signal?.throwIfAborted();
  }

  /** How long the window still takes, by the clock on the wall, and how fast the league's clock runs. */
  async function clock(endText: string | undefined): Promise<{ untilEndMs: number; speed: number }> {
    let status: StatusView;
    try {
      status = await deps.status(signal);
    } catch (error) {
      // Only a better guess is lost: the order is asked for all the same.
      if (!(error instanceof PapertapeError)) throw error;
      return { untilEndMs: 0, speed: 1 };
    }
    const { kind, speed } = status.clock;
    const left = endText === undefined ? Number.NaN : Date.parse(endText) - Date.parse(status.time);
    // A stepped clock stands still and jumps: there is nothing to sleep for, and no reason to be slow.
    if (kind === 'stepped' || !(speed > 0)) return { untilEndMs: 0, speed: pollMsUsual };
    return { untilEndMs: left > 0 ? left / speed : 0, speed };
  }
}

function mayPass(error: PapertapeError): boolean {
  return error.code !== 'no_credentials' && (error.status === 0 || error.status === 429 || error.status >= 500);
}

function stillPending(orderId: string, timeoutMs: number): PapertapeError {
  return new PapertapeError({
    status: 200,
    code: 'still_pending',
    detail: `Order ${orderId} is still pending after ${timeoutMs} ms.`,
    fix: 'The order stands, and will be filled or rejected. Wait on with waitForOrder(order_id); do not send it again.',
  });
}
