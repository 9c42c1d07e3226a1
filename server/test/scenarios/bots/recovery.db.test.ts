/** A lost key: the mail, the link, the button, and what nobody learns from it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awayWaitMs } from '../../../src/mail/outcome.ts';
import { limits, rateLimits } from 'papertape-contract/limits';
import type { RecoverAck } from 'papertape-contract/registration';
import type { Log } from '../../../src/lib/log.ts';
import { expectError, get, okJson, post, send, type Answer } from '../../harness/http.ts';
import { openLeague, type Bot, type League, type LeagueOptions } from '../../harness/league.ts';

const cleanups: (() => void | Promise<void>)[] = [];
let league: League;
let lines: string[];
/** Mails since the last call, the oldest first. */
let mails: Post['mails'];
beforeAll(async () => {
  ({ league, lines, mails } = await open());
});
afterAll(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

interface Post {
  readonly league: League;
  readonly lines: string[];
  /** Mails that came into the outbox since the last call, the oldest first, once what was asked for is done. */
  readonly mails: () => Promise<string[]>;
}

async function open(options: LeagueOptions = {}): Promise<Post> {
  const own = mkdtempSync(join(tmpdir(), 'papertape-mail-'));
  cleanups.push(() => rmSync(own, { recursive: true, force: true }));
  const lines: string[] = [];
  const line =
    (level: string) =>
    (message: string, fields?: object): void =>
      void lines.push(JSON.stringify({ level, message, ...fields }));
  const log: Log = { error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') };
  const league = await openLeague({
    ...options,
    env: { DATA_DIR: own, ...options.env },
    overrides: { log, ...options.overrides },
  });
  cleanups.push(() => league.close());
  const folder = join(league.database.env['DATA_DIR'] ?? own, 'outbox');
  const seen = new Set<string>();
  return {
    league,
    lines,
    async mails() {
      await league.app.runMails();
      let names: string[];
      try {
        names = readdirSync(folder)
          .filter((name) => !seen.has(name))
          .toSorted();
      } catch {
        return []; // no mail was ever kept
      }
      for (const name of names) {
        seen.add(name);
        expect(name).toMatch(/^[\dTZ.-]+-[0-9a-f]{8}\.eml$/);
        expect(statSync(join(folder, name)).mode & 0o077, 'only the operator reads it').toBe(0);
      }
      return names.map((name) => readFileSync(join(folder, name), 'utf8'));
    },
  };
}

function recover(league: League, id: string, contact: unknown): Promise<Answer> {
  return post(league, `/api/agents/${id}/recover`, { contact });
}

/** Path of the link in a mail. */
function linkIn(mail: string): string {
  const body = mail.replaceAll('=\r\n', '');
  return /\/recover\/[\w-]+/.exec(body)?.[0] ?? 'no link';
}

function press(league: League, path: string): Promise<Answer> {
  return send(league, 'POST', path, { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
}

const keyIn = (page: string): string => /ptk_\w{38}/.exec(page)?.[0] ?? 'no key';
const works = (league: League, bot: Bot, key: string): Promise<Answer> =>
  get(league, `/api/agents/${bot.id}/state`, { key });

test('the link goes to the address of the bot; its button replaces the key; the old key and the link are dead at once', async () => {
  const bot = await league.enter({ contact: 'Owner@Example.test' });
  const before = await bot.weights({ 'BTC-USD': 0.5 });
  okJson<RecoverAck>(await recover(league, bot.id, 'owner@example.test'));
  const [mail = '', ...rest] = await mails();
  expect(rest).toEqual([]);
  for (const header of [
    /^From: Papertape <no-reply@\[127\.0\.0\.1\]>\r$/m,
    /^To: Owner@example\.test\r$/m,
    /^Subject: A new API key for your bot\r$/m,
    /^Date: .+\r$/m,
    /^Message-ID: <.+@.+>\r$/m,
    /^MIME-Version: 1\.0\r$/m,
    /^Auto-Submitted: auto-generated\r$/m,
  ]) {
    expect(mail).toMatch(header);
  }
  expect(mail.split('\r\n').every((l) => !l.includes('\n') && l.length <= 998)).toBe(true);

  const link = linkIn(mail);
  const page = await get(league, link);
  expect(page.text).toContain(`<form method="post" action="${link}">`);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.has('access-control-allow-origin'), 'no other site reads it').toBe(false);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  await get(league, link);
  okJson(await works(league, bot, bot.key));

  const shown = await press(league, link);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.headers.has('access-control-allow-origin'), 'no other site reads it').toBe(false);
  const key = keyIn(shown.text);
  expectError(await works(league, bot, bot.key), 'unknown_key');
  okJson(await works(league, bot, key));
  const again = await post(league, `/api/agents/${bot.id}/weights`, { date: '2026-03-02', weights: {} }, { key });
  expect(again.json).toMatchObject({ receipt: { sequence: 2, previous: before.receipt.hash } });
  const used = [await press(league, link), await get(league, link)];
  for (const answer of used) {
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('This link is used');
  }
  for (const answer of [page, shown, ...used]) expect(answer.text, 'as on every page').toContain('Public log</a>: ');
  okJson(await works(league, bot, key));
  const log = lines.join('\n');
  expect(log).toContain('outbox');
  for (const secret of [link.slice('/recover/'.length), key, bot.key, /owner@example/i])
    expect(log).not.toMatch(secret);
});

test('the answer is the same whether the address is right, wrong, or none; only the right one gets mail', async () => {
  const bot = await league.enter({ contact: 'right@example.test' });
  await league.enter({ contact: 'other@example.test' });
  const contacts = ['right@example.test', 'other@example.test', 'wrong@example.test', 'no address', ''];
  const answers = await Promise.all(contacts.map((c) => recover(league, bot.id, c)));
  expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
  expect(answers[0]?.text, 'into a folder, from which somebody sends it').toContain('has no mail server: its operator');
  expect(answers[0]?.status).toBe(200);
  expect(await mails()).toHaveLength(1);
  expectError(await recover(league, bot.id, 5), 'invalid_field');
  expectError(await recover(league, bot.id, `${'x'.repeat(limits.contactCharactersMax)}@`), 'invalid_field');
  expectError(await recover(league, 'agt_0000000000000000', 'right@example.test'), 'agent_not_found');
  expectError(await post(league, `/api/agents/${bot.id}/recover`, {}), 'missing_field');
});

test('another spelling of the address is the same address; the mail goes to the one that was registered', async () => {
  const bot = await league.enter({ contact: 'ann.lee+bots@gmail.com' });
  okJson(await recover(league, bot.id, 'ANNLEE@googlemail.com'));
  expect((await mails())[0]).toMatch(/^To: ann\.lee\+bots@gmail\.com\r$/m);
});

test('one use kills every link of the bot, and of two that press at once one wins', async () => {
  const bot = await league.enter({ contact: 'two@example.test' });
  const bystander = await league.enter({ contact: 'by@example.test' });
  for (const of of [bot, bot]) okJson(await recover(league, of.id, 'two@example.test'));
  okJson(await recover(league, bystander.id, 'by@example.test'));
  const links = (await mails()).map(linkIn);
  expect(new Set(links).size).toBe(3);
  const pressed = await Promise.all([links[0], links[1], links[0], links[1]].map((l) => press(league, l ?? '')));
  const won = pressed.filter((a) => a.status === 200);
  expect(won).toHaveLength(1);
  okJson(await works(league, bot, keyIn(won[0]?.text ?? '')));
  expect((await press(league, links[2] ?? '')).status).toBe(200);
});

test('a link is good for its minutes and not one longer; nonsense is no link', async () => {
  let now = 1_000_000;
  const { league: own, mails: sent } = await open({ overrides: { mail: { realNow: () => now } } });
  const bot = await own.enter({ contact: 'late@example.test' });
  const token = async (): Promise<string> => {
    okJson(await recover(own, bot.id, 'late@example.test'));
    return linkIn((await sent()).at(-1) ?? '').slice('/recover/'.length);
  };
  const first = await token();
  now += limits.recoveryLinkMinutes * 60_000 - 1;
  expect((await get(own, `/recover/${first}`)).text).toContain(bot.id);
  now += 1;
  expect((await get(own, `/recover/${first}`)).status).toBe(404);
  expect((await press(own, `/recover/${first}`)).status).toBe(404);
  const second = await token();
  const rows = await own.app.deps.db.selectFrom('intake.recoveries').selectAll().execute();
  expect(rows).toHaveLength(1); // the one that was too old is gone
  expect(Object.values(rows[0] ?? {}).join(' ')).not.toContain(second);
  for (const bad of ['', 'x', `${second}x`, second.slice(1), '../../etc/passwd', '%00'])
    expect((await press(own, `/recover/${encodeURIComponent(bad)}`)).status).toBe(404);
  okJson(await works(own, bot, keyIn((await press(own, `/recover/${second}`)).text)));
});

test('limits: so many requests per address, so many mails per bot; the second shows in no answer', async () => {
  const { league: limited, mails: sent } = await open({ env: { PAPERTAPE_LIMITS: 'on' } });
  const bot = await limited.enter({ contact: 'often@example.test' });
  const { recoveriesPerAddress: asks, recoveryMailsPerBot: letters } = rateLimits;
  const texts = new Set<string>();
  for (let i = 0; i < asks.count; i++) {
    const answer = await recover(limited, bot.id, 'often@example.test');
    okJson(answer);
    texts.add(answer.text);
  }
  expect(texts.size).toBe(1);
  expect(await sent()).toHaveLength(letters.count);
  expectError(await recover(limited, bot.id, 'often@example.test'), 'rate_limited');
});

test('the key that dies is the one that stands when the button is pressed, also when it is kept in memory', async () => {
  const bot = await league.enter({ contact: 'cache@example.test' });
  okJson(await works(league, bot, bot.key));
  okJson(await recover(league, bot.id, 'cache@example.test'));
  const rotated = okJson<{ api_key: string }>(await post(league, `/api/agents/${bot.id}/key`, {}, { key: bot.key }));
  okJson(await works(league, bot, rotated.api_key));
  const [mail = ''] = await mails();
  const key = keyIn((await press(league, linkIn(mail))).text);
  expectError(await works(league, bot, rotated.api_key), 'unknown_key');
  okJson(await works(league, bot, key));
});

test('an outbox that cannot be written fails no request, and the log says so; the mail follows once it can be', async () => {
  let now = Date.now();
  const { league: own, lines: said, mails: sent } = await open({ overrides: { mail: { realNow: () => now } } });
  const bot = await own.enter({ contact: 'full@example.test' });
  const outbox = join(own.database.env['DATA_DIR'] ?? '', 'outbox');
  writeFileSync(outbox, '');
  okJson(await recover(own, bot.id, 'full@example.test'));
  await own.app.runMails();
  const problems = said.filter((line) => line.includes('"error"'));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain('a mail could not be put into the outbox');
  okJson(await works(own, bot, bot.key));
  rmSync(outbox);
  now += awayWaitMs(1) - 1;
  expect(await sent()).toEqual([]);
  now += 1;
  expect(await sent()).toHaveLength(1);
  expect(said.join('\n')).not.toContain('full@example.test');
});
