// node in-browser.mjs CHROMIUM FILE: hostile drawings in a real browser. Each is opened by itself with the head that the service sends, shown by
// <img>, and, as far as the service takes it, written into a page without any policy. A server listens where they lead to, and counts.
// Prints as JSON what was asked, which dialogs opened, and where a page was led away to.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

const [executablePath, file] = process.argv.slice(2);
const { drawings, head } = JSON.parse(await readFile(file, 'utf8'));
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
const seen = { opened: 0, asked: [], dialogs: [], led: [] };
/** What is being looked at. */
let now = '';

async function listen(handler) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const lure = await listen((request, response) => {
  seen.asked.push(`${now}: ${request.url}`);
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Access-Control-Allow-Origin': '*' }).end('x');
});
const evil = `http://127.0.0.1:${lure.address().port}`;
const leading = (svg) => svg.replaceAll('https://evil.example', evil);

const host = await listen((request, response) => {
  const [, way, index] = request.url.split('/');
  const { given, taken } = drawings[Number(index)] ?? { given: '', taken: undefined };
  if (way === 'raw' || way === 'taken') {
    response.writeHead(200, { ...head, 'Content-Type': 'image/svg+xml; charset=utf-8' });
    response.end(leading(way === 'raw' ? given : (taken ?? '')));
    return;
  }
  const shown = way === 'inline' ? leading(taken ?? '') : `<img src="/raw/${index}" width="200" height="200" alt="">`;
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>x</title><body>${shown}</body>`);
});
const url = `http://127.0.0.1:${host.address().port}`;

// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
try {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  page.on('dialog', async (dialog) => {
    seen.dialogs.push(`${now}: ${dialog.message()}`);
    await dialog.dismiss();
  });
  for (const [index, { title, taken }] of drawings.entries())
    for (const way of ['raw', 'img', ...(taken === undefined ? [] : ['taken', 'inline'])]) {
      now = `${title} (${way})`;
      await page.goto(`${url}/${way}/${index}`, { waitUntil: 'load', timeout: 20_000 });
      // Two frames: what runs after loading, such as an animation, has begun.
      await page.screenshot({ animations: 'allow' });
      await page.mouse.click(20, 20);
      await page.screenshot({ animations: 'allow' });
      if (!page.url().startsWith(`${url}/${way}/${index}`)) seen.led.push(`${now}: ${page.url()}`);
      seen.opened++;
    }
  // The counting is not blind: a page that is allowed to ask is counted.
  now = 'a page that may ask';
  await page.setContent(`<img src="${evil}/counted" alt="">`);
  await page.waitForLoadState('load');
} finally {
  await browser.close();
  for (const server of [lure, host]) {
    server.closeAllConnections();
    server.close();
  }
}
process.stdout.write(`${JSON.stringify(seen)}\n`);
