// node in-browser.mjs CHROMIUM FILE: pages on which hostile texts stand, in a browser that keeps no policy of the service, so that nothing but the
// way they are written protects. First what scripts write: the tape while orders fill, and the owner's page; then every page that FILE names.
// Prints as JSON what was asked of others, which dialogs opened, who was led away, and which markup a text became.

import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { gotoWhenTold } from '../while-busy.mjs';

const [executablePath, file] = process.argv.slice(2);
const { service, bots, paths } = JSON.parse(await readFile(file, 'utf8'));
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
// What is asked of others is counted here, and leaves the machine in no case.
args.push('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
const seen = { visits: 0, live: 0, owners: 0, missing: [], asked: [], dialogs: [], errors: [], led: [], markup: [] };
const tabs = 3;

// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
try {
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 390, height: 844 } });
  const orders = await followTape(await newPage(context, 'the tape'));
  await openOwners(await newPage(context, "the owner's page"));
  const left = [...paths, ...orders.map((id) => `/orders/${id}`)];
  await Promise.all(Array.from({ length: tabs }, async () => await visitAll(context, left)));
  // The counting is not blind: a text that becomes markup is counted in each way.
  const page = await newPage(context, 'planted');
  await gotoWhenTold(page, `${service}/errors`);
  const dialog = page.waitForEvent('dialog');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="http://evil.example/x" onerror="alert(1)">');
  });
  await dialog;
  await judge(page, 'planted');
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(seen)}\n`);

async function newPage(context, where) {
  const page = await context.newPage();
  page.where = where;
  page.on('dialog', async (dialog) => {
    seen.dialogs.push(page.where);
    // One that its page closed by leaving was counted all the same.
    await dialog.dismiss().catch(() => undefined);
  });
  page.on('pageerror', (error) => seen.errors.push(`${page.where}: ${error}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${service}/`) && !request.url().startsWith('data:image/'))
      seen.asked.push(`${page.where}: ${request.url()}`);
  });
  return page;
}

/** Orders fill while the front page is open. */
async function followTape(page) {
  await gotoWhenTold(page, service);
  const ids = [];
  for (const { id, key, reason } of bots) {
    // A day is 22 seconds here.
    const { time } = await (await fetch(`${service}/api/status`)).json();
    const answer = await fetch(`${service}/api/agents/${id}/weights`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ date: time.slice(0, 10), weights: { 'BTC-USD': 0.5 }, reason }),
    });
    if (answer.status !== 200) throw new Error(`an order was answered ${answer.status}: ${await answer.text()}`);
    ids.push((await answer.json()).order_id);
  }
  await page.waitForFunction(
    (names) => {
      const told = new Set([...document.querySelectorAll('[data-tape] bdi')].map((e) => e.textContent));
      return names.every((name) => told.has(name));
    },
    bots.map(({ name }) => name),
  );
  await judge(page, 'the tape');
  seen.live = await page.locator('[data-tape] bdi').count();
  await page.close();
  return ids;
}

async function openOwners(page) {
  for (const { key, name } of bots.slice(0, 3)) {
    await gotoWhenTold(page, `${service}/owner`);
    await page.fill('#key', key);
    await page.press('#key', 'Enter');
    await page.waitForFunction((of) => document.querySelector('[data-owner=name]')?.textContent === of, name);
    await judge(page, "the owner's page");
    seen.owners += 1;
  }
  await page.close();
}

/** @param left shortened by what is visited. */
async function visitAll(context, left) {
  const page = await newPage(context, '');
  for (let path = left.shift(); path !== undefined; path = left.shift()) {
    page.where = path;
    const answer = await gotoWhenTold(page, service + path);
    if (answer.status() !== 200) seen.missing.push(`${path}: ${answer.status()}`);
    await judge(page, path);
    // As it was asked for, or led by the service itself to the spelling it prefers.
    if (!page.url().startsWith(service)) seen.led.push(`${path}: ${page.url()}`);
    seen.visits += 1;
  }
  await page.close();
}

/** No page of the service has an attribute that runs, an address that runs, or an element that loads a document. */
async function judge(page, where) {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const runs = [...element.attributes].filter(
        ({ name, value }) => /^on/i.test(name) || /^\s*(javascript|vbscript|data:text)/i.test(value),
      );
      const loads = element.matches('iframe, object, embed, base, foreignObject, meta[http-equiv=refresh]');
      return loads || runs.length > 0 ? [element.outerHTML.slice(0, 200)] : [];
    }),
  );
  for (const each of found) seen.markup.push(`${where}: ${each}`);
}
