/** Mails over a real SMTP server on loopback: what arrives, what is repeated and what is not, and what nobody else sees of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from 'papertape-contract/limits';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { awayWaitMs, mailWaitMs } from '../../../src/mail/outcome.ts';
import { get, okJson, post, send } from '../../harness/http.ts';
import { StorageFault } from '../../../src/storage/fault.ts';
import type { Intake } from '../../../src/storage/intake.ts';
import { createTestLog, type TestLog } from '../../harness/log.ts';
import { openLeague, type Bot, type League, type LeagueOptions } from '../../harness/league.ts';
import { openPostOffice, type PostOffice, type PostOfficeOptions } from '../../harness/post-office.ts';
import { putBack, takeBackup } from '../../harness/backup.ts';

const hour = 3_600_000;
let now: number;
let log: TestLog;
beforeEach(() => {
  now = Date.parse('2026-03-02T08:00:00Z');
  log = createTestLog('debug');
});

async function office(options?: PostOfficeOptions): Promise<PostOffice> {
  const own = await openPostOffice(options);
  onTestFinished(() => own.close());
  return own;
}

/** With this server, on a clock of the test's own. */
async function withServer(url: string, options: LeagueOptions = {}): Promise<League> {
  const league = await openLeague({
    ...options,
    env: { PAPERTAPE_SMTP_URL: url, PAPERTAPE_MAIL_FROM: 'Example League <league@example.test>', ...options.env },
    overrides: { log: log.log, ...options.overrides, mail: { realNow: () => now, ...options.overrides?.mail } },
  });
  onTestFinished(() => league.close());
  return league;
}

/** Without the mail that a registration asks for by itself. */
async function enter(league: League, contact: string): Promise<Bot> {
  const bot = await league.enter({ contact });
  await league.app.deps.db.deleteFrom('intake.mails').execute();
  return bot;
}

async function ask(league: League, bot: Bot, contact: string): Promise<void> {
  const { message } = okJson<{ message: string }>(await post(league, `/api/agents/${bot.id}/recover`, { contact }));
  expect(message).toContain('a mail to it with a link to a new key is on its way.');
}

const linkIn = (text: string): string => /\/recover\/[\w-]+/.exec(text)?.[0] ?? 'no link';
const outcome = async (league: League, name: string): Promise<number> =>
  Number(
    new RegExp(`^papertape_mails_total\\{outcome="${name}"\\} (\\d+)$`, 'm').exec(
      (await get(league, '/metrics')).text,
    )?.[1],
  );
const waiting = (league: League): Promise<number> => league.app.deps.mails.waiting();

test('a mail arrives once, with all that a mail needs, and leaves nothing behind', async () => {
  const server = await office();
  const league = await withServer(server.url);
  const bot = await enter(league, 'owner@example.test');
  await ask(league, bot, 'owner@example.test');
  expect(await waiting(league)).toBe(1);
  await league.app.runMails();
  await league.app.runMails();
  const [mail, ...rest] = server.mails;
  expect(rest).toEqual([]);
  expect(mail).toMatchObject({ from: 'league@example.test', to: ['owner@example.test'] });
  const head = Object.fromEntries(mail?.head ?? []);
  expect(head).toMatchObject({
    from: 'Example League <league@example.test>',
    to: 'owner@example.test',
    subject: 'A new API key for your bot',
    date: 'Mon, 02 Mar 2026 08:00:00 +0000',
    'mime-version': '1.0',
    'content-type': 'text/plain; charset=utf-8',
    'auto-submitted': 'auto-generated',
  });
  expect(head['message-id']).toMatch(/^<[0-9a-f]{32}@example\.test>$/);
  expect((await get(league, linkIn(mail?.text ?? ''))).text).toContain(bot.id);
  expect(await waiting(league)).toBe(0);
  expect(await outcome(league, 'sent')).toBe(1);
  expect(existsSync(join(league.database.env['DATA_DIR'] ?? '', 'outbox'))).toBe(false);
});

