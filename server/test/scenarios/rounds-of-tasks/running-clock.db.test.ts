/** Rounds on a running clock: the service makes tasks and scores by itself, in threads of its own, while marks and requests go on. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { createApp } from '../../../src/app.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { readSettings } from '../../../src/config/config.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { databaseOfTest } from '../../harness/of-test.ts';
import { patienceMs } from '../../harness/patience.ts';

const patient = { timeout: patienceMs, interval: 100 };

/** What bots send to a task. */
const same = (example: unknown): unknown => example;
const endless = (example: unknown): unknown => {
  const { source } = example as { readonly source: string };
  return { source: source.replace('return 0;', 'while (true) given;') };
};

const sent = [
  { league: 'web_q_a', answer: same },
  // Programs that never end.
  { league: 'bug_fixers', answer: endless },
];

test(
  'a service that runs holds rounds by itself: opened, answered, also by programs that never end, scored, and clean',
  { timeout: 300_000 },
  async () => {
    const database = await databaseOfTest();
    const settings = readSettings({
      PORT: '0',
      PAPERTAPE_LIMITS: 'off',
      PAPERTAPE_HOUSE: 'off',
      PAPERTAPE_LOG: 'off',
      // A machine that is busy has ten seconds to let bots in; after midnight their first round opens a day later.
      PAPERTAPE_CLOCK_START: '2026-03-02T17:00:00Z',
      // A day in 36 seconds: with much less a busy machine makes the tasks of a round when it is over, again and again.
      PAPERTAPE_CLOCK_SPEED: '2400',
      ...database.env,
    });
    const app = await createApp(settings, { log: silentLog });
    let isOpen = true;
    onTestFinished(async () => void (isOpen && (await app.close())));
    const died = vi.fn<(reason: string) => void>();
    app.onFatal(died);
    const baseUrl = await app.listen();
    const seats = sent.map(async ({ league, answer }) => {
      const entrant = { name: league, company: 'Works', contact: 'a@example.test', country: 'CA', league };
      const { agent_id: agentId, api_key: apiKey } = await createClient({ baseUrl }).register(entrant);
      const bot = createClient({ baseUrl, agentId, apiKey });
      // Where the machine is slow a round may pass before its tasks are there: then it is the next one.
      const round = await vi.waitFor(async () => {
        const { round: open, tasks } = await bot.tasks();
        const answers = tasks.map(({ task_id, example }) => [task_id, answer(example)]);
        expect((await bot.answer(Object.fromEntries(answers), { round: open })).not_understood).toEqual({});
        return open;
      }, patient);
      await vi.waitFor(async () => expect((await bot.round(league, round)).state).toBe('scored'), patient);
      const { results } = await bot.roundResults(league, round);
      expect(results).toMatchObject([{ agent_id: agentId, score: 0 }]);
      expect(Number(results[0]?.cash_after)).toBeLessThan(100_000);
    });
    await Promise.all(seats);
    isOpen = false;
    await app.close();
    expect(died).not.toHaveBeenCalled();
    const again = await createApp(settings, { log: silentLog });
    expect((await runAudit(again.storage)).differences).toEqual([]);
    await again.close();
  },
);
