/**
 * From where the operator's page may be asked for: a request in, the origin that its pages have out.
 *
 * Public rule (docs/operators/operator-page.md): with `loopback` only a connection of this machine itself is answered, under a name of
 * this machine and without a header of a proxy, so that neither a proxy beside the service nor a name that somebody else points at
 * 127.0.0.1 opens the page to the world. With `proxy` only a connection of a proxy that the operator named is answered, and it must say
 * whom it asks for and that the browser came by TLS. For everyone else nothing is at that address.
 *
 * Example: `loopback`, a connection from ::1 with `Host: localhost:4000` -> `http://localhost:4000`; with `X-Forwarded-For` -> undefined.
 */
import type { OperatorPageSetting } from '../config/operator-settings.ts';

export interface Came {
  /** The address of the connection. */
  readonly peer: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface PlaceRule {
  readonly place: OperatorPageSetting;
  /** Is the connection that of a proxy that the operator named? */
  readonly isProxy: (peer: string) => boolean;
  /** Under which the public reaches the service. */
  readonly baseUrl: () => string;
}

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const ownName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const ownAddress = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;

/** @returns undefined for a request that comes from elsewhere. */
export function originAt({ peer = '', headers }: Came, { place, isProxy, baseUrl }: PlaceRule): string | undefined {
  const has = (name: string): boolean => headers[name] !== undefined;
  const { host } = headers;
  if (place === 'loopback') {
    const isHere = ownAddress.test(peer) && !proxyHeaders.some(has);
    return isHere && typeof host === 'string' && ownName.test(host) ? `http://${host.toLowerCase()}` : undefined;
  }
  if (place === 'off' || !isProxy(peer) || !has('x-forwarded-for')) return undefined;
  return (headers['x-forwarded-proto'] ?? 'https') === 'https' ? new URL(baseUrl()).origin : undefined;
}
