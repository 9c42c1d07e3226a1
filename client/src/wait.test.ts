import { describe, expect, it } from 'vitest';
import * as sample from '../test/samples.ts';
import type { WaitOptions } from './client-types.ts';
import { PapertapeError } from './errors.ts';
import { waitForOrder, type WaitDeps } from './wait.ts';
import type { OrderView, StatusView } from './wire.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const end = '2026-11-21T12:35:00.000Z';
const pending = sample.pendingOrder;
const filled = sample.filledOrder;
const minute = 60_000;

interface Script {
  /** What the service says, the last one again and again. */
  readonly says: readonly (OrderView | Error)[];
  readonly status?: Partial<StatusView> | Error;
  readonly options?: WaitOptions;
  readonly fillsBy?: string;
  readonly random?: number;
}

/** A wait on a clock that only sleeping moves. */
async function wait({ says, status = {}, options = {}, fillsBy, random = 0.5 }: Script) {
  const paused: number[] = [];
  let asked = 0;
  let time = noon;
  const deps: WaitDeps = {
    async order() {
      const said = says[Math.min(asked++, says.length - 1)] as OrderView | Error;
      if (said instanceof Error) throw said;
      return said;
    },
    async status() {
      if (status instanceof Error) throw status;
      return { ...sample.status, time: new Date(noon).toISOString(), clock: { kind: 'real', speed: 1 }, ...status };
    },
    sleep: async (ms) => {
      paused.push(ms);
      time += ms;
    },
    now: () => time,
    random: () => random,
  };
  const outcome = await waitForOrder(deps, 'ord_1', options, fillsBy).then(
    (order) => order.state,
    (error: unknown) => (error instanceof PapertapeError ? error.code : String(error)),
  );
  return { outcome, paused, asked };
}

function failure(status: number, code = 'x', retryAfterSeconds: number | null = null): PapertapeError {
  return new PapertapeError({ status, code, detail: 'd', fix: 'f', retryAfterSeconds });
}

describe('waiting for an order', () => {
  it('sleeps until its window is over, and asks then', async () => {
    expect(await wait({ says: [filled], fillsBy: end })).toEqual({
      outcome: 'filled',
      paused: [35 * minute + 3_000],
      asked: 1,
    });
  });

  it('spreads the question over the 4 seconds from the first second after the end', async () => {
    expect((await wait({ says: [filled], fillsBy: end, random: 0 })).paused).toEqual([35 * minute + 1_000]);
    expect((await wait({ says: [filled], fillsBy: end, random: 1 })).paused).toEqual([35 * minute + 5_000]);
  });

  it('asks first where it does not know when the window ends', async () => {
    expect(await wait({ says: [filled] })).toMatchObject({ outcome: 'filled', paused: [], asked: 1 });
    expect(await wait({ says: [pending, filled] })).toMatchObject({ paused: [35 * minute + 3_000], asked: 2 });
  });

  it('asks at once where the window is over already', async () => {
    expect(await wait({ says: [filled], fillsBy: '2026-11-21T11:35:00.000Z' })).toMatchObject({ paused: [], asked: 1 });
  });

  it('asks ever more seldom, up to once a minute', async () => {
    const says = [...Array.from({ length: 9 }, () => pending), filled];
    const { paused } = await wait({ says, fillsBy: end });
    expect(paused.slice(1)).toEqual([5_000, 7_500, 11_250, 16_875, 25_312.5, 37_968.75, 56_953.125, 60_000, 60_000]);
    const own = await wait({ says: [pending, pending, filled], fillsBy: end, options: { pollMs: 10 } });
    expect(own.paused.slice(1)).toEqual([10, 15]);
  });

  it('goes by the clock of the league, which may run faster', async () => {
    const status = { clock: { kind: 'scaled', speed: 50 } } as const;
    const { paused } = await wait({ says: [pending, pending, filled], fillsBy: end, status });
    expect(paused).toEqual([42_000 + 100 + 40, 1_000, 1_500]);
  });

  it('sleeps for nothing on a clock that stands still', async () => {
    const status = { clock: { kind: 'stepped', speed: 0 } } as const;
    const { paused } = await wait({ says: [pending, filled], fillsBy: end, status });
    expect(paused).toEqual([1_000]);
  });

  it('does without the clock of the league where it must', async () => {
    expect(await wait({ says: [pending, filled], fillsBy: end, status: failure(0) })).toMatchObject({
      outcome: 'filled',
      paused: [5_000],
    });
  });

  it('waits for a service that is away, and not for one that refuses', async () => {
    const says = [failure(500), failure(429, 'rate_limited', 120), pending, filled];
    expect(await wait({ says, fillsBy: '2026-11-21T11:00:00.000Z' })).toEqual({
      outcome: 'filled',
      paused: [5_000, 120_000, 16_875 - 5_625],
      asked: 4,
    });
    expect(await wait({ says: [failure(404, 'order_not_found')] })).toMatchObject({
      outcome: 'order_not_found',
      asked: 1,
    });
    expect(await wait({ says: [failure(0, 'no_credentials')] })).toMatchObject({ outcome: 'no_credentials', asked: 1 });
    expect(await wait({ says: [failure(503, 'away')] })).toMatchObject({ outcome: 'away', asked: 11 });
  });

  it('bears more failures than ten, when the service answers in between', async () => {
    const says = [...Array.from({ length: 12 }, () => [failure(500), pending]).flat(), filled];
    expect(await wait({ says, fillsBy: end })).toMatchObject({ outcome: 'filled', asked: 25 });
  });

  it('waits no longer than it may, and asks once more at the end', async () => {
    const options = { timeoutMs: 10 * minute };
    expect(await wait({ says: [pending], fillsBy: end, options })).toEqual({
      outcome: 'still_pending',
      paused: [10 * minute],
      asked: 1,
    });
    expect(await wait({ says: [filled], fillsBy: end, options })).toMatchObject({ outcome: 'filled' });
    expect(await wait({ says: [pending], fillsBy: end, options: { timeoutMs: 0 } })).toMatchObject({
      outcome: 'still_pending',
      asked: 1,
    });
  });

  it('asks nothing once the signal is aborted', async () => {
    const options = { signal: AbortSignal.abort(new Error('enough')) };
    expect(await wait({ says: [filled], options })).toMatchObject({ outcome: 'Error: enough', asked: 0 });
    expect(await wait({ says: [filled], fillsBy: end, options })).toMatchObject({ outcome: 'Error: enough', asked: 0 });
  });
});
