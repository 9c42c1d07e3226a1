// node visitor.mjs CHROMIUM PLACES: a visitor goes by clicks alone from the front page to the leader of a league, to a fill of that bot and to its
// proof, and copies the command that checks it; on a wide screen and on a phone. Then the stream of the tape is refused as an overloaded service
// does it, and the page asks again. Prints what was seen as JSON.

import { chromium } from 'playwright-core';
import { gotoWhenTold, keepComplaints, untilNotBusy } from '../while-busy.mjs';

const [executablePath, text] = process.argv.slice(2);
const { service } = JSON.parse(text);
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
const seen = { complaints: [], elsewhere: [], ways: [], tape: [] };

// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
try {
  for (const width of [1280, 390]) seen.ways.push(await visit(width));
  seen.tape = await refuseTape();
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(seen)}\n`);

async function visit(width) {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  // What a click on the button is allowed in a browser with a window.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service });
  const page = await context.newPage();
  keepComplaints(page, seen.complaints);
  page.on('request', (request) => {
    if (!request.url().startsWith(`${service}/`) && !request.url().startsWith('data:'))
      seen.elsewhere.push(request.url());
  });
  const path = () => new URL(page.url()).pathname;
  await gotoWhenTold(page, service);
  await untilNotBusy(service);
  await page.getByRole('link', { name: 'See the board' }).click();
  await page.waitForURL('**/leagues/*');
  const board = path();
  const leader = page.locator('.board tbody .name').first();
  const name = await leader.innerText();
  await untilNotBusy(service);
  await leader.click();
  await page.waitForURL('**/bots/*');
  const bot = path();
  const heading = await page.locator('main h1').innerText();
  await untilNotBusy(service);
  await page.getByRole('link', { name: 'Proof of the order' }).first().click();
  await page.waitForURL('**/orders/*');
  const order = path();
  const command = page.locator('pre[data-copy]');
  // The button is a child of the block, which is read without it.
  const shown = await command.locator('code').innerText();
  await command.getByRole('button', { name: 'Copy' }).click();
  await command.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await context.close();
  return { width, board, bot, named: heading.includes(name), order, shown, copied };
}

/** What became of the stream of the front page's tape, refused once: the page is told that half a minute has passed. */
async function refuseTape() {
  const page = await browser.newPage();
  await page.clock.install();
  await gotoWhenTold(page, service);
  const address = new URL(await page.locator('[data-tape]').getAttribute('data-tape'), service);
  const isStream = (url) => url.pathname === address.pathname;
  await page.route(isStream, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '10' } }), { times: 1 });
  const streamed = () => page.waitForResponse((answer) => isStream(new URL(answer.url())));
  await untilNotBusy(service);
  const first = streamed();
  await page.reload({ waitUntil: 'commit' });
  const answers = [await first];
  await page.waitForLoadState();
  // A busy service may refuse it once more.
  while (answers.length < 2 || answers.at(-1).status() === 503) {
    await untilNotBusy(service);
    const next = streamed();
    await page.clock.runFor(30_000);
    answers[1] = await next;
  }
  await page.close();
  return answers.map((answer) => [answer.status(), answer.headers()['content-type'] ?? '']);
}
