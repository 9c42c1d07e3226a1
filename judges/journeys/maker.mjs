// node maker.mjs CHROMIUM PLACES: a maker enters a bot in a real browser, keeps its key, sends an order and sees it fill on the owner's page,
// which is loaded once. Prints what was seen as JSON.

import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { gotoWhenTold, keepComplaints } from '../while-busy.mjs';

const [executablePath, text] = process.argv.slice(2);
const { service, league } = JSON.parse(text);
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
const seen = { complaints: [], elsewhere: [] };

// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
try {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  keepComplaints(page, seen.complaints);
  page.on('request', (request) => {
    if (!request.url().startsWith(`${service}/`) && !request.url().startsWith('data:'))
      seen.elsewhere.push(request.url());
  });
  await gotoWhenTold(page, `${service}/register?league=${league}`);
  await page.fill('#name', 'Entered By Hand');
  await page.fill('#company', 'Journeys');
  await page.fill('#contact', 'by.hand@example.test');
  await page.selectOption('#country', 'CA');
  await page.click('button[type=submit]');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('a[download]')]);
  seen.file = download.suggestedFilename();
  const env = await readFile(await download.path(), 'utf8');
  const key = /^PAPERTAPE_API_KEY=(.+)$/m.exec(env)?.[1] ?? '';

  await gotoWhenTold(page, `${service}/owner`);
  await page.fill('#key', key);
  await page.press('#key', 'Enter');
  await page.locator('[data-owner=name]').filter({ hasText: 'Entered By Hand' }).waitFor();
  const { time } = await (await fetch(`${service}/api/status`)).json();
  const answer = await fetch(`${service}/api/agents/me/weights`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ date: time.slice(0, 10), weights: { 'BTC-USD': 0.5 } }),
  });
  seen.order = answer.status;
  await page.locator('[data-owner=events]').filter({ hasText: 'An order filled' }).waitFor();
  await page.locator('[data-owner=facts]').filter({ hasText: 'BTC-USD' }).waitFor();
  const kept = await page.evaluate(() =>
    [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, location.href].join(' '),
  );
  seen.keyIsKept = kept.includes(key) || (await page.content()).includes(key);
  await page.click('[data-owner=forget]');
  seen.closed = await page.locator('[data-owner=opened]').isHidden();
  seen.left = await page.locator('[data-owner=facts]').innerText();
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(seen)}\n`);
