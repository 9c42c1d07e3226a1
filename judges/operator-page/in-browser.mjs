// node in-browser.mjs CHROMIUM PLACES: the operator's page in a real browser, with scripts switched off, and what axe finds in it. Prints
// what it saw as JSON.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const [executablePath, text] = process.argv.slice(2);
const { service, token, screenshots } = JSON.parse(text);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** It talks to nobody but this machine. */
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
const seen = { steps: [], complaints: [], violations: [], overflows: [] };

// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
try {
  // Without scripts first: everything is done so.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto(`${service}/operator`);
  await page.getByLabel('Token').fill('x'.repeat(40));
  await page.getByRole('button', { name: 'Sign in' }).click();
  seen.steps.push(['a wrong token', await page.getByRole('alert').innerText()]);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  seen.steps.push(['signed in', new URL(page.url()).pathname, await page.locator('h2').allInnerTexts()]);
  await page.locator('#act-close-league summary').click();
  const form = page.locator('#act-close-league form');
  await form.getByLabel('League').selectOption('spot_crypto');
  await form.getByLabel('Why, for everyone to read').fill('Tried in a browser.');
  await form.getByRole('button').click();
  seen.steps.push(['an act', new URL(page.url()).pathname, await page.getByRole('status').innerText()]);
  await page.reload();
  seen.steps.push(['loaded again', await page.getByRole('status').count()]);

  // A page of another origin that the browser takes for the same site: another port of this machine. It gets the cookie sent.
  const other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<form method="post" action="${service}/operator/act"><input name="act" value="hide-league"><input name="league" value="spot_crypto"><input name="reason" value="Forged."><button>Win</button></form>`,
    );
  });
  await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
  const forger = await plain.newPage();
  await forger.goto(`http://127.0.0.1:${other.address().port}/`);
  const [answer] = await Promise.all([
    forger.waitForResponse((r) => r.url().endsWith('/operator/act')),
    forger.getByRole('button').click(),
  ]);
  seen.steps.push(['a form of another origin', answer.status()]);
  other.close();

  // With scripts, for axe; what the policy of the page forbids would be told on the console.
  const state = await plain.storageState();
  for (const [name, width, colorScheme] of [
    ['wide-light', 1280, 'light'],
    ['wide-dark', 1280, 'dark'],
    ['narrow-light', 390, 'light'],
  ]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, storageState: state });
    for (const [kind, cookies] of [
      ['desk', true],
      ['sign-in', false],
    ]) {
      if (!cookies) await context.clearCookies();
      const looked = await context.newPage();
      looked.on('console', (message) => seen.complaints.push(message.text()));
      looked.on('pageerror', (error) => seen.complaints.push(String(error)));
      await looked.goto(`${service}/operator`);
      const session = await context.newCDPSession(looked);
      const run = async (expression) =>
        (await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result.value;
      // As the developers' tools do it, which the policy of the page does not bind.
      await run(axe);
      await run("document.querySelectorAll('details').forEach((each) => (each.open = true))");
      const found = JSON.parse(await run('axe.run(document).then(({ violations }) => JSON.stringify(violations))'));
      for (const { id, nodes } of found) seen.violations.push(`${kind} ${name}: ${id} ${nodes[0]?.html ?? ''}`);
      const wider = await run('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (wider > 0) seen.overflows.push(`${kind} ${name}: ${wider} px`);
      if (screenshots) await looked.screenshot({ path: `${screenshots}/${kind}-${name}.png`, fullPage: true });
    }
    await context.close();
  }
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(seen)}\n`);
