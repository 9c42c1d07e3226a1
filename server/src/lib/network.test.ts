import { expect, test } from 'vitest';
import { isNetwork, networkList } from './network.ts';

test.each(['10.0.0.7', '10.0.0.0/8', '0.0.0.0/0', '::1', 'fd00::/8', '2001:db8::/128'])('%s is a network', (text) =>
  expect(isNetwork(text)).toBe(true),
);

test.each(['10.0.0.0/33', 'fd00::/129', 'proxy.example', '', '10.0.0.0/x', '10.0.0', '10.0.0.0/8/8', '10.0.0.0/-1'])(
  '"%s" is none',
  (text) => {
    expect(isNetwork(text)).toBe(false);
    expect(() => networkList(['10.0.0.1', text])).toThrow(RangeError);
  },
);

test('a list holds what its networks hold, to the edge', () => {
  const list = networkList(['10.0.0.0/30', 'fd00::/126']);
  expect(['10.0.0.0', '10.0.0.3', '10.0.0.4'].map((a) => list.check(a))).toEqual([true, true, false]);
  expect(['fd00::3', 'fd00::4'].map((a) => list.check(a, 'ipv6'))).toEqual([true, false]);
});
