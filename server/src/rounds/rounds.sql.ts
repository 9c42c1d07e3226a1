/** Rounds as they are stored. One function per statement. */
import { sql } from 'kysely';
import { storedFact, type StoredFact } from '../flow/mark/facts.sql.ts';
import { isPresentAt, type Gone } from '../flow/mark/presence.sql.ts';
import type { Instant } from '../lib/clock.ts';
import type { RowTable } from '../storage/database.ts';
import { countRows, findRow, findRows, findSome } from '../storage/find.ts';
import { flag } from '../storage/flag.ts';
import { mapping, type ValueOf } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { roundsRoom } from './facts.ts';
import type { Sheet } from './receipt.ts';
import { factNames } from './states.ts';

/** A page of a list. */
export interface Rows {
  readonly skip: number;
  readonly most: number;
}

const promises = mapping('intake.round_promises');
export type StoredPromise = ValueOf<'intake.round_promises'>;

/** What is prepared of the rounds of these names, by league. */
export async function promisesOf(db: Db | Trx, names: readonly string[]): Promise<StoredPromise[]> {
  return (await findRows(db, 'intake.round_promises', { round: names }, 'league', 'round')).map(promises.toValue);
}

export async function anyPromise(db: Db): Promise<boolean> {
  return (await findRow(db, 'intake.round_promises', {})) !== undefined;
}

/** A promise that is there stays as it is. */
export async function insertPromises(trx: Trx, made: readonly StoredPromise[]): Promise<void> {
  if (made.length === 0) return;
  await trx
    .insertInto('intake.round_promises')
    .values(made.map(promises.toRow))
    .onConflict((c) => c.columns(['league', 'round']).doNothing())
    .execute();
}

/** Another source of a round that is not committed to. */
export async function changePromise(trx: Trx, promise: StoredPromise): Promise<void> {
  const { source, items } = promises.toRow(promise);
  const { league, round } = promise;
  const update = trx.updateTable('intake.round_promises').set({ source, items });
  await update.where('league', '=', league).where('round', '=', round).execute();
}

/** A round that will not be held. */
export async function deletePromise(
  trx: Trx,
  { league, round }: Pick<StoredPromise, 'league' | 'round'>,
): Promise<void> {
  const del = trx.deleteFrom('intake.round_promises');
  await del.where('league', '=', league).where('round', '=', round).execute();
}

