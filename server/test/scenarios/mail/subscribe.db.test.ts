/** Signing up for the newsletter and leaving it: by a button behind a mailed link only, with nothing told of any address. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { limits, rateLimits } from 'papertape-contract/limits';
import type { SubscribeAck } from 'papertape-contract/newsletter';
import { expect, onTestFinished, test } from 'vitest';
import { exportContact } from '../../../src/desk/contact-export.ts';
import { eraseWho } from '../../../src/desk/erase-contact.ts';
import { subscribersText } from '../../../src/desk/subscribers-text.ts';
import { putBack, takeBackup } from '../../harness/backup.ts';
import { expectError, get, okJson, post, send, type Answer, type Served } from '../../harness/http.ts';
import { openLeague } from '../../harness/league.ts';
import { mailedLeagueOfTest, press, type MailedLeague } from '../../harness/mailed.ts';
import type { Delivered } from '../../harness/post-office.ts';

const path = '/api/subscribe';
const hour = 3_600_000;
const reader = 'reader@example.test';

const ask = (league: Served, email: string): Promise<Answer> => post(league, path, { email });
const linkIn = (mail: Delivered | undefined): string =>
  /\/newsletter\/confirm\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? 'no link';
const leaveIn = (mail: Delivered | undefined): string =>
  /\/newsletter\/leave\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? 'no link';
const listed = async ({ league }: Pick<MailedLeague, 'league'>): Promise<string[]> =>
  (JSON.parse(await subscribersText(league.app.storage.db, 'json')) as { address: string }[]).map((s) => s.address);

/** @returns the mail with the link. */
async function signUp(of: MailedLeague, email = reader): Promise<Delivered | undefined> {
  okJson(await ask(of.league, email));
  const [mail] = await of.mails();
  expect((await press(of.league, linkIn(mail))).status).toBe(200);
  return mail;
}

