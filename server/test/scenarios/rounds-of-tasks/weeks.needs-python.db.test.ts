/**
 * Two weeks of a league with weekly rounds and of one with daily rounds on one stepped clock: what both tell, what they pay, how their levels move over
 * Mondays, and that the audit, `papertape verify` and the recomputation in Python make all of it again.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { dayMs } from '../../../src/lib/time.ts';
import { roundAt } from '../../../src/rounds/calendar.ts';
import { untilEnded } from '../../harness/command.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { playTo } from '../../harness/rounds.ts';
import { answerLastRight, sumsOf } from '../../harness/sums.ts';

const [weekly, daily] = ['web_q_a', 'deal_finder'];
const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
const rounds = {
  generators: new Map([weekly, daily].map((league) => [league, sumsOf(league)])),
  master: Buffer.alloc(32, 11),
};
const env = { PAPERTAPE_WEEKLY_ROUNDS: weekly };
/** Par of these sums is 700,000; with so few right the median is below 150,000, with all right the upper quartile is above 950,000. */
const bots = { [weekly]: [] as Bot[], [daily]: [] as Bot[] };
let of: League;

async function allAnswer(league: string, right: number): Promise<void> {
  for (const bot of bots[league] ?? []) await answerLastRight(bot, right);
}

const roundOf = async (league: string) => (await of.client.leagues()).leagues.find(({ id }) => id === league)?.round;
const levelsOf = async (league: string, round: string) =>
  ((await of.client.round(league, round)).facts['committed'] as { readonly levels: number[] }).levels;
const listed = async (state: 'committed' | 'open' | 'closed' | 'scored') =>
  (await of.client.rounds(weekly, { state })).rounds.map(({ round }) => round);

/** @returns the exit code and what was said, without the marks. */
async function verified(target: string): Promise<readonly [number, string]> {
  const said: string[] = [];
  const write = (line: string): void => void said.push(line);
  const code = await runVerify(target, { url: of.url, generators: rounds.generators, write, now: () => of.now() });
  return [code, said.filter((line) => !line.includes('entries of the mark')).join('\n')];
}

beforeAll(async () => {
  of = await openLeague({ start: '2026-03-07T23:40:00Z', env, overrides: { rounds } });
  for (const league of [weekly, daily]) for (let i = 0; i < 5; i++) bots[league]?.push(await of.enter({ league }));
  await playTo(of, '2026-03-07T23:50:00Z');
});
afterAll(() => of.close());

