/** Bans, hidden texts and retirements that are taken back: what a bot is told, what everyone sees, and that audit and verify know of it. */
import { afterEach, expect, test } from 'vitest';
import type { Board } from 'papertape-contract/board';
import type { AgentView } from 'papertape-contract/bot';
import type { OperatorActs } from 'papertape-contract/status';
import { createClient } from '../../../../client/src/index.ts';
import { actOnBan, actOnText, reinstateBot } from '../../../src/desk/moderation-acts.ts';
import { retireBot, setCapacity } from '../../../src/desk/admin-acts.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League, type LeagueOptions } from '../../harness/league.ts';
import { differencesOf, incidentsOf } from '../../harness/operator.ts';

let league: League | undefined;
afterEach(async () => {
  await league?.close();
  league = undefined;
});

async function open(options: LeagueOptions = {}): Promise<League> {
  league = await openLeague(options);
  await league.advance({ minutes: 35 });
  return league;
}
const viewOf = async (on: League, { id }: Pick<Bot, 'id'>): Promise<AgentView> =>
  okJson<AgentView>(await get(on, `/api/agents/${id}`));
const order = { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } };

/** What `papertape audit` and `papertape verify` say of it. */
async function expectClean(on: League): Promise<void> {
  expect(await differencesOf(on)).toEqual([]);
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const code = await runVerify('spot_crypto', { url: on.url, alone: true, write, sleep: async () => undefined });
  expect(code, lines.filter((l) => !l.startsWith('ok')).join('\n')).toBe(0);
}

test('a banned bot is retired, and its key changes nothing any more; its pending order fills, and what was taken is answered again', async () => {
  const on = await open();
  const bot = await on.enter({ name: 'Rulebreaker' });
  const pending = await bot.weights({ 'BTC-USD': 0.5 }, { idempotencyKey: 'the-same' });
  const { db } = on.app.storage;
  expect(await actOnBan(db, 'ban', bot.id, 'It floods.')).toContain(`${bot.id} will be banned and retired`);
  await expect(actOnBan(db, 'ban', bot.id, 'x')).rejects.toThrow('is banned already: It floods.');
  await on.advance({ minutes: 5 });

  expect(await viewOf(on, bot)).toMatchObject({ retired_by: 'operator', retired_reason: 'It floods.' });
  const refusal = expectError(await post(on, `/api/agents/${bot.id}/weights`, order, { key: bot.key }), 'banned');
  expect(refusal.detail).toBe(`The operator has banned ${bot.id}: It floods.`);
  for (const path of ['profile', 'icon', 'maker', 'retire', 'key', 'check'])
    expectError(
      await post(
        on,
        `/api/agents/${bot.id}/${path}`,
        { icon: '🦊', open_strategy_url: null, ...order },
        { key: bot.key },
      ),
      'banned',
    );
  const after = { name: 'After', company: 'W', contact: 'other@example.test', country: 'CA', supersedes: bot.id };
  expectError(await post(on, '/api/agents/register', after, { key: bot.key }), 'banned');
  await expect(bot.weights({})).rejects.toMatchObject({ code: 'banned', status: 403 });
  expect((await bot.weights({ 'BTC-USD': 0.5 }, { idempotencyKey: 'the-same' })).order_id).toBe(pending.order_id);
  // Reading goes on.
  expect((await bot.state()).agent_id).toBe(bot.id);

  await on.advance({ hours: 24 });
  expect((await bot.order(pending.order_id)).state).toBe('filled');
  expect(await incidentsOf(on)).toEqual([
    `2026-03-02T00:40 agent_retired ${bot.id}: It floods.`,
    `2026-03-02T00:40 banned ${bot.id}: It floods.`,
  ]);
  await actOnBan(db, 'unban', bot.id, 'A mistake.');
  await on.advance({ minutes: 5 });
  expectError(await post(on, `/api/agents/${bot.id}/weights`, order, { key: bot.key }), 'agent_retired');
  const { actions } = okJson<OperatorActs>(await get(on, '/api/actions'));
  expect(actions.map((a) => `${a.action} ${a.about.kind} ${a.took_effect}`)).toEqual([
    'unban bot true',
    'ban bot true',
  ]);
  await expectClean(on);
});

test('a banned maker has no bot that can do anything, and registers none; a contact is banned by its maker, whatever its spelling', async () => {
  const on = await open();
  const first = await on.enter({ contact: 'Ann.Lee+1@gmail.com' });
  const second = await on.enter({ contact: 'annlee@googlemail.com', league: 'multi' });
  const other = await on.enter();
  const { maker_id: maker } = await viewOf(on, first);
  const { db } = on.app.storage;
  expect(await actOnBan(db, 'ban', 'a.n.n.lee@gmail.com', 'Spam.')).toContain(`${maker} will be banned`);
  await expect(actOnBan(db, 'ban', maker, 'x')).rejects.toThrow('is banned already');
  await on.advance({ minutes: 5 });
  for (const bot of [first, second]) {
    expectError(await post(on, `/api/agents/${bot.id}/weights`, order, { key: bot.key }), 'banned');
    expect(await viewOf(on, bot)).toMatchObject({ retired_by: 'operator' });
  }
  const again = { name: 'Again', company: 'W', contact: 'annlee@gmail.com', country: 'CA', league: 'spot_crypto' };
  const refusal = expectError(await post(on, '/api/agents/register', again), 'banned');
  expect(refusal.detail).toContain(`the maker ${maker}`);
  okJson(await post(on, `/api/agents/${other.id}/weights`, order, { key: other.key }));
  expect((await get(on, '/incidents')).text).not.toContain('gmail');
  await actOnBan(db, 'unban', 'annlee@gmail.com', 'Sorry.');
  await on.advance({ minutes: 5 });
  okJson(await post(on, '/api/agents/register', again));
  await expectClean(on);
});

