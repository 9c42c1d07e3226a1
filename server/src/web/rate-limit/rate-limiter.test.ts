import { expect, test } from 'vitest';
import type { ApiError } from 'papertape-contract/errors';
import { rateLimits, type RateLimitName } from 'papertape-contract/limits';
import { createMemoryCounters } from './memory-counters.ts';
import { createRateLimiter, noLimits } from './rate-limiter.ts';

function limiterAt(start = 1_000_000) {
  const clock = { now: start };
  return { clock, limiter: createRateLimiter(createMemoryCounters(() => clock.now)) };
}

async function refusal(work: () => unknown): Promise<ApiError> {
  try {
    await work();
  } catch (e) {
    return e as ApiError;
  }
  throw new Error('it was not refused');
}

const names = Object.keys(rateLimits) as RateLimitName[];

test.each(names)(
  '%s: the last one passes, one more does not, until the window is over to the millisecond',
  async (name) => {
    const { count, windowSeconds } = rateLimits[name];
    const { clock, limiter } = limiterAt();
    for (let i = 0; i < count; i++) {
      expect(await limiter.left(name, 'a')).toBe(count - i);
      await limiter.take(name, 'a');
    }
    expect(await limiter.left(name, 'a')).toBe(0);
    const e = await refusal(() => limiter.take(name, 'a'));
    expect(e).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(e.headers).toEqual({
      'Retry-After': String(windowSeconds),
      RateLimit: `"${name}";r=0;t=${windowSeconds}`,
      'RateLimit-Policy': `"${name}";q=${count};w=${windowSeconds}`,
    });
    await limiter.take(name, 'b');
    clock.now += windowSeconds * 1_000 - 1;
    expect((await refusal(() => limiter.take(name, 'a'))).headers['Retry-After']).toBe('1');
    clock.now += 1;
    await limiter.take(name, 'a');
    expect(await limiter.left(name, 'a')).toBe(count - 1);
  },
);

test('past the limit another may be counted instead, as often as the limit says; before it nobody asks who', async () => {
  const { limiter } = limiterAt();
  const { count } = rateLimits.writesPerAddress;
  const instead = (who?: string) => () => limiter.take('writesPerAddress', 'a', () => who);
  for (let i = 0; i < count; i++) await instead('bot')();
  expect(await limiter.left('writesPerAddress', 'bot')).toBe(count);
  expect((await refusal(instead())).code).toBe('rate_limited');
  for (let i = 1; i <= count; i++) expect(await instead('bot')()).toMatchObject({ left: count - i });
  expect((await refusal(instead('bot'))).code).toBe('rate_limited');
  expect(await instead('other')()).toMatchObject({ left: count - 1 });
});

test('limits do not share their counters', async () => {
  const { limiter } = limiterAt();
  for (let i = 0; i < rateLimits.writesPerBot.count; i++) await limiter.take('writesPerBot', 'a');
  expect(await limiter.left('writesPerAddress', 'a')).toBe(rateLimits.writesPerAddress.count);
});

test('memory is bounded: of more than 50,000 the oldest makes room, the newest counts on', async () => {
  const { limiter } = limiterAt();
  const limit = 'readsPerAddress';
  for (let i = 0; i < 50_000; i++) await limiter.take(limit, `a${i}`);
  expect(await limiter.left(limit, 'a0')).toBe(rateLimits[limit].count - 1);
  await limiter.take(limit, 'one more');
  expect(await limiter.left(limit, 'a0')).toBe(rateLimits[limit].count);
  expect(await limiter.left(limit, 'a1')).toBe(rateLimits[limit].count - 1);
  expect(await limiter.left(limit, 'one more')).toBe(rateLimits[limit].count - 1);
});

test('no limits: everything passes', async () => {
  for (let i = 0; i < 2_000; i++) await noLimits.take('ordersPerBot', 'a');
  expect(await noLimits.left('ordersPerBot', 'a')).toBe(Number.POSITIVE_INFINITY);
});

test('in memory there is no promise: ready bytes leave in the turn in which they are asked for', () => {
  const { limiter } = limiterAt();
  expect(limiter.take('readsPerAddress', 'a')).toEqual({ name: 'readsPerAddress', left: 599, seconds: 60 });
  expect(limiter.left('readsPerAddress', 'a')).toBe(599);
});

test('an IPv6 address counts with its /64; a bot by its id, whatever it looks like', async () => {
  const { limiter } = limiterAt();
  for (const who of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3']) {
    await limiter.take('readsPerAddress', who);
    await limiter.take('ordersPerBot', who);
  }
  expect(limiter.left('readsPerAddress', '2001:db8::9')).toBe(rateLimits.readsPerAddress.count - 3);
  expect(limiter.left('ordersPerBot', '2001:db8::1')).toBe(rateLimits.ordersPerBot.count - 1);
  expect(limiter.state()).toEqual({ counters: 4, storeAnswers: undefined });
});
