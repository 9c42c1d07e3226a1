/**
 * Waiting for an order or for the score of a sheet, without asking all the time: an order cannot be decided before its window ends, nor a sheet
 * before its round closes, so the wait sleeps until then, by the clock of the league, which may run faster than the one on the wall.
 * Then it asks, in pauses that grow, since an order whose price is missing may wait for hours.
 */
import type { WaitOptions } from './client-types.ts';
import { PapertapeError } from './errors.ts';
import type { Sleep } from './transport.ts';
import type { OrderView, SheetView, StatusView } from './wire.ts';

interface AnyWaitDeps {
  status(signal: AbortSignal | undefined): Promise<StatusView>;
  readonly sleep: Sleep;
  readonly now: () => number;
  readonly random: () => number;
}

export interface WaitDeps extends AnyWaitDeps {
  order(orderId: string, signal: AbortSignal | undefined): Promise<OrderView>;
}

export interface SheetWaitDeps extends AnyWaitDeps {
  sheet(answerId: string, signal: AbortSignal | undefined): Promise<SheetView>;
}

/** What is waited for. */
interface WaitedFor<T> {
  readonly ask: (signal: AbortSignal | undefined) => Promise<T>;
  readonly isPending: (seen: T) => boolean;
  /** The earliest instant at which it can be decided. */
  readonly endOf: (seen: T) => string;
  /** In words, when the time is over. */
  readonly late: { readonly what: string; readonly fix: string };
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

/** A round is scored at the mark after its close, or later. */
const scoringMs = 300_000;

/** @param fillsBy end of the window where it is known; else the order is asked for it first. */
export async function waitForOrder(
  deps: WaitDeps,
  orderId: string,
  options: WaitOptions,
  fillsBy?: string,
): Promise<OrderView> {
  const order: WaitedFor<OrderView> = {
    ask: (signal) => deps.order(orderId, signal),
    isPending: ({ state }) => state === 'pending',
    endOf: ({ window }) => window.end,
    late: {
      what: `Order ${orderId}`,
      fix: 'The order stands, and will be filled or rejected. Wait on with waitForOrder(order_id); do not send it again.',
    },
  };
  return await waitFor(deps, order, options, fillsBy);
}

/** @param closesAt when the round closes where it is known; else the sheet is asked for it first. */
export async function waitForSheet(
  deps: SheetWaitDeps,
  answerId: string,
  options: WaitOptions,
  closesAt?: string,
): Promise<SheetView> {
  const scoredFrom = (close: string): string => new Date(Date.parse(close) + scoringMs).toISOString();
  const sheet: WaitedFor<SheetView> = {
    ask: (signal) => deps.sheet(answerId, signal),
    isPending: ({ state }) => state !== 'scored' && state !== 'void',
    endOf: ({ closes_at: close }) => scoredFrom(close),
    late: {
      what: `Sheet ${answerId}`,
      fix: 'The sheet stands, and its round will be scored. Wait on with waitForSheet(answer_id).',
    },
  };
  return await waitFor(deps, sheet, options, closesAt === undefined ? undefined : scoredFrom(closesAt));
}

async function waitFor<T>(
  deps: AnyWaitDeps,
  { ask: askOnce, isPending, endOf, late }: WaitedFor<T>,
  { pollMs, timeoutMs = Infinity, signal }: WaitOptions,
  known: string | undefined,
): Promise<T> {
  const deadline = deps.now() + timeoutMs;
  let failures = 0;
  let end = known;
  if (end === undefined) {
    const seen = await ask(0);
    if (seen && !isPending(seen)) return seen;
    end = seen && endOf(seen);
  }
  const { untilEndMs, speed } = await clock(end);
  const firstMs = pollMs ?? Math.max(pollMsLeast, pollMsUsual / speed);
  const settle = Math.max(settleMsLeast, settleMs / speed) + (deps.random() * spreadMs) / speed;
  if (untilEndMs > 0) await pause(untilEndMs + settle);
  for (let polls = 0; ; polls++) {
    const pauseMs = firstMs * Math.min(pollGrowth ** polls, pollGrowthMax);
    const seen = await ask(pauseMs);
    if (seen && !isPending(seen)) return seen;
    if (deps.now() >= deadline) throw stillPending(late, timeoutMs);
    if (seen) await pause(pauseMs);
  }

  /** @returns undefined, after a pause, while the service is away. */
  async function ask(pauseMs: number): Promise<T | undefined> {
    signal?.throwIfAborted();
    try {
      const seen = await askOnce(signal);
      failures = 0;
      return seen;
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

  /** How long that still takes, by the clock on the wall, and how fast the league's clock runs. */
  async function clock(endText: string | undefined): Promise<{ untilEndMs: number; speed: number }> {
    let status: StatusView;
    try {
      status = await deps.status(signal);
    } catch (error) {
      // Only a better guess is lost: it is asked for all the same.
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

function stillPending({ what, fix }: WaitedFor<unknown>['late'], timeoutMs: number): PapertapeError {
  return new PapertapeError({
    status: 200,
    code: 'still_pending',
    detail: `${what} is still pending after ${timeoutMs} ms.`,
    fix,
  });
}
