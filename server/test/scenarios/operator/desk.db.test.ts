/** The operator's page through HTTP: who may see it, what it shows, every act and every refusal. */
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { adminCommand } from '../../../src/cli/admin.ts';
import { acts } from '../../../src/desk/acts.ts';
import { exportContact } from '../../../src/desk/contact-export.ts';
import { sessionsMax, wrongTokensMax } from '../../../src/desk/sessions.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { loopbackAddress } from '../../../src/lib/loopback-address.ts';
import { limits } from 'papertape-contract/limits';
import { expectError, get, post, type Answer } from '../../harness/http.ts';
import { openLeague, type League, type LeagueOptions } from '../../harness/league.ts';
import { differencesOf, incidentsOf } from '../../harness/operator.ts';
import { firstRound, playTo, sumRounds, sumsLeague } from '../../harness/rounds.ts';
import { postEntry } from '../../harness/showcase.ts';

const token = 'k3'.repeat(20);
const env = { PAPERTAPE_OPERATOR: 'loopback', PAPERTAPE_OPERATOR_TOKEN: token } as const;

let league: League;
/** Where it listens, whatever its BASE_URL. */
let local: { readonly url: string };
afterEach(() => league.close());
async function open(options: LeagueOptions = {}): Promise<void> {
  league = await openLeague({ ...options, env: { ...env, ...options.env } });
  local = { url: loopbackAddress(league.app.http.server) };
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** As a browser sends a form of the page; a redirect is not followed. */
async function submit(
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(local.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...formType, origin: local.url, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, headers: response.headers, text: await response.text(), json: undefined };
}

interface SignedIn {
  readonly cookie: string;
  readonly formKey: string;
}

async function signIn(headers: Readonly<Record<string, string>> = {}): Promise<SignedIn> {
  const answer = await submit('/operator/sign-in', { token }, headers);
  expect(answer.status, answer.text).toBe(303);
  expect(answer.headers.get('location')).toBe('/operator');
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await get(local, '/operator', { headers: { cookie, ...headers } });
  expect(page.status).toBe(200);
  return { cookie, formKey: /name="form_key" value="([\w-]{43})"/.exec(page.text)?.[1] ?? '' };
}

/** An act as the page's form sends it. */
async function act(
  { cookie, formKey }: SignedIn,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return await submit(
    '/operator/act',
    { form_key: formKey, act: name, reason: 'A good reason.', ...fields },
    { cookie },
  );
}

async function shown({ cookie }: SignedIn): Promise<string> {
  return (await get(local, '/operator', { headers: { cookie } })).text;
}

/** With any Host. */
function from(host: string): Promise<number> {
  const { hostname, port } = new URL(local.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: '/operator', headers: { host }, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('who may see it', () => {
  test('without the setting nothing is there', async () => {
    await open({ env: { PAPERTAPE_OPERATOR: '' } });
    expectError(await get(local, '/operator'), 'not_found');
    const sent = await submit('/operator/sign-in', { token });
    expect(sent.status).toBe(404);
    expect(sent.headers.get('set-cookie')).toBeNull();
  });

  test('from this machine alone: no proxy, and no name that somebody points at it', async () => {
    await open({ env: { PAPERTAPE_PROXIES: '127.0.0.1' } });
    expect((await get(local, '/operator')).status).toBe(200);
    const proxied = {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      via: '1.1 x',
      forwarded: 'for=127.0.0.1',
    };
    for (const [name, value] of Object.entries(proxied))
      expectError(await get(local, '/operator', { headers: { [name]: value } }), 'not_found');
    const { port } = new URL(local.url);
    expect(await from(`localhost:${port}`)).toBe(200);
    expect(await from(`[::1]:${port}`)).toBe(200);
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example'])
      expect(await from(host), host).toBe(404);
  });

  test('through the proxy alone, by TLS: the cookie is for https, and forms are of the address of the public', async () => {
    const outside = 'https://league.example';
    await open({ env: { PAPERTAPE_OPERATOR: 'proxy', PAPERTAPE_PROXIES: '127.0.0.1', BASE_URL: outside } });
    const through = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    expectError(await get(local, '/operator'), 'not_found');
    expectError(await get(local, '/operator', { headers: { ...through, 'x-forwarded-proto': 'http' } }), 'not_found');
    expect((await get(local, '/operator', { headers: through })).status).toBe(200);
    const own = await submit('/operator/sign-in', { token }, through);
    expect(own.status).toBe(403);
    const answer = await submit('/operator/sign-in', { token }, { ...through, origin: outside });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^papertape_operator=[\w-]{43}; Path=\/operator; HttpOnly; SameSite=Strict; Secure$/,
    );
    await signIn({ ...through, origin: outside });
  });

  test('a wrong token opens nothing; after ten of an address none of it is looked at, the right one neither', async () => {
    await open();
    for (let i = 0; i < wrongTokensMax; i++) {
      const wrong = await submit('/operator/sign-in', { token: `${token}${i}` });
      expect(wrong.status).toBe(401);
      expect(wrong.text).toContain('That is not the token.');
      expect(wrong.headers.get('set-cookie')).toBeNull();
    }
    const late = await submit('/operator/sign-in', { token });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(late.text).toContain('Too many wrong tokens');
  });

  test('a good token forgets the wrong ones before it', async () => {
    await open();
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < wrongTokensMax - 1; i++) await submit('/operator/sign-in', { token: 'x'.repeat(40) });
      expect((await signIn()).formKey).not.toBe('');
    }
  });

  test('the token is taken from a form only: not from the address, and not as a key', async () => {
    await open();
    for (const path of [`/operator?token=${token}`, `/operator/sign-in?token=${token}`]) {
      const asked = await get(local, path, { headers: { authorization: `Bearer ${token}` } });
      expect(asked.text).not.toContain('form_key');
      expect(asked.headers.get('set-cookie')).toBeNull();
    }
    expect((await submit(`/operator/sign-in?token=${token}`, {})).status).toBe(401);
  });

  test('signing out ends the session; one too many ends the oldest', async () => {
    await open();
    const first = await signIn();
    const out = await submit('/operator/sign-out', { form_key: first.formKey }, { cookie: first.cookie });
    expect(out.status).toBe(303);
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await shown(first)).not.toContain('form_key');
    const sessions: SignedIn[] = [];
    for (let i = 0; i <= sessionsMax; i++) sessions.push(await signIn());
    expect(await shown(sessions[0] as SignedIn)).not.toContain('form_key');
    for (const session of sessions.slice(1)) expect(await shown(session)).toContain('form_key');
  });
});

