/** Who gets a seat: names that nobody else may look like, ten bots per maker and league, a hundred per tier, and races for the last one. */
import { afterEach, expect, test } from 'vitest';
import { leagues } from '../../../src/league/catalogue.ts';
import { limits } from 'papertape-contract/limits';
import type { Seat } from 'papertape-contract/registration';
import type { SeatsView } from 'papertape-contract/seats';
import { setCapacity } from '../../../src/desk/admin-acts.ts';
import { expectError, get, okJson, post, type Answer } from '../../harness/http.ts';
import { openLeague, type League, type LeagueOptions } from '../../harness/league.ts';

let league: League;
afterEach(() => league.close());

let made = 0;
async function register(fields: Record<string, unknown> = {}): Promise<Answer> {
  made++;
  return await post(league, '/api/agents/register', {
    name: `Seat ${made}`,
    company: 'Works',
    contact: `m${made}@example.test`,
    country: 'CA',
    ...fields,
  });
}

async function open(options: LeagueOptions = {}): Promise<void> {
  league = await openLeague(options);
}

test('a name that looks like a taken one is taken, in whatever league; one that does not is free', async () => {
  await open();
  okJson(await register({ name: 'Alpha Bot' }));
  for (const twin of [
    'Alpha Bot',
    'ALPHA BOT',
    'alphabot',
    'Alpha\u00A0Bot',
    'Alpha-Bot',
    'Alpha_Bot',
    'A.l.p.h.a B.o.t',
    'Αlpha Вot',
    'Ａｌｐｈａ Ｂｏｔ',
    '𝐀𝐥𝐩𝐡𝐚 𝓑𝓸𝓽',
    'Álphá Böt',
    'A\u0301lpha Bot',
    'Alpha\u200B Bot',
    'A1pha B0t',
    'AIpha Bot',
    'ᴀʟᴘʜᴀ ʙᴏᴛ',
    '🅰lpha Bot',
  ]) {
    const answer = await register({ name: twin, league: 'crypto_l1' });
    expect(answer.status, twin).toBe(409);
    expectError(answer, 'name_taken');
  }
  for (const free of ['Alpha Bots', 'Alpha', 'Beta Bot', 'Альфа', '阿尔法', '🤖🤖'])
    okJson(await register({ name: free }));
});

test('names that pose as the service or as a house bot are reserved', async () => {
  await open();
  for (const name of [
    'House',
    'house · momentum',
    'HOUSE bot',
    'Ηouse Alpha',
    'H0use',
    'ʜᴏᴜsᴇ one',
    'Papertape',
    'paper tape',
    'The Paper-Tape Team',
    'Рарertаpe',
    'Papertape · Official',
    '\u200B\u200D',
    '...',
  ]) {
    const answer = await register({ name });
    expect(answer.status, name).toBe(400);
    expectError(answer, 'name_reserved');
  }
  for (const name of ['Warehouse', 'Lighthouse Keeper', 'Tape Reader', 'Paper Tiger']) okJson(await register({ name }));
});

test('ten bots per contact and league, whatever the case of the address; another league is open', async () => {
  await open();
  const { botsPerMakerAndLeagueMax: max } = limits;
  for (let i = 0; i < max; i++) {
    okJson(await register({ contact: i % 2 ? 'Maker@Example.test' : 'maker@example.test', league: 'multi' }));
  }
  for (const contact of ['maker@example.test', 'MAKER@EXAMPLE.TEST']) {
    expect(expectError(await register({ contact, league: 'multi' }), 'maker_limit').detail).toContain(
      `${max} bots in multi`,
    );
  }
  okJson(await register({ contact: 'maker@example.test', league: 'crypto_l1' }));
  okJson(await register({ contact: 'other@example.test', league: 'multi' }));
});

test('a tier has a hundred seats, unless the setting says otherwise', async () => {
  await open();
  const { totals, leagues: seats } = okJson<SeatsView>(await get(league, '/api/seats'));
  expect(totals).toEqual({ capacity: 3_400, taken: 0, kept: 0, free: 3_400, bots: 0, companies: 0 });
  expect(seats.map((s) => s.league)).toEqual(leagues.map((l) => l.id));
  for (const { tiers } of seats)
    expect(tiers).toEqual([{ tier: 'Qualifying', capacity: 100, taken: 0, kept: 0, free: 100 }]);
});

