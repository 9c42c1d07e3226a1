/** The weekly issue: what it tells, who gets it, and that each gets it once, whatever ends in between. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askToSend } from '../../../src/cli/newsletter.ts';
import { actOnBan, actOnText } from '../../../src/desk/moderation-acts.ts';
import { limits } from 'papertape-contract/limits';
import { get } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { mailSettings, press } from '../../harness/mailed.ts';
import { postEntry, vote } from '../../harness/showcase.ts';
import { openPostOffice, type Delivered, type PostOffice } from '../../harness/post-office.ts';
import { createTableSource, risingDaily, tableOf, type Table } from '../../simulation/table-source.ts';

/** Monday of 2026-W10. */
const start = Date.parse('2026-03-02T00:00:00Z');
const realStart = Date.parse('2026-03-02T00:00:00Z');
/** More than wait at once. */
const readers = limits.newsletterMailsWaitingMax + 60;
const winnersName = 'Tom & <b>Jerry</b>';

/** BTC gains a dollar a day on $100; ETH stands still. */
const table = (): Table => tableOf(start, 16, { 'BTC-USD': risingDaily(1n), 'ETH-USD': risingDaily(0n) });

let server: PostOffice;
let league: League;
let winner: Bot;
let second: Bot;
let banned: Bot;
let real = realStart;
let read = 0;

async function open(setting: string, from?: League): Promise<League> {
  return await openLeague({
    start: new Date(from?.now() ?? start).toISOString(),
    source: createTableSource(table()),
    env: { ...mailSettings(server), PAPERTAPE_NEWSLETTER: setting },
    overrides: { mail: { realNow: () => real } },
    ...(from ? { database: from.database } : {}),
  });
}

/** As a process that ends and one that begins. */
async function again(setting: string): Promise<void> {
  await league.stop();
  league = await open(setting, league);
}

/** Sends what is due. @returns the mails that arrived since. */
async function mails(): Promise<readonly Delivered[]> {
  await league.app.runMails();
  const fresh = server.mails.slice(read);
  read = server.mails.length;
  return fresh;
}

/** The mails of several rounds, one after another. */
async function allMails(): Promise<readonly Delivered[]> {
  const all: Delivered[] = [];
  for (let fresh = await mails(); fresh.length > 0; fresh = await mails()) all.push(...fresh);
  return all;
}

/** Without a mail to each: they are on the list. */
async function subscribe(addresses: readonly string[], state = 'confirmed'): Promise<void> {
  const none = { mail: null, token_hash: null, expires_at: null, last_week: null };
  const rows = addresses.map((address, i) => ({
    maker_id: league.app.deps.makers.idOf(address),
    address,
    state,
    asked_at: BigInt(real),
    confirmed_at: state === 'confirmed' ? BigInt(real + (i % 7)) : null,
    ...none,
  }));
  await league.app.storage.db.insertInto('intake.subscribers').values(rows).execute();
}

const addressOf = (i: number): string => `reader${i}@example.test`;
const page = async (path: string): Promise<string> => (await get(league, path)).text;
const leaveIn = (mail: Delivered): string => new URL(mail.head.get('list-unsubscribe')?.slice(1, -1) ?? '').pathname;

beforeAll(async () => {
  server = await openPostOffice();
  league = await open('mondays');
  winner = await league.enter({ name: winnersName });
  await winner.weights({ 'BTC-USD': 1 });
  second = await league.enter({ name: 'Runner' });
  await second.weights({ 'BTC-USD': 0.9 });
  banned = await league.enter({ name: 'Scoundrel' });
  await banned.weights({ 'BTC-USD': 0.8 });
  for (let i = 0; i < 8; i++) await (await league.enter({ name: `Crowd ${i}` })).weights({ 'ETH-USD': 1 });
  await league.advanceTo('2026-03-04T12:00:00Z');
  await league.enter({ name: 'Wednesday' });
  await vote(league, second, await postEntry(league, winner, { title: 'Prices & <i>a wall</i>' }));
  await vote(league, second, await postEntry(league, banned, { title: 'A flood' }));
  await postEntry(league, second, { title: 'Without a vote' });
  await actOnBan(league.app.storage.db, 'ban', banned.id, 'It floods.');
  await league.advanceTo('2026-03-08T23:55:00Z');
  // Those that confirm contacts are another matter.
  await league.app.storage.db.deleteFrom('intake.mails').execute();
});

afterAll(async () => {
  await league.close();
  await server.close();
});

test('a week that is not over, and what is no week, has no issue', async () => {
  expect(await page('/newsletter')).toContain('The first one comes when a week is over.');
  for (const week of ['2026-W10', '2026-W09', '2026-W54', 'W10', '2026-w10', 'none', '%00']) {
    expect((await get(league, `/newsletter/${week}`)).status, week).toBe(404);
    expect((await get(league, `/newsletter/${week}.md`)).status, week).toBe(404);
  }
  await expect(askToSend(league.app.storage.db, undefined)).rejects.toThrow('No week is over yet.');
});

