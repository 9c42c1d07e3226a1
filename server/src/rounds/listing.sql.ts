/** Lists of rounds, of a league and of a bot, and a bot's own sheets. One function per statement. */
import { sql } from 'kysely';
import type { ListedState } from 'papertape-contract/listed-states';
import type { Instant } from '../lib/clock.ts';
import { countRows, findRow, findRows, findSome } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';
import { openMs, roundIdFloor, weeklyEnding } from './calendar.ts';
import { roundsRoom, type Result } from './facts.ts';
import type { Sheet } from './receipt.ts';
import { sheetOf, type Rows } from './rounds.sql.ts';
import { factNames, type FactName } from './states.ts';

/** Which rounds of a league: all that were committed to, or those that stand in a state at an instant. */
export interface RoundsOf {
  readonly league: string;
  readonly state: ListedState | undefined;
  readonly now: Instant;
}

function committedRounds({ league, state, now }: RoundsOf) {
  const has = (...names: readonly FactName[]) => sql<boolean>`exists (select 1 from ledger.room_facts e
    where e.room = ${roundsRoom} and e.name in (${sql.join(names)}) and e.fact_id = t.fact_id and e.agent_id = '')`;
  const opensLater = roundIdFloor(now + 1);
  const [day, week] = [roundIdFloor(now + 1 - openMs.daily), roundIdFloor(now + 1 - openMs.weekly)];
  const closesLater = sql<boolean>`t.fact_id >= case when t.fact_id like ${`%${weeklyEnding(league)}`}
    then ${week} else ${day} end`;
  const ids = {
    committed: { from: opensLater },
    open: { from: week, before: opensLater },
    closed: { before: day },
    scored: undefined,
    void: undefined,
  };
  const bounds = state && ids[state];
  const notEnded = sql<boolean>`not ${has('scored', 'void')}`;
  const whens = {
    committed: notEnded,
    open: sql<boolean>`${closesLater} and ${notEnded}`,
    closed: sql<boolean>`not (${closesLater}) and ${notEnded}`,
    scored: has('scored'),
    void: has('void'),
  };
  const when = state === undefined ? sql<boolean>`true` : whens[state];
  return {
    of: { table: 'ledger.room_facts', when } as const,
    held: { room: roundsRoom, name: 'committed', about: league, ...(bounds ? { fact_id: bounds } : {}) },
  };
}

/** Ids of rounds, the newest first: a page of them. */
export async function roundsPage(db: Db, which: RoundsOf, rows: Rows): Promise<string[]> {
  const { of, held } = committedRounds(which);
  return (await findSome(db, of, held, rows, 'fact_id desc')).map((r) => r.fact_id);
}

export async function countRounds(db: Db, which: RoundsOf): Promise<number> {
  const { of, held } = committedRounds(which);
  return await countRows(db, of, held);
}

/** How the bots of a scored round did, in millionths. */
export interface ScoresOfRound {
  readonly bots: number;
  readonly best: number;
  /** Of an even number of scores the lower one of the two in the middle. */
  readonly median: number;
}

/** Of these rounds those with results, by id. */
export async function scoresOfRounds(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ScoresOfRound>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; bots: bigint; best: bigint; median: bigint }>`
    select id, max(bots) as bots, max(score) as best, max(case when n = (bots + 1) / 2 then score end) as median
    from (select s.round_id as id, s.score as score, count(*) over (partition by s.round_id) as bots,
        row_number() over (partition by s.round_id order by s.score) as n
      from intake.round_scores s join ledger.room_facts f
        on f.room = ${roundsRoom} and f.name = 'result' and f.fact_id = s.round_id and f.agent_id = s.agent_id
      where s.sandbox = 0 and s.round_id in (${sql.join(ids)})) as ranked
    group by id`.execute(db);
  return new Map(rows.map((r) => [r.id, { bots: Number(r.bots), best: Number(r.best), median: Number(r.median) }]));
}

const paidTo = (botId: string) => ({ agent_id: botId, room: roundsRoom, counts: 1n });

/** Rounds that a bot was scored in, the newest first: a page of them. */
export async function roundsOfBot(
  db: Db,
  botId: string,
  rows: Rows,
): Promise<{ readonly id: string; readonly scoredAt: Instant }[]> {
  const paid = await findSome(db, 'ledger.payouts', paidTo(botId), rows, 'payout_id desc');
  return paid.map((r) => ({ id: r.payout_id, scoredAt: Number(r.at_mark) }));
}

export async function countRoundsOfBot(db: Db, botId: string): Promise<number> {
  return await countRows(db, 'ledger.payouts', paidTo(botId));
}

/** What these rounds did to a bot, by round. */
export async function resultsOfBot(
  db: Db,
  botId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Result>> {
  const which = { room: roundsRoom, name: 'result', fact_id: ids, agent_id: botId };
  const rows = await findRows(db, 'ledger.room_facts', which);
  return new Map(rows.map((r) => [r.fact_id, JSON.parse(r.text) as Result]));
}

/** How many bots these rounds scored, and which place a bot has among them: one more than bots scored more. By round. */
export async function placesOfBot(
  db: Db,
  botId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly place: number; readonly of: number }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; place: bigint; bots: bigint }>`
    select s.round_id as id, count(*) as bots, 1 + sum(case when s.score > own.score then 1 else 0 end) as place
    from intake.round_scores own join intake.round_scores s on s.round_id = own.round_id and s.sandbox = 0
      join ledger.room_facts f on f.room = ${roundsRoom} and f.name = 'result' and f.fact_id = s.round_id and f.agent_id = s.agent_id
    where own.agent_id = ${botId} and own.sandbox = 0 and own.round_id in (${sql.join(ids)})
    group by s.round_id`.execute(db);
  return new Map(rows.map((r) => [r.id, { place: Number(r.place), of: Number(r.bots) }]));
}

/** Which facts there are of rounds, by round. */
export async function factNamesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<FactName>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ledger.room_facts')
    .select(['fact_id', 'name'])
    .where('room', '=', roundsRoom)
    .where('name', 'in', factNames)
    .where('fact_id', 'in', ids)
    .where('agent_id', '=', '')
    .execute();
  const named = Map.groupBy(rows, (r) => r.fact_id);
  return new Map([...named].map(([id, of]) => [id, new Set(of.map((r) => r.name as FactName))]));
}

/** All sheets of a bot, of a sandbox too. */
export interface OwnSheets {
  readonly botId: string;
  /** Those of one round alone; of all when it is undefined. */
  readonly roundId: string | undefined;
}

const ownSheets = ({ botId, roundId }: OwnSheets) => ({
  agent_id: botId,
  ...(roundId === undefined ? {} : { round_id: roundId }),
});

/** The newest first: a page of them. */
export async function ownSheetsPage(db: Db, which: OwnSheets, rows: Rows): Promise<Sheet[]> {
  return (await findSome(db, 'intake.answers', ownSheets(which), rows, 'sequence desc')).map(sheetOf);
}

export async function countOwnSheets(db: Db, which: OwnSheets): Promise<number> {
  return await countRows(db, 'intake.answers', ownSheets(which));
}

export async function sheetById(db: Db, botId: string, answerId: string): Promise<Sheet | undefined> {
  const row = await findRow(db, 'intake.answers', { answer_id: answerId, agent_id: botId });
  return row && sheetOf(row);
}
