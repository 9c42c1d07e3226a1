/** The hash that everything public is named and committed to by. */
import { hash } from 'node:crypto';

/** SHA-256 of bytes, or of a text in UTF-8: 64 hex digits. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}
