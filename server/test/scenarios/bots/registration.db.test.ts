/** Registration through the real app: every field at its edge and one past it, names, seats, keys. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/bots/key.ts';
import { leagues } from '../../../src/league/catalogue.ts';
import { limits } from 'papertape-contract/limits';
import { codeHosts } from 'papertape-contract/texts';
import type { AgentView } from 'papertape-contract/bot';
import type { Seat } from 'papertape-contract/registration';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
});
afterAll(() => league.close());

let made = 0;
/** A request that is right but for what the test changes; `undefined` leaves a field out. */
function request(fields: Record<string, unknown> = {}): Record<string, unknown> {
  made++;
  const all = { name: `Fixture ${made}`, company: 'Works', contact: `m${made}@example.test`, country: 'CA', ...fields };
  return Object.fromEntries(Object.entries(all).filter(([, v]) => v !== undefined));
}

async function register(fields: Record<string, unknown> = {}, on: League = league) {
  return await post(on, '/api/agents/register', request(fields));
}

async function accepted(fields: Record<string, unknown> = {}, on: League = league): Promise<Seat> {
  return okJson<Seat>(await register(fields, on));
}

async function profile(seat: Seat): Promise<AgentView> {
  return okJson<AgentView>(await get(league, `/api/agents/${seat.agent_id}`));
}

const emojis = (n: number): string => '🤖'.repeat(n);

