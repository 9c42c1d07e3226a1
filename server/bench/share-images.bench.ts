/**
 * Share images, each another one: how long one takes, how large it is, and memory over many of them (PAPERTAPE_IMAGES, default 500), which
 * stays within 60 MB of what it was after the first tenth.
 */
import { drawLines, openCard } from '../dist/html/card.js';
import { cardFonts } from '../dist/pictures/card-fonts.js';
import { openPictures } from '../dist/pictures/open-pictures.js';
import { fixed, printResults, whole } from './lib.ts';

const images = Number(process.env['PAPERTAPE_IMAGES'] ?? '500');
const grownMax = 60 * 2 ** 20;
const day = 86_400_000;

export async function run(): Promise<void> {
  const pictures = openPictures();
  const taken: number[] = [];
  let largest = 0;
  let before = 0;
  try {
    for (let i = 0; i < images; i++) {
      if (i === Math.ceil(images / 10)) before = await resident();
      const started = performance.now();
      const png = await pictures.png({ svg: card(i), isOwn: true });
      taken.push(performance.now() - started);
      largest = Math.max(largest, png.length);
    }
    const grown = (await resident()) - before;
    const median = taken.toSorted((a, b) => a - b)[Math.floor(images / 2)] ?? 0;
    const rest = { ceiling: '', ratio: '', target: '' };
    printResults([
      { ...rest, work: `a share image, median of ${whole(images)}`, ours: `${fixed(median, 0)} ms` },
      { ...rest, work: 'the largest', ours: `${fixed(largest / 1024, 0)} KiB`, target: '<= 120 KiB' },
      {
        work: `resident memory after ${whole(images)}`,
        ours: `${fixed((before + grown) / 2 ** 20, 0)} MB`,
        ceiling: `${fixed(before / 2 ** 20, 0)} MB after the first tenth`,
        ratio: '',
        target: '<= 60 MB more',
      },
    ]);
    if (grown > grownMax) throw new Error(`${whole(images)} images left ${fixed(grown / 2 ** 20, 1)} MB more`);
  } finally {
    await pictures.stop();
  }
}

/** Seven lines of 90 closes with their names. */
function card(seed: number): string {
  const drawn = openCard(cardFonts);
  drawn.text(`Bot ${seed}`, { x: 64, y: 168, size: 68, width: 1072, bold: true });
  const lines = Array.from({ length: 7 }, (_, l) => ({
    name: `Line ${l}`,
    points: Array.from({ length: 90 }, (__, d) => ({
      close: d * day,
      value: 10 * Math.sin((d * (l + 1)) / 9 + seed) + Math.cos(d * seed),
    })),
  }));
  drawLines(drawn, { lines, start: 0, left: 64, top: 260, width: 720, height: 290 });
  for (const [i, { name }] of lines.entries()) drawn.text(name, { x: 800, y: 280 + 40 * i, size: 26, width: 300 });
  return drawn.svg('Paper money only.');
}

async function resident(): Promise<number> {
  globalThis.gc?.();
  await new Promise((done) => setTimeout(done, 100));
  return process.memoryUsage.rss();
}
