import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Under what an address is counted: an IPv4 address by itself, an IPv6 address with its whole /64, which is one customer's. */
export function countedAs(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
