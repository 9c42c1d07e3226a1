/** Reads the pixels of a PNG as the service draws them: 8 bits a channel, RGB with or without alpha, not interlaced (https://www.w3.org/TR/png-3/). */
import { inflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` */
  at(x: number, y: number): string;
}

/** Throws for what is no such PNG. */
export function readPng(png: Buffer): Pixels {
  const [width, height, depth, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  const channels = kind === 6 ? 4 : kind === 2 ? 3 : 0;
  if (png.toString('latin1', 1, 4) !== 'PNG' || depth !== 8 || channels === 0 || png[28] !== 0)
    throw new Error('this is no PNG of the form that is read here');
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const rows = unfiltered(inflateSync(Buffer.concat(data)), height, width * channels, channels);
  return {
    width,
    height,
    at: (x, y) => `#${rows.toString('hex', (y * width + x) * channels, (y * width + x) * channels + 3)}`,
  };
}

function unfiltered(raw: Buffer, height: number, stride: number, channels: number): Buffer {
  const out = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const from = y * (stride + 1) + 1;
    const row = y * stride;
    raw.copy(out, row, from, from + stride);
    const guess = guesses[raw[from - 1] ?? 0];
    if (guess === undefined) continue;
    for (let i = 0; i < stride; i++) {
      const left = i < channels ? 0 : out[row + i - channels]!;
      const up = y === 0 ? 0 : out[row + i - stride]!;
      const corner = y === 0 || i < channels ? 0 : out[row + i - stride - channels]!;
      out[row + i] = out[row + i]! + guess(left, up, corner);
    }
  }
  return out;
}

/** By the number of the filter; what none guesses stands as it is. */
const guesses: Readonly<Record<number, (left: number, up: number, corner: number) => number>> = {
  1: (left) => left,
  2: (_, up) => up,
  3: (left, up) => (left + up) >> 1,
  4: paeth,
};

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