test('no token, address or password stands in the log, and no token in the data', async () => {
  const server = await office({ login: { user: 'robot', password: 'hunter2 secret' } });
  const league = await withServer(server.url);
  const bot = await enter(league, 'quiet@example.test');
  // A server likes to repeat the address.
  server.replies.to = { code: 451, words: '<quiet@example.test>: come back later' };
  await ask(league, bot, 'quiet@example.test');
  await league.app.runMails();
  server.replies.to = undefined;
  now += mailWaitMs(1);
  await league.app.runMails();
  const token = linkIn(server.mails.at(-1)?.text ?? '').slice('/recover/'.length);
  expect(token).toHaveLength(43);
  const data = [...(await takeBackup(league.app.storage)).values()]
    .flat()
    .flatMap((row) => Object.values(row).map(String))
    .join('\n');
  expect(data).toContain('quiet@example.test');
  expect(data).not.toContain(token);
  await get(league, `/recover/${token}?x`);
  const lines = log.lines.join('');
  expect(lines).toContain('a mail was not sent, and will be tried again');
  for (const secret of [token, 'quiet@', 'hunter2', 'come back']) expect(lines).not.toContain(secret);
});

test('a server that is down is asked again ever more rarely, and one that is back takes what waited, also after a restart', async () => {
  const first = await office();
  const { port, url } = first;
  await first.close();
  const league = await withServer(url);
  const bots = [await enter(league, 'a@example.test'), await enter(league, 'b@example.test')];
  for (const [i, bot] of bots.entries()) await ask(league, bot, `${'ab'[i]}@example.test`);
  expect(await waiting(league)).toBe(2);
  for (const times of [1, 2, 3]) {
    await league.app.runMails();
    expect(await outcome(league, 'failed')).toBe(times);
    now += awayWaitMs(times) - 1;
    await league.app.runMails();
    expect(await outcome(league, 'failed'), 'a moment too early').toBe(times);
    now += 1;
  }
  await league.stop();
  const again = await withServer(url, { database: league.database });
  const back = await office({ port });
  await again.app.runMails();
  expect(await waiting(again)).toBe(0);
  expect(back.mails.flatMap((m) => m.to).toSorted()).toEqual(['a@example.test', 'b@example.test']);
  for (const mail of back.mails) expect((await get(again, linkIn(mail.text))).status).toBe(200);
});

test('a mail is tried for a day and not a moment longer', async () => {
  const server = await office();
  server.replies.to = { code: 451 };
  const league = await withServer(server.url);
  const [early, late] = [await enter(league, 'e@example.test'), await enter(league, 'l@example.test')];
  await ask(league, early, 'e@example.test');
  now += 1;
  await ask(league, late, 'l@example.test');
  await league.app.runMails();
  server.replies.to = undefined;
  now += limits.mailRetryHours * hour - 1;
  await league.app.runMails();
  expect(server.mails.flatMap((m) => m.to)).toEqual(['l@example.test']);
  expect(await outcome(league, 'given_up')).toBe(1);
  expect(await waiting(league)).toBe(0);
});

test('an address that is put off (greylisting) holds up no other, and no link is mailed twice', async () => {
  const server = await office();
  const league = await withServer(server.url);
  const bot = await enter(league, 'grey@example.test');
  const other = await enter(league, 'other@example.test');
  server.replies.text = { code: 451 };
  await ask(league, bot, 'grey@example.test');
  await league.app.runMails();
  server.replies.text = undefined;
  await ask(league, other, 'other@example.test');
  await league.app.runMails();
  expect(server.mails.flatMap((m) => m.to)).toEqual(['other@example.test']);
  now += mailWaitMs(1) - 1;
  await league.app.runMails();
  expect(server.texts).toHaveLength(2);
  now += 1;
  await league.app.runMails();
  expect(server.mails.at(-1)?.to).toEqual(['grey@example.test']);
  const links = server.texts.map((text) => linkIn(text.replaceAll('=\r\n', '')));
  expect(new Set(links).size).toBe(3);
});

test('a mail that is refused for good is not repeated', async () => {
  const server = await office();
  const league = await withServer(server.url);
  const bot = await enter(league, 'none@example.test');
  server.replies.to = { code: 550 };
  await ask(league, bot, 'none@example.test');
  await league.app.runMails();
  expect(await outcome(league, 'refused')).toBe(1);
  expect(await waiting(league)).toBe(0);
});