describe('fields', () => {
  test('the least request gets a seat in the default league, in Qualifying, with $100,000', async () => {
    const seat = await accepted();
    expect(Object.keys(seat).toSorted()).toEqual([
      'agent_id',
      'api_key',
      'contact',
      'league',
      'name',
      'next',
      'paper_value_usd',
      'profile_url',
      'tier',
      'warnings',
    ]);
    expect(seat).toMatchObject({ league: 'tokenized', tier: 'Qualifying', paper_value_usd: 100_000, warnings: [] });
    expect(seat.agent_id).toMatch(/^agt_[0-9a-v]{16}$/);
    expect(seat.api_key).toMatch(/^ptk_[0-9A-Za-z]{38}$/);
    expect(await profile(seat)).toMatchObject({ website: null, icon: null, pledge_pct: null, description: null });
  });

  test.each(['name', 'company', 'contact', 'country'])('%s is required', async (field) => {
    expect(expectError(await register({ [field]: undefined }), 'missing_field').detail).toContain(`"${field}"`);
    for (const wrong of [null, 5, true, [], {}, '']) {
      expect(expectError(await register({ [field]: wrong }), 'invalid_field').detail).toContain(field);
    }
  });

  test('all that is wrong is told at once, what is missing first', async () => {
    const wrong = { name: undefined, company: '', contact: undefined, country: 'Canada', pledge_pct: '5' };
    expect(expectError(await register(wrong), 'missing_field').detail).toBe(
      'The members "name", "contact" are missing. company must not be empty. country must be one of the 249 country codes of ISO 3166-1 alpha-2, two capital letters, such as CA. pledge_pct must be a number, not a string.',
    );
    expect(expectError(await register({ company: 5, country: 'Canada' }), 'invalid_field').detail).toBe(
      'company must be a string, not a number. country must be one of the 249 country codes of ISO 3166-1 alpha-2, two capital letters, such as CA.',
    );
  });

  test.each([
    ['name', limits.nameCharactersMax],
    ['company', limits.companyCharactersMax],
    ['style', limits.styleCharactersMax],
    ['pledge_cause', limits.pledgeCauseCharactersMax],
    ['description', limits.descriptionCharactersMax],
  ])('%s takes %i characters, counted as code points, and not one more', async (field, max) => {
    const seat = await accepted({ [field]: 'x'.repeat(max) });
    expect(((await profile(seat)) as unknown as Record<string, unknown>)[field]).toBe('x'.repeat(max));
    const wide = await accepted({ [field]: emojis(max) });
    expect(((await profile(wide)) as unknown as Record<string, unknown>)[field]).toBe(emojis(max));
    for (const long of ['x'.repeat(max + 1), emojis(max + 1), `${'y'.repeat(max)}é`]) {
      expect(expectError(await register({ [field]: long }), 'invalid_field').detail).toBe(
        `${field} must have at most ${max} characters.`,
      );
    }
    expectError(await register({ [field]: '   ' }), 'invalid_field');
    expectError(await register({ [field]: 'null\u0000' }), 'invalid_text');
  });

  test('white space around a text is dropped, and a line stays one line in one direction', async () => {
    expect((await accepted({ name: '  Trimmed  ' })).name).toBe('Trimmed');
    for (const breaking of ['two\nlines', 'tab\there', 'a\u2028b', 'turned \u202Eedoc', 'a\u2067b']) {
      for (const field of ['name', 'company', 'style', 'pledge_cause']) {
        expect(expectError(await register({ [field]: breaking }), 'invalid_field').detail).toContain(field);
      }
    }
    await accepted({ description: 'two\nlines are fine in a description' });
  });

  test('contact: an e-mail address of at most 254 characters', async () => {
    const long = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.test`;
    expect(long.length).toBe(252);
    await accepted({ contact: long });
    await accepted({ contact: `${long.slice(0, -4)}ee.com` });
    expectError(await register({ contact: `${long.slice(0, -4)}eee.com` }), 'invalid_field');
    for (const bad of ['a', 'a@', '@b.test', 'a@b', 'a b@c.test', 'a@b.test\nBcc: x@y.test', 'A <a@b.test>']) {
      expectError(await register({ contact: bad }), 'invalid_field');
    }
  });

  test('country: an assigned code, two capital letters', async () => {
    for (const good of ['GB', 'US', 'AX', 'ZW']) await accepted({ country: good });
    for (const bad of ['ca', 'C', 'CAN', 'CÀ', 'C1', 'CA\n', ' CA', 'ＣＡ', 'UK', 'EU', 'XK', 'ZZ', 'AN', 'SU'])
      expectError(await register({ country: bad }), 'invalid_field');
  });

  test.each(['website', 'logo_url', 'pledge_url'])(
    '%s: an absolute http(s) URL of at most 2,000 characters',
    async (field) => {
      const longest = `https://example.test/${'p'.repeat(limits.urlCharactersMax - 21)}`;
      const seat = await accepted({ [field]: longest });
      expect(((await profile(seat)) as unknown as Record<string, unknown>)[field]).toBe(longest);
      await accepted({ [field]: 'http://example.test' });
      const bad = [
        `${longest}p`,
        '',
        'example.test',
        '/path',
        'javascript:alert(1)',
        'data:text/html,x',
        'ftp://example.test',
        'http://localhost/',
        'https://user:secret@example.test/',
        ' https://example.test',
        'https://example.test/\nx',
        'https://',
      ];
      for (const url of bad)
        expect(expectError(await register({ [field]: url }), 'invalid_field').detail).toContain(field);
    },
  );

  test('open_strategy_url: a repository, over https, on a code host', async () => {
    for (const host of codeHosts) await accepted({ open_strategy_url: `https://${host}/owner/name` });
    for (const url of [
      'http://github.com/owner/name',
      'https://github.com/owner',
      'https://github.com/',
      'https://example.test/owner/name',
      'https://github.com.example.test/owner/name',
      'https://example.test/github.com/owner/name',
    ]) {
      expect(expectError(await register({ open_strategy_url: url }), 'invalid_field').detail).toContain('repository');
    }
  });

  test('pledge_pct: a number from 0 to 100', async () => {
    for (const [sent, kept] of [
      ['0', 0],
      ['100', 100],
      ['12.5', 12.5],
      ['-0', 0],
      ['1e1', 10],
    ] as const) {
      const body = JSON.stringify(request({ pledge_pct: 77.125 })).replace('77.125', sent);
      expect((await profile(okJson<Seat>(await post(league, '/api/agents/register', body)))).pledge_pct).toBe(kept);
    }
    for (const bad of ['-0.000001', '100.000001', '1e400', '-1e400', '"5"', 'true', 'null', '[5]']) {
      const body = JSON.stringify(request({ pledge_pct: 77.125 })).replace('77.125', bad);
      expect(expectError(await post(league, '/api/agents/register', body), 'invalid_field').detail).toContain(
        'pledge_pct',
      );
    }
  });

  test('an unknown member is ignored and named in a warning', async () => {
    const seat = okJson<Seat>(await post(league, '/api/agents/register', { ...request(), nmae: 'x', constructor: 1 }));
    expect(seat.warnings).toEqual([
      'Unknown member "nmae" was ignored; did you mean "name"?',
      expect.stringMatching(/^Unknown member "constructor" was ignored. Known: name, company, /),
    ]);
    const proto = JSON.stringify(request()).replace('{', '{"__proto__":{"country":"US","admin":true},');
    const other = okJson<Seat>(await post(league, '/api/agents/register', proto));
    expect(other.warnings).toEqual([expect.stringMatching(/^Unknown member "__proto__" was ignored. Known: /)]);
    expect((await profile(other)).country).toBe('CA');
  });
});

