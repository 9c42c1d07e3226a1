// node operator.mjs CHROMIUM PLACES: an operator signs in and hides the description of a bot, and a visitor who has its page open loads it again.
// Prints what was seen as JSON.

import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { fetchWhenTold, gotoWhenTold, keepComplaints, untilNotBusy } from '../while-busy.mjs';

const [executablePath, text] = process.argv.slice(2);
const { service, token, bot, description, reason } = JSON.parse(text);
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
const seen = { complaints: [], elsewhere: [] };

// Root has no sandbox there, and the pages are of this machine.
const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
try {
  const visitor = await newcomer();
  await gotoWhenTold(visitor, `${service}/bots/${bot}`);
  seen.before = await wordsOf(visitor);

  const operator = await newcomer();
  await gotoWhenTold(operator, `${service}/operator`);
  await operator.getByLabel('Token').fill(token);
  await operator.getByRole('button', { name: 'Sign in' }).click();
  await operator.locator('#act-hide-text summary').click();
  const form = operator.locator('#act-hide-text form');
  await form.getByLabel('Bot (agent_id)').fill(bot);
  await form.getByLabel('Text').fill('description');
  await form.getByLabel('Why, for everyone to read').fill(reason);
  await form.getByRole('button').click();
  seen.told = await operator.getByRole('status').innerText();

  // An act is done at the next mark. The log says when that is; from then on no answer may hold the text.
  while (!(await (await fetchWhenTold(`${service}/api/incidents`)).text()).includes('text_hidden')) await wait(20);
  await untilNotBusy(service);
  await visitor.reload();
  seen.after = await wordsOf(visitor);
  seen.stillThere = [];
  for (const [path, accept] of [
    [`/bots/${bot}`, 'text/html'],
    [`/bots/${bot}`, 'text/markdown'],
    [`/fr/bots/${bot}`, 'text/html'],
    [`/api/agents/${bot}`, 'application/json'],
    [`/embed/bots/${bot}`, 'text/html'],
  ]) {
    const answer = await fetchWhenTold(service + path, { headers: { accept } });
    if (answer.status !== 200 || (await answer.text()).includes(description))
      seen.stillThere.push(`${path} ${accept} ${answer.status}`);
  }
  await gotoWhenTold(visitor, `${service}/incidents`);
  seen.saysWhy = (await visitor.locator('main').innerText()).includes(reason);
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(seen)}\n`);

async function newcomer() {
  const page = await (await browser.newContext()).newPage();
  keepComplaints(page, seen.complaints);
  page.on('request', (request) => {
    if (!request.url().startsWith(`${service}/`) && !request.url().startsWith('data:'))
      seen.elsewhere.push(request.url());
  });
  return page;
}

async function wordsOf(page) {
  return await page.locator('.description').innerText();
}
