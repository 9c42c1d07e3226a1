/** The operator retires a bot: what its own retirement does, at the mark of the entry in the log, whatever happens meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { retireBot } from '../../../src/desk/admin-acts.ts';
import type { Board } from 'papertape-contract/board';
import type { AgentView } from 'papertape-contract/bot';
import type { Intake } from '../../../src/storage/intake.ts';
import { endAll, launch, startService, until } from '../../acceptance/service-process.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League, type LeagueOptions } from '../../harness/league.ts';
import { differencesOf, incidentsOf, operate } from '../../harness/operator.ts';

let league: League | undefined;
afterEach(async () => {
  await endAll();
  await league?.close();
  league = undefined;
});

async function open(options: LeagueOptions = {}): Promise<League> {
  league = await openLeague(options);
  await league.advance({ minutes: 35 });
  return league;
}
const viewOf = async (on: League, bot: Bot): Promise<AgentView> =>
  okJson<AgentView>(await get(on, `/api/agents/${bot.id}`));
const closesOf = async (on: League, bot: Bot): Promise<number> =>
  (await on.app.storage.db.selectFrom('ledger.closes').select('close').where('agent_id', '=', bot.id).execute()).length;
const order = { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } };

test('no seat, no orders, no rank from then on; its pending order fills, its record stands, and who did it is said', async () => {
  const on = await open({ overrides: { botsPerTier: 2 } });
  const bot = await on.enter({ name: 'Rulebreaker' });
  const other = await on.enter({ name: 'Other' });
  const pending = await bot.weights({ 'BTC-USD': 0.5 });
  expect(await operate(on, 'retire', bot.id, '--reason', 'It abused the service.')).toContain(
    `Rulebreaker (${bot.id}) of spot_crypto will be retired for good`,
  );
  await expect(retireBot(on.app.storage.db, bot.id, 'x')).rejects.toThrow('is being retired already');
  await on.advance({ minutes: 5 });

  expect(await viewOf(on, bot)).toMatchObject({
    retired_at: '2026-03-02T00:40:00.000Z',
    retired_reason: 'It abused the service.',
    retired_by: 'operator',
  });
  const page = (await get(on, `/bots/${bot.id}`)).text;
  expect(page).toContain('by the operator');
  expect(page).toContain('It abused the service.');
  expectError(await post(on, `/api/agents/${bot.id}/weights`, order, { key: bot.key }), 'agent_retired');
  await on.enter({ name: 'Successor of the seat' });
  // Its own retirement comes too late to change anything.
  const again = await post(on, `/api/agents/${bot.id}/retire`, { reason: 'My own idea.' }, { key: bot.key });
  expect(okJson(again)).toMatchObject({ reason: 'It abused the service.', retired_at: '2026-03-02T00:40:00.000Z' });

  await on.advance({ hours: 48 });
  expect((await bot.order(pending.order_id)).state).toBe('filled');
  const { rows } = okJson<Board>(await get(on, '/api/leaderboard?league=spot_crypto'));
  expect(rows.map((r) => r.name).toSorted()).toEqual(['Other', 'Successor of the seat']);
  expect(await viewOf(on, bot)).toMatchObject({ rank: null });
  expect((await bot.trades()).trades).toHaveLength(1);
  expect(await incidentsOf(on)).toEqual([`2026-03-02T00:40 agent_retired ${bot.id}: It abused the service.`]);
  expect((await get(on, '/incidents')).text).toContain(`href="/bots/${bot.id}"`);
  expect(await differencesOf(on)).toEqual([]);

  const { db } = on.app.storage;
  await expect(retireBot(db, bot.id, 'x')).rejects.toThrow(
    'is retired already, by the operator, since 2026-03-02T00:40',
  );
  await expect(retireBot(db, 'agt_0000000000000000', 'x')).rejects.toThrow('There is no bot "agt_0000000000000000"');
  await expect(retireBot(db, 'nobody', 'x')).rejects.toThrow('There is no bot "nobody"');
  okJson(await post(on, `/api/agents/${other.id}/retire`, {}, { key: other.key }));
  expect(await viewOf(on, other)).toMatchObject({ retired_by: 'owner' });
  await expect(retireBot(db, other.id, 'x')).rejects.toThrow('is retired already, by its owner');
});

test('closes that are caught up in one go do not rank it, although its row is written after them', async () => {
  const on = await open();
  const bot = await on.enter({ league: 'altcoin_hunters' });
  const stays = await on.enter();
  await on.advance({ hours: 24 });
  await retireBot(on.app.storage.db, bot.id, 'It left.');
  await on.advance({ hours: 72 });
  expect([await closesOf(on, bot), await closesOf(on, stays)]).toEqual([1, 4]);
  expect(await viewOf(on, bot)).toMatchObject({ retired_at: '2026-03-03T00:40:00.000Z' });
  expect(await differencesOf(on)).toEqual([]);
  await sql`update intake.bots set retired_at = retired_at - 300000 where retired_by = 'operator'`.execute(
    on.app.storage.db,
  );
  expect((await differencesOf(on)).map((d) => `${d.table} ${d.key} ${d.field}`)).toContain(
    `intake.bots ${bot.id} retired_at`,
  );
});

test('a row that could not be written follows after the next mark, with the instant of the first', async () => {
  let broken = false;
  const intake = (real: Intake): Intake => ({
    ...real,
    write: (w) => (broken ? Promise.reject(new Error('disk full')) : real.write(w)),
  });
  const on = await open({ overrides: { intake } });
  const bot = await on.enter();
  const owned = await on.enter();
  await retireBot(on.app.storage.db, bot.id, 'It left.');
  await retireBot(on.app.storage.db, owned.id, 'It left, too.');
  broken = true;
  await on.advance({ hours: 24 });
  expect((await viewOf(on, bot)).retired_at).toBeNull();
  expect([await closesOf(on, bot), await closesOf(on, owned)]).toEqual([0, 0]);
  expect(await differencesOf(on)).toEqual([]);
  broken = false;
  // The owner of one of them is quicker: then the row says so, and the closes stay as they were.
  okJson(await post(on, `/api/agents/${owned.id}/retire`, {}, { key: owned.key }));
  await on.advance({ minutes: 5 });
  expect(await viewOf(on, bot)).toMatchObject({ retired_at: '2026-03-02T00:40:00.000Z', retired_by: 'operator' });
  expect(await viewOf(on, owned)).toMatchObject({ retired_at: '2026-03-03T00:35:00.000Z', retired_by: 'owner' });
  await on.advance({ hours: 24 });
  expect([await closesOf(on, bot), await closesOf(on, owned)]).toEqual([0, 0]);
  expect(await differencesOf(on)).toEqual([]);
});

test('a bot that its owner retired before the mark is not retired twice', async () => {
  const on = await open();
  const bot = await on.enter();
  await retireBot(on.app.storage.db, bot.id, 'It left.');
  okJson(await post(on, `/api/agents/${bot.id}/retire`, { reason: 'Mine.' }, { key: bot.key }));
  await on.advance({ minutes: 5 });
  expect(await incidentsOf(on)).toEqual([]);
  expect(await viewOf(on, bot)).toMatchObject({ retired_by: 'owner', retired_reason: 'Mine.' });
  expect(await differencesOf(on)).toEqual([]);
});

test('a bot that registered while the engine was behind is retired at the first mark that knows it', async () => {
  const on = await open();
  on.clock.set(on.now() + 17 * 60_000); // marks of 00:40, 00:45 and 00:50 are still to be done
  const bot = await on.enter();
  await retireBot(on.app.storage.db, bot.id, 'It left.');
  await on.advance({ minutes: 5 });
  expect(await viewOf(on, bot)).toMatchObject({ retired_at: '2026-03-02T00:55:00.000Z', retired_by: 'operator' });
  expect(await differencesOf(on)).toEqual([]);
});

test('in the real process, with the engine in its thread, and over a restart', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'papertape-test-'));
  const env = { DATA_DIR: dir, PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z', PAPERTAPE_CLOCK_SPEED: '600' };
  try {
    let service = await startService(env);
    const enter = async (n: number): Promise<string> => {
      const fields = {
        name: `Real ${n}`,
        company: 'Works',
        contact: `r${n}@x.test`,
        country: 'CA',
        league: 'spot_crypto',
      };
      return (await createClient({ baseUrl: service.url }).register(fields)).agent_id;
    };
    const ids = [await enter(1), await enter(2)] as const;
    const retire = async (id: string): Promise<void> => {
      const { code, stderr } = await launch(['admin', 'retire', id, '--reason', 'It left.'], env).exited;
      expect(code, stderr).toBe(0);
    };
    const retired = (id: string) =>
      until('the bot is retired', async () => {
        const view = await createClient({ baseUrl: service.url }).agent(id);
        return view.retired_at === null ? undefined : view;
      });
    await retire(ids[0]);
    expect(await retired(ids[0])).toMatchObject({ retired_by: 'operator', retired_reason: 'It left.' });
    await service.stop();
    await retire(ids[1]);
    service = await startService(env);
    expect(await retired(ids[1])).toMatchObject({ retired_by: 'operator' });
    await service.stop();
    const { code, stdout } = await launch(['audit'], env).exited;
    expect(`${code} ${stdout}`).toMatch(/^0 .*audit: clean/s);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
