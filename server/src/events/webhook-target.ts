/**
 * Where a webhook may go. The service posts to addresses that strangers name, so it must not be led to what only it can reach: itself,
 * its neighbours, the metadata of its cloud.
 *
 * Two checks. The URL is checked when it is set. The addresses that its name stands for are checked when the connection is made, by
 * the lookup of that very connection, and every time anew: a name that stood for a public address yesterday, or a moment ago, may stand
 * for 127.0.0.1 now.
 */
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { LookupAddress } from 'node:dns';
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

/** Networks of IPv4 that are not the public internet (IANA special-purpose registry), and addresses of clouds among the public ones. */
const closedV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // What a virtual machine of Azure asks for its own settings.
  ['168.63.129.16', 32],
] as const)
  closedV4.addSubnet(network, prefix, 'ipv4');

/** Of IPv6 only what is given out as global unicast is public; everything else (mapped IPv4, NAT64, ULA, link-local …) is not. */
const openV6 = new BlockList();
openV6.addSubnet('2000::', 3, 'ipv6');
/** Within it: protocols and tunnels (Teredo among them), documentation, 6to4, which holds an IPv4 address of its own. */
const closedV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closedV6.addSubnet(network, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closedV4.check(address, 'ipv4');
  return family === 6 && openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6');
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
