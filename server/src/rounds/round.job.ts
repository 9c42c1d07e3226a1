/**
 * The step of rounds at a mark: which facts the mark appends, and what it pays. It gathers what was worked out beside the marks and works
 * nothing out itself, so that a mark costs a few statements however hard the tasks are. It sees no secret before the round is closed.
 */
import { iso, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale } from '../lib/decimal.ts';
import { dayMs, isClose, markMs, weekStart } from '../lib/time.ts';
import { botsToPay } from '../flow/mark/payouts.sql.ts';
import type { Payout } from '../flow/mark/portfolio.ts';
import { goneAt, leaguesWithBots } from '../flow/mark/presence.sql.ts';
import type { MarkFacts, RoomFact } from '../flow/mark/rooms.ts';
import type { Trx } from '../storage/storage.ts';
import { parseRoundId, roundAt, roundIdFloor, type Round } from './calendar.ts';
import { beaconOf, readFacts, roundsRoom, type RoundFacts, type Scored, type Voided } from './facts.ts';
import { levelMin, levelsFrom, nextLowest } from './levels.ts';
import { paid } from './pay.ts';
import {
  botsAt,
  countSheets,
  factsOfRounds,
  lastCommitted,
  promisesOf,
  resultsOfRounds,
  scoresOf,
  sheetsBetween,
  unfinishedRounds,
  workOf,
  type StoredPromise,
} from './rounds.sql.ts';
import { commitmentOf } from './seed.ts';
import { nextFact, scoringDaysMax, type FactName, type Ready } from './states.ts';
import type { Prepared } from './prepared.ts';

type Decided = Payout | RoomFact;

/** Rounds that opened earlier have ended. */
const unfinishedDaysMax = scoringDaysMax + 2;

export async function atMark(facts: MarkFacts<Trx>): Promise<readonly Decided[]> {
  const { mark, db } = facts;
  const decided: Decided[] = await sheetsNoted(db, mark);
  const ids = await unfinishedRounds(db, roundIdFloor(mark - unfinishedDaysMax * dayMs));
  const known = Map.groupBy(await factsOfRounds(db, ids), (f) => f.id);
  const work = Map.groupBy(await workOf(db, ids), (w) => w.roundId);
  for (const [id, named] of known) {
    const league = named[0]?.about ?? '';
    const round = parseRoundId([league], id);
    if (!round) throw new Error(`${id} is no round of ${league}`);
    const done = Map.groupBy(work.get(id) ?? [], (w) => w.kind);
    decided.push(
      ...(await goOn(
        facts,
        round,
        readFacts(named),
        readyOf(done.get('prepared')?.[0]?.text, done.get('graded')?.[0]?.text),
      )),
    );
  }
  if (isClose(mark)) decided.push(...(await commit(db, mark, decided)));
  return decided;
}

interface Work {
  readonly ready: Ready;
  readonly prepared: Prepared | undefined;
  readonly graded: Pick<Scored, 'secret'> | undefined;
}

function readyOf(prepared: string | undefined, graded: string | undefined): Work {
  const found = prepared === undefined ? undefined : (JSON.parse(prepared) as Prepared);
  return {
    ready: { prepared: found ? ('unsound' in found ? 'unsound' : 'yes') : 'no', graded: graded !== undefined },
    prepared: found,
    graded: graded === undefined ? undefined : (JSON.parse(graded) as Pick<Scored, 'secret'>),
  };
}

/** What came since the mark before. */
async function sheetsNoted(db: Trx, mark: Instant): Promise<RoomFact[]> {
  return (await sheetsBetween(db, mark - markMs, mark)).map((sheet) => ({
    kind: 'fact',
    room: roundsRoom,
    name: 'sheet',
    id: sheet.answerId,
    botId: sheet.botId,
    about: sheet.league,
    text: JSON.stringify({
      round_id: sheet.roundId,
      sequence: sheet.sequence,
      counts: !sheet.sandbox,
      receipt: sheet.receipt,
    }),
  }));
}

/** Commits to the rounds that open in a day, in the leagues that have bots. */
async function commit(db: Trx, mark: Instant, decided: readonly Decided[]): Promise<RoomFact[]> {
  const leagues = new Set(await leaguesWithBots(db, mark, await goneAt(db, mark)));
  const made: RoomFact[] = [];
  for (const promise of await promisesOf(db, [roundAt('', mark + dayMs).name])) {
    if (!leagues.has(promise.league)) continue;
    const round = roundAt(promise.league, mark + dayMs);
    made.push(committed(round, promise, levelsFrom(await lowestLevel(db, round, mark, decided))));
  }
  return made;
}

