import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedAs } from '../lib/address.ts';
import { createClientAddress } from './client-address.ts';

type Request = Parameters<ReturnType<typeof createClientAddress>>[0];

function from(remoteAddress: string, forwarded?: string): Request {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress }, headers } as unknown as Request;
}

describe('the address of a client', () => {
  test.each<[string, string[], string, string | undefined, string]>([
    ['no proxy named: the connection', [], '203.0.113.9', '6.6.6.6', '203.0.113.9'],
    ['a stranger is not believed', ['10.0.0.0/8'], '203.0.113.9', '6.6.6.6', '203.0.113.9'],
    ['a proxy is', ['10.0.0.0/8'], '10.0.0.2', '203.0.113.9', '203.0.113.9'],
    [
      'the first from the right that is none',
      ['10.0.0.0/8'],
      '10.0.0.2',
      '6.6.6.6, 203.0.113.9, 10.0.0.7',
      '203.0.113.9',
    ],
    ['all are proxies: the leftmost', ['10.0.0.0/8'], '10.0.0.2', '10.0.0.8,10.0.0.7', '10.0.0.8'],
    ['nothing forwarded', ['10.0.0.2'], '10.0.0.2', undefined, '10.0.0.2'],
    ['what is no address ends the walk', ['10.0.0.0/8'], '10.0.0.2', '203.0.113.9, unknown, 10.0.0.7', '10.0.0.7'],
    ['an empty header', ['10.0.0.2'], '10.0.0.2', '', '10.0.0.2'],
    ['a dual-stack socket', ['10.0.0.2'], '::ffff:10.0.0.2', '::ffff:203.0.113.9', '203.0.113.9'],
    ['IPv6 proxies', ['fd00::/8'], 'fd00::1', '2001:db8::7', '2001:db8::7'],
    ['a zone is taken off', ['fe80::/10'], 'fe80::1%eth0', '2001:db8::7', '2001:db8::7'],
    ['spaces and empty entries', ['10.0.0.0/8'], '10.0.0.2', ' 6.6.6.6 ,, 203.0.113.9 , ', '203.0.113.9'],
    ['a short form of an address is none', ['10.0.0.0/8'], '10.0.0.2', '203.0.113.9, 10.7', '10.0.0.2'],
    ['a mapped proxy in between', ['10.0.0.0/8'], '10.0.0.2', '203.0.113.9, ::ffff:10.0.0.7', '203.0.113.9'],
    ['a connection that is gone', ['10.0.0.0/8'], '', '203.0.113.9', ''],
    ['the edge of a network', ['10.0.0.0/30'], '10.0.0.4', '203.0.113.9', '10.0.0.4'],
  ])('%s', (_name, proxies, remote, forwarded, expected) => {
    expect(createClientAddress(proxies)(from(remote, forwarded))).toBe(expected);
  });

  test('whatever a stranger sends, it stays the address of its connection', () => {
    const addressOf = createClientAddress(['10.0.0.0/8']);
    fc.assert(
      fc.property(fc.ipV4(), fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (remote, said) => {
        fc.pre(!remote.startsWith('10.'));
        expect(addressOf(from(remote, said.join(',')))).toBe(remote);
      }),
    );
  });
});

describe('what is counted together', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
    ['', ''],
  ])('%s counts as %s', (address, expected) => expect(countedAs(address)).toBe(expected));

  test('two addresses of one /64 count as one, two of different ones do not', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const groups = (n: number) => fc.array(group, { minLength: n, maxLength: n });
    const text = (g: readonly number[]): string => g.map((x) => x.toString(16)).join(':');
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), groups(4), (net, other, host, host2) => {
        expect(isIP(text([...net, ...host]))).toBe(6);
        expect(countedAs(text([...net, ...host]))).toBe(countedAs(text([...net, ...host2])));
        fc.pre(text(net) !== text(other));
        expect(countedAs(text([...net, ...host]))).not.toBe(countedAs(text([...other, ...host])));
      }),
    );
  });
});
