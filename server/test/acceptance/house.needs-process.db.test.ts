/** House bots of the real service: it enters them, they trade on its own clock, and go on after it was killed; or it has none. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createClient, type Client } from '../../../client/src/index.ts';
import { createTestDatabase } from '../harness/database.ts';
import { endAll, startService, until, type Service } from './service-process.ts';

afterEach(endAll);

interface Kept {
  leagues: Record<
    string,
    { seats: Record<string, { agentId: string; apiKey: string }>; doneOn: Record<string, string> }
  >;
}

test('they enter, trade every day, and go on with the same seats after a kill', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'papertape-house-'));
  onTestFinished(async () => {
    await endAll();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const env = {
    DATA_DIR: folder,
    ...database.env,
    // A day takes 3 seconds.
    PAPERTAPE_CLOCK_START: '2026-03-02T12:00:00Z',
    PAPERTAPE_CLOCK_SPEED: '28800',
  };
  const file = join(env.DATA_DIR, 'house.json');
  const kept = (): Kept['leagues'][string] =>
    (JSON.parse(readFileSync(file, 'utf8')) as Kept).leagues['spot_crypto'] ?? { seats: {}, doneOn: {} };
  const orders = async (service: Service, bot: string): Promise<string[]> => {
    const own: Client = createClient({
      baseUrl: service.url,
      ...(kept().seats[bot] as { agentId: string; apiKey: string }),
    });
    const list = await until('the orders of a bot', () => own.orders({ perPage: 100 }));
    // The day that each is for: on a busy machine two may arrive within one of these days.
    return list.orders.map((o) => o.date);
  };
  const hasOrders = (service: Service, count: number) => async (): Promise<string[] | undefined> => {
    if ((await createClient({ baseUrl: service.url }).leaderboard({ league: 'spot_crypto' })).house.length < 4)
      return undefined;
    // With days of 3 seconds a bot may be on a board before the answer to its registration is kept: of any of the four.
    if (!existsSync(file) || Object.keys(kept().seats).length < 4) return undefined;
    const days = await orders(service, 'mean_reversion');
    return days.length >= count ? days : undefined;
  };

  const first = await startService({ ...env, PAPERTAPE_HOUSE: 'spot_crypto' });
  await until('the first orders', hasOrders(first, 1), 100);
  const { seats } = kept();
  first.kill('SIGKILL');
  await first.exited;

  const second = await startService({ ...env, PAPERTAPE_HOUSE: 'spot_crypto' });
  const days = await until('orders after a restart', hasOrders(second, 2), 100);
  expect(kept().seats).toEqual(seats);
  expect(new Set(days).size).toBe(days.length);
  const boardOf = (league: string) =>
    until('a board', () => createClient({ baseUrl: second.url }).leaderboard({ league }));
  const board = await boardOf('spot_crypto');
  expect(board.rows.map((r) => r.agent_id).sort()).toEqual(
    Object.values(seats)
      .map((s) => s.agentId)
      .sort(),
  );
  expect(board.house).toHaveLength(4);
  expect((await boardOf('tokenized')).total).toBe(0);
  await second.stop();

  const before = kept();
  const third = await startService({ ...env, PAPERTAPE_HOUSE: 'off' });
  const sent = (await orders(third, 'mean_reversion')).length;
  const { time } = await until('the status', () => createClient({ baseUrl: third.url }).status());
  await until(
    'a day has passed',
    async () => {
      const now = await createClient({ baseUrl: third.url }).status();
      return Date.parse(now.time) > Date.parse(time) + 86_400_000 ? true : undefined;
    },
    100,
  );
  expect(await orders(third, 'mean_reversion')).toHaveLength(sent);
  expect(kept()).toEqual(before);
  await third.stop();
});
