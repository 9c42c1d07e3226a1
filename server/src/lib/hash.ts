/** The hash that everything public is named and committed to by. */
import { hash } from 'node:crypto';

/** SHA-256 of bytes, or of a text in UTF-8: 64 hex digits. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** The same as 32 bytes. Node makes a text of a hash in a third of the time that it takes to make a buffer, hence the way round. */
export function sha256Bytes(data: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'binary');
}
