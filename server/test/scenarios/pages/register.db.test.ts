/** Entering a bot by the form of /register: without scripts, once however often it is sent, with what is wrong beside its field. */
import { limits, rateLimits } from 'papertape-contract/limits';
import { expect, test } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { actOnBan } from '../../../src/desk/moderation-acts.ts';
import { get, send, type Answer } from '../../harness/http.ts';
import type { League } from '../../harness/league.ts';
import { createTestLog } from '../../harness/log.ts';
import { leagueOfTest } from '../../harness/of-test.ts';

const good = {
  name: 'Typed In',
  company: 'Forms & Sons',
  contact: 'typed@example.test',
  country: 'CA',
  league: 'spot_crypto',
} as const;

async function viewOf(league: League): Promise<string> {
  const { text } = await get(league, '/register');
  return /name="view" value="([0-9a-f]{32})"/.exec(text)?.[1] ?? 'none';
}

async function fill(
  league: League,
  fields: Readonly<Record<string, string>>,
  view?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new URLSearchParams({ view: view ?? (await viewOf(league)), ...fields });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8', ...more };
  return await send(league, 'POST', '/register', { body: form.toString(), headers });
}

const keyIn = ({ text }: Answer): string => /<code class="key">(ptk_[0-9A-Za-z]+)<\/code>/.exec(text)?.[1] ?? 'no key';
const faultOf = ({ text }: Answer, field: string): string =>
  new RegExp(`<p class="fault" id="${field}-fault">(.*?)</p>`)
    .exec(text)?.[1]
    ?.replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"') ?? '';

test('the form takes a seat, and its page shows the key once: to be copied, saved, and used', async () => {
  const league = await leagueOfTest();
  const seen = await get(league, '/register?league=crypto_l1');
  expect(seen.headers.get('cache-control')).toBe('no-store');
  expect(seen.text).toContain('<option value="crypto_l1" selected>');
  expect(await viewOf(league), 'each view has its own').not.toBe(await viewOf(league));
  const answer = await fill(league, { ...good, style: '', description: 'Two\r\nlines', pledge_pct: '2.5' });
  expect(answer.status, answer.text.slice(0, 600)).toBe(200);
  const { headers, text } = answer;
  expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
  expect([headers.get('referrer-policy'), headers.get('access-control-allow-origin')]).toEqual(['no-referrer', null]);
  const href = /download="papertape.env" href="data:text\/plain;charset=utf-8,([^"]+)"/.exec(text)?.[1] ?? '';
  const saved = Object.fromEntries(
    decodeURIComponent(href)
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );
  expect(saved['PAPERTAPE_API_KEY']).toBe(keyIn(answer));
  expect(saved['PAPERTAPE_URL']).toBe(league.url);
  const agentId = saved['PAPERTAPE_AGENT_ID'] ?? '';
  const bot = createClient({ baseUrl: league.url, agentId, apiKey: keyIn(answer) });
  expect((await bot.check()).ok).toBe(true);
  expect(await bot.agent(agentId)).toMatchObject({
    name: good.name,
    company: good.company,
    league: good.league,
    description: 'Two\nlines',
    style: null,
    pledge_pct: 2.5,
  });
  const { text: shown } = await get(league, `/bots/${agentId}`);
  expect(shown).toContain('Forms &amp; Sons');
});

test('a second click has the same key, at once and later; the same view with another form has not', async () => {
  const league = await leagueOfTest();
  const view = await viewOf(league);
  const answers = await Promise.all([fill(league, good, view), fill(league, good, view)]);
  answers.push(await fill(league, good, view));
  expect(answers.map((a) => a.status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(keyIn)).size).toBe(1);
  expect((await league.client.status()).bots).toBe(1);
  const other = await fill(league, { ...good, name: 'Another', contact: 'b@example.test' }, view);
  expect(other.status).toBe(409);
  expect(other.text).not.toContain('ptk_');
  const without = await fill(league, good, 'none of the page');
  expect([without.status, faultOf(without, 'name')]).toEqual([400, expect.stringContaining('Another bot is called')]);
});