test('a server that takes the text and says nothing may have it: it is not repeated, and its link is good', async () => {
  const server = await office();
  const league = await withServer(server.url);
  const bot = await enter(league, 'cut@example.test');
  server.replies.text = 'cut';
  await ask(league, bot, 'cut@example.test');
  await league.app.runMails();
  server.replies.text = undefined;
  now += mailWaitMs(1);
  await league.app.runMails();
  expect(server.texts).toHaveLength(1);
  expect(await outcome(league, 'unclear')).toBe(1);
  expect((await get(league, linkIn((server.texts[0] ?? '').replaceAll('=\r\n', '')))).status).toBe(200);
});

test('a mail that was under way when the service ended is not repeated', async () => {
  const server = await office();
  const league = await withServer(server.url);
  const bot = await enter(league, 'end@example.test');
  server.replies.text = 'silent';
  await ask(league, bot, 'end@example.test');
  const taken = server.nextText();
  const run = league.app.runMails();
  await taken;
  // As a process that is killed there leaves it behind.
  const left = await takeBackup(league.app.storage, ['intake.mails']);
  expect(left.get('intake.mails')).toMatchObject([{ begun_at: BigInt(now) }]);
  await league.stop();
  await run;
  server.replies.text = undefined;
  const again = await withServer(server.url, { database: league.database });
  expect(await waiting(again)).toBe(0);
  await putBack(again.app.storage, left);
  await ask(again, bot, 'end@example.test');
  await again.app.runMails();
  expect(await outcome(again, 'unclear')).toBe(1);
  expect(server.mails).toHaveLength(1);
});

test('so many mails wait and no more', async () => {
  const server = await office();
  const league = await withServer(server.url);
  const bot = await enter(league, 'full@example.test');
  const far = BigInt(now + hour);
  const row = { kind: 'recovery', about: bot.id, asked_at: BigInt(now), next_try_at: far, tries: 1n, begun_at: null };
  const rows = Array.from({ length: limits.mailsWaitingMax - 1 }, (_, i) => ({ ...row, mail_id: `mail_${i}` }));
  await putBack(league.app.storage, new Map([['intake.mails', rows]]));
  await ask(league, bot, 'full@example.test');
  expect(await waiting(league)).toBe(limits.mailsWaitingMax);
  await ask(league, bot, 'full@example.test');
  expect(await waiting(league)).toBe(limits.mailsWaitingMax);
  expect(log.lines.join('')).toContain('too many wait');
  await league.app.runMails();
  expect(server.mails).toHaveLength(1);
});

test('in real time mails leave by themselves, beside the requests', async () => {
  const server = await office();
  const league = await withServer(server.url);
  const bot = await enter(league, 'self@example.test');
  const taken = server.nextText();
  league.app.deps.mails.start();
  await ask(league, bot, 'self@example.test');
  await taken;
  const press = await send(league, 'POST', linkIn(server.texts[0]?.replaceAll('=\r\n', '') ?? ''), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  });
  expect(press.status).toBe(200);
});

/** What becomes of writes, in their order. */
type Fate = 'stored' | 'stored, and not told so' | 'refused';

test.each<[string, readonly Fate[], { readonly code: number } | undefined]>([
  ['that it was put off', ['stored', 'refused'], { code: 451 }],
  ['that it is begun, nor that it is put off', ['stored, and not told so', 'refused'], undefined],
])(
  'a mail that was not taken is tried again, also where the database does not take %s',
  async (_what, fates, reply) => {
    const server = await office();
    let left: readonly Fate[] = [];
    const intake = (real: Intake): Intake => ({
      ...real,
      async write(w) {
        const [fate, ...more] = left;
        left = more;
        if (fate === 'refused') throw new StorageFault('no space', { isUnclear: false });
        await real.write(w);
        if (fate === 'stored, and not told so') throw new StorageFault('lost', { isUnclear: true });
      },
    });
    const league = await withServer(server.url, { overrides: { intake } });
    const bot = await enter(league, 'kept@example.test');
    await league.app.runMails();
    await ask(league, bot, 'kept@example.test');
    server.replies.text = reply;
    left = fates;
    await expect(league.app.runMails()).rejects.toThrow('no space');
    expect([server.mails.length, await waiting(league)]).toEqual([0, 1]);
    server.replies.text = undefined;
    now += mailWaitMs(1);
    await league.app.runMails();
    expect([server.mails.length, await waiting(league)]).toEqual([1, 0]);
  },
);