describe('its pages', () => {
  test('nobody keeps them, no script runs in them, no other site reads or frames them, and nothing names them', async () => {
    await open();
    const session = await signIn();
    for (const cookie of ['', session.cookie]) {
      const page = await get(local, '/operator', { headers: { cookie } });
      expect(page.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
      );
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('access-control-allow-origin')).toBeNull();
      expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
      expect(page.text).not.toContain(token);
    }
    for (const path of ['/sitemap.xml', '/robots.txt', '/llms.txt', '/openapi.json', '/', '/agents.json'])
      expect((await get(local, path)).text, path).not.toMatch(/\/operator["<\s/?]/);
  });

  test('it shows how the service does, and what newcomers wrote, as text', async () => {
    await open();
    const bot = await league.enter({ name: 'Desk One', description: '<img src=x onerror=alert(1)>', style: 'slow' });
    await league.advance({ minutes: 40 });
    const text = await shown(await signIn());
    for (const id of ['health', 'leagues', 'marks', 'incidents', 'mails', 'moderation', 'acts'])
      expect(text).toContain(`<h2 id="${id}">`);
    expect(text).toContain('The database answers, and marks are done in time.');
    expect(text).toContain('2 Mar 2026, 00:40 UTC');
    expect(text).toContain(`href="/bots/${bot.id}"`);
    expect(text).toContain('&lt;img src=x onerror=alert(1)>');
    expect(text).not.toContain('maker1@example.test');
    expect(text).toMatch(/Data on the disk<\/dt><dd>\w+ [\d.]+ MB/);
    const about = await get(local, `/operator?about=${bot.id}`, { headers: { cookie: (await signIn()).cookie } });
    expect(about.text).toContain(`name="agent_id" value="${bot.id}"`);
  });
});

/** Acts in an order in which each can be done, with what it leaves in the public log. BOT stands for the id of a bot. */
const done: Readonly<Record<string, { readonly fields: Record<string, string>; readonly entry: string }>> = {
  suspend: { fields: { symbol: 'BTC-USD' }, entry: 'suspended BTC-USD' },
  resume: { fields: { symbol: 'BTC-USD' }, entry: 'resumed BTC-USD' },
  'close-league': { fields: { league: 'spot_crypto' }, entry: 'league_closed spot_crypto' },
  'open-league': { fields: { league: 'spot_crypto' }, entry: 'league_opened spot_crypto' },
  'hide-league': { fields: { league: 'spot_crypto' }, entry: 'league_hidden spot_crypto' },
  'show-league': { fields: { league: 'spot_crypto' }, entry: 'league_shown spot_crypto' },
  'set-capacity': { fields: { league: 'spot_crypto', seats: '7' }, entry: 'capacity_set spot_crypto' },
  'hide-text': { fields: { agent_id: 'BOT', text: 'description' }, entry: 'text_hidden BOT/description' },
  'show-text': { fields: { agent_id: 'BOT', text: 'description' }, entry: 'text_shown BOT/description' },
  'hide-entry': { fields: { entry: '1' }, entry: 'entry_hidden 1' },
  'show-entry': { fields: { entry: '1' }, entry: 'entry_shown 1' },
  retire: { fields: { agent_id: 'BOT', sure: 'yes' }, entry: 'agent_retired BOT' },
  reinstate: { fields: { agent_id: 'BOT' }, entry: 'agent_reinstated BOT' },
  ban: { fields: { who: 'BOT' }, entry: 'banned BOT' },
  unban: { fields: { who: 'BOT' }, entry: 'unbanned BOT' },
  'void-close': {
    fields: { league: 'spot_crypto', date: '2026-03-03', sure: 'yes' },
    entry: 'close_voided spot_crypto/2026-03-03',
  },
};

describe('acts', () => {
  test('every command of papertape admin that asks for a reason has its form', () => {
    // Lists are pages of the site; what is noted of money is noted where the wallet is: by the command.
    const withoutForm = ['incidents', 'actions', 'payments', 'refunded', 'end-extra'];
    const all = adminCommand().commands.filter((c) => !withoutForm.includes(c.name()));
    const [commands, others] = [true, false].map((asks) =>
      all.filter((c) => c.options.some((o) => o.long === '--reason') === asks),
    ) as [typeof all, typeof all];
    const named = (isPublic: boolean): string[] =>
      acts
        .filter((a) => (a.isPublic ?? true) === isPublic)
        .map((a) => a.name)
        .toSorted();
    expect(named(true)).toEqual(commands.map((c) => c.name()).toSorted());
    expect(named(false)).toEqual(others.map((c) => c.name()).toSorted());
    for (const command of all)
      expect(acts.find((a) => a.name === command.name())?.fields.length).toBe(command.registeredArguments.length);
  });

  test('each is done at the next mark, stands in the public log, and passes the audit', async () => {
    await open({ start: '2026-03-02T22:00:00Z' });
    const bot = await league.enter({ name: 'Desk Two', description: 'Slow and steady.' });
    await postEntry(league, bot);
    const session = await signIn();
    // A close that can be voided.
    await league.advance({ hours: 3 });
    for (const [name, { fields, entry }] of Object.entries(done)) {
      const ofBot = (text: string): string => text.replace('BOT', bot.id);
      const given = Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, ofBot(text)]));
      const answer = await act(session, name, given);
      expect(answer.status, `${name}: ${answer.text}`).toBe(303);
      expect(answer.headers.get('location')).toBe('/operator');
      const told = await shown(session);
      expect(told, name).toContain('role="status"');
      expect(told, name).toContain('waits for its mark');
      expect(await shown(session), 'told once').not.toContain('role="status"');
      await league.advance({ minutes: 5 });
      // Of a ban the retirement is told behind it.
      const newest = (await incidentsOf(league)).slice(0, 2);
      expect(
        newest.filter((entryLine) => entryLine.endsWith(` ${ofBot(entry)}: A good reason.`)),
        name,
      ).toHaveLength(1);
    }
    expect(await differencesOf(league)).toEqual([]);
  });

  test('a task is struck, the pay of its round taken back, and another round void, as the commands do', async () => {
    await open({ start: '2026-03-02T23:50:00Z', overrides: { rounds: sumRounds() } });
    await league.enter({ league: sumsLeague });
    const forms: readonly (readonly [at: string, name: string, fields: Record<string, string>, entry: RegExp])[] = [
      ['2026-03-04T00:05:00Z', 'strike-task', { round: firstRound, task: 't05' }, /task_struck rnd_\w{16}\/t05$/],
      ['2026-03-05T00:05:00Z', 'reverse-round', { round: firstRound }, /round_reversed rnd_\w{16}$/],
      ['2026-03-05T00:10:00Z', 'void-round', { round: '2026-W10-4' }, /round_voided rnd_\w{16}$/],
    ];
    for (const [at, name, fields, entry] of forms) {
      await playTo(league, at);
      const answer = await act(await signIn(), name, { league: sumsLeague, sure: 'yes', ...fields });
      expect([answer.status, answer.headers.get('location')], `${name}: ${answer.text}`).toEqual([303, '/operator']);
      await league.advance({ minutes: 5 });
      const [newest = ''] = await incidentsOf(league);
      expect(newest.replace(': A good reason.', '')).toMatch(entry);
    }
    const rounds = await league.client.rounds(sumsLeague);
    const facts = async (round: string) => Object.keys((await league.client.round(sumsLeague, round)).facts);
    expect(await facts(firstRound)).toEqual(expect.arrayContaining(['struck', 'scored', 'reversed']));
    expect(rounds.rounds.find((r) => r.state === 'void')).toMatchObject({ reason: 'operator: A good reason.' });
  });

  test('a contact is exported as a file, and erased at once, as the commands do', async () => {
    await open();
    const bot = await league.enter({ contact: 'ann@example.test' });
    const session = await signIn();
    const outbox = join(league.database.env['DATA_DIR'] as string, 'outbox');
    const file = await act(session, 'export-contact', { who: 'ann@example.test', reason: '' });
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'attachment; filename="contact.json"',
    ]);
    expect(file.headers.get('cache-control')).toContain('no-store');
    const { made_at: _, ...shownThere } = JSON.parse(file.text) as Record<string, unknown>;
    const { made_at: __, ...byCommand } = JSON.parse(
      await exportContact(league.app.storage.db, 'ann@example.test', outbox),
    ) as Record<string, unknown>;
    expect(shownThere).toEqual(byCommand);
    const before = await incidentsOf(league);
    expect((await act(session, 'erase', { who: 'ann@example.test', reason: '' })).text).toContain('erase is for good.');
    expect((await act(session, 'erase', { who: 'ann@example.test', sure: 'yes', reason: '' })).status).toBe(303);
    const told = await shown(session);
    expect(told).toContain('is erased from 1 bot');
    expect(told).toContain('backups made before');
    expect((await act(session, 'export-contact', { who: 'nobody@example.test' })).text).toContain(
      'No bot was registered with',
    );
    await league.advance({ minutes: 5 });
    expect(await incidentsOf(league)).toEqual(before);
    expect(JSON.stringify((await league.client.agent(bot.id)).maker_id)).not.toContain('@');
    expect(await differencesOf(league)).toEqual([]);
  });

  test('what is for good: a symbol that was frozen for three days, and a market whose seed was drawn', async () => {
    const start = '2026-03-02T00:00:00Z';
    const secret = { seed: 'a1'.repeat(32), salt: 'b2'.repeat(16) };
    await open({ start, source: createSimulatedSource({ ...secret, origin: Date.parse(start) }) });
    const first = await signIn();
    await league.advance({ minutes: 35 });
    expect((await act(first, 'suspend', { symbol: 'DOGE-USD' })).status).toBe(303);
    await league.advance({ hours: 74 });
    const session = await signIn();
    expect((await act(session, 'delist', { symbol: 'DOGE-USD', sure: 'yes' })).status).toBe(303);
    expect((await act(session, 'end-market', { sure: 'yes' })).status).toBe(303);
    await league.advance({ minutes: 5 });
    const log = await incidentsOf(league);
    expect(log.some((line) => line.includes(' delisted DOGE-USD: A good reason.'))).toBe(true);
    expect(log.some((line) => line.includes(' market_ended ') && line.endsWith(': A good reason.'))).toBe(true);
    expect(await differencesOf(league)).toEqual([]);
  });

  test('what may not be done is refused with the sentences of the command, and what was typed stays', async () => {
    await open();
    const session = await signIn();
    const refusals: readonly (readonly [string, Record<string, string>, string])[] = [
      ['suspend', { symbol: 'NO-SUCH' }, 'There is no symbol "NO-SUCH"'],
      ['resume', { symbol: 'BTC-USD' }, 'BTC-USD is not suspended.'],
      ['delist', { symbol: 'BTC-USD' }, 'delist is for good.'],
      ['delist', { symbol: 'NO-SUCH', sure: 'yes' }, 'There is no symbol'],
      ['erase', { who: 'nobody@example.test', sure: 'yes' }, 'No bot was registered with'],
      ['export-contact', { who: 'nobody' }, 'There is no maker or contact'],
      ['close-league', { league: 'nowhere' }, 'There is no league "nowhere"'],
      ['open-league', { league: 'spot_crypto' }, 'spot_crypto is not closed.'],
      ['hide-league', { league: 'tokenized' }, 'It cannot be hidden; close it.'],
      ['show-league', { league: 'spot_crypto' }, 'spot_crypto is not hidden.'],
      ['set-capacity', { league: 'spot_crypto', seats: '0' }, '"0" is no number of seats.'],
      ['retire', { agent_id: 'agt_0000000000000000', sure: 'yes' }, 'There is no bot'],
      ['retire', { agent_id: 'agt_\0', sure: 'yes' }, 'There is no bot'],
      ['ban', { who: 'nobody' }, '"nobody" is no bot, maker, contact or network address.'],
      ['unban', { who: 'agt_0000000000000000' }, 'There is no bot'],
      ['hide-text', { agent_id: 'agt_0000000000000000', text: 'name' }, 'There is no bot'],
      ['show-text', { agent_id: 'agt_\0', text: 'name' }, 'There is no bot'],
      ['reinstate', { agent_id: 'agt_0000000000000000' }, 'There is no bot'],
      ['hide-entry', { entry: '9' }, 'The showcase has no entry 9.'],
      ['show-entry', { entry: 'x' }, 'The showcase has no entry x.'],
      ['void-close', { league: 'spot_crypto', date: 'never', sure: 'yes' }, '"never" is no date.'],
      ['void-round', { league: 'deal_finder', round: '2026-W10-3', sure: 'yes' }, 'deal_finder has no round'],
      ['reverse-round', { league: 'nowhere', round: '2026-W10-3', sure: 'yes' }, 'There is no league "nowhere"'],
      ['strike-task', { league: 'deal_finder', round: '2026-W10-3', task: 't05' }, 'strike-task is for good.'],
      ['end-market', { sure: 'yes' }, 'Only a simulated market whose seed was drawn can be ended'],
      ['suspend', { symbol: 'BTC-USD', reason: ' ' }, 'must say why'],
      ['suspend', { symbol: 'BTC-USD', reason: 'x'.repeat(limits.operatorReasonCharactersMax + 1) }, 'must say why'],
      ['close-league', { league: 'spot_crypto', reason: 'two\nlines' }, 'must say why'],
    ];
    for (const [name, fields, sentence] of refusals) {
      const answer = await act(session, name, fields);
      expect(answer.status, name).toBe(422);
      expect(answer.text.replaceAll('&quot;', '"'), name).toContain(sentence);
      expect(answer.text, name).toContain(`<details id="act-${name}" open>`);
    }
    // Lists take nothing that could be wrong.
    const refusable = acts.filter(({ name }) => !['inquiries', 'subscribers', 'showcase'].includes(name));
    expect(new Set(refusals.map(([name]) => name))).toEqual(new Set(refusable.map((a) => a.name)));
    const unknown = await act(session, 'burn-down');
    expect([unknown.status, unknown.text.includes('names no act')]).toEqual([422, true]);
    await league.advance({ minutes: 5 });
    expect(await incidentsOf(league)).toEqual([]);
  });

  test('a form of another site, of another session, or of nobody does nothing', async () => {
    await open();
    const session = await signIn();
    const other = await signIn();
    const fields = { act: 'close-league', league: 'spot_crypto', reason: 'Forged.', form_key: session.formKey };
    const { cookie } = session;
    const forged: readonly (readonly [Record<string, string>, Record<string, string>, number])[] = [
      [fields, { cookie, origin: 'https://evil.example' }, 403],
      [fields, { cookie, origin: 'null' }, 403],
      [fields, { cookie, origin: '' }, 403],
      [fields, { cookie, 'sec-fetch-site': 'cross-site' }, 403],
      [fields, { cookie, 'sec-fetch-site': 'same-site' }, 403],
      [{ ...fields, form_key: other.formKey }, { cookie }, 403],
      [{ ...fields, form_key: '' }, { cookie }, 403],
      [fields, {}, 401],
      [fields, { cookie: `papertape_operator=${'A'.repeat(43)}` }, 401],
      [fields, { cookie: `papertape_operator=${'A'.repeat(60_000).slice(0, 8_000)}` }, 401],
    ];
    for (const [given, headers, status] of forged)
      expect((await submit('/operator/act', given, headers)).status, JSON.stringify(headers).slice(0, 80)).toBe(status);
    expect((await submit('/operator/sign-in', { token }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await submit('/operator/sign-out', { form_key: other.formKey }, { cookie })).status).toBe(403);
    const asJson = await post(local, '/operator/act', fields, { headers: { cookie, origin: local.url } });
    expect(asJson.status).toBe(403);
    await league.advance({ minutes: 5 });
    expect(await incidentsOf(league)).toEqual([]);
    expect(await shown(session)).toContain('form_key');
  });

  test('one that is sent twice at once is done once', async () => {
    await open();
    const session = await signIn();
    const answers = await Promise.all([1, 2].map(() => act(session, 'close-league', { league: 'spot_crypto' })));
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([303, 422]));
    await league.advance({ minutes: 5 });
    expect(await incidentsOf(league)).toHaveLength(1);
  });
});