function committed(round: Round, promise: StoredPromise, levels: readonly number[]): RoomFact {
  const { source, items, stake, secretHash } = promise;
  return factOf(round, 'committed', {
    round: round.name,
    opens_at: iso(round.opensAt),
    closes_at: iso(round.closesAt),
    source,
    levels,
    items,
    stake,
    secret_sha256: secretHash,
    commitment: commitmentOf(round, { source, levels, items, stake, secretHash }),
  });
}

/** Levels move with the close of a Monday: by the results of the week before, those of this very mark included. */
async function lowestLevel(db: Trx, round: Round, mark: Instant, decided: readonly Decided[]): Promise<number> {
  const last = await lastCommitted(db, round.league, round.id);
  if (!last) return levelMin;
  const lowest = readFacts([last]).committed?.levels[0] ?? levelMin;
  if (weekStart(mark) !== mark) return lowest;
  const week = Array.from({ length: 7 }, (_, day) => roundAt(round.league, mark - (7 - day) * dayMs).id);
  const now = decided.filter((d) => d.kind === 'fact' && d.name === 'result' && week.includes(d.id)) as RoomFact[];
  const results = [...(await resultsOfRounds(db, week)), ...now];
  const scores = results.map((r) => (JSON.parse(r.text) as { readonly score: number }).score);
  return nextLowest(lowest, scores, new Set(results.map((r) => r.botId)).size);
}

/** All that the mark appends to one round, and pays for it. */
async function goOn(at: MarkFacts<Trx>, round: Round, facts: RoundFacts, work: Work): Promise<Decided[]> {
  const names = new Set(Object.keys(facts) as FactName[]);
  const decided: Decided[] = [];
  for (;;) {
    const next = nextFact(round, names, at.mark, work.ready);
    if (!next) return decided;
    names.add(next.name);
    decided.push(...(await decide(at, round, facts, work, next)));
  }
}

async function decide(
  { mark, db, readings }: MarkFacts<Trx>,
  round: Round,
  facts: RoundFacts,
  { prepared, graded }: Work,
  { name, reason = '' }: { readonly name: FactName; readonly reason?: string },
): Promise<Decided[]> {
  switch (name) {
    case 'beacon':
      return [factOf(round, name, beaconOf(readings))];
    case 'opened':
      return [factOf(round, name, { entrants: await botsAt(db, round.league, mark, await goneAt(db, mark)) })];
    case 'keyed':
      return [factOf(round, name, prepared as object)];
    case 'closed': {
      const { sheets, bots } = await countSheets(db, round.id);
      return [factOf(round, name, { sheets, answered_by: bots })];
    }
    case 'scored':
      return await score(db, mark, round, facts, graded?.secret ?? '');
    case 'void':
      return [factOf(round, name, { reason: voidReason(reason, prepared) } satisfies Voided)];
    case 'committed':
      throw new Error(`${round.name} of ${round.league} is committed to twice`);
  }
}

function voidReason(reason: string, prepared: Prepared | undefined): string {
  return prepared && 'unsound' in prepared ? `${reason}: ${prepared.unsound}` : reason;
}

/** The results of a round and its pay. A bot that was retired since is not there to be paid, and has no line. */
async function score(db: Trx, mark: Instant, round: Round, facts: RoundFacts, secret: string): Promise<Decided[]> {
  const { stake = 0 } = facts.committed ?? {};
  const { par = 0 } = facts.keyed ?? {};
  const scores = await scoresOf(db, round.id, { sandbox: false });
  const bots = await botsToPay(
    db,
    scores.map((s) => s.botId),
    mark,
    await goneAt(db, mark),
  );
  const decided: Decided[] = [];
  for (const { botId, score: s } of scores) {
    const cash = bots.get(botId)?.now.portfolio.cash;
    if (cash === undefined) continue;
    const pay = paid(cash, stake, s, par);
    const result = { score: s, par, cash_before: money(cash), cash_after: money(cash + pay) };
    decided.push(factOf(round, 'result', result, botId));
    const why = { room: roundsRoom, id: round.id };
    decided.push({ kind: 'payout', botId, league: round.league, cash: pay, why, scoredAt: mark });
  }
  return [factOf(round, 'scored', { secret, bots: decided.length / 2 }), ...decided];
}

function money(amount: bigint): string {
  return formatFixed(amount, moneyScale);
}

function factOf(round: Round, name: string, text: object, botId: string | null = null): RoomFact {
  return { kind: 'fact', room: roundsRoom, name, id: round.id, botId, about: round.league, text: JSON.stringify(text) };
}