test('the page of an issue and its Markdown tell champions, races, promotions, new bots, picks and incidents', async () => {
  await league.advanceTo('2026-03-09T00:00:00Z');
  expect(await page('/newsletter')).toContain('href="/newsletter/2026-W10"');
  const html = await page('/newsletter/2026-W10');
  const markdown = await page('/newsletter/2026-W10.md');
  const { champions } = await league.client.champions('spot_crypto');
  const won = `+${champions[0]?.champion?.week_return_pct.toFixed(2)}%`;
  for (const said of [html, markdown]) {
    expect(said).toContain(`${won}, first of`);
    expect(said).toContain(' points apart');
    expect(said).toContain('to Division 4 in ');
    expect(said).toContain('and 1 more');
    expect(said).toContain('It floods.');
    expect(said).toContain('2 Mar 2026 to 8 Mar 2026');
    expect(said).toContain('Picks of the showcase');
    expect(said).toContain('Prices &');
    expect(said).not.toContain('Without a vote');
    expect(said, 'a bot that was banned').not.toMatch(/Scoundrel|A flood/);
  }
  expect(html).toContain('Tom &amp; &lt;b>Jerry&lt;/b>');
  expect(html).not.toContain('<b>');
  expect(markdown).toContain('Tom & \\<b>Jerry\\</b>');
  expect(markdown).toContain('Runner');
});

test('on Mondays it is sent at eight and not before, to those on the list alone, a few at a time and each once', async () => {
  await subscribe(Array.from({ length: readers }, (_, i) => addressOf(i)));
  await subscribe(['asked@example.test'], 'asked');
  await subscribe(['left@example.test'], 'left');
  real += 60_000;
  await league.advanceTo('2026-03-09T07:55:00Z');
  expect(await mails()).toEqual([]);
  await league.advanceTo('2026-03-09T08:00:00Z');
  await league.app.deps.newsletter.run();
  expect(await league.app.deps.mails.waiting()).toBe(limits.newsletterMailsWaitingMax);
  await league.app.deps.newsletter.run();
  expect(await league.app.deps.mails.waiting(), 'no more while these wait').toBe(limits.newsletterMailsWaitingMax);
  // A commit that fails in the middle leaves nobody out and nobody twice.
  await again('mondays');
  const first = await mails();
  expect(first).toHaveLength(limits.newsletterMailsWaitingMax);
  let asked = 0;
  const real1 = league.app.deps.mails.ask.bind(league.app.deps.mails);
  Object.assign(league.app.deps.mails, {
    ask: async (...args: Parameters<typeof real1>) => {
      if (++asked === 50) throw new Error('broken off');
      return await real1(...args);
    },
  });
  await expect(league.app.deps.newsletter.run()).rejects.toThrow('broken off');
  expect(await league.app.deps.mails.waiting()).toBe(0);
  await again('mondays');
  const rest = await allMails();
  const to = [...first, ...rest].flatMap((mail) => mail.to);
  expect(to.toSorted()).toEqual(Array.from({ length: readers }, (_, i) => addressOf(i)).toSorted());
  expect(new Set([...first, ...rest].map((mail) => mail.head.get('message-id'))).size).toBe(readers);
  await league.advanceTo('2026-03-09T12:00:00Z');
  await again('mondays');
  expect(await allMails()).toEqual([]);
});

test('its mail is HTML and text, says how to leave, and asks no server for anything', async () => {
  const mail = server.mails[0];
  expect(mail?.head.get('content-type')).toMatch(/^multipart\/alternative/);
  expect(mail?.head.get('subject')).toBe('Papertape, 2026-W10');
  expect(mail?.head.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const raw = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  expect(raw).toContain('Content-Type: text/plain');
  expect(raw).toContain('Content-Type: text/html');
  expect(raw).toContain(`${league.url.replace(/:\d+$/, '')}`);
  expect(raw).toContain('Tom &amp; &lt;b>Jerry&lt;/b>');
  expect(raw).not.toContain('Scoundrel');
  expect(raw.toLowerCase()).not.toMatch(/<img|src=|<link/);
});

test('who leaves while it is under way gets it no more, and a name that was hidden is not in it', async () => {
  await actOnText(league.app.storage.db, 'hide_text', { botId: winner.id, text: 'name', reason: 'A lure.' });
  await league.advanceTo('2026-03-16T00:00:00Z');
  await again('off');
  await league.advanceTo('2026-03-16T09:00:00Z');
  expect(await mails(), 'off').toEqual([]);
  const { db } = league.app.storage;
  await expect(askToSend(db, '2026-W10')).rejects.toThrow('It is sent once.');
  await expect(askToSend(db, '2026-W12')).rejects.toThrow('No league has decided the week "2026-W12".');
  expect(await askToSend(db, undefined, real)).toContain(`The issue of 2026-W11 goes to ${readers} addresses.`);
  await league.app.deps.newsletter.run();
  const leaver = server.mails[0] as Delivered;
  expect((await press(league, leaveIn(leaver), { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
  const got = await allMails();
  expect(got).toHaveLength(readers - 1);
  expect(got.flatMap((mail) => mail.to)).not.toContain(leaver.to[0]);
  for (const text of [got[0]?.raw ?? '', await page('/newsletter/2026-W11'), await page('/newsletter/2026-W10')])
    expect(text).not.toContain('Jerry');
  expect(await page('/newsletter/2026-W10')).toContain('Runner');
});

test('one that is under way when the service ends is not sent twice', async () => {
  await league.advanceTo('2026-03-17T00:00:00Z');
  await league.app.storage.db.deleteFrom('intake.newsletter_sends').where('week', '=', '2026-W11').execute();
  await league.app.storage.db
    .updateTable('intake.subscribers')
    .set({ last_week: '2026-W10' })
    .where('address', '=', addressOf(1))
    .execute();
  await askToSend(league.app.storage.db, '2026-W11', real);
  server.replies.text = 'silent';
  const taken = server.nextText();
  const run = league.app.runMails();
  // Where nothing is sent the run ends, and nobody waits for a text.
  await Promise.race([taken, run.then(() => expect.unreachable('nothing was sent'))]);
  await league.stop();
  await run;
  server.replies.text = undefined;
  league = await open('off', league);
  expect(await allMails()).toEqual([]);
});
