/**
 * Who may call /mcp from where. A page of another site must not drive a server on its reader's machine, not even under a name that it
 * has pointed there (DNS rebinding): the protocol wants Origin and Host looked at.
 *
 * In: the two headers and the published address. Out: nothing, or ApiError `origin_refused`.
 *
 * Host may be that of the published address, an IP address, or a name without a dot: no other site can own such a one. Origin, which
 * only browsers send, may be the service's own or a page of this machine.
 *
 * Example: under https://arena.example, `Host: arena.example`, `Host: 10.0.0.7:4000` and `Host: papertape:4000` pass, `Host: evil.example`
 * does not; `Origin: http://localhost:6274` passes, `Origin: https://evil.example` does not.
 */
import { isIP } from 'node:net';
import { ApiError } from 'papertape-contract/errors';
import { shown } from '../../lib/text.ts';

export function checkOrigin(
  { host, origin }: { readonly host?: string | undefined; readonly origin?: string | undefined },
  baseUrl: string,
): void {
  const own = new URL(baseUrl).hostname;
  const called = hostnameOf(`http://${host ?? ''}`);
  if (called === undefined || !(called === own || isAddress(called) || !called.includes('.'))) {
    throw new ApiError('origin_refused', `This service is not called ${shown(host ?? '') || 'nothing'}.`, {
      fix: `Call ${baseUrl}/mcp; the operator sets the address with BASE_URL.`,
    });
  }
  if (origin === undefined || origin === '') return;
  const from = hostnameOf(origin);
  if (from === undefined || !(from === own || from === 'localhost' || from === '127.0.0.1' || from === '[::1]'))
    throw new ApiError('origin_refused', `Pages of ${shown(origin)} may not call /mcp.`);
}

function hostnameOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? hostname : undefined;
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
