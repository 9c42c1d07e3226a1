/** Draws SVG as PNG, in the thread that loads it. The fonts are the ones of server/assets/fonts and no others, so it draws the same everywhere. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { boundMemory } from './bound-memory.ts';
import { encodePng } from './encode-png.ts';
import { fontFiles } from './fonts.ts';

export interface Picture {
  readonly svg: string;
  /** Pixels of the longer side; as the SVG says where it is absent. */
  readonly side?: number;
  /** True of one that the service made itself: it takes long only where the machine has no time, so it gets more of it, and it has no transparency. */
  readonly isOwn?: boolean;
}

/** 256 MB: what is drawn at 1,200 pixels a side, with 24 layers on top of each other, takes 150. */
const pagesMax = 4_096;

export type Draw = (picture: Picture) => Uint8Array;

/** Rejects where an install has left the package out. */
export async function openDrawing(): Promise<Draw> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  await initWasm(Uint8Array.from(boundMemory(wasm, pagesMax)));
  const font = { fontBuffers: [...fontFiles()], defaultFontFamily: 'Inter', monospaceFamily: 'DejaVu Sans Mono' };
  return ({ svg, side, isOwn }) => {
    const measured = side === undefined ? undefined : new Resvg(svg);
    const mode = measured && measured.height > measured.width ? 'height' : 'width';
    measured?.free();
    const of = new Resvg(svg, {
      font,
      ...(side === undefined ? {} : { background: '#ffffff', fitTo: { mode, value: side } }),
    });
    const image = of.render();
    const png = isOwn ? encodePng(image.pixels, image.width, image.height) : image.asPng();
    image.free();
    of.free();
    return png;
  };
}
