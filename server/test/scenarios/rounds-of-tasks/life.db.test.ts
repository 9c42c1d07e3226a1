/** The life of rounds on a stepped clock: committed to, opened, keyed, closed, scored, revealed and paid at marks, with a clean audit. */
import { expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { iso } from '../../../src/lib/clock.ts';
import { sha256 } from '../../../src/lib/hash.ts';
import { dayMs } from '../../../src/lib/time.ts';
import { parseRoundName, roundAt, type Round } from '../../../src/rounds/calendar.ts';
import { readFacts, type Result, type RoundFacts } from '../../../src/rounds/facts.ts';
import { keyFile, seedHex, variantOf, planOf } from '../../../src/rounds/make.ts';
import { canonicalJson, type Json } from '../../../src/rounds/json.ts';
import { answerReceipt } from '../../../src/rounds/receipt.ts';
import { factsOfRounds, sheetRow, resultsOfRounds, unfinishedRounds } from '../../../src/rounds/rounds.sql.ts';
import { madeOf, seedingOf } from '../../../src/rounds/work.job.ts';
import type { Bot, League } from '../../harness/league.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { sumsOf } from '../../harness/sums.ts';

const league = 'deal_finder';
const sums = sumsOf(league);

/** Opens on Monday, ten minutes before midnight: the first round that can be committed to is that of Wednesday. */
async function openRounds(generator = sums): Promise<League> {
  return await leagueOfTest({
    start: '2026-03-02T23:50:00Z',
    overrides: { rounds: { generators: new Map([[league, generator]]) } },
  });
}

/** Steps the clock to an instant of a day, and lets everything be worked out that can be. */
async function playTo(of: League, instant: string): Promise<void> {
  await of.app.deps.rounds.run();
  await of.advanceTo(instant);
  await of.app.deps.rounds.run();
}

async function factsOf(of: League, round: Round): Promise<RoundFacts> {
  return readFacts(await factsOfRounds(of.app.deps.db, [round.id]));
}

const wednesday = parseRoundName(league, '2026-W10-3') as Round;

/** Answers with the keys of the bot's own variant; `right` of its ten tasks, the last ones. */
async function answer(of: League, bot: Bot, round: Round, right: number, sandbox = false): Promise<void> {
  const { rounds, db, intake, ids, rulesVersion } = of.app.deps;
  const facts = await factsOf(of, round);
  const seeding = seedingOf(rounds.master, round, facts);
  if (!seeding) throw new Error('the round has no seed yet');
  const made = madeOf(seeding, facts.keyed?.attempt ?? 0);
  const { best } = variantOf(sums, planOf(sums, made), made, bot.id);
  const answers = Object.fromEntries(
    [...best].map(([id, a], i): [string, Json] => [id, i >= 10 - right ? a : { sum: 1 }]),
  );
  const last = (await db.selectFrom('intake.answers').selectAll().where('agent_id', '=', bot.id).execute()).at(-1);
  const draft = {
    botId: bot.id,
    sequence: Number(last?.sequence ?? 0) + 1,
    answerId: ids.next('ans', of.now()),
    league,
    roundId: round.id,
    receivedAt: of.now(),
    sandbox,
    answers: canonicalJson(answers),
    nonce: ids.nonce(),
    previous: last?.receipt ?? '',
    rulesVersion,
  };
  const sheet = { ...draft, receipt: answerReceipt(draft, round.name) };
  await intake.write({ sheet: sheetRow(sheet) });
}

test('a round is committed to, opened, closed, scored, revealed and paid, and everybody can make it again', async () => {
  const of = await openRounds();
  const [best, par, idle] = [await of.enter({ league }), await of.enter({ league }), await of.enter({ league })];
  await playTo(of, '2026-03-03T23:50:00Z');
  expect(Object.keys(await factsOf(of, wednesday))).toEqual(['committed']);
  await playTo(of, '2026-03-04T00:00:00Z');
  const late = await of.enter({ league });
  await playTo(of, '2026-03-04T00:05:00Z');
  const opened = await factsOf(of, wednesday);
  expect(Object.keys(opened)).toEqual(['committed', 'beacon', 'opened', 'keyed']);
  expect(opened.opened?.entrants).toEqual([best.id, par.id, idle.id].toSorted());
  expect(opened.opened?.entrants).not.toContain(late.id);
  expect(opened.keyed?.par).toBe(700_000);
  // Before the close nothing of the secret is anywhere in the data.
  expect(JSON.stringify(await of.app.deps.db.selectFrom('intake.round_work').selectAll().execute())).not.toContain(
    'secret',
  );

  await answer(of, best, wednesday, 1);
  await answer(of, best, wednesday, 10);
  await answer(of, par, wednesday, 5);
  await answer(of, idle, wednesday, 10, true);
  await playTo(of, '2026-03-04T23:00:00Z');
  expect((await factsOf(of, wednesday)).closed).toEqual({ sheets: 3, answered_by: 2 });
  expect((await factsOf(of, wednesday)).scored).toBeUndefined();
  await playTo(of, '2026-03-04T23:05:00Z');
  const facts = await factsOf(of, wednesday);
  expect(facts.scored?.bots).toBe(2);

  // What the commitment promised is what was held.
  const { committed, beacon, keyed, scored } = facts;
  expect(sha256(Buffer.from(scored?.secret ?? '', 'hex'))).toBe(committed?.secret_sha256);
  expect(beacon?.of).toBe('readings');
  const seeding = seedingOf(of.app.deps.rounds.master, wednesday, facts)!;
  expect({ ...seeding, secret: scored?.secret }).toEqual(seeding);
  const made = { ...madeOf(seeding, 0), seed: seedHex(seeding, keyed?.attempt ?? -1) };
  expect(sha256(keyFile(sums, made, facts.opened?.entrants ?? []))).toBe(keyed?.keys_sha256);

  // A full sheet from $100,000 at par 0.7 gains $300, par changes nothing, who did not answer has no line, nor has a sandbox sheet.
  const results = await resultsOfRounds(of.app.deps.db, [wednesday.id]);
  const shown = new Map(results.map((r) => [r.botId, JSON.parse(r.text) as Result]));
  expect(shown).toEqual(
    new Map([
      [best.id, { score: 1_000_000, par: 700_000, cash_before: '100000', cash_after: '100300' }],
      [par.id, { score: 700_000, par: 700_000, cash_before: '100000', cash_after: '100000' }],
    ]),
  );
  expect((await of.client.positions(best.id)).cash).toBe('100300');
  expect((await of.client.positions(idle.id)).cash).toBe('100000');

  await playTo(of, '2026-03-05T00:00:00Z');
  const board = await of.client.leaderboard({ league });
  const lines = board.rows.map((e) => [e.agent_id, e.rank, e.return_pct, e.trades, e.first_fill_at]);
  const scoredAt = '2026-03-04T23:05:00.000Z';
  expect(lines[0]).toEqual([best.id, 1, 0.3, 1, scoredAt]);
  const others = new Map(lines.slice(1).map(([id, ...line]) => [id, line]));
  expect(others).toEqual(
    new Map([
      [par.id, [2, 0, 1, scoredAt]],
      [idle.id, [2, 0, 0, null]],
      [late.id, [2, 0, 0, null]],
    ]),
  );
  expect((await runAudit(of.app.storage)).differences).toEqual([]);
});

/** Names and marks of all facts but sheets and results, in the order of the marks. */
async function told(of: League): Promise<string[]> {
  const rows = await of.app.deps.db.selectFrom('ledger.room_facts').selectAll().orderBy('at_mark').execute();
  return rows
    .filter((r) => r.agent_id === '')
    .map((r) => `${iso(Number(r.at_mark)).slice(5, 16)} ${r.name}${r.name === 'void' ? ` ${r.text}` : ''}`);
}

test('a round of which nothing could be prepared is void, and pays nobody', async () => {
  const of = await openRounds(sumsOf(league, 0));
  await of.enter({ league });
  await playTo(of, '2026-03-04T00:00:00Z');
  await playTo(of, '2026-03-04T00:05:00Z');
  const all = (await told(of)).filter((line) => line.startsWith('03-04'));
  expect(all[0]).toBe('03-04T00:00 opened');
  expect(all.find((line) => line.includes('void'))).toMatch(/^03-04T00:05 void \{"reason":"no_sound_variant: .*par/);
  expect((await runAudit(of.app.storage)).differences).toEqual([]);
});

test('a service that was down commits to nothing late, and a round whose work was not done in time is void', async () => {
  const of = await openRounds();
  await of.enter({ league });
  await playTo(of, '2026-03-03T00:00:00Z');
  // The marks of two days are caught up at once: nothing was prepared between them.
  await of.advanceTo('2026-03-05T00:10:00Z');
  expect(await told(of)).toContain('03-04T23:00 void {"reason":"not_ready"}');
  expect((await runAudit(of.app.storage)).differences).toEqual([]);
});

test('a league without a bot has no rounds, and one without a generator never has', async () => {
  const of = await openRounds();
  await of.enter({ league: 'web_q_a' });
  await playTo(of, '2026-03-04T00:05:00Z');
  expect(await told(of)).toEqual([]);
  expect(await unfinishedRounds(of.app.deps.db, roundAt(league, of.now() - dayMs).id)).toEqual([]);
});

test('whoever changes what a mark noted is found by the audit', async () => {
  const of = await openRounds();
  await of.enter({ league });
  await playTo(of, '2026-03-03T00:00:00Z');
  const { db } = of.app.deps;
  await db.updateTable('ledger.room_facts').set({ text: '{}' }).where('name', '=', 'committed').execute();
  const found = (await runAudit(of.app.storage)).differences;
  expect(found.map((d) => `${d.table} ${d.field}`)).toContain('ledger.log_bundles entry');
});
