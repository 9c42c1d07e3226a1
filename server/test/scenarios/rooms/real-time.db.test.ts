/** Rooms on a running clock: the engine's thread loads a room's step at the mark, and loops go on from the start to the stop of the service. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { createApp, features } from '../../../src/app.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { readSettings } from '../../../src/config/config.ts';
import { feature } from '../../../src/feature/feature.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { databaseOfTest, leagueOfTest } from '../../harness/of-test.ts';
import { makeVow, vowing } from '../../rooms/vows.api.ts';
import { patienceMs } from '../../harness/patience.ts';

test('what a room pays at a mark is paid by the engine in its thread, once, and the audit takes it as a fact', async () => {
  const database = await databaseOfTest();
  const settings = readSettings({
    PORT: '0',
    PAPERTAPE_LIMITS: 'off',
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_LOG: 'off',
    PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
    PAPERTAPE_CLOCK_SPEED: '600',
    ...database.env,
  });
  const app = await createApp(settings, { log: silentLog }, [...features, vowing]);
  let isOpen = true;
  onTestFinished(async () => void (isOpen && (await app.close())));
  const died = vi.fn<(reason: string) => void>();
  app.onFatal(died);
  const baseUrl = await app.listen();
  const entrant = { name: 'Alpha', company: 'Works', contact: 'a@example.test', country: 'CA', league: 'spot_crypto' };
  const seat = await createClient({ baseUrl }).register(entrant);
  const bot = createClient({ baseUrl, agentId: seat.agent_id, apiKey: seat.api_key });
  await bot.call(makeVow, { params: { agent_id: seat.agent_id }, body: { words: 'a tenth' } });
  const cash = async (): Promise<string> => (await bot.positions(seat.agent_id)).cash;
  await vi.waitFor(async () => expect(await cash()).toBe('100025'), { timeout: patienceMs, interval: 100 });
  // Two marks later, a second of real time: it was paid once.
  const paidAt = (await bot.status()).last_mark;
  await vi.waitFor(
    async () =>
      expect(Date.parse((await bot.status()).last_mark ?? '') - Date.parse(paidAt ?? '')).toBeGreaterThan(600_000),
    { timeout: patienceMs, interval: 100 },
  );
  expect(await cash()).toBe('100025');
  expect((await runAudit(app.storage)).differences).toEqual([]);
  isOpen = false;
  await app.close();
  expect(died).not.toHaveBeenCalled();
});

test('a step that cannot be loaded ends the service', async () => {
  const database = await databaseOfTest();
  const broken = feature({ name: 'broken', atMark: new URL('real-time-none.mark.ts', import.meta.url) });
  const settings = readSettings({ PORT: '0', PAPERTAPE_HOUSE: 'off', PAPERTAPE_LOG: 'off', ...database.env });
  const app = await createApp(settings, { log: silentLog }, [...features, broken]);
  onTestFinished(() => app.close());
  const died = new Promise<string>((resolve) => app.onFatal(resolve));
  await app.listen();
  expect(await died).toMatch(/engine's thread ended/);
});

test('loops are started when the service listens, and stopped before it closes; on a stepped clock there are none', async () => {
  const said: string[] = [];
  const looping = feature({
    name: 'looping',
    loops: [
      ({ baseUrl }: { readonly baseUrl: () => string }) => {
        said.push(`started at ${new URL(baseUrl()).hostname}`);
        return { stop: async () => void said.push('stopped') };
      },
      () => undefined,
    ],
  });
  const database = await databaseOfTest();
  const settings = readSettings({ PORT: '0', PAPERTAPE_HOUSE: 'off', PAPERTAPE_LOG: 'off', ...database.env });
  const app = await createApp(settings, { log: silentLog }, [...features, looping]);
  expect(said).toEqual([]);
  await app.listen();
  expect(said).toEqual(['started at 127.0.0.1']);
  await app.close();
  expect(said).toEqual(['started at 127.0.0.1', 'stopped']);

  const league = await leagueOfTest({ rooms: [looping] });
  await league.advance({ minutes: 10 });
  expect(said).toHaveLength(2);
});