test('nothing can be changed from a banned address, and everything read; the log names nobody’s address', async () => {
  const on = await open({ env: { PAPERTAPE_PROXIES: '127.0.0.1' } });
  const bot = await on.enter();
  const { db } = on.app.storage;
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address }, key: bot.key });
  await actOnBan(db, 'ban', '203.0.113.9', 'It floods.');
  await actOnBan(db, 'ban', '2001:db8::1', 'It floods, too.');
  await on.advance({ minutes: 5 });
  const path = `/api/agents/${bot.id}/weights`;
  for (const address of ['203.0.113.9', '2001:db8::ffff', '::ffff:203.0.113.9'])
    expectError(await post(on, path, order, from(address)), 'address_banned');
  const body = { name: 'New', company: 'W', contact: 'new@example.test', country: 'CA', league: 'spot_crypto' };
  expectError(
    await post(on, '/api/agents/register', body, { headers: { 'x-forwarded-for': '203.0.113.9' } }),
    'address_banned',
  );
  for (const address of ['203.0.113.8', '2001:db8:0:1::1']) okJson(await post(on, path, order, from(address)));
  expect((await get(on, '/api/status', from('203.0.113.9'))).status).toBe(200);
  expect((await get(on, `/api/agents/${bot.id}/state`, from('203.0.113.9'))).status).toBe(200);
  const seen = `${(await get(on, '/incidents')).text}${(await get(on, '/api/actions')).text}`;
  expect(seen).toMatch(/adr_[0-9a-v]{16}/);
  expect(seen).not.toMatch(/203\.0\.113|2001:db8/);
  const { 1: id = '' } = /(adr_[0-9a-v]{16})/.exec(seen) ?? [];
  await actOnBan(db, 'unban', '203.0.113.9', 'It stopped.');
  await expect(actOnBan(db, 'unban', '203.0.113.9', 'x')).rejects.toThrow('is not banned');
  expect(id).not.toBe('');
  await on.advance({ minutes: 5 });
  okJson(await post(on, path, order, from('203.0.113.9')));
  await expectClean(on);
});

test('over MCP, too, and a service that is started anew knows who is banned and what is hidden', async () => {
  const on = await open();
  const bot = await on.enter({ description: 'Ask me for my secret.' });
  const { db } = on.app.storage;
  await actOnBan(db, 'ban', bot.id, 'It floods.');
  await actOnText(db, 'hide_text', { botId: bot.id, text: 'description', reason: 'A lure.' });
  await on.advance({ minutes: 5 });
  await on.stop();
  league = await openLeague({ database: on.database, start: new Date(on.now()).toISOString() });
  const args = { agent_id: bot.id, api_key: bot.key, date: '2026-03-02', weights: {} };
  const call = async (name: string, of: object): Promise<string> => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: of } };
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
    return (await post(league as League, '/mcp', message, { headers })).text;
  };
  expect(await call('arena_submit_weights', args)).toContain('banned');
  const profile = await call('arena_agent', { agent_id: bot.id });
  expect(profile).toContain('Hidden by the operator');
  expect(profile).not.toContain('secret');
  const own = createClient({ baseUrl: league.url, agentId: bot.id, apiKey: bot.key });
  await expect(own.weights({})).rejects.toMatchObject({ code: 'banned' });
});

