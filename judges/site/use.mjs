// node use.mjs PLACES: are pages of use to whoever reads them in another way? By keyboard, on paper, in forced colours, without motion, at
// 200% and 400%, with the text spacing of WCAG 1.4.12, and without scripts. PLACES is a file of JSON. Prints what is wrong as JSON.

import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { walkByKeys, useByKeys } from './use/keys.mjs';
import { inForcedColours, onPaper, withoutMotion } from './use/media.mjs';
import { withoutScripts } from './use/no-scripts.mjs';
import { atWidths } from './use/widths.mjs';

const { executablePath, service, ...places } = JSON.parse(await readFile(process.argv[2], 'utf8'));
/** It talks to nobody but this machine. */
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
const seen = { planted: [] };
/** Wrong in every way that is looked for. */
const planted = `<!doctype html><html lang="en"><head><title>Planted</title><style>
@keyframes turn { to { rotate: 1turn } } i::before { content: 'x'; animation: turn 1s infinite }
.button { background: #123; border: 0 } .wide { width: 3000px } a { outline: 0 !important }</style></head><body>
<main><nav class="top"><nav>Ways</nav></nav><a class="button" href="#x" tabindex="2">x</a><p class="wide">x</p><i></i>
<a href="/orders/x">y</a></main></body></html>`;

/** @param options of the context. @param look at one page; returns what is wrong with it. */
async function each(name, paths, options, look) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  for (const path of paths) {
    await page.goto(service + path);
    for (const line of await look(page)) wrong.push(`${path}: ${line}`);
  }
  if (paths.length > 1) {
    await page.goto(`data:text/html,${encodeURIComponent(planted)}`);
    if ((await look(page)).length > 0) seen.planted.push(name);
  }
  await context.close();
  seen[name] = wrong;
}

try {
  const { every, main, printed, texts } = places;
  await each('widths', every, { bypassCSP: true }, atWidths);
  await each('motion', every, { reducedMotion: 'reduce' }, withoutMotion);
  await each('forced', every, {}, inForcedColours);
  await each('paper', printed, {}, (page) => onPaper(page, texts[new URL(page.url()).pathname]));
  await each('keys', every, {}, walkByKeys);
  await each('keysOnPhones', ['/'], { viewport: { width: 390, height: 844 } }, useByKeys);
  await each('plain', [main.board], { javaScriptEnabled: false }, (page) => withoutScripts(page, service, main));
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(seen)}\n`);
