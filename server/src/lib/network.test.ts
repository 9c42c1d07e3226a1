import proxyAddr from '@fastify/proxy-addr';
import { expect, test } from 'vitest';
import { isNetwork } from './network.ts';

// What the settings take, the library that reads forwarded addresses must take, too.
test.each(['10.0.0.7', '10.0.0.0/8', '0.0.0.0/1', '::1', 'fd00::/8', '2001:db8::/128'])('%s is a network', (text) => {
  expect(isNetwork(text)).toBe(true);
  expect(() => proxyAddr.compile(text)).not.toThrow();
});

test.each([
  '10.0.0.0/33',
  '0.0.0.0/0',
  '::/0',
  'fd00::/129',
  'proxy.example',
  '',
  '10.0.0.0/x',
  '10.0.0',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  'loopback',
])('"%s" is none', (text) => expect(isNetwork(text)).toBe(false));