test('all 34 leagues of both sets take registrations; any other id does not', async () => {
  expect(leagues).toHaveLength(34);
  for (const { id } of leagues) expect(await accepted({ league: id })).toMatchObject({ league: id });
  for (const bad of ['', 'Tokenized', 'tokenized ', 'crypto', '__proto__', 'toString', 'x'.repeat(10_000)]) {
    const { detail } = expectError(await register({ league: bad }), 'unknown_league');
    expect(detail.length).toBeLessThan(120);
  }
  for (const bad of [null, 5, ['tokenized']]) expectError(await register({ league: bad }), 'invalid_field');
});

const fixtures = new URL('../../fixtures/emoji-cases.json', import.meta.url);

describe('icon', () => {
  test('exactly one emoji: every case of fixtures/emoji-cases.json', async () => {
    type Cases = Record<'accept' | 'canonicalise' | 'reject', string[]>;
    const cases = JSON.parse(readFileSync(fixtures, 'utf8')) as Cases;
    for (const icon of cases.accept) expect((await profile(await accepted({ icon }))).icon).toBe(icon);
    for (const icon of cases.canonicalise) {
      const kept = (await profile(await accepted({ icon }))).icon;
      expect(kept).not.toBe(icon);
      expect(kept?.replaceAll('\uFE0F', '')).toBe(icon);
    }
    for (const icon of cases.reject) {
      const answer = await register({ icon });
      expect(answer.status, JSON.stringify(icon)).toBe(400);
      expect(expectError(answer, 'invalid_field').detail).toContain('icon');
    }
  });

  test('a flood of code points is refused quickly', async () => {
    for (const icon of [emojis(32), '\u200D'.repeat(64), '🇨🇦'.repeat(16), 'x'.repeat(60_000)]) {
      expectError(await register({ icon }), 'invalid_field');
    }
  });
});

describe('keys', () => {
  test('the key is shown once: stored is its SHA-256, and no answer repeats it', async () => {
    const bot = await league.enter();
    const row = await league.app.storage.db
      .selectFrom('intake.bots')
      .selectAll()
      .where('agent_id', '=', bot.id)
      .executeTakeFirstOrThrow();
    expect(row.key_hash).toBe(createHash('sha256').update(bot.key).digest('hex'));
    const stored = JSON.stringify(row, (_k, v: unknown) => (typeof v === 'bigint' ? v.toString() : v));
    expect(stored).not.toContain(bot.key);
    const answers = [await bot.agent(), await bot.state(), await bot.check(), await league.client.seats()];
    expect(JSON.stringify(answers)).not.toContain(bot.key);
    expect(JSON.stringify(answers)).not.toContain(row.contact);
  });

  test('a malformed key is refused without the database; a well-formed unknown one is looked up', async () => {
    const bot = await league.enter();
    const { db } = league.app.deps;
    let lookups = 0;
    const counting = new Proxy(db, {
      get(target, name) {
        if (name === 'selectFrom') lookups++;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value as (...a: unknown[]) => unknown).bind(target) : value;
      },
    });
    const { createRegistry } = await import('../../../src/bots/registry.ts');
    const registry = createRegistry(counting);
    const swapped = bot.key.slice(0, -1) + (bot.key.endsWith('a') ? 'b' : 'a');
    for (const bad of [swapped, 'x', bot.key.slice(0, -1), `${bot.key}x`, bot.key.toUpperCase()]) {
      await expect(registry.authenticate(`Bearer ${bad}`)).rejects.toMatchObject({ code: 'malformed_key' });
    }
    await expect(registry.authenticate(`Basic ${bot.key}`)).rejects.toMatchObject({ code: 'malformed_key' });
    await expect(registry.authenticate(undefined)).rejects.toMatchObject({ code: 'missing_key' });
    expect(lookups).toBe(0);
    await expect(registry.authenticate(`Bearer ${createKey()}`)).rejects.toMatchObject({ code: 'unknown_key' });
    expect(lookups).toBe(1);
    expect(await registry.authenticate(`bearer  ${bot.key}`)).toMatchObject({ botId: bot.id });
  });

  test('rotation: the new key works, the old one is dead at once; a repetition with its Idempotency-Key is answered', async () => {
    const bot = await league.enter();
    const path = `/api/agents/${bot.id}/key`;
    const options = { key: bot.key, headers: { 'idempotency-key': '7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60' } };
    const first = okJson<{ api_key: string }>(await post(league, path, {}, options));
    expectError(await get(league, `/api/agents/${bot.id}/state`, { key: bot.key }), 'unknown_key');
    const again = await post(league, path, {}, options);
    expect(okJson(again)).toEqual(first);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    okJson(await get(league, `/api/agents/${bot.id}/state`, { key: first.api_key }));
    expectError(await post(league, path, {}, { key: bot.key }), 'unknown_key');
    expectError(
      await post(
        league,
        path,
        {},
        { key: bot.key, headers: { 'idempotency-key': 'other 7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60' } },
      ),
      'unknown_key',
    );
  });
});
