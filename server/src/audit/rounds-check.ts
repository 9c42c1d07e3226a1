/**
 * Rounds of tasks, scored and paid again: from the stored sheets, the revealed secret and the generator of the round. What marks noted is
 * held against the public log elsewhere; here it is held against what it follows from.
 */
import { startValue } from '../flow/fill/fill.ts';
import type { StoredFact } from '../flow/mark/facts.sql.ts';
import type { NotedBaseline } from '../flow/mark/room-baselines.ts';
import { payoutsAt, type StoredPayout } from '../flow/mark/payouts.sql.ts';
import type { Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale, parseFixed } from '../lib/decimal.ts';
import { sha256 } from '../lib/hash.ts';
import { parseRoundId, type Round } from '../rounds/calendar.ts';
import {
  parOf,
  readFacts,
  reversalOf,
  roundsRoom,
  type Result,
  type Reversed,
  type RoundFacts,
} from '../rounds/facts.ts';
import {
  keyFile,
  planOf,
  scoreSheet,
  seedHex,
  standing,
  variantOf,
  type Made,
  type SheetScore,
} from '../rounds/make.ts';
import type { Generators } from '../rounds/maker.ts';
import { baselinesOf, baselinesReversed, type RoundBaselines } from '../rounds/baselines.ts';
import { paid } from '../rounds/pay.ts';
import { answerReceipt, type Sheet } from '../rounds/receipt.ts';
import { commitmentOf } from '../rounds/seed.ts';
import type { Generator } from '../rounds/source.ts';
import {
  countSheets,
  factsOfRounds,
  factsOfSheets,
  resultsOfRounds,
  paidRounds,
  scoresOf,
  sheetsOfRound,
} from '../rounds/rounds.sql.ts';
import type { Trx } from '../storage/storage.ts';
import type { Differences } from './differences.ts';

export interface CheckedRounds {
  readonly scored: number;
  /** Of them those whose generator this program has not: their scores are taken as they are. */
  readonly unmade: number;
}

interface AtRound {
  readonly trx: Trx;
  readonly differences: Pick<Differences, 'add'>;
  readonly round: Round;
  readonly facts: RoundFacts;
}

export async function checkRounds(
  trx: Trx,
  differences: Pick<Differences, 'add'>,
  generators: Generators,
): Promise<CheckedRounds> {
  const cash = createCash();
  let [scored, unmade] = [0, 0];
  for (const { id, about, mark, name, text } of await paidRounds(trx)) {
    const round = parseRoundId([about], id);
    if (!round) {
      differences.add('ledger.room_facts', id, 'fact_id', `a round of ${about}`, id);
      continue;
    }
    if (name === 'reversed') {
      await checkReversal({ trx, differences, round }, cash, mark, JSON.parse(text) as Reversed);
      continue;
    }
    scored++;
    const facts = readFacts(await factsOfRounds(trx, [id]));
    const at = { trx, differences, round, facts };
    const made = madeAgain(at);
    const generator = await generators.get(about, facts.committed?.source);
    if (generator?.id !== facts.committed?.source) unmade++;
    else if (made && generator) await checkScores(at, made, generator);
    const { sheets, bots } = await countSheets(trx, id);
    compare(differences, 'ledger.room_facts', id, 'sheets', sheets, facts.closed?.sheets);
    compare(differences, 'ledger.room_facts', id, 'answered_by', bots, facts.closed?.answered_by);
    await checkPay(at, cash, mark);
  }
  return { scored, unmade };
}

/** The seed of the round, when what was revealed is what was committed to. */
function madeAgain({ differences, round, facts }: AtRound): Made | undefined {
  const { committed, beacon, keyed, scored } = facts;
  if (!committed || !beacon || !keyed || !scored) {
    differences.add('ledger.room_facts', round.id, 'row', 'all facts of a scored round', Object.keys(facts).join(', '));
    return undefined;
  }
  const { source, levels, items, stake, secret_sha256: secretHash, commitment } = committed;
  const expected = [
    ['secret_sha256', secretHash, sha256(Buffer.from(scored.secret, 'hex'))],
    ['commitment', commitmentOf(round, { source, levels, items, stake, secretHash }), commitment],
  ] as const;
  for (const [field, computed, found] of expected)
    if (computed !== found) differences.add('ledger.room_facts', round.id, field, computed, found);
  const seeding = { league: round.league, round: round.name, levels, commitment };
  const { secret } = scored;
  return { ...seeding, seed: seedHex({ ...seeding, secret, beacon: beacon.beacon }, keyed.attempt) };
}

