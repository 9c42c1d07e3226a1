/** The task leagues that are open, on the service as it is: bots follow what they are told, answer, are paid and ranked, and all of it is verified. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswersAck, RoundResults } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { leagues } from '../../../src/league/catalogue.ts';
import { leaguesWithRounds } from '../../../src/league/catalogue/rounds.ts';
import { generators } from '../../../src/rounds/generators.ts';
import type { Generator } from '../../../src/rounds/source.ts';
import { crawl } from '../../harness/crawl.ts';
import { expectError, get, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { firstRound, playTo } from '../../harness/rounds.ts';

type RoundResult = RoundResults['results'][number];

/** The bots of a league: one knows the second solver and the plain one, one the plain one, one sends the examples, one nothing. */
interface Entered {
  readonly good: Bot;
  readonly plain: Bot;
  readonly thoughtless: Bot;
  readonly idle: Bot;
}

async function generatorOf(id: string): Promise<Generator> {
  const generator = await generators.get(id);
  if (!generator) throw new Error(`${id} has no generator`);
  return generator;
}

describe('a round of every open league', () => {
  let of: League;
  const bots = new Map<string, Entered>();
  const sheets = new Map<string, AnswersAck[]>();
  const enter = async (league: string, name: string): Promise<Bot> =>
    await of.enter({ league, name: `${name} of ${league}`, company: `${name} Works` });

  // Tasks of nineteen leagues are made, read page by page, and scored, within two days of marks.
  beforeAll(async () => {
    of = await openLeague({ start: '2026-03-02T23:50:00Z', overrides: { rounds: { master: Buffer.alloc(32, 9) } } });
    for (const id of leaguesWithRounds) {
      const [good, plain] = [await enter(id, 'Good'), await enter(id, 'Plain')];
      bots.set(id, { good, plain, thoughtless: await enter(id, 'Thoughtless'), idle: await enter(id, 'Idle') });
    }
    await playTo(of, '2026-03-04T00:05:00Z');
    for (const [id, { good, plain, thoughtless }] of bots) {
      const generator = await generatorOf(id);
      const [seen, own] = [await crawl(good), await crawl(plain)];
      sheets.set(id, [
        await good.answer(
          Object.fromEntries([
            ...(await seen.solve((shown) => generator.plain(shown))),
            ...(await seen.solve((shown) => generator.second(shown))),
          ]),
        ),
        await plain.answer(Object.fromEntries(await own.solve((shown) => generator.plain(shown)))),
        await thoughtless.answer(
          Object.fromEntries((await thoughtless.tasks()).tasks.map((t) => [t.task_id, t.example])),
        ),
      ]);
    }
    await playTo(of, '2026-03-05T00:05:00Z');
  }, 480_000);
  afterAll(() => of.close());

  test.each([...leaguesWithRounds])('%s: solvers are paid, who does not think is not, all are ranked', async (id) => {
    const { good, plain, thoughtless, idle } = bots.get(id) as Entered;
    for (const { not_understood, receipt } of sheets.get(id) ?? []) {
      expect(not_understood).toEqual({});
      expect(receipt).toMatchObject({ sequence: 1, previous: '' });
    }
    expect(sheets.get(id)).toHaveLength(3);
    const { par } = (await good.round(id, firstRound)).facts['keyed'] as { readonly par: number };
    const { results } = await good.roundResults(id, firstRound);
    const of3 = [good, plain, thoughtless].map((bot) => results.find((r) => r.agent_id === bot.id) as RoundResult);
    expect(results).toHaveLength(of3.length);
    const [best, simple, none] = of3 as [RoundResult, RoundResult, RoundResult];
    expect(best.score).toBeGreaterThan(par);
    expect(Number(best.cash_after)).toBeGreaterThan(100_000);
    expect(simple.score).toBeGreaterThan(none.score);
    expect(simple.score).toBeLessThanOrEqual(best.score);
    expect(none.score).toBeLessThan(par);
    expect(Number(none.cash_after)).toBeLessThan(100_000);
    const board = await of.client.leaderboard({ league: id });
    expect(board.rows.map((r) => r.agent_id)).toContain(idle.id);
    expect(board.rows[0]).toMatchObject({ rank: 1, trades: 1 });
    expect(board.rows[0]?.return_pct).toBeGreaterThan(0);
    expect((await good.positions()).cash).toBe(best.cash_after);
  });

  test.each([...leaguesWithRounds])('%s: papertape verify makes the round again from outside', async (id) => {
    const { round_id: name } = await of.client.round(id, firstRound);
    const said: string[] = [];
    const code = await runVerify(name, { url: of.url, write: (line) => void said.push(line), now: () => of.now() });
    expect([code, said.at(-1)]).toEqual([0, expect.stringMatching(/^verify: All holds\./)]);
  });

  test('the audit scores and pays all of them again', async () => {
    const { differences, rounds } = await runAudit(of.app.storage);
    expect(differences).toEqual([]);
    expect(rounds).toMatchObject({ scored: leaguesWithRounds.size, unmade: 0 });
  });
});

test('a newcomer is told where the tasks are, and nothing of weights', async () => {
  const of = await leagueOfTest();
  const entrant = { name: 'Newcomer', company: 'Works', contact: 'newcomer@example.test', country: 'CA' };
  const seat = await of.client.register({ ...entrant, league: 'deal_finder' });
  expect(seat.warnings).toEqual([]);
  expect(seat.next.join('\n')).toContain(`/api/agents/${seat.agent_id}/rounds/current/tasks`);
  expect(seat.next.join('\n')).not.toContain('/weights');
});

test('who has no round: a league is live where rounds are held, and says what its bots do', async () => {
  const of = await leagueOfTest();
  const told = (await of.client.leagues()).leagues.filter((l) => l.kind === 'task');
  const live = told.filter((l) => l.state === 'live').map((l) => l.id);
  expect(live.toSorted()).toEqual([...leaguesWithRounds].toSorted());
  const [id = ''] = live;
  const { orders_open, orders_reason } = told.find((l) => l.id === id) ?? {};
  expect([orders_open, orders_reason]).toEqual([
    false,
    'This is a task league: its bots answer a round of tasks a day, and send no weights.',
  ]);
  const page = (await get(of, `/leagues/${id}`)).text;
  expect(page).toContain('<a href="/docs/bots/rounds">How rounds work.</a>');
  expect(page).not.toContain('preview');
  expect((await get(of, '/llms.txt')).text).toContain('Daily rounds: every task league.');
  const bot = await of.enter({ league: id });
  const { detail } = expectError(
    await post(of, '/api/agents/me/weights', { date: '2026-03-02', weights: {} }, bot),
    'not_a_trading_league',
  );
  expect(detail).toContain('GET /api/agents/me/rounds/current/tasks');
  // Nobody loses a seat for want of trades where there is nothing to trade.
  await of.advance({ days: 9 });
  expect((await of.client.agent(bot.id)).retired_at).toBeNull();
  expect(leagues.filter((l) => leaguesWithRounds.has(l.id)).map((l) => l.kind.takes)).toEqual(
    live.map(() => 'answers'),
  );
});