test('a link is mailed, looking at it changes nothing, and its button signs up, once', async () => {
  const of = await mailedLeagueOfTest();
  const ack = okJson<SubscribeAck>(await ask(of.league, 'Reader+news@Example.test'));
  expect(Object.keys(ack)).toEqual(['ok', 'message', 'warnings']);
  const [mail, ...rest] = await of.mails();
  expect(rest).toEqual([]);
  expect(mail).toMatchObject({ from: 'league@example.test', to: [reader] });
  expect(mail?.text).toContain(`${of.league.url}/newsletter/confirm/`);
  const link = linkIn(mail);
  expect(link.slice('/newsletter/confirm/'.length)).toMatch(/^[\w-]{43}$/);
  for (let n = 0; n < 3; n++) {
    const page = await get(of.league, link);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<form method="post" action="${link}">`);
    expect(page.headers.get('cache-control')).toBe('no-store');
  }
  expect(await listed(of)).toEqual([]);
  const pressed = await Promise.all([press(of.league, link), press(of.league, link)]);
  expect(pressed.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await listed(of)).toEqual([reader]);
  expect((await press(of.league, link)).status).toBe(404);
  expect((await get(of.league, link)).status).toBe(404);
  expect(await of.mails(), 'nothing more is mailed').toEqual([]);
});

test('the link is good for 48 hours to the millisecond', async () => {
  const of = await mailedLeagueOfTest();
  const links: string[] = [];
  for (const email of ['in-time@example.test', 'late@example.test']) {
    okJson(await ask(of.league, email));
    links.push(linkIn((await of.mails())[0]));
  }
  of.later(limits.newsletterLinkHours * hour - 1);
  expect((await press(of.league, links[0] ?? '')).status).toBe(200);
  of.later(1);
  expect((await get(of.league, links[1] ?? '')).status).toBe(404);
  expect((await press(of.league, links[1] ?? '')).status).toBe(404);
  expect(await listed(of)).toEqual(['in-time@example.test']);
});

test('known, unknown, waiting, refused: the same bytes, the same statements, and mail for those alone that want it', async () => {
  const of = await mailedLeagueOfTest();
  const { league } = of;
  await signUp(of);
  const refused = await signUp(of, 'never@example.test');
  expect((await press(league, leaveIn(refused), { mails: 'never' })).status).toBe(200);
  okJson(await ask(league, 'asked@example.test'));
  await of.mails();
  const emails = [reader, 'never@example.test', 'asked@example.test', 'new@example.test'];
  const answers: string[] = [];
  for (const email of emails) {
    const before = await league.app.deps.mails.waiting();
    const answer = await ask(league, email);
    answers.push(answer.text);
    expect(answer.status).toBe(200);
    expect(await league.app.deps.mails.waiting(), 'each has a mail wait, sent or not').toBe(before + 1);
  }
  expect(new Set(answers).size).toBe(1);
  expect((await of.mails()).flatMap((m) => m.to)).toEqual(['new@example.test']);
  expect(await league.app.deps.mails.waiting()).toBe(0);
  expect(await listed(of)).toEqual([reader]);
  const form = await post(league, path, { email: reader, fax: '1' });
  expect(form.text, 'nor is one told that it was found out').toBe(answers[0]);
});

test('so many a day are mailed to an address, whoever asks in whichever spelling', async () => {
  const of = await mailedLeagueOfTest();
  for (const email of [reader, 'READER@example.test', 'reader+x@example.test']) okJson(await ask(of.league, email));
  expect((await of.mails()).map((m) => m.to)).toEqual([[reader]]);
  of.later(limits.newsletterMailHours * hour - 1);
  okJson(await ask(of.league, reader));
  expect(await of.mails()).toEqual([]);
  of.later(1);
  okJson(await ask(of.league, reader));
  const [second] = await of.mails();
  // Leaving does not have it mailed the sooner.
  expect((await press(of.league, leaveIn(second))).status).toBe(200);
  okJson(await ask(of.league, reader));
  expect(await of.mails()).toEqual([]);
  expect((await press(of.league, linkIn(second))).status, 'a link that was left behind').toBe(404);
});

test('so many an hour are taken from an address and no more', async () => {
  const of = await mailedLeagueOfTest({ env: { PAPERTAPE_LIMITS: 'on' } });
  const { count } = rateLimits.subscriptionsPerAddress;
  for (let n = 0; n < count - 1; n++) okJson(await ask(of.league, `reader${n}@example.test`));
  const form = { email: 'by-form@example.test' };
  expect((await press(of.league, '/newsletter', form)).status, 'the page counts with it').toBe(200);
  const refused = expectError(await ask(of.league, reader), 'rate_limited');
  expect(refused.detail).toContain('subscriptionsPerAddress');
  expect((await press(of.league, '/newsletter', form)).status).toBe(429);
  expect(await of.mails()).toHaveLength(count);
});

test('a form is read as JSON is, and what is no address is refused', async () => {
  const league = await openLeague();
  onTestFinished(() => league.close());
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const byForm = (fields: string): Promise<Answer> => send(league, 'POST', path, { body: fields, headers });
  const byJson = await ask(league, reader);
  expect((await byForm('email=reader%40example.test&fax=')).text).toBe(byJson.text);
  for (const { text } of [byJson, await press(league, '/newsletter', { email: reader })])
    expect(text, 'into a folder, from which somebody sends it').toContain('has no mail server: its operator');
  for (const email of ['nobody', 'a@example.test\r\nBcc: b@example.test', `${'x'.repeat(250)}@a.test`]) {
    expectError(await ask(league, email), 'invalid_field');
    expectError(await byForm(new URLSearchParams({ email }).toString()), 'invalid_field');
    expect((await press(league, '/newsletter', { email })).status).toBe(400);
  }
  expectError(await ask(league, 'a\0@example.test'), 'invalid_text');
  expectError(await byForm('email=a%00%40example.test'), 'invalid_text');
  expectError(await byForm(''), 'missing_field');
  expectError(await byForm('email=a@b.test&email=c@d.test'), 'duplicate_member');
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
  expectError(await send(league, 'POST', path, { body: '--x--\r\n', headers: multipart }), 'unsupported_media_type');
});

test('the page has a form that works without scripts, and a field that programs alone fill in', async () => {
  const of = await mailedLeagueOfTest();
  expect((await get(of.league, '/newsletter')).text).toContain('<form method="post" action="/newsletter">');
  const robot = await press(of.league, '/newsletter', { email: 'robot@example.test', fax: '1' });
  const person = await press(of.league, '/newsletter', { email: ` ${reader} `, fax: '' });
  expect(person.text).toContain('Look into your mail');
  expect(person.text).toContain('a link to sign up is on its way.');
  expect(person.text).not.toContain(reader);
  expect(robot.text).toBe(person.text);
  expect((await of.mails()).map((m) => m.to)).toEqual([[reader]]);
});

test('each mail leaves the list by one POST without cookies, in either form, for ever; looking at the page does not', async () => {
  const of = await mailedLeagueOfTest();
  const { league } = of;
  const mail = await signUp(of);
  const url = /^<([^<>]+)>$/.exec(mail?.head.get('list-unsubscribe') ?? '')?.[1] ?? 'no address';
  expect(mail?.head.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(url).toBe(league.url + leaveIn(mail));
  const link = new URL(url).pathname;
  expect((await get(league, link)).text).toContain(`<form method="post" action="${link}">`);
  expect(await listed(of)).toEqual([reader]);
  of.later(10 * 365 * 24 * hour);
  const oneClick = await press(league, link, { 'List-Unsubscribe': 'One-Click' });
  expect([oneClick.status, oneClick.headers.get('set-cookie')]).toEqual([200, null]);
  expect(await listed(of)).toEqual([]);
  const data = [...(await takeBackup(league.app.storage)).values()]
    .flat()
    .flatMap((row) => Object.values(row).map(String));
  expect(data.join('\n'), 'the address is forgotten').not.toContain(reader);
  // Again, and in the other form that RFC 8058 names.
  await signUp(of);
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  for (let n = 0; n < 2; n++) expect((await send(league, 'POST', link, { body, headers })).status).toBe(200);
  expect(await listed(of)).toEqual([]);
});

test('a link to leave that the service did not write does nothing', async () => {
  const of = await mailedLeagueOfTest();
  const mail = await signUp(of);
  const [, token = ''] = /leave\/([\w-]+)/.exec(leaveIn(mail)) ?? [];
  const other = await signUp(of, 'other@example.test');
  const [, strange = ''] = /leave\/([\w-]+)/.exec(leaveIn(other)) ?? [];
  for (const wrong of [`${token}A`, token.slice(1), token.slice(0, 16) + strange.slice(16), 'none', '%00']) {
    expect((await get(of.league, `/newsletter/leave/${wrong}`)).status, wrong).toBe(404);
    expect((await press(of.league, `/newsletter/leave/${wrong}`)).status, wrong).toBe(404);
  }
  expect(await listed(of)).toEqual([reader, 'other@example.test']);
});

test('who wants no mail at all gets none, whoever asks, until they allow it', async () => {
  const of = await mailedLeagueOfTest();
  okJson(await ask(of.league, reader));
  const [mail] = await of.mails();
  const leave = leaveIn(mail);
  expect((await press(of.league, leave, { mails: 'never' })).text).toContain('Allow mails again');
  expect((await press(of.league, linkIn(mail))).status).toBe(404);
  for (let days = 0; days < 5; days++) {
    okJson(await ask(of.league, reader));
    expect(await of.mails()).toEqual([]);
    of.later(24 * hour);
  }
  expect((await get(of.league, leave)).text).toContain('No mail is sent to your address.');
  expect((await press(of.league, leave)).status, 'leaving changes nothing of it').toBe(200);
  okJson(await ask(of.league, reader));
  expect(await of.mails()).toEqual([]);
  expect((await press(of.league, leave, { mails: 'again' })).status).toBe(200);
  okJson(await ask(of.league, reader));
  expect(await of.mails()).toHaveLength(1);
});

test('who does not confirm is forgotten once the link can be of no use, and not before', async () => {
  const of = await mailedLeagueOfTest();
  const rows = async (): Promise<number> =>
    (await takeBackup(of.league.app.storage, ['intake.subscribers'])).get('intake.subscribers')?.length ?? 0;
  await signUp(of, 'stays@example.test');
  okJson(await ask(of.league, reader));
  of.later((limits.mailRetryHours + limits.newsletterLinkHours) * hour - 1);
  okJson(await ask(of.league, 'stays@example.test'));
  expect(await rows()).toBe(2);
  of.later(1);
  okJson(await ask(of.league, 'stays@example.test'));
  expect(await rows()).toBe(1);
  expect(await listed(of)).toEqual(['stays@example.test']);
});

test('neither a link nor an address is in the log or in an answer, and no link in the data', async () => {
  const of = await mailedLeagueOfTest({ env: { PAPERTAPE_ACCESS_LOG: 'on' } });
  const { league } = of;
  const mail = await signUp(of);
  const tokens = [linkIn(mail), leaveIn(mail)].map((link) => link.split('/').at(-1) ?? '');
  for (const link of [linkIn(mail), leaveIn(mail)]) await get(league, `${link}?x=1`);
  Object.assign(league.app.deps.newsletter.subscriptions, { leaver: () => Promise.reject(new Error('broken')) });
  expect((await get(league, leaveIn(mail))).status).toBe(500);
  const lines = of.log.lines.join('');
  expect(lines).toContain('/newsletter/leave/…');
  for (const secret of [...tokens, reader]) expect(lines).not.toContain(secret);
  const data = [...(await takeBackup(league.app.storage)).values()]
    .flat()
    .flatMap((row) => Object.values(row).map(String));
  for (const token of tokens) expect(data.join('\n')).not.toContain(token);
  for (const at of ['/newsletter', '/agents.json', '/api/status', '/api/log', '/metrics'])
    expect((await get(league, at)).text).not.toContain(reader);
});

test('a service that ends between the commit and the mail has it sent by the next, and one that ends under way does not repeat it', async () => {
  const first = await mailedLeagueOfTest();
  okJson(await ask(first.league, reader));
  await first.league.stop();
  const second = await mailedLeagueOfTest({ database: first.league.database });
  const [mail] = await second.mails();
  expect(mail?.to).toEqual([reader]);
  expect((await press(second.league, linkIn(mail))).status).toBe(200);
  second.server.replies.text = 'silent';
  okJson(await ask(second.league, 'other@example.test'));
  const taken = second.server.nextText();
  const run = second.league.app.runMails();
  await taken;
  // As a process that is killed there leaves it behind.
  const left = await takeBackup(second.league.app.storage, ['intake.mails']);
  expect(left.get('intake.mails')?.[0]?.['begun_at']).not.toBeNull();
  await second.league.stop();
  await run;
  const third = await mailedLeagueOfTest({ database: first.league.database });
  await third.league.app.storage.db.deleteFrom('intake.mails').execute();
  await putBack(third.league.app.storage, left);
  expect(await third.mails()).toEqual([]);
  expect(await listed(third)).toEqual([reader]);
});

test('a mail that a server puts off has a link that is good when it comes', async () => {
  const of = await mailedLeagueOfTest();
  of.server.replies.text = { code: 451 };
  okJson(await ask(of.league, reader));
  expect(await of.mails()).toEqual([]);
  of.server.replies.text = undefined;
  of.later(hour);
  const [mail] = await of.mails();
  expect((await press(of.league, linkIn(mail))).status).toBe(200);
  expect(await listed(of)).toEqual([reader]);
});

test('the operator lists who confirmed, as lines, CSV and JSON; the export of a contact has it, and its erasure deletes it', async () => {
  const of = await mailedLeagueOfTest();
  const { db } = of.league.app.storage;
  expect(await subscribersText(db, 'lines')).toBe('No subscribers.\n');
  await signUp(of);
  okJson(await ask(of.league, 'asked@example.test'));
  expect(await subscribersText(db, 'lines')).toBe(`${reader}  2026-03-02T08:00:00.000Z\n`);
  expect(await subscribersText(db, 'csv')).toBe(
    `address,confirmed_at,last_issue\r\n${reader},2026-03-02T08:00:00.000Z,\r\n`,
  );
  expect(JSON.parse(await subscribersText(db, 'json'))).toEqual([
    { address: reader, confirmed_at: '2026-03-02T08:00:00.000Z', last_issue: null },
  ]);
  const exported = JSON.parse(await exportContact(db, 'asked@example.test', '/nowhere')) as {
    tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  };
  expect(exported.tables['intake.subscribers']).toMatchObject([{ address: 'asked@example.test', state: 'asked' }]);
  expect(exported.tables['intake.subscribers']?.[0]).not.toHaveProperty('token_hash');
  expect(exported.tables['intake.mails']).toMatchObject([{ kind: 'sign_up' }]);
  for (const email of [reader, 'asked@example.test'])
    expect(await eraseWho(db, email, '/nowhere')).toContain('from the newsletter');
  const rows = await takeBackup(of.league.app.storage, ['intake.subscribers', 'intake.mails']);
  expect([...rows.values()].flat()).toEqual([]);
  await expect(eraseWho(db, reader, '/nowhere')).rejects.toThrow('No bot was registered');
  expect(await of.mails()).toEqual([]);
});

test('an erasure keeps that an address wants no mail, by its keyed hash, and deletes its mails in the outbox', async () => {
  const league = await openLeague();
  onTestFinished(() => league.close());
  const { db } = league.app.storage;
  const outbox = join(league.database.env['DATA_DIR'] as string, 'outbox');
  for (const email of [reader, 'other@example.test']) okJson(await ask(league, email));
  await league.app.runMails();
  expect(readdirSync(outbox)).toHaveLength(2);
  expect(await eraseWho(db, reader, outbox)).toContain('from the newsletter');
  expect(readdirSync(outbox)).toHaveLength(1);
  const makerId = league.app.deps.makers.idOf(reader);
  const leave = new URL(league.app.deps.newsletter.subscriptions.leaveUrl(makerId)).pathname;
  expect((await press(league, leave, { mails: 'never' })).status).toBe(200);
  await eraseWho(db, reader, outbox);
  okJson(await ask(league, reader));
  await league.app.runMails();
  expect(readdirSync(outbox)).toHaveLength(1);
});
