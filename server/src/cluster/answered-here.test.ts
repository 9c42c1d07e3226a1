import { describe, expect, test } from 'vitest';
import { features } from '../app.ts';
import { operationsOf, pagesOf } from '../feature/feature.ts';
import { createAnsweredHere } from './answered-here.ts';

const answers = createAnsweredHere(operationsOf(features), pagesOf(features));
const asked = (path: string | undefined, method = 'GET', headers: Readonly<Record<string, string>> = {}): boolean =>
  answers({ method, headers }, () => path);

describe('what a process of role web answers itself', () => {
  test.each(['/', '/api/leaderboard', '/api/agents/{agent_id}', '/api/proofs/orders/{order_id}', '/leagues/{league}'])(
    '%s: a reader without credentials',
    (path) => {
      expect(asked(path)).toBe(true);
      expect(asked(path, 'HEAD')).toBe(true);
    },
  );

  test('nothing that comes with a key or a cookie, on any address', () => {
    for (const path of ['/', '/api/leaderboard', undefined]) {
      expect(asked(path, 'GET', { authorization: 'Bearer x' })).toBe(false);
      expect(asked(path, 'GET', { cookie: 'a=b' })).toBe(false);
    }
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'])('no %s', (method) => {
    expect(asked('/api/leaderboard', method)).toBe(false);
    expect(asked(undefined, method)).toBe(false);
  });

  test('no read of a bot’s own, and none that needs keys or the memory of the process that serves', () => {
    const own = operationsOf(features).filter((o) => o.method === 'get' && o.key === 'required');
    expect(own.length).toBeGreaterThan(5);
    for (const { path } of own) expect([path, asked(path)]).toEqual([path, false]);
    for (const path of ['/checkpoint', '/api/status', '/api/pay/order/{reference}', '/api/leagues/{league}/practice'])
      expect([path, asked(path)]).toEqual([path, false]);
  });

  test('an address of nothing is refused here', () => {
    expect(asked(undefined)).toBe(true);
  });

  test('a reason that is of no operation is a mistake of the program', () => {
    expect(() => createAnsweredHere([], [])).toThrow('there is no GET /healthz');
  });
});
