/** The recomputation of a round in Python (examples/recompute/rounds.py): a process that is given an address, a league and a round. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFacts } from '../../../src/rounds/facts.ts';
import { parseRoundName, type Round } from '../../../src/rounds/calendar.ts';
import { generators } from '../../../src/rounds/generators.ts';
import { planOf, variantOf } from '../../../src/rounds/make.ts';
import { factsOfRounds } from '../../../src/rounds/rounds.sql.ts';
import { madeOf, seedingOf } from '../../../src/rounds/work.job.ts';
import { untilEnded, type Ended } from '../../harness/command.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { firstRound, playTo } from '../../harness/rounds.ts';

const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
/** Bots that answer, beside one that does not: five make a median. */
const leagues = [
  ['deal_finder', 2],
  ['web_q_a', 5],
] as const;

async function recompute({ url }: League, league: string): Promise<Ended> {
  const child = spawn('python3', [join(repository, 'examples/recompute/rounds.py'), url, league, firstRound], {
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return await untilEnded(child, undefined);
}

/** The best answers of a bot's own tasks, but for every `other`th, which is the example. */
async function answersOf(of: League, league: string, bot: Bot, other: number): Promise<Record<string, unknown>> {
  const generator = await generators.get(league);
  const round = parseRoundName(league, firstRound) as Round;
  const { rounds, db } = of.app.deps;
  const facts = readFacts(await factsOfRounds(db, [round.id]));
  const seeding = seedingOf(rounds.master, round, facts);
  if (!generator || !seeding) throw new Error('the round has no seed');
  const made = madeOf(seeding, facts.keyed?.attempt ?? 0);
  const { tasks, best } = variantOf(generator, planOf(generator, made), made, bot.id);
  return Object.fromEntries(tasks.map(({ task_id: id, example }, i) => [id, i % other === 0 ? example : best.get(id)]));
}

describe.skipIf(!hasPython)('the recomputation of a round in Python (needs python3)', () => {
  let of: League;
  beforeAll(async () => {
    const rounds = { master: Buffer.alloc(32, 3) };
    of = await openLeague({ start: '2026-03-02T23:50:00Z', overrides: { rounds } });
    const bots: [string, Bot][] = [];
    for (const [league, answer] of leagues)
      for (let i = 0; i <= answer; i++) bots.push([league, await of.enter({ league })]);
    await playTo(of, '2026-03-04T00:05:00Z');
    for (const [i, [league, bot]] of bots.entries()) {
      if (bots[i + 1]?.[0] !== league) continue;
      const { t10, ...rest } = await answersOf(of, league, bot, 2 + i);
      await bot.answer({ ...rest, t10 });
      await bot.answer({ t09: null });
      await bot.answer({ t08: rest['t08'] }, { sandbox: true });
    }
    await playTo(of, '2026-03-05T00:05:00Z');
  }, 300_000);
  afterAll(() => of.close());

  test.each(leagues)(
    'agrees in every promise, receipt, score and payment: %s',
    async (league, answer) => {
      const { code, stdout, stderr } = await recompute(of, league);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const counted = new Map([...stdout.matchAll(/(\d+) × (.*)\n/g)].map(([, n, what]) => [what, Number(n)]));
      expect(counted.get('receipt')).toBe(2 * answer);
      expect(counted.get('ticket')).toBe(answer + 1);
      expect(counted.get('score of a task')).toBe(10 * answer);
      expect(counted.get('pay')).toBe(answer);
      expect(counted.get('median')).toBe(1);
      expect(counted.get('value at the close')).toBe(answer);
      expect(stdout).toMatch(/All holds\.\n$/);
    },
    120_000,
  );

  test('finds an answer and a score that were changed', async () => {
    const { db } = of.app.deps;
    const [sheet] = await db.selectFrom('intake.answers').selectAll().where('league', '=', 'web_q_a').execute();
    // What was answered before may be kept until the next mark.
    const change = async (answers: string): Promise<void> => {
      await db.updateTable('intake.answers').set({ answers }).where('answer_id', '=', sheet!.answer_id).execute();
      await of.advance({ minutes: 5 });
    };
    await change('{"t09":null}');
    expect(await recompute(of, 'web_q_a')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/DIFFERS: receipt/),
    });
    await change(sheet!.answers);
    const scores = db.updateTable('intake.round_scores').where('agent_id', '=', sheet!.agent_id);
    const [stored] = await db
      .selectFrom('intake.round_scores')
      .selectAll()
      .where('agent_id', '=', sheet!.agent_id)
      .execute();
    const tasks = stored!.tasks.replace('["t02",1000000', '["t02",999999');
    expect(tasks).not.toBe(stored!.tasks);
    await scores.set({ tasks }).execute();
    await of.advance({ minutes: 5 });
    expect(await recompute(of, 'web_q_a')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/DIFFERS: score of a task/),
    });
  });
});
