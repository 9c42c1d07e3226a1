// node in-browser.mjs CHROMIUM PLACES: a buyer at the page of an order, with scripts and without. Asks `pay` for the payment once both
// pages stand there, waits until both say by themselves that it came, and follows their link to what was bought. Prints what it saw as JSON.

import { chromium } from 'playwright-core';

const [executablePath, text] = process.argv.slice(2);
const { order, pay } = JSON.parse(text);
/** It talks to nobody but this machine. */
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
/** The chain is final after 1 s, the service looks every 10 s, and the page without scripts is loaded anew every 10 s. */
const secondsMax = 90;

const seen = { before: [], after: [], complaints: [], wallets: [], codes: [] };
// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
try {
  const pages = [];
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    page.on('console', (message) => seen.complaints.push(message.text()));
    page.on('pageerror', (error) => seen.complaints.push(String(error)));
    await page.goto(order);
    seen.before.push(await page.locator('main .lead').innerText());
    seen.wallets.push(await page.locator('main a[href^="solana:"]').getAttribute('href'));
    const code = await page.locator('main svg[role=img]').boundingBox();
    seen.codes.push(Math.min(code.width, code.height));
    pages.push(page);
  }
  await fetch(pay, { method: 'POST' });
  for (const page of pages) {
    await page.getByText('Paid and delivered.').waitFor({ timeout: secondsMax * 1_000 });
    await page.getByRole('link', { name: 'Look at it' }).click();
    await page.waitForURL('**/bots/agt_*');
    seen.after.push(await page.locator('main').innerText());
  }
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(seen)}\n`);
