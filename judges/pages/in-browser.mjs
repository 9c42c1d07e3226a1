// node in-browser.mjs CHROMIUM PLACES: every kind of public page in a real browser: what axe finds, what is asked of other origins, how far
// the layout shifts, how wide it is on the narrowest phone, and what its files weigh. Prints what it saw as JSON.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { gotoWhenTold, keepComplaints } from '../while-busy.mjs';

const [executablePath, text] = process.argv.slice(2);
const { service, paths, once, board, screenshots } = JSON.parse(text);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** It talks to nobody but this machine. */
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
const seen = {
  visits: 0,
  complaints: [],
  violations: [],
  elsewhere: [],
  shifts: [],
  overflows: [],
  heavy: [],
  /** The most bytes of HTML and CSS, and of scripts, that a page has. */
  heaviest: { htmlAndCss: 0, script: 0 },
  empty: [],
};
/** Runs before any script of the page, as the developers' tools do it, which the policy of the page does not bind. */
const observeShifts = `window.shifted = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

const limits = { shift: 0.02, htmlAndCss: 60 * 1024, script: 40 * 1024 };

// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
try {
  for (const [name, width, colorScheme] of [
    ['wide-light', 1280, 'light'],
    ['wide-dark', 1280, 'dark'],
    ['phone-light', 390, 'light'],
    ['phone-dark', 390, 'dark'],
    ['narrow', 320, 'light'],
  ]) {
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
    await twoAtATime(paths, async (path) => {
      const page = await context.newPage();
      await look(page, path, `${path} ${name}`);
      await page.close();
    });
    await context.close();
  }

  // French words are longer. A board is made of cards up to 1,050 px, and has all of its columns from 1,180 on.
  const onPhone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await twoAtATime(once, async (path) => {
    const page = await onPhone.newPage();
    await look(page, path, path);
    for (const width of [320, 905, 1060, 1190]) {
      await page.setViewportSize({ width, height: 844 });
      await findOverflow(page, `${path} at ${width} px`);
    }
    await page.close();
  });
  await onPhone.close();

  // Without scripts the words are the same, and the first bot of a board is named on the first screen of a phone.
  const scripted = await browser.newContext();
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  // One of its own, because a browser shows for a while what it has kept, and the last look is to be one at what is there then.
  const scriptedLater = await browser.newContext();
  await twoAtATime(paths, async (path) => {
    const words = [];
    for (const context of [scripted, plain, scriptedLater]) {
      const page = await context.newPage();
      await open(page, path, path);
      words.push(await page.locator('main h1').innerText());
      await page.close();
    }
    // The round of today may become another one between two looks, so the one in the middle is what was there before it or after it.
    const [before, without, after] = words;
    if (words.includes('') || (without !== before && without !== after))
      seen.empty.push(`${path}: ${words.join(' | ')}`);
  });
  const page = await plain.newPage();
  await gotoWhenTold(page, service + board);
  const leader = await page.locator('.board tbody .name').first().boundingBox();
  seen.chart = await page.locator('.league-top ~ .card .plot').count();
  seen.leaderEnds = leader.y + leader.height;
  seen.sureness = await page.locator('.board-sure').filter({ visible: true }).count();
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(seen)}\n`);

/** Each page has a process of its own: while one is drawn, another one is asked for. */
async function twoAtATime(paths, visit) {
  const left = paths.values();
  const visitAll = async () => {
    for (const path of left) await visit(path);
  };
  await Promise.all([visitAll(), visitAll()]);
}

async function open(page, path, where, again) {
  const answer = await gotoWhenTold(page, service + path, again);
  if (answer.status() !== 200) throw new Error(`${where} was answered ${answer.status()}: ${await answer.text()}`);
}

/** Bytes of the body as they are sent: compressed as the service compresses them, also where the browser has kept the file. */
async function weightOf(response) {
  const length = response.headers()['content-length'];
  return length === undefined ? (await response.body()).length : Number(length);
}

async function look(page, path, where) {
  const weights = { document: 0, stylesheet: 0, script: 0 };
  const bodies = [];
  const complaints = [];
  keepComplaints(page, complaints);
  page.on('request', (request) => {
    if (!request.url().startsWith(`${service}/`) && !request.url().startsWith('data:'))
      seen.elsewhere.push(`${where}: ${request.url()}`);
  });
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (type in weights) bodies.push(weightOf(response).then((bytes) => [type, bytes]));
  });
  await page.addInitScript(observeShifts);
  await open(page, path, where, () => {
    bodies.length = 0;
    complaints.length = 0;
  });
  for (const [type, bytes] of await Promise.all(bodies)) weights[type] += bytes;
  const htmlAndCss = weights.document + weights.stylesheet;
  // A card for the frames of others has no script.
  const hasScript = weights.script > 0 || path.startsWith('/embed/');
  if (weights.document === 0 || weights.stylesheet === 0 || !hasScript)
    throw new Error(`${where}: a file is missing: ${JSON.stringify(weights)}`);
  if (htmlAndCss >= limits.htmlAndCss || weights.script >= limits.script)
    seen.heavy.push(`${where}: ${JSON.stringify(weights)}`);
  seen.heaviest.htmlAndCss = Math.max(seen.heaviest.htmlAndCss, htmlAndCss);
  seen.heaviest.script = Math.max(seen.heaviest.script, weights.script);
  const session = await page.context().newCDPSession(page);
  const run = async (expression) =>
    (await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result.value;
  const shifted = await run('window.shifted');
  if (!(shifted <= limits.shift)) seen.shifts.push(`${where}: ${shifted}`);
  await findOverflow(page, where);
  if (screenshots) {
    const file = `${where.replaceAll(/\W+/g, '-')}.png`;
    await page.screenshot({ path: `${screenshots}/${file}`, fullPage: where.includes('1280') });
  }
  await run(axe);
  const found = JSON.parse(await run('axe.run(document).then(({ violations }) => JSON.stringify(violations))'));
  for (const { id, nodes } of found) seen.violations.push(`${where}: ${id} ${nodes[0]?.html ?? ''}`);
  seen.complaints.push(...complaints.map((complaint) => `${where}: ${complaint}`));
  seen.visits += 1;
}

async function findOverflow(page, where) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  if (scrollWidth > clientWidth) seen.overflows.push(`${where}: ${scrollWidth - clientWidth} px`);
}
