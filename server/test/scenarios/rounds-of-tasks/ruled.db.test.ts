/** What the operator decides of rounds: void, a task struck, the pay taken back; each a fact that audit and verification follow. */
import { expect, onTestFinished, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { reverseRound, strikeTask, voidRound } from '../../../src/desk/round-acts.ts';
import { parseRoundName, type Round } from '../../../src/rounds/calendar.ts';
import { readFacts, type RoundFacts } from '../../../src/rounds/facts.ts';
import { factsOfRounds } from '../../../src/rounds/rounds.sql.ts';
import type { Bot, League } from '../../harness/league.ts';
import { firstRound, openRound, playTo, sumRounds, sumsLeague as league } from '../../harness/rounds.ts';
import { sumsOfBot } from '../../harness/sums.ts';

const round = parseRoundName(league, firstRound) as Round;
const next = parseRoundName(league, '2026-W10-4') as Round;
const reason = 'its key is wrong';

async function opened(at?: string): Promise<{ readonly of: League; readonly bot: Bot }> {
  const { league: of, bot } = await openRound(at === undefined ? {} : { at });
  onTestFinished(() => of.close());
  return { of, bot };
}

async function factsOf(of: League, { id }: Round): Promise<RoundFacts> {
  return readFacts(await factsOfRounds(of.app.deps.db, [id]));
}

/** Every task with its sum, read of the bot's file, but for those that are given. */
async function answerAll(bot: Bot, wrong: readonly string[] = []): Promise<void> {
  const sums = (await sumsOfBot(bot)).map(([id, { sum }]) => [id, { sum: sum + (wrong.includes(id) ? 1 : 0) }]);
  await bot.answer(Object.fromEntries(sums));
}

async function verified(of: League, { id }: Round): Promise<string> {
  const said: string[] = [];
  const write = (line: string): void => void said.push(line);
  const { generators } = sumRounds();
  const code = await runVerify(id, { url: of.url, generators, write, now: () => of.now() });
  expect([code, said.filter((line) => /^(DIFFERS|NOT CHECKED)/.test(line))]).toEqual([0, []]);
  return said.at(-1) ?? '';
}

const isClean = async (of: League): Promise<void> =>
  expect((await runAudit(of.app.storage, undefined, sumRounds().generators)).differenceCount).toBe(0);

test('a round is void from the next mark on: nobody is scored, and its answers are refused with the reason', async () => {
  const { of, bot } = await opened();
  await answerAll(bot);
  expect(await voidRound(of.app.deps.db, { league, round: firstRound, reason })).toContain('will be void');
  await of.advance({ minutes: 5 });
  expect((await factsOf(of, round)).void).toEqual({ reason: `operator: ${reason}` });
  await expect(bot.answer({ t01: null }, { round: firstRound })).rejects.toMatchObject({ code: 'round_void' });
  await playTo(of, '2026-03-05T00:05:00Z');
  const { results } = await of.client.roundResults(league, firstRound);
  expect(results).toEqual([]);
  expect(await verified(of, round)).toContain(`The round is void: operator: ${reason}`);
  await isClean(of);
  const again = voidRound(of.app.deps.db, { league, round: firstRound, reason });
  await expect(again).rejects.toThrow(`2026-W10-3 of deal_finder is void: operator: ${reason}.`);
});

test('a task is struck for everybody and from par; the pay of the round is taken back, and the next goes on from there', async () => {
  const { of, bot } = await opened();
  const { db } = of.app.deps;
  await answerAll(bot, ['t10']);
  expect(await strikeTask(db, { league, round: round.id, task: 't10', reason })).toContain('t10 of 2026-W10-3');
  await of.advance({ minutes: 5 });
  const twice = strikeTask(db, { league, round: firstRound, task: 't09', reason });
  await expect(twice).rejects.toThrow('t10 of 2026-W10-3 is struck already');
  await expect(reverseRound(db, { league, round: firstRound, reason })).rejects.toThrow('is not scored');
  await playTo(of, '2026-03-05T00:05:00Z');
  const { struck, keyed, scored } = await factsOf(of, round);
  expect([struck, keyed?.par, scored?.par]).toEqual([{ task: 't10', reason }, 700_000, 640_000]);
  const [result] = (await of.client.roundResults(league, firstRound)).results;
  // All that weighs was right: 0.36 of a percent above par.
  expect(result).toMatchObject({ score: 1_000_000, cash_before: '100000', cash_after: '100360' });
  expect(result?.tasks.at(-1)).toMatchObject({ task_id: 't10', score: 0 });
  expect(await verified(of, round)).toContain('par is 640000.');

  await expect(voidRound(db, { league, round: firstRound, reason })).rejects.toThrow('is scored');
  const late = strikeTask(db, { league, round: firstRound, task: 't01', reason });
  await expect(late).rejects.toThrow('is not open');
  expect(await reverseRound(db, { league, round: firstRound, reason })).toContain('will be taken back');
  await of.advance({ minutes: 5 });
  expect((await factsOf(of, round)).reversed).toEqual({ reason, bots: 1 });
  await expect(reverseRound(db, { league, round: firstRound, reason })).rejects.toThrow('is taken back already');
  expect(await verified(of, round)).toContain(`The pay was taken back: ${reason}`);
  const { incidents } = await of.client.incidents();
  expect(incidents.map((i) => [i.kind, i.about.id])).toEqual(
    expect.arrayContaining([
      ['task_struck', `${round.id}/t10`],
      ['round_reversed', round.id],
    ]),
  );

  await answerAll(bot);
  await playTo(of, '2026-03-06T00:05:00Z');
  const [later] = (await of.client.roundResults(league, next.name)).results;
  expect(later).toMatchObject({ score: 1_000_000, cash_before: '100000', cash_after: '100300' });
  expect(await verified(of, next)).toContain('par is 700000.');
  await isClean(of);
});

test('what comes too late for its mark changes nothing, and what names no round is refused', async () => {
  const { of, bot } = await opened();
  const { db } = of.app.deps;
  const named = { league, round: firstRound, reason };
  await expect(voidRound(db, { ...named, round: '2026-W11-1' })).rejects.toThrow('has no round "2026-W11-1"');
  await expect(voidRound(db, { ...named, league: 'chess' })).rejects.toThrow('chess');
  await expect(strikeTask(db, { ...named, task: 't11' })).rejects.toThrow('There is no task "t11".');
  await answerAll(bot);
  await playTo(of, '2026-03-05T12:00:00Z');
  await reverseRound(db, named);
  // It waits for its mark: a second one would have an entry in the log, and change nothing.
  await expect(reverseRound(db, named)).rejects.toThrow(
    'A request of this round waits for the next mark: reverse-round.',
  );
  await of.advance({ minutes: 5 });
  expect((await factsOf(of, round)).reversed).toEqual({ reason, bots: 1 });
  await isClean(of);
});

test('a round is not taken back at a mark that may score the next one, until that one is void', async () => {
  const { of, bot } = await opened();
  const { db } = of.app.deps;
  const named = { league, round: firstRound, reason };
  await answerAll(bot);
  await playTo(of, '2026-03-05T00:05:00Z');
  await answerAll(bot);
  await playTo(of, '2026-03-05T23:00:00Z');
  await expect(reverseRound(db, named)).rejects.toThrow('2026-W10-4 of deal_finder is closed, and may be scored');
  await voidRound(db, { ...named, round: next.name });
  await of.advance({ minutes: 5 });
  await reverseRound(db, named);
  await of.advance({ minutes: 5 });
  expect((await factsOf(of, round)).reversed).toEqual({ reason, bots: 1 });
  const { incidents } = await of.client.incidents();
  expect(incidents.map((i) => i.kind).slice(0, 2)).toEqual(['round_reversed', 'round_voided']);
  await isClean(of);
});