describe('a league that is set to weekly rounds', () => {
  test('commits on the Sunday before, and says what it is set to', async () => {
    expect(await roundOf(weekly)).toEqual({ cadence: 'weekly', current: null, next: null });
    expect(await roundOf(daily)).toEqual({ cadence: 'daily', current: null, next: null });
    expect(await of.client.round(weekly, 'next')).toMatchObject({ round: '2026-W11', state: 'scheduled' });
    await playTo(of, '2026-03-08T00:05:00Z');
    expect(await roundOf(weekly)).toEqual({ cadence: 'weekly', current: null, next: '2026-W11' });
    expect(await listed('committed')).toEqual(['2026-W11']);
    const { facts } = await of.client.round(weekly, 'current');
    const told = { opens_at: '2026-03-09T00:00:00.000Z', closes_at: '2026-03-15T23:00:00.000Z', stake: 70_000 };
    expect(facts['committed']).toMatchObject({ round: '2026-W11', ...told });
    await expect(of.client.round(weekly, '2026-W11-2')).rejects.toMatchObject({ code: 'round_not_found' });
    await expect(of.client.round(daily, '2026-W12')).rejects.toMatchObject({ code: 'round_not_found' });
    const page = await (await fetch(`${of.url}/leagues/${weekly}/rounds`)).text();
    expect(page).toContain('A round is a week, Monday 00:00 to Sunday 23:00 UTC');
    const llms = await (await fetch(`${of.url}/llms.txt`)).text();
    expect(llms).toMatch(/Daily rounds: (?:(?!web_q_a)[^.])*\. Weekly, Monday to Sunday: web_q_a\./);
  });

  test('is open from Monday to Sunday 23:00, and the daily one beside it each day', async () => {
    await playTo(of, '2026-03-09T00:05:00Z');
    expect(await roundOf(weekly)).toEqual({ cadence: 'weekly', current: '2026-W11', next: null });
    expect(await roundOf(daily)).toEqual({ cadence: 'daily', current: '2026-W11-1', next: '2026-W11-2' });
    await allAnswer(weekly, 9);
    await playTo(of, '2026-03-11T12:00:00Z');
    await allAnswer(daily, 10);
    expect(await listed('open')).toEqual(['2026-W11']);
    await playTo(of, '2026-03-15T22:55:00Z');
    await allAnswer(weekly, 10);
    await of.advanceTo('2026-03-15T23:00:00Z');
    expect([await listed('open'), await listed('closed')]).toEqual([[], ['2026-W11']]);
    await expect(bots[weekly]?.[0]?.answer({ t01: { sum: 1 } })).rejects.toMatchObject({ code: 'round_not_open' });
  });

  test('is paid by seven percent of the cash, and ranked at the close of the week', async () => {
    await playTo(of, '2026-03-16T00:05:00Z');
    expect(await listed('scored')).toEqual(['2026-W11']);
    expect(await roundOf(weekly)).toEqual({ cadence: 'weekly', current: '2026-W12', next: null });
    const [bot] = bots[weekly] ?? [];
    const { rounds: own } = await of.client.agentRounds(bot?.id ?? '');
    expect(own).toMatchObject([
      { round: '2026-W11', score: 1_000_000, par: 700_000, return_pct: 2.1, cash_after: '102100' },
    ]);
    const { rows } = await of.client.leaderboard({ league: weekly });
    expect(rows.map((r) => [r.value_usd, r.rank])).toEqual(Array.from({ length: 5 }, () => [102_100, 1]));
  });

  test('moves its levels by the week before last, a daily one from Tuesday on', async () => {
    expect(await levelsOf(daily, '2026-W12-1')).toEqual([1, 2, 3, 4, 5]);
    expect(await levelsOf(daily, '2026-W12-2')).toEqual([2, 3, 4, 5, 6]);
    await allAnswer(daily, 0);
    await playTo(of, '2026-03-23T00:05:00Z');
    expect(await levelsOf(daily, '2026-W13-1')).toEqual([2, 3, 4, 5, 6]);
    expect(await levelsOf(daily, '2026-W13-2')).toEqual([1, 2, 3, 4, 5]);
    const own = ['2026-W11', '2026-W12', '2026-W13'];
    expect(await Promise.all(own.map((round) => levelsOf(weekly, round)))).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
      [2, 3, 4, 5, 6],
    ]);
  });

  test('everybody can make all of it again', async () => {
    const week = roundAt(weekly, Date.parse('2026-03-09T00:00:00Z'), 'weekly');
    expect(await verified(week.id)).toEqual([0, expect.stringMatching(/5 bots were scored/)]);
    // Those that are not scored have no more than their promise and its levels yet.
    for (const round of [roundAt(weekly, of.now(), 'weekly'), roundAt(daily, of.now() + dayMs)])
      expect(await verified(round.id)).toEqual([
        2,
        expect.stringMatching(/^ok +the levels follow from the week before/m),
      ]);
    expect((await runAudit(of.app.storage, undefined, rounds.generators)).differences).toEqual([]);
  });

  test.skipIf(!hasPython)('and in Python', async () => {
    const program = join(repository, 'examples/recompute/rounds.py');
    const child = spawn('python3', [program, of.url, weekly, '2026-W11'], {
      env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, stdout, stderr } = await untilEnded(child, undefined);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/ 5 × value at the close\n/);
  });
});
