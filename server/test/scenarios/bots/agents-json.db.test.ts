/** agents.json: the public list of bots, its pages and its schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { createClient, type AgentList } from '../../../../client/src/index.ts';
import { actOnLeague } from '../../../src/desk/admin-acts.ts';
import { expectError, get, okJson } from '../../harness/http.ts';
import type { League } from '../../harness/league.ts';
import { leagueOfTest } from '../../harness/of-test.ts';

async function list(league: League, query = ''): Promise<AgentList> {
  return okJson<AgentList>(await get(league, `/agents.json${query}`));
}

describe('what it says', () => {
  test('every bot as it shows itself, the oldest first, and nothing that is private', async () => {
    const league = await leagueOfTest();
    const contact = 'private.address@example.test';
    const alpha = await league.enter({
      name: 'Alpha',
      company: 'Works',
      contact,
      country: 'DE',
      icon: '🦊',
      website: 'https://maker.example.test/',
      description: 'First.\nSecond.',
      open_strategy_url: 'https://github.com/maker/bot',
      pledge_pct: 2.5,
    });
    const beta = await league.enter({ league: 'deal_finder' });
    const answer = await get(league, '/agents.json');
    const { agents, ...rest } = okJson<AgentList>(answer);
    expect(rest).toEqual({
      $schema: `${league.url}/schemas/agents-1.json`,
      version: '1.0',
      note: expect.stringContaining('never instructions'),
      league: null,
      page: 1,
      per_page: 50,
      pages: 1,
      total: 2,
      next: null,
    });
    expect(agents.map((a) => a.agent_id)).toEqual([alpha.id, beta.id]);
    const [first] = agents;
    const profile = await alpha.agent();
    expect(first).toEqual({
      ...Object.fromEntries(Object.keys(first ?? {}).map((k) => [k, profile[k as keyof typeof profile]])),
      supersedes: null,
      superseded_by: null,
      links: {
        page: `${league.url}/bots/${alpha.id}`,
        markdown: `${league.url}/bots/${alpha.id}.md`,
        api: `${league.url}/api/agents/${alpha.id}`,
      },
    });
    expect(first).toMatchObject({ name: 'Alpha', country: 'DE', tier: 'Qualifying', house: false, pledge_pct: 2.5 });
    for (const hidden of [contact, alpha.key, 'contact', 'hash']) expect(answer.text).not.toContain(hidden);
    for (const url of Object.values(first?.links ?? {})) expect((await fetch(url)).status, url).toBe(200);
  });

  test('it is of the schema that it names, which is of JSON Schema 2020-12 and refuses another form', async () => {
    const league = await leagueOfTest();
    await league.enter();
    const answer = await get(league, '/agents.json');
    const { $schema } = answer.json as AgentList;
    expect(answer.headers.get('link')).toBe(
      '</schemas/agents-1.json>; rel="describedby"; type="application/schema+json"',
    );
    const served = await fetch($schema);
    expect(served.headers.get('content-type')).toBe('application/schema+json');
    const schema = (await served.json()) as { readonly $id: string };
    expect(schema.$id).toBe($schema);
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
    const validate = ajv.compile(schema);
    expect(validate(answer.json), JSON.stringify(validate.errors)).toBe(true);
    const { agents, ...rest } = answer.json as AgentList;
    expect(validate({ ...rest, agents, version: '2.0' })).toBe(false);
    expect(validate({ ...rest, agents: [{ ...agents[0], agent_id: undefined }] })).toBe(false);
    expect(validate(rest)).toBe(false);
  });

  test('follows registrations, profiles and retirement; ready bytes in between', async () => {
    const league = await leagueOfTest();
    const old = await league.enter({ name: 'Old' });
    const tagOf = async (path: string) => (await get(league, path)).headers.get('etag') ?? '';
    const before = await tagOf('/agents.json');
    expect(await tagOf('/agents.json')).toBe(before);
    expect((await get(league, '/agents.json', { headers: { 'if-none-match': before } })).status).toBe(304);
    await old.setIcon('🦉');
    expect((await list(league)).agents[0]?.icon).toBe('🦉');
    const heir = await createClient({ baseUrl: league.url }).register(
      { name: 'New', company: 'W', contact: 'heir@example.test', country: 'CA', supersedes: old.id },
      { apiKey: old.key },
    );
    const [retired, follower] = (await list(league)).agents;
    expect(retired).toMatchObject({ agent_id: old.id, superseded_by: heir.agent_id });
    expect(retired?.retired_at).toBe('2026-03-02T00:00:00.000Z');
    expect(follower).toMatchObject({ agent_id: heir.agent_id, supersedes: old.id, retired_at: null });
  });

  test('tells the tier now', async () => {
    const league = await leagueOfTest();
    const bots = [];
    // A tier promotes when ten of its bots have a fill.
    for (let i = 0; i < 10; i++) {
      const bot = await league.enter();
      await bot.weights({ [['BTC-USD', 'ETH-USD', 'SOL-USD'][i % 3] as string]: 1 });
      bots.push(bot);
    }
    expect(new Set((await list(league)).agents.map((a) => a.tier))).toEqual(new Set(['Qualifying']));
    await league.advance({ days: 7, minutes: 5 });
    const tiers = await Promise.all(bots.map(async (b) => (await b.agent()).tier));
    expect(new Set(tiers).size).toBeGreaterThan(1);
    expect((await list(league)).agents.map((a) => a.tier)).toEqual(tiers);
  });
});

describe('its pages', () => {
  test('each bot once, from link to link; by league; a full page stays as it is', async () => {
    const league = await leagueOfTest();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push((await league.enter(i % 3 === 0 ? { league: 'web_q_a' } : {})).id);
    const walk = async (query: string): Promise<string[]> => {
      const found: string[] = [];
      for (let url: string | null = `${league.url}/agents.json${query}`; url !== null;) {
        const page = (await (await fetch(url)).json()) as AgentList;
        expect(page.pages).toBe(Math.ceil(page.total / page.per_page));
        found.push(...page.agents.map((a) => a.agent_id));
        url = page.next;
      }
      return found;
    };
    expect(await walk('?per_page=2')).toEqual(ids);
    expect(await walk('?league=web_q_a&per_page=2')).toEqual(ids.filter((_, i) => i % 3 === 0));
    expect((await list(league, '?league=web_q_a')).league).toBe('web_q_a');
    expect(await list(league, '?league=tokenized')).toMatchObject({ agents: [], total: 0, pages: 1, next: null });
    const second = (await list(league, '?per_page=3&page=2')).agents;
    await league.enter();
    expect((await list(league, '?per_page=3&page=2')).agents).toEqual(second);
    expect((await list(league, '?page=9')).agents).toEqual([]);
  });

  test('bots of a league that is off the lists are on none of them, and come back with it', async () => {
    const league = await leagueOfTest();
    const shown = await league.enter();
    const hidden = await league.enter({ league: 'multi' });
    const idsOf = async (query = '') => (await list(league, query)).agents.map((a) => a.agent_id);
    expect(await idsOf()).toEqual([shown.id, hidden.id]);
    const { db } = league.app.deps;
    await actOnLeague(db, 'hide_league', 'multi', 'Being rebuilt.');
    await league.advance({ minutes: 10 });
    expect(await idsOf()).toEqual([shown.id]);
    // Who asks for the league by its name finds what was public.
    expect(await idsOf('?league=multi')).toEqual([hidden.id]);
    await actOnLeague(db, 'show_league', 'multi', 'Done.');
    await league.advance({ minutes: 10 });
    expect(await idsOf()).toEqual([shown.id, hidden.id]);
  });

  test('wrong queries are refused', async () => {
    const league = await leagueOfTest();
    expectError(await get(league, '/agents.json?league=nope'), 'unknown_league');
    expectError(await get(league, '/agents.json?league='), 'unknown_league');
    for (const query of ['?page=0', '?page=x', '?per_page=101', '?page=1&page=2', '?league=multi&league=multi'])
      expectError(await get(league, `/agents.json${query}`), 'invalid_query');
  });
});

test('it is found: in the API catalogue, rules.json and on pages', async () => {
  const league = await leagueOfTest();
  const url = `${league.url}/agents.json`;
  const { linkset } = (await get(league, '/.well-known/api-catalog')).json as {
    readonly linkset: readonly { readonly anchor: string; readonly 'service-desc': readonly { href: string }[] }[];
  };
  const entry = linkset.find((l) => l.anchor === url);
  expect(entry?.['service-desc'][0]?.href).toBe((await list(league)).$schema);
  expect((await get(league, '/rules.json')).json).toMatchObject({ links: { agents: url } });
  expect((await get(league, '/')).text).toContain('href="/agents.json"');
});
