/** House bots of task leagues: they read their rounds over HTTP as everyone, answer with the published plain solver, and are labelled. */
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { createSolvers, type House } from '../../../src/house/house.ts';
import { openHouseFile, type HouseFile } from '../../../src/house/house-file.ts';
import { solverBots } from '../../../src/house/solvers/solver-bots.ts';
import { solveInThread } from '../../../src/house/solvers/solver-thread.ts';
import type { solve, Exercise } from '../../../src/house/solvers/solve.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { folderOfTest } from '../../harness/of-test.ts';
import { firstRound, playTo } from '../../harness/rounds.ts';

const leagues = ['office_tasks', 'web_q_a', 'strategy_games'];
let league: League;
let file: HouseFile;
let realMs = 0;

beforeAll(async () => {
  league = await openLeague({ start: '2026-03-02T12:00:00Z', overrides: { rounds: { master: Buffer.alloc(32, 3) } } });
});
afterAll(() => league.close());

function house(work: (exercise: Exercise) => ReturnType<typeof solve>): House {
  file = openHouseFile(folderOfTest(), silentLog);
  return createSolvers({
    baseUrl: league.url,
    token: league.app.deps.house.token,
    leagues,
    file,
    now: () => league.now(),
    realNow: () => realMs,
    realMsUntil: (at) => at - league.now(),
    retryMs: 60_000,
    pace: () => Promise.resolve(),
    stop: new AbortController().signal,
    log: silentLog,
    solve: work,
    readPauseMs: 0,
  });
}

describe('house bots of task leagues', () => {
  let own: House;
  const failing = new Set<string>();

  test('take seats, are labelled, and wait for the first round', async () => {
    own = house(async (exercise) => {
      if (failing.delete(exercise.league)) throw new Error('planted');
      return await solveInThread(exercise, new AbortController().signal);
    });
    await own.run();
    for (const id of leagues) {
      const { house: labelled } = await league.client.leaderboard({ league: id });
      expect(labelled.map((row) => row.name).toSorted()).toEqual(solverBots.map((b) => b.name).toSorted());
    }
    // They asked for a round of which there is none yet, and do not ask again before there may be one.
    const { retryInMs } = await own.run();
    expect(retryInMs).toBeGreaterThan(3_600_000);
  });

  test('answer the round of the day once; a fault of one league holds up no other', async () => {
    await playTo(league, '2026-03-04T00:31:00Z');
    realMs += 48 * 3_600_000;
    failing.add('web_q_a');
    await own.run();
    const rows = async (): Promise<number> =>
      (await league.app.deps.db.selectFrom('intake.answers').select('answer_id').execute()).length;
    expect(await rows()).toBe(leagues.length * solverBots.length - 1);
    realMs += 60_000;
    await own.run();
    await own.run();
    expect(await rows()).toBe(leagues.length * solverBots.length);
    await playTo(league, '2026-03-05T00:05:00Z');
    for (const id of leagues) {
      const { results } = await league.client.roundResults(id, firstRound);
      const { plain, easy_half: easy } = file.league(id).seats;
      const scoreOf = (agentId: string | undefined): number => results.find((r) => r.agent_id === agentId)?.score ?? -1;
      // What the plain solver scores is near par, which is its mean over other variants; of the easier tasks it answers a part.
      expect(scoreOf(plain?.agentId)).toBeGreaterThan(scoreOf(easy?.agentId));
      expect(scoreOf(easy?.agentId)).toBeGreaterThanOrEqual(0);
      const easyResult = results.find((r) => r.agent_id === easy?.agentId);
      expect(easyResult?.tasks.filter((t) => t.answer_id !== null).length).toBeLessThanOrEqual(6);
      const { rows: board } = await league.client.leaderboard({ league: id });
      expect(board.map((row) => [row.house, row.trades])).toEqual(solverBots.map(() => [true, 1]));
    }
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });
});
