import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundMs, elsewhereOfReader, oldMsMax, whyNobody } from './how-old.ts';

/** What is set of an answer, and whether it is answered here. */
function asked(
  staleMs: number,
  path: string,
  hasOtherRules = false,
  method = 'GET',
): { readonly here: boolean; readonly age: unknown } {
  const elsewhere = elsewhereOfReader({
    answersHere: ({ method }) => method === 'GET',
    ordersHere: (request) => request.method === 'POST',
    forwarder: { send: () => undefined },
    staleMs: () => staleMs,
    hasOtherRules: () => hasOtherRules,
  });
  let age: unknown;
  elsewhere.answersItself({ setHeader: (_: string, value: unknown) => (age = value) } as unknown as ServerResponse);
  const request = { method, headers: {} } as IncomingMessage;
  return { here: !elsewhere.answers(request, () => path), age };
}

test('up to the bound nothing is said, past it the whole seconds are, and past a minute nobody is answered', () => {
  fc.assert(
    fc.property(fc.nat(2 * oldMsMax), (ms) => {
      expect(asked(ms, '/api/leaderboard')).toEqual({
        here: ms <= oldMsMax,
        age: ms <= boundMs ? undefined : String(Math.floor(ms / 1_000)),
      });
    }),
    { examples: [[0], [boundMs], [boundMs + 1], [oldMsMax], [oldMsMax + 1]] },
  );
});

test.each(['/healthz', '/readyz', '/metrics'])('%s is its own, however long that takes', (path) => {
  expect(asked(10 * oldMsMax, path).here).toBe(true);
});

test('why nobody is asked in its place', () => {
  expect(whyNobody(boundMs)).toBe('No process serves the league at the moment.');
  expect(whyNobody(61_000)).toContain('for 61 seconds');
});

test('under other rules than its own it answers for itself alone, and takes no order', () => {
  expect(asked(0, '/readyz', true).here).toBe(true);
  for (const [path, method] of [
    ['/api/leaderboard', 'GET'],
    ['/api/agents/{agent_id}/weights', 'POST'],
  ] as const)
    expect([true, false].map((has) => asked(0, path, has, method).here)).toEqual([false, true]);
});
