/** `papertape demo`: what a newcomer sees within two minutes, here on a faster clock. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../../../client/src/index.ts';
import { afterEach, expect, test } from 'vitest';
import { demoBots } from '../../../src/cli/demo-bots.ts';
import { endAll, launch, until } from '../../acceptance/service-process.ts';
import { get } from '../../harness/http.ts';
import { folderOfTest } from '../../harness/of-test.ts';

interface HouseFile {
  readonly leagues: Readonly<
    Record<string, { readonly seats: Readonly<Record<string, { readonly agentId: string; readonly apiKey: string }>> }>
  >;
}

afterEach(endAll);

test(
  'bots fill, a close ranks them, house bots answer a round, the page shows it, and Ctrl+C leaves nothing behind',
  { timeout: 400_000 },
  async () => {
    const TMPDIR = folderOfTest();
    const demo = launch(['demo'], { TMPDIR, PAPERTAPE_CLOCK_SPEED: '2400', PAPERTAPE_HOUSE: '' });
    const url = await demo.opened;
    if (url === undefined) throw new Error((await demo.exited).stderr);
    const client = createClient({ baseUrl: url });
    const league = 'tokenized';

    const entered = await until('all bots entered', async () => {
      const board = await client.leaderboard({ league, perPage: 50 });
      const rows = board.rows.filter((row) => !row.house);
      return rows.length === demoBots.length ? { rows } : undefined;
    });
    expect(entered.rows.map((r) => r.name).sort()).toEqual(demoBots.map((b) => b.name).sort());
    const [bot = ''] = entered.rows.map((r) => r.agent_id);
    await until('a bot has traded', async () => {
      const logs = await Promise.all(entered.rows.map((r) => client.trades(r.agent_id)));
      return logs.some((log) => log.trades.length > 0) ? true : undefined;
    });
    const ranked = await until('a close ranked them', async () => {
      const board = await client.leaderboard({ league, perPage: 50 });
      return board.as_of !== null && new Set(board.rows.map((r) => r.rank)).size > 1 ? board : undefined;
    });
    expect(ranked.price_source.kind).toBe('simulated');

    // Of its own clock it takes a midnight to commit to the first rounds, and the next one to open them.
    const houseFile = join(
      TMPDIR,
      readdirSync(TMPDIR).find((name) => name.startsWith('papertape-demo-')) ?? '',
      'house.json',
    );
    const answered = await until('a house bot has answered a round', async () => {
      if (!existsSync(houseFile)) return undefined;
      const { leagues } = JSON.parse(readFileSync(houseFile, 'utf8')) as HouseFile;
      const seat = leagues['strategy_games']?.seats['plain'];
      if (!seat) return undefined;
      // Before the opening, and while the tasks are made, it is refused.
      const told = await createClient({ baseUrl: url, ...seat })
        .tasks()
        .catch(() => undefined);
      return told && Object.keys(told.answered).length > 0 ? told : undefined;
    });
    expect(answered.state).toBe('open');
    const { house } = await client.leaderboard({ league: 'strategy_games' });
    expect(house.map((row) => row.name).sort()).toEqual(['House · Easy half', 'House · Plain']);

    const { text: page } = await get({ url }, '/');
    // Which of them lead changes with every close.
    expect(ranked.rows.some((row) => page.includes(row.name))).toBe(true);
    expect((await get({ url }, `/bots/${bot}`)).status).toBe(200);
    demo.kill('SIGINT');
    const { code, stdout, stderr } = await demo.exited;
    expect({ code, stderr }, stdout).toMatchObject({ code: 0 });
    expect(readdirSync(TMPDIR)).toEqual([]);
  },
);

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