async function checkScores(at: AtRound, made: Made, generator: Generator): Promise<void> {
  const { trx, differences, round, facts } = at;
  const plan = planOf(generator, made);
  const keys = sha256(keyFile(generator, made, facts.opened?.entrants ?? []));
  if (keys !== facts.keyed?.keys_sha256)
    differences.add('ledger.room_facts', round.id, 'keys_sha256', keys, facts.keyed?.keys_sha256 ?? '');
  for (const sandbox of [false, true]) {
    const sheets = await sheetsOfRound(trx, round.id, { sandbox });
    await checkReceipts(at, sheets);
    const computed = new Map<string, SheetScore>();
    for (const [botId, own] of Map.groupBy(sheets, (s) => s.botId)) {
      const score = scoreSheet(variantOf(generator, plan, made, botId), standing(own), facts.struck?.task);
      if (score.tasks.some(([, , , answerId]) => answerId !== null)) computed.set(botId, score);
    }
    const stored = new Map((await scoresOf(trx, round.id, { sandbox })).map((s) => [s.botId, s]));
    for (const botId of new Set([...computed.keys(), ...stored.keys()])) {
      const [expected, found] = [computed.get(botId), stored.get(botId)];
      const key = `${round.id} ${botId} ${sandbox ? 1 : 0}`;
      compare(differences, 'intake.round_scores', key, 'score', expected?.score, found?.score);
      const tasks = expected && JSON.stringify(expected.tasks);
      compare(differences, 'intake.round_scores', key, 'tasks', tasks, found?.tasks);
    }
  }
}

/** Sheets whose facts are read at once. */
const sheetsAtOnce = 500;

/** Each is the hash of its sheet, and is what the mark noted of it. */
async function checkReceipts({ trx, differences, round }: AtRound, sheets: readonly Sheet[]): Promise<void> {
  for (let from = 0; from < sheets.length; from += sheetsAtOnce) {
    const some = sheets.slice(from, from + sheetsAtOnce);
    const facts = await factsOfSheets(
      trx,
      some.map((s) => s.answerId),
    );
    const noted = new Map(facts.map(({ id, text }) => [id, JSON.parse(text) as { readonly receipt: string }]));
    for (const sheet of some) {
      const key = `${sheet.botId} ${sheet.sequence}`;
      compare(differences, 'intake.answers', key, 'receipt', answerReceipt(sheet, round.name), sheet.receipt);
      compare(
        differences,
        'ledger.room_facts',
        sheet.answerId,
        'receipt',
        sheet.receipt,
        noted.get(sheet.answerId)?.receipt,
      );
    }
  }
}

/** Whoever has a score was paid by it, unless it was retired before; and nobody else was. */
async function checkPay(at: AtRound, cash: Cash, mark: Instant): Promise<void> {
  const { trx, differences, round, facts } = at;
  const scores = new Map((await scoresOf(trx, round.id, { sandbox: false })).map((s) => [s.botId, s.score]));
  const results = await resultsOfRounds(trx, [round.id]);
  const own = (await payoutsAt(trx, mark)).filter(({ why }) => why.room === roundsRoom && why.id === round.id);
  const payouts = new Map(own.map((p) => [p.botId, p]));
  const { stake = 0 } = facts.committed ?? {};
  const par = parOf(facts);
  checkBaselines(at, { cash, mark, stake, par }, results);
  compare(differences, 'ledger.room_facts', round.id, 'bots', results.length, facts.scored?.bots);
  for (const { botId, text } of results as readonly (StoredFact & { readonly botId: string })[]) {
    const key = `${round.id} ${botId}`;
    const before = cash.at(botId, mark);
    const score = scores.get(botId);
    const pay = score === undefined ? undefined : paid(before, stake, score, par);
    const expected: Result | undefined =
      score === undefined || pay === undefined
        ? undefined
        : { score, par, cash_before: money(before), cash_after: money(before + pay) };
    compare(differences, 'ledger.room_facts', key, 'text', expected && JSON.stringify(expected), text);
    compare(differences, 'ledger.payouts', key, 'cash', pay, payouts.get(botId)?.cash);
  }
  const scored = new Set(results.map((r) => r.botId));
  for (const payout of payouts.values()) {
    cash.add(payout, mark);
    if (!scored.has(payout.botId))
      compare(differences, 'ledger.payouts', `${round.id} ${payout.botId}`, 'cash', undefined, payout.cash);
  }
}

