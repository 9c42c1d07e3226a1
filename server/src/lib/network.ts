/** IP addresses and networks as they are written: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. */
import { BlockList, isIP } from 'node:net';

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

function readNetwork(text: string): Network | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  const widest = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : widest + 1;
  if (family === 0 || prefix > widest || more.length > 0) return undefined;
  return { address, prefix, family: family === 6 ? 'ipv6' : 'ipv4' };
}

export function isNetwork(text: string): boolean {
  return readNetwork(text) !== undefined;
}

/** Throws RangeError naming the entry that is no network. */
export function networkList(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const network = readNetwork(text);
    if (!network) throw new RangeError(`${text} is no IP address and no network`);
    list.addSubnet(network.address, network.prefix, network.family);
  }
  return list;
}
