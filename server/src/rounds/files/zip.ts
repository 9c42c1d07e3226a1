/**
 * A ZIP archive of stored entries, byte for byte a function of what goes in: the parts are not deflated, since a library's next version
 * deflates otherwise, and their date is always 1980-01-01. Names are ASCII.
 */
import { crc32 } from 'node:zlib';

export interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

const day1980 = 0x0021;
const version = 20;

export function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(version, 0);
    fields.writeUInt16LE(day1980, 8);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name, 'latin1'), bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.from('PK\u0001\u0002', 'latin1'),
      Buffer.from([version, 0]),
      fields,
      tail,
      Buffer.from(name, 'latin1'),
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}