/** Where the median of a league stands among the cash of its bots. */
const medianOf = (league: string): string => `median of ${league}`;

/** The median is that of the results. A league whose rounds were scored before there were baselines has none until the next one. */
function checkBaselines(
  { differences, round, facts }: AtRound,
  {
    cash,
    mark,
    stake,
    par,
  }: { readonly cash: Cash; readonly mark: Instant; readonly stake: number; readonly par: number },
  results: readonly StoredFact[],
): void {
  const botId = medianOf(round.league);
  if (facts.baselines === undefined && !cash.has(botId)) return;
  const scores = results.map(({ text }) => (JSON.parse(text) as Result).score);
  const computed = baselinesOf({ scores, par, stake }, cash.at(botId, mark));
  const stored = facts.baselines && JSON.stringify(facts.baselines);
  compare(differences, 'ledger.room_facts', `${round.id} baselines`, 'text', JSON.stringify(computed), stored);
  cash.add({ botId, cash: gainOf(computed.median) }, mark);
}

function gainOf({ cash_before: before, cash_after: after }: NotedBaseline): bigint {
  return parseFixed(after, moneyScale) - parseFixed(before, moneyScale);
}

/** What a round paid is taken back from those who are there; each is where it was before. */
async function checkReversal(
  { trx, differences, round }: Pick<AtRound, 'trx' | 'differences' | 'round'>,
  cash: Cash,
  mark: Instant,
  fact: Reversed,
): Promise<void> {
  const results = new Map((await resultsOfRounds(trx, [round.id])).map((r) => [r.botId, JSON.parse(r.text) as Result]));
  const id = reversalOf(round.id);
  await checkBaselinesReversed({ trx, differences, round }, cash, mark);
  const payouts = (await payoutsAt(trx, mark)).filter(({ why }) => why.room === roundsRoom && why.id === id);
  compare(differences, 'ledger.room_facts', round.id, 'reversed bots', payouts.length, fact.bots);
  for (const payout of payouts) {
    const before = results.get(payout.botId)?.cash_before;
    const after = money(cash.at(payout.botId, mark) + payout.cash);
    compare(differences, 'ledger.payouts', `${id} ${payout.botId}`, 'cash', before, after);
    cash.add(payout, mark);
  }
}

async function checkBaselinesReversed(
  { trx, differences, round }: Pick<AtRound, 'trx' | 'differences' | 'round'>,
  cash: Cash,
  mark: Instant,
): Promise<void> {
  const id = reversalOf(round.id);
  const facts = await factsOfRounds(trx, [round.id, id]);
  const of = (factId: string): string | undefined => facts.find((f) => f.name === 'baselines' && f.id === factId)?.text;
  const paidBy = of(round.id);
  if (paidBy === undefined) return;
  const botId = medianOf(round.league);
  const computed = baselinesReversed(JSON.parse(paidBy) as RoundBaselines, cash.at(botId, mark));
  compare(differences, 'ledger.room_facts', `${id} baselines`, 'text', JSON.stringify(computed), of(id));
  cash.add({ botId, cash: gainOf(computed.median) }, mark);
}

interface Cash {
  has(botId: string): boolean;
  /** Before a mark. */
  at(botId: string, mark: Instant): bigint;
  add(payout: Pick<StoredPayout, 'botId' | 'cash'>, mark: Instant): void;
}

/** Cash of bots that hold nothing else, mark by mark. */
function createCash(): Cash {
  const known = new Map<string, { readonly mark: Instant; readonly before: bigint; readonly after: bigint }>();
  const at: Cash['at'] = (botId, mark) => {
    const of = known.get(botId);
    return of ? (of.mark === mark ? of.before : of.after) : startValue;
  };
  return {
    has: (botId) => known.has(botId),
    at,
    add({ botId, cash }, mark) {
      const of = known.get(botId);
      const before = at(botId, mark);
      known.set(botId, { mark, before, after: (of?.after ?? startValue) + cash });
    },
  };
}

type Value = string | number | bigint | undefined;

function compare(
  differences: Pick<Differences, 'add'>,
  table: string,
  key: string,
  field: string,
  expected: Value,
  found: Value,
): void {
  if (expected !== found) differences.add(table, key, field, String(expected ?? 'no row'), String(found ?? 'no row'));
}

function money(amount: bigint): string {
  return formatFixed(amount, moneyScale);
}
