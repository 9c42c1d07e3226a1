import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The name under which limits count an address. An IPv4 address is counted by itself. An IPv6 address is counted with its whole /64,
 * since providers give a /64 to one customer.
 */
export function countedAs(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