test('a full league says where seats are free, of its own kind', async () => {
  await open({ overrides: { botsPerTier: 2 } });
  for (const id of ['spot_crypto', 'spot_crypto', 'altcoin_hunters', 'altcoin_hunters', 'deal_finder', 'deal_finder']) {
    okJson(await register({ league: id }));
  }
  const trading = expectError(await register({ league: 'spot_crypto' }), 'league_full');
  expect(trading.detail).toBe('All 2 seats of Qualifying in spot_crypto are taken.');
  expect(trading.error.fix).toContain('defi_income');
  expect(trading.error.fix).not.toContain('altcoin_hunters');
  expect(trading.error.fix).not.toContain('web_q_a');
  expect(expectError(await register({ league: 'deal_finder' }), 'league_full').error.fix).toContain('web_q_a');
  const seats = okJson<SeatsView>(await get(league, '/api/seats'));
  expect(seats.leagues.find((l) => l.league === 'spot_crypto')?.tiers).toEqual([
    { tier: 'Qualifying', capacity: 2, taken: 2, kept: 0, free: 0 },
  ]);
  expect(seats.totals).toMatchObject({ taken: 6, bots: 6, companies: 1 });
});

test('whoever leaves after a close that is not done yet may still move at it: the seat is free once it is done', async () => {
  await open({ overrides: { botsPerTier: 2 } });
  const first = await league.enter();
  await league.enter();
  await league.advanceTo('2026-03-02T23:55:00Z');
  league.clock.set(Date.parse('2026-03-02T23:59:59.999Z'));
  await first.retire('enough');
  const second = await league.enter();
  // The close is due now, and the engine has not come to it.
  league.clock.set(Date.parse('2026-03-03T00:00:00Z'));
  const heir = { league: 'spot_crypto', supersedes: second.id };
  const succeed = async (): Promise<Answer> => {
    made++;
    const body = { name: `Heir ${made}`, company: 'W', contact: 'h@example.test', country: 'CA', ...heir };
    return await post(league, '/api/agents/register', body, { key: second.key });
  };
  expectError(await succeed(), 'league_full');
  const third = await league.enter({ league: 'multi' });
  await third.retire('enough');
  await second.retire('enough');
  expectError(await register({ league: 'spot_crypto' }), 'league_full');
  await league.app.runEngine();
  okJson(await register({ league: 'spot_crypto' }));
});

test('seats that a due action takes away are nobody’s, though its mark is not done yet', async () => {
  await open({ overrides: { botsPerTier: 3 } });
  await league.enter();
  await league.advance({ minutes: 1 });
  await setCapacity(league.app.storage.db, 'spot_crypto', '2', 'Fewer.');
  league.clock.set(Date.parse('2026-03-02T00:04:59.999Z'));
  await league.enter();
  league.clock.set(Date.parse('2026-03-02T00:05:00Z'));
  expectError(await register({ league: 'spot_crypto' }), 'league_full');
  await league.app.runEngine();
  const { leagues: seats } = okJson<SeatsView>(await get(league, '/api/seats'));
  expect(seats.find((s) => s.league === 'spot_crypto')?.tiers).toEqual([
    { tier: 'Qualifying', capacity: 2, taken: 2, kept: 0, free: 0 },
  ]);
});

test('of twenty registrations at once for the last seat one wins, and of twenty for one name', async () => {
  await open({ overrides: { botsPerTier: 3 } });
  okJson(await register({ league: 'multi' }));
  okJson(await register({ league: 'multi' }));
  const race = await Promise.all(Array.from({ length: 20 }, () => register({ league: 'multi' })));
  expect(race.filter((a) => a.status === 200)).toHaveLength(1);
  for (const lost of race.filter((a) => a.status !== 200)) expectError(lost, 'league_full');

  const named = await Promise.all(
    leagues.slice(0, 20).map((l, i) => register({ name: i % 2 ? 'Twin 0' : 'TWIN O', league: l.id })),
  );
  expect(named.filter((a) => a.status === 200)).toHaveLength(1);
  for (const lost of named.filter((a) => a.status !== 200)) expectError(lost, 'name_taken');
});

test('companies stand under the seats with their bots, as they named themselves', async () => {
  await open();
  const one = okJson<Seat>(await register({ company: 'Acme <b>', website: 'https://acme.test', league: 'multi' }));
  const two = okJson<Seat>(await register({ company: 'Acme <b>', league: 'crypto_l1' }));
  const view = okJson<SeatsView>(await get(league, '/api/seats'));
  expect(view.companies).toEqual([
    {
      company: 'Acme <b>',
      country: 'CA',
      website: 'https://acme.test',
      logo_url: null,
      bots: [
        { agent_id: one.agent_id, name: one.name, league: 'multi' },
        { agent_id: two.agent_id, name: two.name, league: 'crypto_l1' },
      ],
    },
  ]);
});
