/**
 * Archives of file trees (`.tar.gz`, POSIX ustar), byte for byte a function of their entries. Like the other archives here they are stored and not deflated,
 * since a library's next version deflates otherwise. Owners are 0, times are 2031-01-01.
 */
import { crc32 } from 'node:zlib';

export type TreeEntry =
  | { readonly path: string; readonly bytes: Buffer }
  /** A symbolic link. */
  | { readonly path: string; readonly link: string };

const block = 512;
const time = Date.UTC(2031, 0, 1) / 1000;
const storedMost = 65_535;

/** @param entries with paths in ASCII, of at most 99 characters. */
export function tarGz(entries: readonly TreeEntry[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const bytes = 'link' in entry ? Buffer.alloc(0) : entry.bytes;
    return [header(entry, bytes.length), bytes, Buffer.alloc((block - (bytes.length % block)) % block)];
  });
  return gzip(Buffer.concat([...parts, Buffer.alloc(2 * block)]));
}

function header(entry: TreeEntry, size: number): Buffer {
  const link = 'link' in entry ? entry.link : '';
  const fields = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number): void => {
    fields.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  };
  fields.write(entry.path, 0, 'latin1');
  octal(link === '' ? 0o644 : 0o777, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(time, 136, 12);
  fields.write('        ', 148, 'latin1');
  fields.write(link === '' ? '0' : '2', 156, 'latin1');
  fields.write(link, 157, 'latin1');
  fields.write('ustar\x0000', 257, 'latin1');
  const sum = fields.reduce((total, byte) => total + byte, 0);
  fields.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return fields;
}

/** A gzip file (RFC 1952) of stored blocks. */
export function gzip(bytes: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])];
  for (let at = 0; at === 0 || at < bytes.length; at += storedMost) {
    const part = bytes.subarray(at, at + storedMost);
    const head = Buffer.from([at + storedMost >= bytes.length ? 1 : 0, 0, 0, 0, 0]);
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(storedMost - part.length, 3);
    parts.push(head, part);
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(bytes), 0);
  tail.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([...parts, tail]);
}
