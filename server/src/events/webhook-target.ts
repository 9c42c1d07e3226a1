/**
 * Where a webhook may go. The service posts to addresses that strangers name, so it must not be led to what only it can reach: itself,
 * its neighbours, the metadata of its cloud.
 *
 * Two checks. The URL is checked when it is set. The addresses that its name stands for are checked when the connection is made, by
 * the lookup of that very connection, and every time anew: a name that stood for a public address yesterday, or a moment ago, may stand
 * for 127.0.0.1 now.
 */
import { isIP, type LookupFunction } from 'node:net';
import type { LookupAddress } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { limits } from 'papertape-contract/limits';

export type WebhookPlaces = 'public' | 'local';

/** Where other things than web servers listen, a delivery has no business, public or not. */
const publicPorts: readonly string[] = ['', '443', '8443'];

/** @returns what is wrong with the URL, as the end of a sentence that begins with its name; undefined when nothing is. */
export function webhookUrlProblem(text: string, places: WebhookPlaces): string | undefined {
  if (Array.from(text).length > limits.urlCharactersMax)
    return `must have at most ${limits.urlCharactersMax} characters`;
  // The parser would drop white space and line breaks.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && (places === 'public' || url.protocol !== 'http:')) return 'must be an https URL';
  if (url.username !== '' || url.password !== '') return 'must have no user name and no password';
  if (url.hash !== '' || text.endsWith('#')) return 'must have no fragment';
  if (places === 'local') return undefined;
  if (!publicPorts.includes(url.port)) return 'must have port 443 or 8443';
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'must not name an address that is not public';
  if (/(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host)) return 'must not name a host that is not public';
  return undefined;
}

/** The host without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** An address of a cloud among the public ones: what a virtual machine of Azure asks for its own settings. */
const cloudOnly: readonly string[] = ['168.63.129.16'];

/** Of IPv6 only this is given out as global unicast (RFC 4291, IANA); the rest is mapped, translated, local or not in use. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Ranges that IANA keeps for a special purpose are not public, tunnels among them, which hold an IPv4 address of their own. */
export function isPublicAddress(address: string): boolean {
  // The library also reads short forms such as 127.1, which no lookup answers with.
  if (isIP(address) === 0 || cloudOnly.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export class RefusedAddress extends Error {}

/**
 * The lookup of a connection: it answers only what may be connected to. One closed address among the others refuses them all: a name
 * that stands for both is made to lead inside.
 */
export function guardedLookup(resolve: Resolve, places: WebhookPlaces): LookupFunction {
  return (hostname, options, callback) => {
    const answer = async (): Promise<void> => {
      let found: readonly LookupAddress[];
      try {
        found = await resolve(hostname);
      } catch (e) {
        callback(e instanceof Error ? e : new Error(String(e)), '');
        return;
      }
      const [first] = found;
      if (!first) callback(new Error('no address'), '');
      else if (places === 'public' && !found.every((a) => isPublicAddress(a.address)))
        callback(new RefusedAddress('the name stands for an address that is not public'), '');
      else if (options.all) callback(null, [...found]);
      else callback(null, first.address, first.family);
    };
    void answer();
  };
}
