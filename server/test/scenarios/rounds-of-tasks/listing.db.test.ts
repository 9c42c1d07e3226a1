/** Rounds as lists: those of a league, those of a bot, its sheets, and the wait for a score. One league, whose day goes on from test to test. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SentSheet } from 'papertape-client';
import { returnPct } from '../../../src/rounds/agent-rounds.ts';
import { reverseRound, voidRound } from '../../../src/desk/round-acts.ts';
import { expectError, get } from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { firstRound, openRound, playTo, sumsLeague } from '../../harness/rounds.ts';
import { firstSums } from '../../harness/sums.ts';

const second = '2026-W10-4';
let league: League;
let right: Bot;
let half: Bot;
let none: Bot;
let sheet: SentSheet;
let tried: SentSheet;

const days = 30_000;

beforeAll(async () => {
  ({ league, bot: right } = await openRound({ at: '2026-03-03T23:50:00Z' }));
  half = await league.enter({ league: sumsLeague });
  none = await league.enter({ league: sumsLeague });
  await playTo(league, '2026-03-04T00:05:00Z');
  tried = await half.answer(await firstSums(half, 10), { sandbox: true });
  await half.answer(await firstSums(half, 8));
  sheet = await right.answer(await firstSums(right, 10));
}, days);
afterAll(() => league.close());

test('while a round is open the list has its instants and nothing of scores; a sheet is told with its receipt to its bot alone', async () => {
  const list = await league.client.rounds(sumsLeague);
  expect(list).toMatchObject({ league: sumsLeague, page: 1, per_page: 50, pages: 1, total: 2 });
  expect(list.rounds.map((r) => [r.round, r.state, r.entrants, r.answered_by, r.par, r.best])).toEqual([
    [second, 'committed', null, null, null, null],
    [firstRound, 'open', 3, null, 700_000, null],
  ]);
  for (const state of ['committed', 'open'] as const) {
    const { rounds, total } = await league.client.rounds(sumsLeague, { state });
    expect([rounds.map((r) => r.state), total]).toEqual([[state], 1]);
  }
  for (const state of ['closed', 'scored', 'void'] as const)
    expect((await league.client.rounds(sumsLeague, { state })).rounds).toEqual([]);
  expect((await league.client.rounds('spot_crypto')).rounds).toEqual([]);
  expectError(await get(league, `/api/leagues/${sumsLeague}/rounds?state=over`), 'invalid_query');

  const { leagues } = await league.client.leagues();
  const roundOf = (id: string) => leagues.find((l) => l.id === id)?.round;
  expect(roundOf(sumsLeague)).toEqual({ cadence: 'daily', current: firstRound, next: second });
  expect([roundOf('web_q_a'), roundOf('spot_crypto')]).toEqual([{ cadence: 'daily', current: null, next: null }, null]);

  const sheets = await half.sheets();
  expect(sheets.sheets.map((s) => [s.sandbox, s.state, s.receipt.sequence])).toEqual([
    [false, 'open', 2],
    [true, 'open', 1],
  ]);
  expect((await half.sheets({ round: second })).total).toBe(0);
  const { warnings: _warnings, not_understood: _not, ...ack } = tried;
  expect(await half.sheet(tried.answer_id)).toEqual({ ...ack, state: 'open', result: null });
  await expect(right.sheet(tried.answer_id)).rejects.toMatchObject({ code: 'answer_not_found' });
  expect((await get(league, `/api/agents/${half.id}/answers`)).status).toBe(401);
  expect((await right.agentRounds()).rounds).toEqual([]);
});

test(
  'once it is scored the list has what its bots made of it, and a bot its place, its return and the scores of its sheets',
  async () => {
    const scored = sheet.scored({ pollMs: 1_000 });
    await playTo(league, '2026-03-04T23:00:00Z');
    expect((await league.client.rounds(sumsLeague, { state: 'closed' })).rounds).toMatchObject([
      { round: firstRound, answered_by: 2, best: null },
    ]);
    await playTo(league, '2026-03-05T00:05:00Z');
    expect((await league.client.rounds(sumsLeague, { state: 'scored' })).rounds).toMatchObject([
      { round: firstRound, state: 'scored', bots: 2, par: 700_000, best: 1_000_000, median: 666_666, reason: null },
    ]);
    const did = { score: 1_000_000, par: 700_000, place: 1, of: 2, return_pct: 0.3 };
    const [line] = (await league.client.agentRounds(right.id)).rounds;
    expect(line).toMatchObject({ ...did, round: firstRound, cash_before: '100000', cash_after: '100300' });
    expect(line).toMatchObject({ scored_at: '2026-03-04T23:05:00.000Z', reversed: false });
    expect((await half.agentRounds()).rounds).toMatchObject([{ score: 666_666, place: 2, return_pct: -0.0334 }]);
    expect(await none.agentRounds()).toMatchObject({ total: 0, rounds: [] });

    const { result } = await scored;
    expect(result).toMatchObject(did);
    expect(result?.tasks).toHaveLength(10);
    expect(result?.tasks[0]).toMatchObject({ task_id: 't01', score: 1_000_000, answer_id: sheet.answer_id });
    // What the sandbox sheets scored counts for nothing, and is told to their bot.
    expect((await half.waitForSheet(tried.answer_id)).result).toMatchObject({
      score: 1_000_000,
      place: null,
      cash_after: null,
    });
  },
  days,
);

test(
  'a round that is void, and one whose pay was taken back, say why; the page has what the list has',
  async () => {
    const text = async (path: string): Promise<string> => (await get(league, path)).text;
    const page = await text(`/leagues/${sumsLeague}/rounds.md`);
    expect(page).toContain(`| [${firstRound}](/leagues/${sumsLeague}/rounds/${firstRound}.md) | scored |`);
    expect(page).toContain('2 of 3 | 700,000 | 1,000,000 | 666,666');
    expect(await text(`/bots/${right.id}.md`)).toContain('.md) | 1,000,000 | 700,000 | 1 of 2 | +0.3000% |');
    const rounds = `/leagues/${sumsLeague}/rounds`;
    for (const path of [`${rounds}?page=2`, '/leagues/spot_crypto/rounds', '/leagues/none/rounds'])
      expect((await get(league, path)).status, path).toBe(404);
    for (const path of [`${rounds}/${firstRound}?page=2`, `${rounds}/2026-W09-1`, `/leagues/none/rounds/current`])
      expect((await get(league, path)).status, path).toBe(404);
    const { facts, round_id: id } = await league.client.round(sumsLeague, firstRound);
    const moved = await fetch(`${league.url}/fr${rounds}/${id}`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/fr${rounds}/${firstRound}`]);
    expect(await text(rounds)).toContain(`href="${rounds}/${firstRound}"`);

    const one = await text(`${rounds}/${firstRound}.md`);
    const name = async (bot: Bot): Promise<string> => `[‹${(await bot.agent()).name}›](/bots/${bot.id}.md)`;
    expect(one).toContain(`| 1 | ${await name(right)} | 1,000,000 | 10 of 10 tasks | +0.3000% | $100300 |`);
    expect(one).toContain(`| 2 | ${await name(half)} | 666,666 | 8 of 10 tasks | −0.0334% |`);
    expect(one).toContain('| t01 | 1 | 1 | 2 | 2 | 1,000,000 |');
    expect(one).toContain('| t10 | 5 | 5 | 1 | 1 | 500,000 |');
    for (const hex of [
      facts['committed']?.['commitment'],
      facts['keyed']?.['keys_sha256'],
      facts['scored']?.['secret'],
    ])
      expect(one).toContain(`\`${String(hex)}\``);
    expect(one).toContain(`papertape verify ${id} --url ${league.url}`);
    const open = await text(`/fr${rounds}/${second}`);
    expect(open).toContain('publié avec les scores');
    expect(open).not.toContain('agt_');
    expect(await text(`${rounds}/current`)).toContain(second);
    await reverseRound(league.app.deps.db, { league: sumsLeague, round: firstRound, reason: 'a wrong key' });
    await league.advance({ minutes: 5 });
    expect((await league.client.rounds(sumsLeague, { perPage: 1, page: 3 })).rounds).toMatchObject([
      { round: firstRound, state: 'scored', reason: 'a wrong key' },
    ]);
    expect((await right.agentRounds()).rounds).toMatchObject([{ reversed: true, cash_after: '100300' }]);
    expect(await text(`/bots/${right.id}`)).toContain('taken back');
    expect(await text(`${rounds}/${firstRound}`)).toContain('Reason: <bdi>a wrong key</bdi>');

    const lost = await right.answer({ t01: { sum: 1 } });
    await voidRound(league.app.deps.db, { league: sumsLeague, round: second, reason: 'no power' });
    await league.advance({ minutes: 5 });
    await expect(lost.scored()).rejects.toMatchObject({ code: 'round_void' });
    expect(await right.waitForSheet(lost.answer_id)).toMatchObject({ state: 'void', result: null });
    expect((await league.client.rounds(sumsLeague, { state: 'void' })).rounds).toMatchObject([
      { round: second, reason: 'operator: no power' },
    ]);
    const voided = await text(`${rounds}/${second}.md`);
    expect(voided).toContain('It is void and pays nobody. Reason: ‹operator: no power›');
    expect(voided).not.toContain('## Results');
  },
  days,
);

test('the return of a round is rounded down, as its pay is', () => {
  expect(returnPct(10_412_550_000_000n, 10_417_612_894_186n)).toBe(0.0486);
  expect(returnPct(10_000_000_000_000n, 9_999_999_999_999n)).toBe(-0.0001);
  expect([returnPct(0n, 0n), returnPct(7n, 7n)]).toEqual([0, 0]);
});
