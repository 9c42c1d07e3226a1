// node pictures.mjs PLACES: pictures of pages at 390 and 1280 px, light and dark, as far as `heightMax` px down. PLACES is a file of JSON.
// WebP is a fifth of PNG where pages are mostly plain; `format` png is for looking closely. Prints how many bytes each has.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { gotoWhenTold } from '../while-busy.mjs';

const { executablePath, service, kinds, folder, format, readme } = JSON.parse(await readFile(process.argv[2], 'utf8'));
const heightMax = { webp: 1_150, png: 2_400 }[format];
const quality = 22;
// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'], chromiumSandbox: false });
const made = {};
try {
  for (const colorScheme of ['light', 'dark'])
    for (const width of [1280, 390]) {
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      for (const { kind, path } of kinds) {
        await gotoWhenTold(page, service + path);
        const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), heightMax);
        const { data } = await session.send('Page.captureScreenshot', {
          format,
          ...(format === 'png' ? {} : { quality }),
          captureBeyondViewport: true,
          clip: { x: 0, y: 0, width, height, scale: 1 },
        });
        const name = kind.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
        const bytes = Buffer.from(data, 'base64');
        await writeFile(join(folder, `${name}-${width}-${colorScheme}.${format}`), bytes);
        made[`${name}-${width}-${colorScheme}`] = bytes.length;
      }
      await context.close();
    }
  // The README's own: what is seen first on a wide screen.
  const page = await browser.newPage({ viewport: { width: 1200, height: 1480 }, reducedMotion: 'reduce' });
  await gotoWhenTold(page, service + readme.path);
  await page.screenshot({ path: readme.file });
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(made)}\n`);
