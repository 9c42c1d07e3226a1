// node in-browser.mjs CHROMIUM PLACES: the journey in a real browser. The page is of one origin and the service of another, so the browser
// asks before it calls (CORS preflight), and shows the page no header that the service does not name. Prints the steps as JSON.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { chromium } from 'playwright-core';

const here = import.meta.dirname;
const client = join(here, '../../client/packed/dist');
const [executablePath, text] = process.argv.slice(2);
const places = JSON.parse(text);

/** It talks to nobody but this machine. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const server = await servePage();
// Root has no sandbox there, and the only page is this folder's own.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
try {
  const page = await browser.newPage();
  // What it has against a call it tells nobody but its console.
  page.on('console', (message) => console.error(message.text()));
  const asked = await preflights(page);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const steps = await page.evaluate(async (where) => {
    const [imported, { journey }] = await Promise.all([import('/client/index.js'), import('/journey.mjs')]);
    return journey(imported, where);
  }, places);
  const orders = asked.filter((url) => url.startsWith(places.service) && url.endsWith('/weights'));
  const fault = orders.length > 0 ? null : `no preflight for an order among ${asked.length}: is it one origin?`;
  console.log(JSON.stringify([...steps, { step: 'asked first, as between two origins', fault }]));
} finally {
  await browser.close();
  server.close();
}

/** @returns the addresses that the browser asked about; the list grows as it does. */
async function preflights(page) {
  const asked = [];
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ initiator, request }) => {
    if (initiator.type === 'preflight') asked.push(request.url);
  });
  await session.send('Network.enable');
  return asked;
}

/** An empty page, and beside it the client's modules as they were built. */
function servePage() {
  const pageServer = createServer((request, response) => {
    answer(request.url).then(
      ([type, bytes]) => response.writeHead(200, { 'content-type': type }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => pageServer.listen(0, '127.0.0.1', () => resolve(pageServer)));
}

async function answer(path) {
  if (path === '/') return ['text/html', '<!doctype html><title>Journey</title>'];
  const file = path.startsWith('/client/') ? join(client, basename(path)) : join(here, basename(path));
  return ['text/javascript', await readFile(file)];
}
