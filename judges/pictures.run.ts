/**
 * `npm run pictures`: every kind of page at 1280 and 390 px, light and dark, as WebP in docs/images/pages, in place of those that are there, and
 * the README's own picture. PAPERTAPE_PICTURES names another folder for PNG, to look closely; nothing else changes then.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoLeague } from '../server/src/cli/demo-bots.ts';
import { openFurnishedSite, pathsOnce } from './furnished-site.ts';
import { onPath, runProgram } from './programs.ts';

const program = join(import.meta.dirname, 'site', 'pictures.mjs');
const images = join(import.meta.dirname, '..', 'docs', 'images');
/** All of them stand in the repository, in each of its versions. */
const bytesMax = 8 * 2 ** 20;

test('pictures of every kind of page', async () => {
  const elsewhere = process.env['PAPERTAPE_PICTURES'];
  const folder = elsewhere ?? join(images, 'pages');
  const site = await openFurnishedSite(36);
  const own = await mkdtemp(join(tmpdir(), 'papertape-pictures-'));
  try {
    if (elsewhere === undefined) await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const once = new Set(pathsOnce(site));
    const kinds = site.kinds.filter(({ path, status }, i, all) => {
      const isFirst = all.findIndex((other) => other.path === path) === i;
      return isFirst && (once.has(path) || status === 404);
    });
    const readme = {
      path: `/leagues/${demoLeague}`,
      file: join(elsewhere ?? images, 'leaderboard.png'),
    };
    const format = elsewhere === undefined ? 'webp' : 'png';
    const places = { executablePath: onPath('chromium'), service: site.url, kinds, folder, format, readme };
    const file = join(own, 'places.json');
    await writeFile(file, JSON.stringify(places));
    const { code, output } = await runProgram(program, [file], { timeoutMs: 1_800_000 });
    expect({ code, output }).toMatchObject({ code: 0 });
    const made = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Readonly<Record<string, number>>;
    expect(Object.keys(made)).toHaveLength(kinds.length * 4);
    const bytes = Object.values(made).reduce((sum, n) => sum + n, 0);
    process.stdout.write(`${Object.keys(made).length} pictures, ${(bytes / 2 ** 20).toFixed(1)} MB\n`);
    expect(bytes).toBeLessThan(elsewhere === undefined ? bytesMax : Number.POSITIVE_INFINITY);
  } finally {
    await site.close();
    await rm(own, { recursive: true });
  }
});
