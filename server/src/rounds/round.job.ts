/**
 * The step of rounds at a mark: which facts the mark appends, and what it pays. It gathers what was worked out beside the marks and works
 * nothing out itself, so that a mark costs a few statements however hard the tasks are. It sees no secret before the round is closed.
 */
import { iso, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale } from '../lib/decimal.ts';
import { dayMs, isClose, markMs } from '../lib/time.ts';
import { botsToPay } from '../flow/mark/payouts.sql.ts';
import { baselineCash } from '../flow/mark/baselines.sql.ts';
import { baselinesFact } from '../flow/mark/room-baselines.ts';
import type { Payout } from '../flow/mark/portfolio.ts';
import { goneAt, leaguesWithBots } from '../flow/mark/presence.sql.ts';
import type { MarkFacts, RoomFact } from '../flow/mark/rooms.ts';
import type { Trx } from '../storage/storage.ts';
import { roundToCommit } from './cadence.ts';
import { parseRoundId, roundAt, roundIdFloor, roundsOfWeek, type Round } from './calendar.ts';
import { beaconOf, readFacts, roundsRoom, type Committed, type RoundFacts, type Voided } from './facts.ts';
import { decidingWeek, levelMin, levelsFrom, lowestAfter } from './levels.ts';
import { baselinesOf } from './baselines.ts';
import { paid } from './pay.ts';
import {
  botsAt,
  countSheets,
  factsOfRounds,
  lastCommitted,
  promisesOf,
  resultsOfRounds,
  rulingsAt,
  scoresOf,
  sheetsBetween,
  unfinishedRounds,
  workOf,
  type Ruling,
  type StoredPromise,
} from './rounds.sql.ts';
import { commitmentOf } from './seed.ts';
import { nextFact, scoringDaysMax, type FactName, type Ready } from './states.ts';
import type { Graded, Prepared } from './prepared.ts';
import { reversed, ruledOf } from './ruled.job.ts';

type Decided = Payout | RoomFact;

/** Rounds that opened earlier have ended. */
const unfinishedDaysMax = scoringDaysMax + 8;

export async function atMark(facts: MarkFacts<Trx>): Promise<readonly Decided[]> {
  const { mark, db } = facts;
  const decided: Decided[] = await sheetsNoted(db, mark);
  const ids = await unfinishedRounds(db, roundIdFloor(mark - unfinishedDaysMax * dayMs));
  const known = Map.groupBy(await factsOfRounds(db, ids), (f) => f.id);
  const work = Map.groupBy(await workOf(db, ids), (w) => w.roundId);
  const rulings = Map.groupBy(await rulingsAt(db, mark), (r) => r.roundId);
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
        workFrom(done.get('prepared')?.[0]?.text, done.get('graded')?.[0]?.text, rulings.get(id) ?? []),
      )),
    );
  }
  for (const ruling of [...rulings.values()].flat())
    if (ruling.action === 'reverse_round') decided.push(...(await reversed(db, mark, ruling, decided)));
  if (isClose(mark)) decided.push(...(await commit(db, mark, decided)));
  return decided;
}

interface Work {
  readonly ready: Ready;
  readonly prepared: Prepared | undefined;
  readonly graded: Graded | undefined;
  readonly rulings: readonly Ruling[];
}

