/** What an owner changes of a bot, over HTTP: profile, icon, open strategy; and what the public sees of it, at once. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { iconPresets, presetIdPattern } from '../../../src/html/icons.ts';
import { limits } from 'papertape-contract/limits';
import type { Board } from 'papertape-contract/board';
import type { AgentView } from 'papertape-contract/bot';
import type { IconsView, ProfileAck } from 'papertape-contract/profile';
import type { Seat } from 'papertape-contract/registration';
import type { SeatsView } from 'papertape-contract/seats';
import { expectError, get, okJson, post, type Answer, type SendOptions } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague();
  bot = await league.enter({ name: 'Alpha' });
});
afterAll(() => league.close());

function change(what: string, body: unknown, of: Bot = bot, options: SendOptions = {}): Promise<Answer> {
  return post(league, `/api/agents/${of.id}/${what}`, body, { key: of.key, ...options });
}

async function changed(what: string, body: unknown, of: Bot = bot): Promise<ProfileAck> {
  return okJson<ProfileAck>(await change(what, body, of));
}

async function html(path: string): Promise<string> {
  const answer = await get(league, path);
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  return answer.text;
}

/** What everyone sees of the bot. */
async function seen(of: Bot = bot): Promise<AgentView> {
  return okJson<AgentView>(await get(league, `/api/agents/${of.id}`));
}