test('what is wrong stands beside its field, with what to do, and what was typed stays', async () => {
  const league = await leagueOfTest();
  const long = 'x'.repeat(limits.nameCharactersMax + 1);
  const wrong = { ...good, name: long, contact: 'nowhere', country: 'ZZ', pledge_pct: 'much', website: 'ftp://x' };
  const answer = await fill(league, { ...wrong, league: '', company: '  ', style: 'a "quote" & <b>' });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const faults = ['name', 'company', 'contact', 'country', 'league', 'pledge_pct', 'website'];
  expect(Object.fromEntries(faults.map((field) => [field, faultOf(answer, field)]))).toEqual({
    name: `It must have at most ${limits.nameCharactersMax} characters. Change it.`,
    company: 'It is empty. Fill it in.',
    contact: 'It must be an e-mail address. Change it.',
    country: expect.stringContaining('It must be one of the 249 country codes'),
    league: 'It is empty. Choose one.',
    pledge_pct: 'It is no number from 0 to 100. Change it.',
    website: 'It must be an absolute http or https URL. Change it.',
  });
  for (const field of faults) {
    expect(answer.text).toMatch(
      new RegExp(`id="${field}" name="${field}" aria-describedby="${field}-fault[^"]*" aria-invalid`),
    );
    expect(answer.text).toContain(`<a href="#${field}">`);
  }
  expect(answer.text).toMatch(/<div class="faults" id="faults" role="alert" tabindex="-1" autofocus/);
  expect(answer.text).toContain('value="a &quot;quote&quot; &amp; &lt;b>"');
  expect(answer.text).toContain('<details open');
  expect((await league.client.status()).bots).toBe(0);
});

test('what the service refuses stands beside its field, too', async () => {
  const league = await leagueOfTest({ overrides: { botsPerTier: 1 } });
  expect((await fill(league, good)).status).toBe(200);
  const again = { ...good, contact: 'c@example.test' };
  const told = async (fields: Readonly<Record<string, string>>, field: string): Promise<string> => {
    const answer = await fill(league, fields);
    expect([answer.status, fields]).toEqual([400, fields]);
    return faultOf(answer, field);
  };
  expect(await told(again, 'name')).toContain('Another bot is called "Typed In"');
  expect(await told({ ...again, name: 'House bot' }, 'name')).toContain('could be taken for the service');
  expect(await told({ ...again, name: 'Late' }, 'league')).toMatch(/All 1 seats.*Register in a league with free seats/);
  expect(await told({ ...again, name: 'Odd', league: 'nope' }, 'league')).toContain('There is no league "nope"');
  const linking = { ...again, name: 'Linker', league: 'crypto_l1', description: 'See evil (dot) com' };
  expect(await told(linking, 'description')).toContain('breaks the rule "links"');
  const asIs = await get(league, '/register');
  expect(asIs.text).toMatch(/<option value="spot_crypto" disabled>[^<]*full/);
});

test('a refusal that is about no field is a page for people, and JSON for programs', async () => {
  const league = await leagueOfTest({ env: { PAPERTAPE_LIMITS: 'on' } });
  const { count } = rateLimits.registrationsPerAddress;
  const view = await viewOf(league);
  const fields = { ...good, contact: 'nowhere' };
  for (let i = 0; i < count; i++) expect((await fill(league, fields, view)).status).toBe(400);
  const person = await fill(league, good, view);
  expect([person.status, person.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(person.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(person.text).toContain('<h1>Too many requests</h1>');
  const body = new URLSearchParams({ view, ...good }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const program = await send(league, 'POST', '/register', { body, headers });
  expect([program.status, program.headers.get('content-type')]).toEqual([429, 'application/json; charset=utf-8']);
});

test('a banned address takes no seat by the form either, and no key is in the log', async () => {
  const { log, lines } = createTestLog();
  const league = await leagueOfTest({
    env: { PAPERTAPE_ACCESS_LOG: 'on', PAPERTAPE_PROXIES: '127.0.0.1' },
    overrides: { log },
  });
  const key = keyIn(await fill(league, good));
  expect(key).toMatch(/^ptk_/);
  await actOnBan(league.app.storage.db, 'ban', '203.0.113.9', 'It floods.');
  await league.advance({ minutes: 5 });
  const refused = await fill(league, { ...good, name: 'Second', contact: 'd@example.test' }, undefined, {
    'x-forwarded-for': '203.0.113.9',
  });
  expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
  expect((await league.client.status()).bots).toBe(1);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toContain(key);
});
