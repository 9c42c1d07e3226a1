/**
 * Reads the parts of a ZIP archive that a bot sent. In: bytes. Out: its parts by name, each unpacked when it is asked for; a WorkbookFault where
 * the archive is not plain: the directory decides, and the parts must agree with it.
 *
 * What an archive can use to be two things for two readers, or more than it seems, is refused: encryption, several disks, 64-bit sizes, other
 * methods than stored and deflated, names that occur twice, parts that overlap, sizes and checksums that are not true.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { budget, WorkbookFault } from './budget.ts';

interface Part {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Of its own header. */
  readonly offset: number;
}

export interface Archive {
  has(name: string): boolean;
  /** Throws WorkbookFault where there is no such part, or it is not what the archive says. */
  text(name: string): string;
}

const endHead = 0x0605_4b50;
const endBytes = 22;
const entryHead = 0x0201_4b50;
const entryBytes = 46;
const partHead = 0x0403_4b50;
const partBytes = 30;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws WorkbookFault. */
export function unzip(bytes: Buffer): Archive {
  const parts = directoryOf(bytes);
  const byName = new Map(parts.map((part) => [part.name, part]));
  if (byName.size < parts.length) throw new WorkbookFault('two parts of the file have one name');
  if (parts.reduce((sum, { unpacked }) => sum + unpacked, 0) > budget.unpackedBytesMax)
    throw new WorkbookFault(`the file unpacks to more than ${budget.unpackedBytesMax} bytes`);
  const ranges = parts.map((part) => rangeOf(bytes, part)).toSorted(([a], [b]) => a - b);
  for (const [i, [start]] of ranges.entries())
    if (start < (ranges[i - 1]?.[1] ?? 0)) throw new WorkbookFault('parts of the file overlap');
  return {
    has: (name) => byName.has(name),
    text(name) {
      const part = byName.get(name);
      if (!part) throw new WorkbookFault('a part of the workbook is missing');
      return textOf(bytes, part);
    },
  };
}

function directoryOf(bytes: Buffer): Part[] {
  let end = bytes.length - endBytes;
  while (
    end >= 0 &&
    (bytes.readUInt32LE(end) !== endHead || end + endBytes + bytes.readUInt16LE(end + 20) !== bytes.length)
  )
    end--;
  if (end < 0) throw new WorkbookFault('the file is no ZIP archive, or not whole');
  const count = bytes.readUInt16LE(end + 10);
  if (bytes.readUInt32LE(end + 4) !== 0 || bytes.readUInt16LE(end + 8) !== count)
    throw new WorkbookFault('the archive has several disks');
  if (count > budget.partsMax) throw new WorkbookFault(`the file has more than ${budget.partsMax} parts`);
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  if (start + size !== end) throw new WorkbookFault('the directory of the archive is not where it says');
  const parts: Part[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + entryBytes > end || bytes.readUInt32LE(at) !== entryHead)
      throw new WorkbookFault('the directory of the archive is broken');
    const [name, extra, comment] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const next = at + entryBytes + name + extra + comment;
    if (next > end) throw new WorkbookFault('the directory of the archive is broken');
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0) throw new WorkbookFault('a part of the file is encrypted');
    const method = bytes.readUInt16LE(at + 10);
    if (method !== 0 && method !== 8)
      throw new WorkbookFault('a part of the file is packed by another method than deflate');
    parts.push({
      name: bytes.toString('latin1', at + entryBytes, at + entryBytes + name),
      method,
      checksum: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = next;
  }
  if (at !== end) throw new WorkbookFault('the directory of the archive is broken');
  return parts;
}

/** From a part's own header to the end of its bytes. */
function rangeOf(bytes: Buffer, { name, offset, packed }: Part): readonly [start: number, end: number] {
  if (offset + partBytes > bytes.length || bytes.readUInt32LE(offset) !== partHead)
    throw new WorkbookFault('a part of the file is not where the archive says');
  const length = bytes.readUInt16LE(offset + 26);
  const start = offset + partBytes + length + bytes.readUInt16LE(offset + 28);
  if (start + packed > bytes.length) throw new WorkbookFault('a part of the file is cut off');
  if (bytes.toString('latin1', offset + partBytes, offset + partBytes + length) !== name)
    throw new WorkbookFault('a part of the file has two names');
  return [offset, start + packed];
}

function textOf(bytes: Buffer, part: Part): string {
  const end = rangeOf(bytes, part)[1];
  const packed = bytes.subarray(end - part.packed, end);
  const unpacked = part.method === 0 ? packed : inflated(packed, part.unpacked);
  if (unpacked.length !== part.unpacked || crc32(unpacked) !== part.checksum)
    throw new WorkbookFault('a part of the file is not of the size or checksum that it states');
  try {
    return utf8.decode(unpacked);
  } catch {
    throw new WorkbookFault('a part of the file is not UTF-8');
  }
}

function inflated(packed: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw new WorkbookFault('a part of the file cannot be unpacked to the size that it states');
  }
}