function workFrom(prepared: string | undefined, graded: string | undefined, rulings: readonly Ruling[]): Work {
  const found = prepared === undefined ? undefined : (JSON.parse(prepared) as Prepared);
  return {
    ready: { prepared: found ? ('unsound' in found ? 'unsound' : 'yes') : 'no', graded: graded !== undefined },
    prepared: found,
    graded: graded === undefined ? undefined : (JSON.parse(graded) as Graded),
    rulings,
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
  const leagues = await leaguesWithBots(db, mark, await goneAt(db, mark));
  const made: RoomFact[] = [];
  const names = (['daily', 'weekly'] as const).map((cadence) => roundAt('', mark + dayMs, cadence).name);
  const promises = Map.groupBy(await promisesOf(db, names), (p) => p.league);
  for (const [league, own] of promises) {
    if (!leagues.has(league)) continue;
    const stored = await lastCommitted(db, league, roundIdFloor(mark + dayMs));
    const last = stored && readFacts([stored]).committed;
    const named = new Map(own.map((promise) => [promise.round, promise]));
    const round = roundToCommit({
      league,
      mark,
      promised: named.keys(),
      lastClosesAt: last && Date.parse(last.closes_at),
    });
    const promise = round && named.get(round.name);
    if (!promise) continue;
    made.push(committed(round, promise, levelsFrom(await lowestLevel({ db, mark, decided }, round, last))));
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

/** Levels move by the results of a week (levels.ts), those of this very mark included. */
async function lowestLevel(
  { db, mark, decided }: { readonly db: Trx; readonly mark: Instant; readonly decided: readonly Decided[] },
  { league, cadence }: Round,
  last: Committed | undefined,
): Promise<number> {
  const lowest = last?.levels[0] ?? levelMin;
  const monday = last && decidingWeek(cadence, mark);
  if (monday === undefined) return lowest;
  const week = roundsOfWeek(league, monday).map(({ id }) => id);
  const now = decided.filter((d) => d.kind === 'fact' && d.name === 'result' && week.includes(d.id)) as RoomFact[];
  const results = [...(await resultsOfRounds(db, week)), ...now];
  const committedTo = (await factsOfRounds(db, week)).filter(({ name }) => name === 'committed');
  return lowestAfter(cadence, lowest, {
    scores: results.map((r) => (JSON.parse(r.text) as { readonly score: number }).score),
    bots: new Set(results.map((r) => r.botId)).size,
    lowest: committedTo.map(({ text }) => (JSON.parse(text) as Committed).levels[0] ?? levelMin),
  });
}

/** All that the mark appends to one round, and pays for it. */
async function goOn(at: MarkFacts<Trx>, round: Round, facts: RoundFacts, work: Work): Promise<Decided[]> {
  const names = new Set(Object.keys(facts) as FactName[]);
  const decided: Decided[] = [];
  for (const ruled of ruledOf(names, facts.committed?.items ?? 0, work.rulings)) {
    if (names.has(ruled.name)) continue;
    names.add(ruled.name);
    decided.push(factOf(round, ruled.name, ruled.fact));
  }
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
      return await score(db, mark, round, facts, graded);
    case 'void':
      return [factOf(round, name, { reason: voidReason(reason, prepared) } satisfies Voided)];
    case 'baselines':
    case 'committed':
    case 'struck':
    case 'reversed':
      throw new Error(`${name} of ${round.name} of ${round.league} does not follow from the time`);
  }
}

function voidReason(reason: string, prepared: Prepared | undefined): string {
  return prepared && 'unsound' in prepared ? `${reason}: ${prepared.unsound}` : reason;
}

/** The results of a round and its pay. A bot that was retired since is not there to be paid, and has no line. */
async function score(
  db: Trx,
  mark: Instant,
  round: Round,
  facts: RoundFacts,
  graded: Graded | undefined,
): Promise<Decided[]> {
  const { stake = 0 } = facts.committed ?? {};
  const { secret = '', par = facts.keyed?.par ?? 0 } = graded ?? {};
  const told = graded?.par === undefined ? {} : { par };
  const scores = await scoresOf(db, round.id, { sandbox: false });
  const bots = await botsToPay(
    db,
    scores.map((s) => s.botId),
    mark,
    await goneAt(db, mark),
  );
  const decided: Decided[] = [];
  const counted: number[] = [];
  for (const { botId, score: s } of scores) {
    const cash = bots.get(botId)?.now.portfolio.cash;
    if (cash === undefined) continue;
    const pay = paid(cash, stake, s, par);
    const result = { score: s, par, cash_before: money(cash), cash_after: money(cash + pay) };
    decided.push(factOf(round, 'result', result, botId));
    const why = { room: roundsRoom, id: round.id };
    decided.push({ kind: 'payout', botId, league: round.league, cash: pay, why, scoredAt: mark });
    counted.push(s);
  }
  const baselines = baselinesOf({ scores: counted, par, stake }, await baselineCash(db, round.league, 'median'));
  return [
    factOf(round, 'scored', { secret, bots: counted.length, ...told }),
    factOf(round, baselinesFact, baselines),
    ...decided,
  ];
}

function money(amount: bigint): string {
  return formatFixed(amount, moneyScale);
}

function factOf(round: Round, name: string, text: object, botId: string | null = null): RoomFact {
  return { kind: 'fact', room: roundsRoom, name, id: round.id, botId, about: round.league, text: JSON.stringify(text) };
}
