/** `papertape demo`: what a newcomer sees within two minutes, here on a faster clock. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../../../client/src/index.ts';
import { afterEach, expect, test } from 'vitest';
import { demoBots } from '../../../src/cli/demo-bots.ts';
import { endAll, launch, until } from '../../acceptance/service-process.ts';
import { folderOfTest } from '../../harness/of-test.ts';

afterEach(endAll);

test('bots fill, a close ranks them, the page shows it, and Ctrl+C leaves nothing behind', async () => {
  const TMPDIR = folderOfTest();
  const demo = launch(['demo'], { TMPDIR, PAPERTAPE_CLOCK_SPEED: '2400' });
  const url = await demo.opened;
  if (url === undefined) throw new Error((await demo.exited).stderr);
  const client = createClient({ baseUrl: url });
  const league = 'tokenized';

  const entered = await until('all bots entered', 30, async () => {
    const board = await client.leaderboard({ league, perPage: 50 });
    return board.total === demoBots.length ? board : undefined;
  });
  expect(entered.rows.map((r) => r.name).sort()).toEqual(demoBots.map((b) => b.name).sort());
  const [bot = ''] = entered.rows.map((r) => r.agent_id);
  await until('a bot has traded', 60, async () => {
    const logs = await Promise.all(entered.rows.map((r) => client.trades(r.agent_id)));
    return logs.some((log) => log.trades.length > 0) ? true : undefined;
  });
  const ranked = await until('a close ranked them', 60, async () => {
    const board = await client.leaderboard({ league, perPage: 50 });
    return board.as_of !== null && new Set(board.rows.map((r) => r.rank)).size > 1 ? board : undefined;
  });
  expect(ranked.price_source.kind).toBe('simulated');

  const page = await (await fetch(`${url}/`)).text();
  expect(page).toContain('Steady Tortoise');
  expect((await fetch(`${url}/bots/${bot}`)).status).toBe(200);
  demo.kill('SIGINT');
  const { code, stdout, stderr } = await demo.exited;
  expect({ code, stderr }, stdout).toMatchObject({ code: 0 });
  expect(readdirSync(TMPDIR)).toEqual([]);
});

test('with --data it keeps its data and goes on with the same bots', async () => {
  const data = join(folderOfTest(), 'kept');
  /** Until one more close has ranked the bots. @returns the day that it closed: a slow machine may be ready only after a midnight or two. */
  const run = async (): Promise<number> => {
    const { code, stdout, stderr } = await launch(['demo', '--data', data, '--closes', '1'], {
      PAPERTAPE_CLOCK_SPEED: '20000',
    }).exited;
    expect({ code, stderr }, stdout).toMatchObject({ code: 0 });
    return Date.parse(/^close of (\d{4}-\d{2}-\d{2})/m.exec(stderr)?.[1] ?? '');
  };
  const first = await run();
  expect(first).toBeGreaterThanOrEqual(Date.parse('2026-03-02'));
  expect(readdirSync(data)).toContain('ledger.db');
  expect(await run()).toBeGreaterThan(first);
});

test('it refuses prices that are not simulated', async () => {
  const { code, stderr } = await launch(['demo'], { PAPERTAPE_PRICES: 'replay:/nowhere' }).exited;
  expect(code).toBe(2);
  expect(stderr).toContain('simulated prices only');
});
