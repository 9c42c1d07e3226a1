/** PNG of SVG: the size that was asked for, the same bytes for the same drawing, and what is given up. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundMemory } from './bound-memory.ts';
import { GivenUp } from './drawing-thread.ts';
import { font } from './fonts.ts';
import { openPictures, picturesWaitingMax, type Pictures } from './open-pictures.ts';

let pictures: Pictures;
beforeAll(() => {
  pictures = openPictures(60_000);
});
afterAll(() => pictures.stop());

const svg = (viewBox: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${inside}</svg>`;
const square = svg('0 0 9 9', '<rect width="9" height="9"/>');
const endless = svg(
  '0 0 9 9',
  `<defs><mask id="m"><rect width="9" height="9" fill="white"/></mask></defs>${'<g mask="url(#m)"><rect width="9" height="9"/></g>'.repeat(900)}`,
);
const huge = svg(
  '0 0 100 100',
  '<defs><pattern id="p" width="1500" height="1500" patternUnits="userSpaceOnUse"><rect width="1500" height="1500"/></pattern></defs><rect width="100" height="100" fill="url(#p)"/>',
);

/** Of the header of a PNG (https://www.w3.org/TR/png-3/#11IHDR). */
const sizeOf = (png: Buffer): readonly [width: number, height: number] => {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

test('the longer side has the pixels that were asked for, and the same drawing the same bytes', async () => {
  const wide = svg('0 0 40 10', '<rect width="9" height="9"/>');
  const tall = svg('0 0 10 40', '<rect width="9" height="9"/>');
  const drawn = await Promise.all([square, square, wide, tall].map((of) => pictures.png({ svg: of, side: 60 })));
  expect(drawn.map(sizeOf)).toEqual([
    [60, 60],
    [60, 60],
    [60, 15],
    [15, 60],
  ]);
  expect(drawn[1]).toBe(drawn[0]);
  const fresh = openPictures(60_000);
  expect((await fresh.png({ svg: square, side: 60 })).equals(drawn[0] as Buffer)).toBe(true);
  await fresh.stop();
});

test('what takes longer than its time is given up, is not begun anew, and nobody waits behind it', async () => {
  let now = 0;
  const hasty = openPictures(150, () => now);
  const slow = { svg: endless, side: 4_000 };
  await expect(hasty.png(slow)).rejects.toThrow('it takes longer than 150 ms to draw');
  await expect(hasty.png(slow)).rejects.toThrow(GivenUp);
  now = 599_999;
  const began = performance.now();
  await expect(hasty.png(slow)).rejects.toThrow(GivenUp);
  expect(performance.now() - began).toBeLessThan(100);
  await hasty.stop();
  await expect(hasty.png({ svg: square })).rejects.toThrow('no picture is drawn any more');
});

test('what takes more memory than the thread may have is given up, and the next one is drawn', async () => {
  const before = process.memoryUsage.rss();
  await expect(pictures.png({ svg: huge, side: 1_200 })).rejects.toThrow('more memory than a picture may have');
  expect(process.memoryUsage.rss() - before).toBeLessThan(500_000_000);
  expect(sizeOf(await pictures.png({ svg: svg('0 0 1 1', '<rect width="1" height="1"/>'), side: 5 }))).toEqual([5, 5]);
});

test('so many wait, and one more is refused', async () => {
  const few = openPictures(60_000);
  const each = (i: number): Promise<Buffer> =>
    few.png({ svg: svg(`0 0 ${i + 20} 20`, '<rect width="1" height="1"/>'), side: 4 });
  const taken = Array.from({ length: picturesWaitingMax }, (_, i) => each(i));
  await expect(each(picturesWaitingMax)).rejects.toMatchObject({ code: 'overloaded' });
  expect(await Promise.all(taken)).toHaveLength(picturesWaitingMax);
  expect((await each(picturesWaitingMax)).length).toBeGreaterThan(0);
  await few.stop();
});

test('a module is bounded where it has one memory of its own', () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  expect(WebAssembly.validate(Uint8Array.from(boundMemory(wasm, 4_096)))).toBe(true);
  // A module of nothing but a memory of at least 300 pages.
  const small = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 4, 1, 0, 0xac, 2]);
  expect([...boundMemory(small, 4_096)].slice(8)).toEqual([5, 6, 1, 1, 0xac, 2, 0x80, 0x20]);
  expect(() => boundMemory(boundMemory(small, 4_096), 1)).toThrow('another memory than is known');
  expect(() => boundMemory(small.subarray(0, 8), 1)).toThrow('no memory of its own');
});

test('the fonts say what they have and how wide it is', () => {
  expect(font('Inter-Regular').width('A')).toBeCloseTo(0.69, 2);
  expect(font('DejaVuSansMono').width('i')).toBe(font('DejaVuSansMono').width('W'));
  for (const [name, character, has] of [
    ['Inter-Regular', 'Ж', true],
    ['Inter-Regular', 'ש', false],
    ['DejaVuSans', 'ש', true],
    ['DejaVuSans', 'ع', true],
    ['DejaVuSans', '漢', false],
    ['Inter-Bold', '🚀', false],
  ] as const)
    expect([name, character, font(name).width(character) !== undefined]).toEqual([name, character, has]);
});
