import { expect, test } from 'vitest';
import type { Hash } from 'viem';
import { blockNow } from './confirm.ts';

type Told = { readonly hash: Hash; readonly final: number } | 'down' | 'no finalized';

function endpoints(told: readonly Told[]): Parameters<typeof blockNow>[0] {
  return told.map((t) => ({
    headerAt: (height) =>
      t === 'down'
        ? Promise.reject(new Error('down'))
        : Promise.resolve({ number: height, hash: typeof t === 'string' ? '0xa' : t.hash, timestamp: 0 }),
    finalHeight: () => (typeof t === 'string' ? Promise.reject(new Error(t)) : Promise.resolve(BigInt(t.final))),
  }));
}
const a = (final: number): Told => ({ hash: '0xa', final });
const b = (final: number): Told => ({ hash: '0xb', final });

test.each<[string, readonly Told[], Awaited<ReturnType<typeof blockNow>>]>([
  ['one endpoint, final at the very height', [a(100)], { hash: '0xa', final: true }],
  ['one block short of it', [a(99)], { hash: '0xa', final: false }],
  ['one of three lies about the hash', [a(100), b(100), a(100)], { hash: '0xa', final: true }],
  ['one of three lies about what is final', [a(99), a(500), a(99)], { hash: '0xa', final: false }],
  ['two of three say it is final', [a(100), a(500), a(99)], { hash: '0xa', final: true }],
  ['two that disagree', [a(100), b(100)], undefined],
  ['one of two is down', ['down', b(100)], undefined],
  ['one of three is down', [b(100), 'down', b(100)], { hash: '0xb', final: true }],
  ['two of three are down', ['down', b(100), 'down'], undefined],
  ['one of three knows no such tag', ['no finalized', a(100), a(100)], { hash: '0xa', final: true }],
  ['all are down', ['down', 'down'], undefined],
  ['there is none', [], undefined],
])('%s', async (_, told, expected) => {
  expect(await blockNow(endpoints(told), 100)).toEqual(expected);
});
