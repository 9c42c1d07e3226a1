/**
 * Whom a request is counted under. The address of the connection decides; what a header says is believed only where the connection
 * comes from a proxy that the operator named (PAPERTAPE_PROXIES), and only as far to the left as proxies vouch for each other. So a
 * header that anyone can send neither evades a limit nor makes a new counter.
 *
 * Example: with 10.0.0.0/8 named, a connection from 10.0.0.2 with `X-Forwarded-For: 6.6.6.6, 203.0.113.9, 10.0.0.7` counts under
 * 203.0.113.9: the first from the right that is no proxy. What stands left of it was written by the client itself.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import { networkList } from '../lib/network.ts';

export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** @param proxies addresses and networks, `10.0.0.7` or `10.0.0.0/8`. Throws RangeError on what is neither. */
export function createClientAddress(proxies: readonly string[]): ClientAddress {
  const trusted = networkList(proxies);
  const isTrusted = (ip: string): boolean => trusted.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6');
  return (request) => {
    let address = plainAddress(request.socket.remoteAddress ?? '');
    if (proxies.length === 0 || isIP(address) === 0) return address;
    const said = request.headers['x-forwarded-for'];
    const hops = (Array.isArray(said) ? said.join(',') : (said ?? '')).split(',');
    for (let i = hops.length - 1; i >= 0 && isTrusted(address); i--) {
      const hop = plainAddress((hops[i] as string).trim());
      if (isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

/** Under what an address is counted: an IPv4 address by itself, an IPv6 address with its whole /64, which is one customer's. */
export function countedAs(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = (part: string): string[] =>
    part === '' ? [] : part.split(':').flatMap((g) => (g.includes('.') ? ['0', '0'] : [g]));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const all =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${all
    .slice(0, 4)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(':')}::/64`;
}

/** An IPv4 address that a dual-stack socket shows as `::ffff:1.2.3.4`, and a zone, are taken off. */
function plainAddress(address: string): string {
  const bare = address.split('%')[0] as string;
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(bare) ? bare.slice(7) : bare;
}