/** Ids of rounds that were committed to, opened at an instant or later, and have not ended, in order. */
export async function unfinishedRounds(db: Db | Trx, floor: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.fact_id as id from ledger.room_facts f
    where f.room = ${roundsRoom} and f.name = 'committed' and f.fact_id >= ${floor} and f.agent_id = ''
      and not exists (select 1 from ledger.room_facts e
        where e.room = ${roundsRoom} and e.name in ('scored', 'void') and e.fact_id = f.fact_id and e.agent_id = '')
    order by f.fact_id`.execute(db);
  return rows.map((r) => r.id);
}

/** The facts of rounds, those of single bots left out. */
export async function factsOfRounds(db: Db | Trx, ids: readonly string[]): Promise<StoredFact[]> {
  const which = { room: roundsRoom, name: factNames, fact_id: ids, agent_id: '' };
  const rows = await findRows(db, 'ledger.room_facts', which, 'fact_id', 'at_mark');
  // Of facts of one mark no engine says which comes first, and what is made of them has to be the same bytes at each: they come in their turn.
  const turn = new Map<string, number>(factNames.map((name, nth) => [name, nth]));
  const ofMarks = Map.groupBy(rows, (row) => `${row.fact_id} ${row.at_mark}`);
  return [...ofMarks.values()]
    .flatMap((ofMark) => ofMark.toSorted((a, b) => (turn.get(a.name) ?? 0) - (turn.get(b.name) ?? 0)))
    .map(storedFact);
}

/** What marks noted of sheets. */
export async function factsOfSheets(trx: Trx, answerIds: readonly string[]): Promise<StoredFact[]> {
  const which = { room: roundsRoom, name: 'sheet', fact_id: answerIds };
  return (await findRows(trx, 'ledger.room_facts', which, 'fact_id')).map(storedFact);
}

/** The newest round of a league that was committed to before the id. */
export async function lastCommitted(db: Db | Trx, league: string, before: string): Promise<StoredFact | undefined> {
  const which = { room: roundsRoom, name: 'committed', about: league, fact_id: { before } };
  const row = await findRow(db, 'ledger.room_facts', which, 'fact_id desc');
  return row && storedFact(row);
}

/** Was a later round of the league scored? */
export async function scoredAfter(db: Db | Trx, league: string, roundId: string): Promise<boolean> {
  const which = { room: roundsRoom, name: 'scored', about: league, fact_id: { after: roundId } };
  return (await findRow(db, 'ledger.room_facts', which)) !== undefined;
}

/** What the operator decided of a round, or of a task of it. */
export interface Ruling {
  readonly action: string;
  readonly roundId: string;
  /** '' for the round. */
  readonly task: string;
  readonly reason: string;
}

/** Those that are applied at a mark, in order. */
export async function rulingsAt(trx: Trx, mark: Instant): Promise<Ruling[]> {
  const rows = await trx
    .selectFrom('ledger.applied_actions as x')
    .innerJoin('intake.operator_actions as a', 'a.action_id', 'x.action_id')
    .select(['a.action', 'a.about_id', 'a.reason'])
    .where('x.at_mark', '=', BigInt(mark))
    .where('a.about_kind', '=', 'round')
    .orderBy('x.number')
    .execute();
  return rows.map(({ action, about_id: about, reason }) => {
    const [roundId = '', task = ''] = about.split('/');
    return { action, roundId, task, reason };
  });
}

/** That rounds were scored, and that they were taken back, in the order of the marks. */
export async function paidRounds(trx: Trx): Promise<StoredFact[]> {
  const which = { room: roundsRoom, name: ['scored', 'reversed'] };
  return (await findRows(trx, 'ledger.room_facts', which, 'at_mark', 'fact_id')).map(storedFact);
}

/** What rounds did to bots, by round and bot. @param ids of the rounds. @param botIds of these bots alone. */
export async function resultsOfRounds(
  db: Db | Trx,
  ids: readonly string[],
  botIds?: readonly string[],
): Promise<StoredFact[]> {
  const bots = botIds === undefined ? {} : { agent_id: botIds };
  const which = { room: roundsRoom, name: 'result', fact_id: ids, ...bots };
  return (await findRows(db, 'ledger.room_facts', which, 'fact_id', 'agent_id')).map(storedFact);
}

/** What a round did to bots, by bot: a page of it. */
export async function resultsPage(db: Db, roundId: string, rows: Rows): Promise<StoredFact[]> {
  const which = { room: roundsRoom, name: 'result', fact_id: roundId };
  return (await findSome(db, 'ledger.room_facts', which, rows, 'agent_id')).map(storedFact);
}

export async function countResults(db: Db, roundId: string): Promise<number> {
  return await countRows(db, 'ledger.room_facts', { room: roundsRoom, name: 'result', fact_id: roundId });
}

/** Bots of a league that are present at an instant, by id. @param gone see flow/mark/presence.sql.ts. */
export async function botsAt(trx: Trx, league: string, at: Instant, gone: Gone): Promise<string[]> {
  const rows = await trx
    .selectFrom('intake.bots as a')
    .select('a.agent_id')
    .where('a.league', '=', league)
    .where(isPresentAt(at, gone))
    .orderBy('a.agent_id')
    .execute();
  return rows.map((r) => r.agent_id);
}

export function sheetOf(r: RowTable<'intake.answers'>): Sheet {
  return {
    botId: r.agent_id,
    sequence: Number(r.sequence),
    answerId: r.answer_id,
    league: r.league,
    roundId: r.round_id,
    receivedAt: Number(r.received_at),
    sandbox: flag(r.sandbox),
    answers: r.answers,
    nonce: r.nonce,
    previous: r.previous_receipt,
    receipt: r.receipt,
    rulesVersion: r.rules_version,
  };
}

export function sheetRow(sheet: Sheet): RowTable<'intake.answers'> {
  return {
    agent_id: sheet.botId,
    sequence: BigInt(sheet.sequence),
    answer_id: sheet.answerId,
    league: sheet.league,
    round_id: sheet.roundId,
    received_at: BigInt(sheet.receivedAt),
    sandbox: sheet.sandbox ? 1n : 0n,
    answers: sheet.answers,
    nonce: sheet.nonce,
    previous_receipt: sheet.previous,
    receipt: sheet.receipt,
    rules_version: sheet.rulesVersion,
  };
}

/** Sheets that were received in [from, to), by bot and number. */
export async function sheetsBetween(db: Db | Trx, from: Instant, to: Instant): Promise<Sheet[]> {
  const rows = await findRows(db, 'intake.answers', { received_at: { from, before: to } }, 'agent_id', 'sequence');
  return rows.map(sheetOf);
}

/** Sheets of a round, by bot and number. @param which one bot's; sandbox or not. */
export async function sheetsOfRound(
  db: Db | Trx,
  roundId: string,
  which: { readonly botId?: string; readonly sandbox?: boolean } = {},
): Promise<Sheet[]> {
  const held = {
    round_id: roundId,
    ...(which.botId === undefined ? {} : { agent_id: which.botId }),
    ...(which.sandbox === undefined ? {} : { sandbox: which.sandbox ? 1n : 0n }),
  };
  return (await findRows(db, 'intake.answers', held, 'agent_id', 'sequence')).map(sheetOf);
}

/** A bot's sheets of a round: those that count, or those of the sandbox. */
export interface SheetsOf {
  readonly roundId: string;
  readonly botId: string;
  readonly sandbox: boolean;
}

const heldBy = ({ roundId, botId, sandbox }: SheetsOf) => ({
  round_id: roundId,
  agent_id: botId,
  sandbox: sandbox ? 1n : 0n,
});

/** A page of them, in order. */
export async function sheetsPage(db: Db, of: SheetsOf, rows: Rows): Promise<Sheet[]> {
  return (await findSome(db, 'intake.answers', heldBy(of), rows, 'sequence')).map(sheetOf);
}

export async function countSheetsOf(db: Db, of: SheetsOf): Promise<number> {
  return await countRows(db, 'intake.answers', heldBy(of));
}

/** What counts of a round so far: sheets, and the bots that sent them. */
export async function countSheets(
  db: Db | Trx,
  roundId: string,
): Promise<{ readonly sheets: number; readonly bots: number }> {
  const { rows } = await sql<{ sheets: bigint; bots: bigint }>`
    select count(*) as sheets, count(distinct agent_id) as bots from intake.answers
    where round_id = ${roundId} and sandbox = 0`.execute(db);
  return { sheets: Number(rows[0]?.sheets ?? 0), bots: Number(rows[0]?.bots ?? 0) };
}

export interface RoundWork {
  readonly roundId: string;
  readonly kind: 'prepared' | 'graded';
  readonly text: string;
}

export async function workOf(db: Db | Trx, ids: readonly string[]): Promise<RoundWork[]> {
  const rows = await findRows(db, 'intake.round_work', { round_id: ids }, 'round_id', 'kind');
  return rows.map((r) => ({ roundId: r.round_id, kind: r.kind as RoundWork['kind'], text: r.text }));
}

/** Work that was done before stays as it is. */
export async function insertWork(trx: Trx, { roundId, kind, text }: RoundWork): Promise<void> {
  await trx
    .insertInto('intake.round_work')
    .values({ round_id: roundId, kind, text })
    .onConflict((c) => c.columns(['round_id', 'kind']).doNothing())
    .execute();
}

const scores = mapping('intake.round_scores');
export type StoredScore = ValueOf<'intake.round_scores'>;

export async function insertScores(trx: Trx, made: readonly StoredScore[]): Promise<void> {
  if (made.length === 0) return;
  await trx
    .insertInto('intake.round_scores')
    .values(made.map(scores.toRow))
    .onConflict((c) => c.columns(['round_id', 'agent_id', 'sandbox']).doNothing())
    .execute();
}

/** Of bots, by id; sandbox sheets apart. */
export async function scoresOf(
  db: Db | Trx,
  roundId: string,
  which: { readonly sandbox: boolean; readonly botIds?: readonly string[] },
): Promise<StoredScore[]> {
  const bot = which.botIds === undefined ? {} : { agent_id: which.botIds };
  const held = { round_id: roundId, sandbox: which.sandbox ? 1n : 0n, ...bot };
  return (await findRows(db, 'intake.round_scores', held, 'agent_id')).map(scores.toValue);
}
