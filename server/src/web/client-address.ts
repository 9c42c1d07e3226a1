/**
 * Whom a request is counted under. The address of the connection decides; what a header says is believed only where the connection
 * comes from a proxy that the operator named (PAPERTAPE_PROXIES), and only as far to the left as proxies vouch for each other. So a
 * header that anyone can send neither evades a limit nor makes a new counter.
 *
 * Example: with 10.0.0.0/8 named, a connection from 10.0.0.2 with `X-Forwarded-For: 6.6.6.6, 203.0.113.9, 10.0.0.7` counts under
 * 203.0.113.9: the first from the right that is no proxy. What stands left of it was written by the client itself.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** @param proxies addresses and networks, `10.0.0.7` or `10.0.0.0/8`. Throws TypeError on what is neither. */
export function createClientAddress(proxies: readonly string[]): ClientAddress {
  if (proxies.length === 0) return (request) => plainAddress(request.socket.remoteAddress ?? '');
  const isProxy = proxyAddr.compile([...proxies]);
  return (request) => {
    const hops = proxyAddr.all(request as IncomingMessage, (address, i) => isIP(address) !== 0 && isProxy(address, i));
    // The list ends at the first hop that is no proxy. Where that is no address at all, the proxy that wrote it is counted.
    const address = hops.findLast((hop) => isIP(hop ?? '') !== 0);
    return plainAddress(address ?? '');
  };
}

/** @returns whether the connection of a request comes from one of the proxies. Throws TypeError on what is no address or network. */
export function createProxyCheck(proxies: readonly string[]): (peer: string) => boolean {
  const isProxy = proxyAddr.compile([...proxies]);
  return (peer) => isIP(peer) !== 0 && isProxy(peer, 0);
}

/** An IPv4 address that a dual-stack socket shows as `::ffff:1.2.3.4`, and a zone, are taken off. */
function plainAddress(address: string): string {
  const bare = address.split('%')[0] as string;
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(bare) ? bare.slice(7) : bare;
}
