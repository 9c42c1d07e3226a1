import { describe, expect, it } from 'vitest';
import type { UsdPrices } from '../price/usd.ts';
import { windowMs } from '../../lib/time.ts';
import { startPortfolio } from './portfolio.ts';
import { afterOrder, createQueue, marksWaitedFor, priceWaitMsMax, rejection } from './queue.ts';

const start = Date.parse('2026-11-22T12:00:00Z');
const end = start + windowMs;
const one = 10n ** 18n;
const dollar = 10n ** 24n;
const order = (symbol: string, windowStart = start, sandbox = false) => ({
  windowStart,
  weights: new Map([[symbol, one / 2n]]),
  sandbox,
});
const usd: UsdPrices = new Map([
  ['BTC-USD', { state: 'agreed', price: 50_000n * dollar }],
  ['ETH-USD', { state: 'unavailable', of: 'ETH-USD', reason: 'gap', pool: 'eth' }],
  ['SOL-USD', { state: 'apart', of: 'SOL-USD', price: 100n * dollar, second: 110n * dollar, bps: '1000.0000' }],
]);
const prices = { usd, charges: new Map() };
const { portfolio } = startPortfolio;
const queueAt = (mark: number) => createQueue<string>(mark);

describe('the queue of a bot', () => {
  it('fills at once what needs no price that is missing, and rejects what is apart', () => {
    const queue = queueAt(end);
    expect(queue.decide('a', order('BTC-USD'), portfolio, prices)).toMatchObject({ outcome: 'filled' });
    expect(queue.decide('a', order('SOL-USD'), portfolio, prices)).toMatchObject({ outcome: 'rejected' });
  });

  it('waits for a missing price, with all that came later, and nobody else does', () => {
    const queue = queueAt(end);
    expect(queue.decide('a', order('ETH-USD'), portfolio, prices)).toBeUndefined();
    expect(queue.decide('a', order('BTC-USD'), portfolio, prices)).toBeUndefined();
    expect(queue.decide('b', order('BTC-USD'), portfolio, prices)).toMatchObject({ outcome: 'filled' });
  });

  it.each([
    ['sandbox', 'scored', true],
    ['scored', 'sandbox', false],
  ])('a %s order that waits holds up its own kind, and no %s one', (_, __, sandbox) => {
    const queue = queueAt(end);
    expect(queue.decide('a', order('ETH-USD', start, sandbox), portfolio, prices)).toBeUndefined();
    expect(queue.decide('a', order('BTC-USD', start, sandbox), portfolio, prices)).toBeUndefined();
    expect(queue.decide('a', order('BTC-USD', start, !sandbox), portfolio, prices)).toMatchObject({
      outcome: 'filled',
    });
  });

  it('waits for less than 6 hours after the end of the window; to the millisecond', () => {
    const early = queueAt(end + priceWaitMsMax - 1);
    expect(early.decide('a', order('ETH-USD'), portfolio, prices)).toBeUndefined();
    const late = queueAt(end + priceWaitMsMax);
    expect(late.decide('a', order('ETH-USD'), portfolio, prices)).toMatchObject({ outcome: 'waiting' });
    expect(late.decide('a', order('BTC-USD'), portfolio, prices)).toMatchObject({ outcome: 'filled' });
  });

  it('an order behind another waits however old it is', () => {
    const queue = queueAt(end + priceWaitMsMax + windowMs);
    expect(queue.decide('a', order('ETH-USD', start + 2 * windowMs), portfolio, prices)).toBeUndefined();
    expect(queue.decide('a', order('ETH-USD'), portfolio, prices)).toBeUndefined();
  });

  it('a bot that is blocked from outside waits', () => {
    const queue = queueAt(end);
    queue.block('a');
    expect(queue.decide('a', order('BTC-USD'), portfolio, prices)).toBeUndefined();
    expect(queue.decide('a', order('BTC-USD', start, true), portfolio, prices)).toBeUndefined();
    expect(queue.decide('b', order('BTC-USD'), portfolio, prices)).toMatchObject({ outcome: 'filled' });
  });
});

it('a decided order changes the portfolio when it filled and is not one of a sandbox', () => {
  const queue = queueAt(end);
  const filled = queue.decide('a', order('BTC-USD'), portfolio, prices);
  const rejected = queue.decide('a', order('SOL-USD'), portfolio, prices);
  if (!filled || !rejected) throw new Error('both are decided');
  expect(afterOrder(startPortfolio, { windowStart: start, sandbox: false }, filled)).toMatchObject({
    trades: 1,
    firstFillAt: end,
  });
  expect(afterOrder(startPortfolio, { windowStart: start, sandbox: true }, filled)).toBe(startPortfolio);
  expect(afterOrder(startPortfolio, { windowStart: start, sandbox: false }, rejected)).toBe(startPortfolio);
});

it('says why an order was rejected', () => {
  const at = (mark: number, symbol: string) => queueAt(mark).decide('a', order(symbol), portfolio, prices);
  const apart = at(end, 'SOL-USD');
  const silent = at(end + priceWaitMsMax, 'ETH-USD');
  if (apart?.outcome !== 'rejected' || silent?.outcome !== 'waiting') throw new Error('neither fills');
  expect(rejection(apart)).toEqual([
    'pools_apart',
    '{"symbol":"SOL-USD","price":"100","second_price":"110","bps":"1000.0000"}',
  ]);
  expect(rejection(silent)).toEqual(['price_unavailable', '{"symbol":"ETH-USD","reason":"gap"}']);
});

it('names both ends of the windows that are waited for, once each', () => {
  expect([...marksWaitedFor([start, start, start + windowMs])]).toEqual([start, end, end + windowMs]);
});
