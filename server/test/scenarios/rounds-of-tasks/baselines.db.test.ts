/** Baselines of a task league, through client, pages, log and audit: par is the market, the median is paid what the bots in the middle earn. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BoardRow } from 'papertape-contract/board';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { reverseRound } from '../../../src/desk/round-acts.ts';
import { roundAt } from '../../../src/rounds/calendar.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { firstRound, playTo, sumRounds, sumsLeague as league } from '../../harness/rounds.ts';
import { answerLastRight } from '../../harness/sums.ts';

const rounds = { ...sumRounds(), master: Buffer.alloc(32, 9) };
let of: League;
/** By how many of its tasks, the last ones, it has right; par is 700,000. */
const bots = new Map<number, Bot>();
let idle: Bot;

/** The last tasks weigh most: 10 of them score 1,000,000, 8 933,333, 5 700,000, 3 466,666, 1 166,666. */
const answer = answerLastRight;

const board = async () => await of.client.leaderboard({ league });
const row = async (bot: Bot): Promise<BoardRow> => (await board()).rows.find((r) => r.agent_id === bot.id) as BoardRow;
const baselines = async () => (await board()).market_baselines.map((b) => [b.id, b.value_usd, b.return_pct]);

async function verified(target: string): Promise<string> {
  const said: string[] = [];
  const { generators } = rounds;
  const write = (line: string): void => void said.push(line);
  const code = await runVerify(target, { url: of.url, generators, write, now: () => of.now() });
  expect([code, said.filter((line) => /^(DIFFERS|NOT CHECKED)/.test(line))]).toEqual([0, []]);
  return said.join('\n');
}

beforeAll(async () => {
  of = await openLeague({ start: '2026-03-02T23:50:00Z', overrides: { rounds } });
  for (const right of [10, 8, 5, 3, 1]) bots.set(right, await of.enter({ league }));
  idle = await of.enter({ league });
  await playTo(of, '2026-03-04T00:05:00Z');
});
afterAll(() => of.close());

describe('a task league', () => {
  test('has no baselines before its first round is scored', async () => {
    expect(await baselines()).toEqual([]);
    expect(await row(bots.get(10)!)).toMatchObject({ beats_market: false, excess_return_pct: null });
  });

  test('has par and the median from then on; five results make a median', async () => {
    for (const right of [10, 8, 3, 1]) await answer(bots.get(right)!, right);
    await answer(bots.get(5)!, 6);
    await playTo(of, '2026-03-05T00:05:00Z');
    const { facts } = await of.client.round(league, firstRound);
    // 6 right weigh 3 + 4 + 4 + 5 + 5 and 3 of 30.
    expect(facts['baselines']).toEqual({
      par: { cash_before: '100000', cash_after: '100000' },
      median: { score: 800_000, cash_before: '100000', cash_after: '100100' },
    });
    expect(await baselines()).toEqual([
      ['par', 100_000, 0],
      ['median', 100_100, 0.1],
    ]);
  });

  test('whoever has gained since its first scored round beats the market, though not the median', async () => {
    const shown = async (bot: Bot) => {
      const { return_pct, beats_market, excess_return_pct } = await row(bot);
      return [return_pct, beats_market, excess_return_pct];
    };
    expect(await shown(bots.get(10)!)).toEqual([0.3, true, 0.3]);
    expect(await shown(bots.get(5)!)).toEqual([0.1, true, 0.1]);
    expect(await shown(bots.get(3)!)).toEqual([-0.23, false, -0.23]);
    expect(await shown(idle)).toEqual([0, false, null]);
  });

  test('shows them on its page, in the chart and in the series of baselines', async () => {
    await playTo(of, '2026-03-06T00:05:00Z');
    const series = await of.client.baselines(league);
    expect(series.baselines.map((b) => [b.id, b.points.map((p) => [p.date, p.value_usd])])).toEqual([
      [
        'par',
        [
          ['2026-03-05', 100_000],
          ['2026-03-06', 100_000],
        ],
      ],
      [
        'median',
        [
          ['2026-03-05', 100_100],
          ['2026-03-06', 100_100],
        ],
      ],
    ]);
    const page = await (await fetch(`${of.url}/leagues/${league}`)).text();
    const market = page.slice(page.indexOf('Market baselines'));
    expect(market).toContain('Par · $100,000, held');
    expect(market).toContain('Median · paid the median score of each round');
    expect(page).not.toContain('bought once and held');
    expect(page.slice(page.indexOf('leaders-title'), page.indexOf('board-title'))).toMatch(/Par.*Median/s);
    const own = await (await fetch(`${of.url}/bots/${bots.get(10)!.id}`)).text();
    expect(own).toMatch(/Par.*Median/s);
  });

  test('with fewer than five results the median is paid at par; what is taken back is taken back from it', async () => {
    const third = roundAt(league, Date.parse('2026-03-06T00:00:00Z'));
    for (const right of [10, 8, 5, 3, 1]) await answer(bots.get(right)!, right === 5 ? 8 : right);
    await playTo(of, '2026-03-06T23:30:00Z');
    const second = await of.client.round(league, '2026-W10-4');
    expect(second.facts['baselines']).toMatchObject({ median: { score: 700_000, cash_after: '100100' } });
    const { facts } = await of.client.round(league, third.id);
    expect(facts['baselines']).toMatchObject({
      median: { score: 933_333, cash_before: '100100', cash_after: '100333.566333' },
    });
    await reverseRound(of.app.deps.db, { league, round: third.id, reason: 'its key is wrong' });
    await playTo(of, '2026-03-07T00:05:00Z');
    expect(await baselines()).toEqual([
      ['par', 100_000, 0],
      ['median', 100_100, 0.1],
    ]);
    expect(await verified(third.id)).toMatch(/5 bots were scored.*The pay was taken back/);
  });

  test('the log alone makes the same boards, and the audit is clean', async () => {
    expect(await verified(roundAt(league, Date.parse('2026-03-04T00:00:00Z')).id)).toContain('All holds.');
    expect(await verified(league)).toContain('All holds.');
    const { differences } = await runAudit(of.app.storage, undefined, rounds.generators);
    expect(differences).toEqual([]);
  });

  test('the audit finds a baseline that holds something else, one that is gone, and what it was worth at a first round', async () => {
    const { db } = of.app.storage;
    const found = async () => {
      const { differences } = await runAudit(of.app.storage, undefined, rounds.generators);
      return [...new Set(differences.map((d) => d.table))];
    };
    const median = db.updateTable('ledger.baselines').where('baseline_id', '=', 'median');
    await median.set({ cash: 10_050_000_000_000n }).execute();
    expect(await found()).toEqual(['ledger.baselines']);
    await db.deleteFrom('ledger.baselines').where('baseline_id', '=', 'median').execute();
    await db
      .updateTable('ledger.baseline_marks')
      .set((e) => ({ baselines: e.fn('replace', ['baselines', e.val('100000'), e.val('99000')]) as never }))
      .where('league', '=', league)
      .execute();
    expect((await found()).toSorted()).toEqual(['ledger.baseline_marks', 'ledger.baselines']);
  });
});
