import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../lib/hash.ts';

/** Are they the same? How long that takes tells nothing of where they differ, nor how long the secret one is. */
export function sameText(given: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given), 'hex'), Buffer.from(sha256(secret), 'hex'));
}
