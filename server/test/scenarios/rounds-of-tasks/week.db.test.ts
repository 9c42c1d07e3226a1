/**
 * A week of rounds, over a Monday, played three times: as it comes, with the service stopped and started again at some of its marks, and on the
 * other engine. Nothing that a reader is shown differs.
 */
import { afterAll, expect, test } from 'vitest';
import type { SentSheet } from 'papertape-client';
import { createClient } from '../../../../client/src/index.ts';
import { seededBytes } from '../../../src/lib/seeded-random.ts';
import { dayMs, hourMs } from '../../../src/lib/time.ts';
import {
  availableEngines,
  createTestDatabase,
  testEngine,
  type TestDatabase,
  type TestEngine,
} from '../../harness/database.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { playTo, sumRounds, sumsLeague } from '../../harness/rounds.ts';
import { firstSums } from '../../harness/sums.ts';

const start = '2026-03-03T23:50:00Z';
const days = 7;
const firstDay = Date.parse('2026-03-05T00:00:00Z');
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

interface Week {
  readonly shown: ReadonlyMap<string, string>;
  readonly sheets: readonly SentSheet[];
  readonly starts: number;
}

/** @param again after which steps of the week the service is stopped and started again. */
async function week(engine: TestEngine, again: (step: number) => boolean): Promise<Week> {
  const database = await createTestDatabase(engine);
  databases.push(database);
  const overrides = (n: number) => ({
    rounds: { ...sumRounds(), master: Buffer.alloc(32, 7) },
    random: seededBytes(n === 0 ? 'week' : `week, started again ${n}`),
  });
  let starts = 0;
  let step = 0;
  let league: League = await openLeague({ start, engine, database, overrides: overrides(0) });
  const entered: Bot[] = [];
  for (let i = 0; i < 4; i++) entered.push(await league.enter({ league: sumsLeague }));
  const bots = (): Bot[] =>
    entered.map(({ id, key }) => ({ ...createClient({ baseUrl: league.url, agentId: id, apiKey: key }), id, key }));
  const to = async (instant: number): Promise<void> => {
    await playTo(league, instant);
    if (!again(step++)) return;
    await league.stop();
    starts++;
    league = await openLeague({
      start: new Date(instant).toISOString(),
      engine,
      database,
      overrides: overrides(starts),
    });
    await league.app.runEngine();
    await league.app.deps.rounds.run();
  };
  const sheets: SentSheet[] = [];
  for (let day = 0; day < days; day++) {
    const opens = firstDay + day * dayMs;
    await to(opens + hourMs);
    for (const [i, bot] of bots().entries()) {
      // The last bot sends nothing on even days; who is right of the others changes from day to day.
      if (i === 3 && day % 2 === 0) continue;
      sheets.push(await bot.answer(await firstSums(bot, 1 + ((i * 3 + day * 2) % 10))));
    }
    await to(opens + 12 * hourMs);
    await to(opens + 23 * hourMs);
    await to(opens + 23 * hourMs + 10 * 60_000);
  }
  await to(firstDay + days * dayMs + hourMs);
  const shown = new Map<string, string>();
  const read = async (path: string): Promise<string> => {
    const answer = await fetch(`${league.url}${path}`);
    const text = (await answer.text()).replaceAll(league.url, 'http://service');
    expect([path, answer.status]).toEqual([path, 200]);
    shown.set(path, text);
    return text;
  };
  await read(`/api/leaderboard?league=${sumsLeague}`);
  await read(`/api/leagues/${sumsLeague}/champions`);
  const list = JSON.parse(await read(`/api/leagues/${sumsLeague}/rounds`)) as {
    rounds: { round: string; state: string }[];
  };
  for (const { round, state } of list.rounds) {
    if (state !== 'scored') continue;
    await read(`/api/leagues/${sumsLeague}/rounds/${round}/results`);
    for (const { id } of entered) await read(`/api/agents/${id}/rounds`);
  }
  for (const { id } of entered) await read(`/api/agents/${id}/equity`);
  expect(list.rounds.filter((r) => r.state === 'scored')).toHaveLength(days);
  await league.stop();
  return { shown, sheets, starts };
}

/** What does not go by the ids that a process draws. */
const withoutIds = (shown: ReadonlyMap<string, string>): [string, string][] =>
  [...shown].map(([path, text]) => [path, text.replaceAll(/ans_[a-z0-9]+/g, 'ans_')]);

test('is the same to the byte on each engine, and however often the service is started again', async () => {
  const never = (): boolean => false;
  const asItComes = await week(testEngine, never);
  expect(new Set(asItComes.sheets.map((sheet) => sheet.answer_id)).size).toBe(asItComes.sheets.length);
  const interrupted = await week(testEngine, (step) => step % 5 === 1);
  expect(interrupted.starts).toBe(6);
  expect(withoutIds(interrupted.shown)).toEqual(withoutIds(asItComes.shown));
  // SQLite is on every machine; where PostgreSQL is under test, both are played.
  for (const engine of await availableEngines()) {
    if (testEngine === 'sqlite' || engine === testEngine) continue;
    const other = await week(engine, never);
    expect([...other.shown]).toEqual([...asItComes.shown]);
    expect(other.sheets.map((sheet) => sheet.receipt)).toEqual(asItComes.sheets.map((sheet) => sheet.receipt));
  }
});