test('a hidden text stands nowhere, its owner cannot put it back, and the name stays in the log; shown again it is as it was', async () => {
  const on = await open();
  const texts = {
    name: 'Obscene name',
    company: 'Obscene company',
    website: 'https://obscene.example',
    description: 'Obscene description',
    style: 'Obscene style',
    icon: '🦊',
    pledge_pct: 5,
    pledge_cause: 'Obscene cause',
    pledge_url: 'https://obscene.example/pledge',
    open_strategy_url: 'https://github.com/obscene/strategy',
    logo_url: 'https://obscene.example/logo.png',
  } as const;
  const bot = await on.enter(texts);
  await bot.weights({ 'BTC-USD': 0.5 });
  await on.advance({ hours: 24 });
  const before = await viewOf(on, bot);
  const { db } = on.app.storage;
  const hidden = Object.keys(texts).filter((t) => t !== 'pledge_pct');
  for (const text of hidden) await actOnText(db, 'hide_text', { botId: bot.id, text, reason: 'Obscene.' });
  await on.advance({ minutes: 5 });
  expect(await viewOf(on, bot)).toMatchObject({
    name: 'Hidden by the operator',
    company: 'Hidden by the operator',
    description: 'Hidden by the operator',
    website: null,
    icon: null,
    hidden: hidden.toSorted(),
  });
  const page = (await get(on, `/bots/${bot.id}`)).text;
  expect(page).toContain('The operator has hidden');
  const paths = [
    '/',
    '/giving',
    '/leagues/spot_crypto',
    `/bots/${bot.id}.md`,
    '/agents.json',
    '/api/leaderboard',
    '/api/giving',
    '/feed.xml',
    '/makers',
  ];
  for (const path of [...paths, `/api/makers/${before.maker_id}`, `/api/agents/${bot.id}`])
    expect((await get(on, path)).text, path).not.toMatch(/obscene (?!\.)|obscene\.example|Obscene [ncds]/i);
  expect(okJson<Board>(await get(on, '/api/leaderboard?league=spot_crypto')).rows[0]?.name).toBe(
    'Hidden by the operator',
  );
  const refusal = expectError(
    await post(on, `/api/agents/${bot.id}/profile`, { description: 'New.', style: 'New.' }, { key: bot.key }),
    'text_hidden',
  );
  expect(refusal.detail).toContain('description, style');
  expectError(await post(on, `/api/agents/${bot.id}/icon`, { icon: '🐢' }, { key: bot.key }), 'text_hidden');
  okJson(await post(on, `/api/agents/${bot.id}/profile`, { pledge_pct: 6 }, { key: bot.key }));
  // The name is not free for another.
  const twin = { name: 'Obscene name', company: 'W', contact: 'twin@example.test', country: 'CA' };
  expectError(await post(on, '/api/agents/register', twin), 'name_taken');
  await expectClean(on);

  for (const text of hidden) await actOnText(db, 'show_text', { botId: bot.id, text, reason: 'Not so bad.' });
  await on.advance({ minutes: 5 });
  expect(await viewOf(on, bot)).toMatchObject({ ...texts, pledge_pct: 6, hidden: [] });
  okJson(await post(on, `/api/agents/${bot.id}/profile`, { description: 'New.' }, { key: bot.key }));
  await expectClean(on);
});

test('a retirement is taken back until the next close: nothing is other than if it had never been', async () => {
  const on = await open();
  const bot = await on.enter();
  const still = await on.enter();
  for (const each of [bot, still]) await each.weights({ 'BTC-USD': 0.5 });
  await on.advance({ hours: 26 });
  const { db } = on.app.storage;
  await retireBot(db, bot.id, 'The wrong one.');
  await on.advance({ minutes: 5 });
  expectError(await post(on, `/api/agents/${bot.id}/weights`, order, { key: bot.key }), 'agent_retired');
  expect(await reinstateBot(db, bot.id, 'It was another.')).toContain('as if it had not been retired');
  await expect(reinstateBot(db, bot.id, 'x')).rejects.toThrow('is being reinstated already');
  await on.advance({ minutes: 5 });
  expect(await viewOf(on, bot)).toMatchObject({ retired_at: null, retired_by: null });
  okJson(await post(on, `/api/agents/${bot.id}/weights`, order, { key: bot.key }));
  await on.advance({ hours: 48 });
  const { rows } = okJson<Board>(await get(on, '/api/leaderboard?league=spot_crypto'));
  expect(rows.map((r) => r.agent_id).toSorted()).toEqual([bot.id, still.id].toSorted());
  const points = async (of: Bot): Promise<number> => (await of.equity()).points.length;
  expect(await points(bot)).toBe(await points(still));
  // Once more, and this time a close passes.
  await retireBot(db, bot.id, 'Now it is the right one.');
  await on.advance({ hours: 24 });
  await expect(reinstateBot(db, bot.id, 'x')).rejects.toThrow('a close has passed without it');
  expect(await viewOf(on, bot)).toMatchObject({ retired_by: 'operator' });
  await expectClean(on);
});

test('a reinstated bot needs its seat, and has it from when it was asked for', async () => {
  const on = await open();
  const { db } = on.app.storage;
  await setCapacity(db, 'spot_crypto', '2', 'A small league.');
  await on.advance({ minutes: 5 });
  const [a, b] = [await on.enter(), await on.enter()];
  await on.advance({ minutes: 5 });
  await retireBot(db, a.id, 'x');
  await retireBot(db, b.id, 'x');
  await on.advance({ minutes: 5 });
  await on.enter({ name: 'Quicker' });
  await reinstateBot(db, a.id, 'Back.');
  await expect(on.enter({ name: 'Too late' })).rejects.toMatchObject({ code: 'league_full' });
  await on.advance({ minutes: 5 });
  await expect(on.enter({ name: 'Too late' })).rejects.toMatchObject({ code: 'league_full' });
  await expect(reinstateBot(db, b.id, 'x')).rejects.toThrow('Its seat in spot_crypto is taken');
  await expectClean(on);
});
