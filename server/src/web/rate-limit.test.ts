import { expect, test } from 'vitest';
import type { ApiError } from '../contract/errors.ts';
import { rateLimits, type RateLimitName } from '../contract/limits.ts';
import { createRateLimiter, noLimits } from './rate-limit.ts';

function limiterAt(start = 1_000_000) {
  const clock = { now: start };
  return { clock, limiter: createRateLimiter(() => clock.now) };
}

function refusal(work: () => void): ApiError {
  try {
    work();
  } catch (e) {
    return e as ApiError;
  }
  throw new Error('it was not refused');
}

const names = Object.keys(rateLimits) as RateLimitName[];

test.each(names)('%s: the last one passes, one more does not, until the window is over to the millisecond', (name) => {
  const { count, windowSeconds } = rateLimits[name];
  const { clock, limiter } = limiterAt();
  for (let i = 0; i < count; i++) {
    expect(limiter.left(name, 'a')).toBe(count - i);
    limiter.take(name, 'a');
  }
  expect(limiter.left(name, 'a')).toBe(0);
  const e = refusal(() => limiter.take(name, 'a'));
  expect(e).toMatchObject({ code: 'rate_limited', status: 429 });
  expect(e.headers).toEqual({
    'Retry-After': String(windowSeconds),
    RateLimit: `"${name}";r=0;t=${windowSeconds}`,
    'RateLimit-Policy': `"${name}";q=${count};w=${windowSeconds}`,
  });
  limiter.take(name, 'b');
  clock.now += windowSeconds * 1_000 - 1;
  expect(refusal(() => limiter.take(name, 'a')).headers['Retry-After']).toBe('1');
  clock.now += 1;
  limiter.take(name, 'a');
  expect(limiter.left(name, 'a')).toBe(count - 1);
});

test('a check counts nothing, and refuses once the limit is used up', () => {
  const { limiter } = limiterAt();
  const { count } = rateLimits.failedKeysPerAddress;
  for (let i = 0; i < 2 * count; i++) limiter.check('failedKeysPerAddress', 'a');
  expect(limiter.left('failedKeysPerAddress', 'a')).toBe(count);
  for (let i = 0; i < count; i++) limiter.take('failedKeysPerAddress', 'a');
  expect(refusal(() => limiter.check('failedKeysPerAddress', 'a')).code).toBe('rate_limited');
});

test('limits do not share their counters', () => {
  const { limiter } = limiterAt();
  for (let i = 0; i < rateLimits.writesPerBot.count; i++) limiter.take('writesPerBot', 'a');
  expect(limiter.left('writesPerAddress', 'a')).toBe(rateLimits.writesPerAddress.count);
});

test('memory is bounded: of more than 50,000 the oldest makes room, the newest counts on', () => {
  const { limiter } = limiterAt();
  const limit = 'readsPerAddress';
  for (let i = 0; i < 50_000; i++) limiter.take(limit, `a${i}`);
  expect(limiter.left(limit, 'a0')).toBe(rateLimits[limit].count - 1);
  limiter.take(limit, 'one more');
  expect(limiter.left(limit, 'a0')).toBe(rateLimits[limit].count);
  expect(limiter.left(limit, 'a1')).toBe(rateLimits[limit].count - 1);
  expect(limiter.left(limit, 'one more')).toBe(rateLimits[limit].count - 1);
});

test('no limits: everything passes', () => {
  for (let i = 0; i < 2_000; i++) noLimits.take('ordersPerBot', 'a');
  noLimits.check('ordersPerBot', 'a');
  expect(noLimits.left('ordersPerBot', 'a')).toBe(Number.POSITIVE_INFINITY);
});