describe('profile', () => {
  test('each member is changed, read back, and cleared by null or ""; what is not named stays', async () => {
    const fields = {
      website: 'https://alpha.test',
      logo_url: 'https://alpha.test/logo.png',
      description: 'Two\nlines',
      style: 'momentum',
      pledge_pct: 12.5,
      pledge_cause: 'Trees',
      pledge_url: 'https://trees.test',
    };
    expect(await changed('profile', fields)).toEqual({ ok: true, agent_id: bot.id, changed: fields, warnings: [] });
    expect(await seen()).toMatchObject(fields);
    for (const [name, value] of Object.entries(fields)) {
      for (const empty of [null, '']) {
        expect((await changed('profile', { [name]: empty })).changed).toEqual({ [name]: null });
        expect(await seen()).toMatchObject({ ...fields, [name]: null });
        await changed('profile', { [name]: value });
      }
    }
  });

  test('logo and logo_url are one member', async () => {
    expect((await changed('profile', { logo: 'https://a.test/1.png' })).changed).toEqual({
      logo_url: 'https://a.test/1.png',
    });
    expect((await seen()).logo_url).toBe('https://a.test/1.png');
    await changed('profile', { logo: 'https://a.test/2.png', logo_url: 'https://a.test/2.png' });
    expectError(await change('profile', { logo: 'https://a.test/1.png', logo_url: null }), 'invalid_field');
    expect((await changed('profile', { logo: '' })).changed).toEqual({ logo_url: null });
  });

  test('no body and an empty one change nothing; unknown members are named, who the bot is cannot be changed', async () => {
    const before = await seen();
    expect(okJson<ProfileAck>(await change('profile', undefined)).changed).toEqual({});
    const ack = await changed('profile', { name: 'Beta', company: 'Other', country: 'DE', contact: 'x@y.test' });
    expect(ack.changed).toEqual({});
    expect(ack.warnings).toHaveLength(4);
    expect(await seen()).toEqual(before);
  });

  test('every text at its limit and one past it', async () => {
    for (const [name, max] of [
      ['description', limits.descriptionCharactersMax],
      ['style', limits.styleCharactersMax],
      ['pledge_cause', limits.pledgeCauseCharactersMax],
    ] as const) {
      await changed('profile', { [name]: '🤖'.repeat(max) });
      expect(expectError(await change('profile', { [name]: 'x'.repeat(max + 1) }), 'invalid_field').detail).toBe(
        `${name} must have at most ${max} characters.`,
      );
      for (const bad of ['  ', 5, ['x'], 'a\u202Eb', 'a\u2066b'])
        expectError(await change('profile', { [name]: bad }), 'invalid_field');
      expectError(await change('profile', { [name]: 'a\u0007b' }), 'invalid_text');
    }
    for (const url of ['javascript:alert(1)', 'x', 'https://u:p@a.test', 'https://a.test/\u202Egnp.exe'])
      expectError(await change('profile', { website: url }), 'invalid_field');
    for (const pct of [-0.01, 100.01, '5', true])
      expectError(await change('profile', { pledge_pct: pct }), 'invalid_field');
    await changed('profile', { pledge_pct: 0 });
    await changed('profile', { pledge_pct: 100 });
  });

  test('only with the key of the bot, and only as JSON', async () => {
    const other = await league.enter();
    const path = `/api/agents/${bot.id}/profile`;
    for (const what of ['profile', 'icon', 'maker', 'retire']) {
      const at = `/api/agents/${bot.id}/${what}`;
      expect(expectError(await post(league, at, {}), 'missing_key').detail).not.toBe('');
      expectError(await post(league, at, {}, { key: other.key }), 'wrong_bot');
      const form = { body: 'icon=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      expectError(await post(league, at, form.body, { key: bot.key, headers: form.headers }), 'unsupported_media_type');
    }
    expectError(await get(league, path), 'method_not_allowed');
  });

  test('what a bot wrote stands on pages as text', async () => {
    const evil = await league.enter({ name: '<img src=x>', company: '"><script>1</script>' });
    const text = '</dd><script>alert(1)</script>';
    await changed('profile', { description: text, style: text, pledge_cause: text, pledge_pct: 5 }, evil);
    const maker = (await seen(evil)).maker_id;
    const clean = async (path: string): Promise<void> =>
      expect(await html(path), path).not.toMatch(/<script>|<img src=x/);
    for (const path of ['/leagues/spot_crypto', '/seats', '/giving']) await clean(path);
    okJson(await change('retire', { reason: text }, evil));
    for (const path of [`/bots/${evil.id}`, `/makers/${maker}`]) await clean(path);
    expect(await html(`/bots/${evil.id}`)).toContain('&lt;script>alert(1)');
  });
});

describe('icon', () => {
  test('an emoji, a preset, and none; the board and the pages follow at once', async () => {
    const board = async () =>
      okJson<Board>(await get(league, '/api/leaderboard?league=spot_crypto')).rows.find((r) => r.agent_id === bot.id)
        ?.icon;
    await html('/leagues/spot_crypto');
    expect((await changed('icon', { icon: '🦊' })).changed).toEqual({ icon: '🦊' });
    expect([await board(), (await seen()).icon]).toEqual(['🦊', '🦊']);
    expect(await html('/leagues/spot_crypto')).toContain('🦊');
    await changed('icon', { icon: 'owl' });
    expect([await board(), (await seen()).icon]).toEqual(['owl', 'owl']);
    for (const path of ['/leagues/spot_crypto', `/bots/${bot.id}`]) {
      expect(await html(path), path).toMatch(/<img src="\/icons\/owl\.svg\?v=\w+" alt/);
    }
    expect((await changed('icon', { icon: '' })).changed).toEqual({ icon: null });
    expect([await board(), (await seen()).icon]).toEqual([null, null]);
    expect(await html('/leagues/spot_crypto')).not.toContain('owl.svg');
  });

  const fixtures = new URL('../../fixtures/emoji-cases.json', import.meta.url);
  test('every case of fixtures/emoji-cases.json', async () => {
    type Cases = Record<'accept' | 'canonicalise' | 'reject', string[]>;
    const cases = JSON.parse(readFileSync(fixtures, 'utf8')) as Cases;
    for (const icon of cases.accept) expect((await changed('icon', { icon })).changed).toEqual({ icon });
    for (const icon of cases.canonicalise) {
      const kept = (await changed('icon', { icon })).changed['icon'];
      expect(kept).not.toBe(icon);
      expect(String(kept).replaceAll('\uFE0F', '')).toBe(icon);
    }
    await changed('icon', { icon: '🤖' });
    for (const icon of cases.reject.filter((i) => i !== '')) {
      const answer = await change('icon', { icon });
      expect(answer.status, JSON.stringify(icon)).toBe(400);
      expectError(answer, 'invalid_icon');
    }
    expect((await seen()).icon).toBe('🤖');
  });

  test('400 for what is no icon, 401 without a key, a missing member named', async () => {
    for (const icon of ['Owl', 'owl '])
      expect(expectError(await change('icon', { icon }), 'invalid_icon').error).toMatchObject({
        fix: 'Send "icon": "owl".',
        corrected: { body: { icon: 'owl' } },
      });
    for (const icon of ['rocket', ':rocket:', 'Rocket', '🚀🚀', 'a rocket'])
      expect(expectError(await change('icon', { icon }), 'invalid_icon').error).toMatchObject({
        fix: 'Send "icon": "🚀".',
        corrected: { body: { icon: '🚀' } },
      });
    expect(expectError(await change('icon', { icon: ['🤖'] }), 'invalid_icon').error.fix).toBe('Send "icon": "🤖".');
    for (const icon of ['__proto__', 'constructor', 'quokka', 'x'.repeat(60_000), null, 7, [], {}])
      expect(expectError(await change('icon', { icon }), 'invalid_icon').error.fix).toContain('/api/icons');
    expectError(await change('icon', {}), 'missing_field');
    expect((await post(league, `/api/agents/${bot.id}/icon`, { icon: '🤖' })).status).toBe(401);
  });

  test('GET /api/icons lists every preset; each is drawn, cached for long, and runs nothing', async () => {
    const { presets, count, rule } = okJson<IconsView>(await get(league, '/api/icons'));
    expect(rule).toContain('exactly one emoji or a preset id');
    expect(presets.map((p) => p.id)).toEqual([...iconPresets.keys()]);
    expect(count).toBe(presets.length);
    expect(count).toBeGreaterThanOrEqual(24);
    for (const { id, svg_url, name } of presets) {
      expect(id).toMatch(presetIdPattern);
      expect(name).not.toBe('');
      const answer = await get(league, svg_url.slice(league.url.length));
      expect(answer.headers.get('content-type')).toBe('image/svg+xml');
      expect(answer.headers.get('cache-control')).toContain('max-age=31536000');
      expect(answer.text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 32 32">.*<\/svg>\n$/s);
      expect(answer.text).not.toMatch(/script|href|style|undefined|NaN/);
    }
    expectError(await get(league, '/icons/unicorn.svg'), 'not_found');
  });

  test('registration takes presets, too', async () => {
    const seat = okJson<Seat>(
      await post(league, '/api/agents/register', {
        name: 'Preset',
        company: 'W',
        contact: 'preset@example.test',
        country: 'CA',
        icon: 'bee',
      }),
    );
    expect(okJson<AgentView>(await get(league, `/api/agents/${seat.agent_id}`)).icon).toBe('bee');
  });
});

test('the open strategy: a repository over https on a code host; null and "" clear; the tag follows at once', async () => {
  const url = 'https://codeberg.org/alpha/bot';
  expect((await changed('maker', { open_strategy_url: url })).changed).toEqual({ open_strategy_url: url });
  expect(await html('/leagues/spot_crypto')).toContain(`<a href="${url}"`);
  for (const bad of ['http://github.com/a/b', 'https://github.com/a', 'https://evil.test/a/b', 5])
    expectError(await change('maker', { open_strategy_url: bad }), 'invalid_field');
  expectError(await change('maker', {}), 'missing_field');
  for (const empty of ['', null]) {
    await changed('maker', { open_strategy_url: url });
    expect((await changed('maker', { open_strategy_url: empty })).changed).toEqual({ open_strategy_url: null });
    expect((await seen()).open_strategy_url).toBeNull();
  }
  expect(await html('/leagues/spot_crypto')).not.toContain(url);
});

describe('seats and giving', () => {
  test('giving lists only who pledges more than nothing, labelled; both follow a change at once', async () => {
    const own = await openLeague();
    try {
      const giver = await own.enter({
        company: 'Givers',
        pledge_pct: 10,
        pledge_cause: 'Trees',
        website: 'https://g.test',
      });
      const plain = await own.enter({ company: 'Givers' });
      const zero = await own.enter({ company: 'Zero', pledge_pct: 0 });
      const giving = async (): Promise<SeatsView> => okJson(await get(own, '/api/giving'));
      const seats = async (): Promise<SeatsView> => okJson(await get(own, '/api/seats'));
      const view = await giving();
      expect(view.note).toContain('unverified');
      expect(view.totals).toMatchObject({ bots: 1, companies: 1, taken: 3 });
      expect(view.companies).toEqual([
        {
          company: 'Givers',
          country: 'CA',
          website: 'https://g.test',
          logo_url: null,
          bots: [
            {
              agent_id: giver.id,
              name: 'Bot number 1',
              league: 'spot_crypto',
              pledge: { pct: 10, cause: 'Trees', url: null, label: 'self-reported, unverified' },
            },
          ],
        },
      ]);
      const all = await seats();
      expect(Object.keys(all)).toEqual(Object.keys(view));
      expect(all.companies.flatMap((c) => c.bots.map((b) => b.agent_id))).toEqual([giver.id, plain.id, zero.id]);
      expect(JSON.stringify(all)).not.toContain('pledge');
      const page = await get(own, '/giving');
      expect(page.text).toContain('self-reported, unverified');
      expect(page.text).not.toContain(plain.id);
      await post(own, `/api/agents/${giver.id}/profile`, { pledge_pct: null }, { key: giver.key });
      expect((await giving()).companies).toEqual([]);
      expect((await get(own, '/giving')).text).toContain('No bot pledges anything yet.');
      expect((await get(own, '/seats')).text).toContain(plain.id);
    } finally {
      await own.close();
    }
  });

  test('companies of one name in two countries are two', async () => {
    const own = await openLeague();
    try {
      for (const country of ['CA', 'DE', 'CA']) await own.enter({ company: 'Same', country });
      const { companies, totals } = okJson<SeatsView>(await get(own, '/api/seats'));
      expect(companies.map((c) => [c.country, c.bots.length])).toEqual([
        ['CA', 2],
        ['DE', 1],
      ]);
      expect(totals).toMatchObject({ companies: 2, bots: 3 });
    } finally {
      await own.close();
    }
  });
});

test('the client: profile, icon, open strategy, maker, retirement and a successor', async () => {
  const own = await league.enter({ name: 'Typed' });
  expect((await own.setProfile({ style: 'calm', pledge_pct: 5 })).changed).toEqual({ style: 'calm', pledge_pct: 5 });
  expect((await own.setIcon('🦊')).changed).toEqual({ icon: '🦊' });
  expect((await own.setOpenStrategy('https://github.com/a/b')).changed).toMatchObject({
    open_strategy_url: 'https://github.com/a/b',
  });
  expect((await own.giving()).companies.flatMap((c) => c.bots.map((b) => b.agent_id))).toContain(own.id);
  expect((await own.icons()).presets.length).toBe(iconPresets.size);
  const request = { name: 'Typed v2', company: 'W', contact: 'typed@example.test', country: 'CA', supersedes: own.id };
  const seat = await league.client.register(request, { apiKey: own.key });
  const view = await own.agent();
  expect(view.superseded_by?.agent_id).toBe(seat.agent_id);
  expect((await own.maker(view.maker_id)).bots[0]?.agent_id).toBe(own.id);
  expect((await own.retire('done')).retired_at).toBe(view.retired_at);
});
