/** An IP address or a network as it is written in a setting: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. */
import { isIP } from 'node:net';

/** A network with prefix 0 is refused, since it would match every address. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
}
