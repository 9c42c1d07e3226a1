/** Tiers, moves, weeks, voided closes. One function per statement. */
import { sql, type SqlBool } from 'kysely';
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert, RowOf } from '../../storage/bulk.ts';
import type { RowTable } from '../../storage/database.ts';
import { findRow, findRows } from '../../storage/find.ts';
import { mapping, type ValueOf } from '../../storage/mapping.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import type { EarlierClose } from './iso-week.ts';
import type { DecidedWeek, TierMove } from './moves.ts';

/** Of a close: it is out. While its mark is open (engine/shared-close/) it is not. @param column of its instant, with its table: `b.close`. */
export const isOut = (column: string) =>
  sql<SqlBool>`not exists (select 1 from ledger.open_marks o where o.mark = ${sql.ref(column)})`;

/** Closes, or boards of closes, that are out, voided or not. */
export const out = <T extends 'ledger.closes' | 'ledger.boards'>(table: T) => ({
  table,
  when: sql<boolean>`${isOut('t.close')}`,
});

/** Closes, or boards of closes, that are out and that the operator did not void. */
export const valid = <T extends 'ledger.closes' | 'ledger.boards'>(table: T) => ({
  table,
  when: sql<boolean>`not exists (select 1 from ledger.voided_closes v where v.league = t.league and v.close = t.close)
    and ${isOut('t.close')}`,
});

/** Bots of a league above Qualifying. */
export async function tiersOf(db: Db | Trx, league: string): Promise<Map<string, number>> {
  const rows = await findRows(db, 'ledger.tiers', { league, tier: { after: 0 } });
  return new Map(rows.map((r) => [r.agent_id, Number(r.tier)]));
}

/** Tiers of some bots; a bot that never moved is absent. */
export async function tiersOfBots(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await findRows(db, 'ledger.tiers', { agent_id: ids });
  return new Map(rows.map((r) => [r.agent_id, Number(r.tier)]));
}

/** Of moves `m`: those of the latest close of their league, while that may be voided. A bot has one of them at most. */
export const mayBeTakenBack = sql<SqlBool>`m.why <> 'voided'
  and m.at_mark = (select max(b.close) from ledger.boards as b where b.league = m.league)
  and not exists (select 1 from ledger.voided_closes as v where v.league = m.league and v.close >= m.at_mark)`;

/** Those moves, of bots that are not retired: how many there are of each kind. */
export async function countMayBeTakenBack(
  db: Db | Trx,
): Promise<{ readonly league: string; readonly from: number; readonly to: number; readonly bots: number }[]> {
  const rows = await db
    .selectFrom((e) =>
      e
        .selectFrom('ledger.boards')
        .select((b) => ['league', b.fn.max('close').as('close')])
        .groupBy('league')
        .as('last'),
    )
    .innerJoin('ledger.tier_moves as m', (j) =>
      j.onRef('m.league', '=', 'last.league').onRef('m.at_mark', '=', 'last.close'),
    )
    .innerJoin('intake.bots as a', 'a.agent_id', 'm.agent_id')
    .select((e) => ['m.league', 'm.from_tier', 'm.to_tier', e.fn.countAll<bigint>().as('n')])
    .where('a.retired_at', 'is', null)
    .where(mayBeTakenBack)
    .groupBy(['m.league', 'm.from_tier', 'm.to_tier'])
    .execute();
  return rows.map((r) => ({ league: r.league, from: Number(r.from_tier), to: Number(r.to_tier), bots: Number(r.n) }));
}

/** Bots above Qualifying that are not retired, per league and tier. */
export async function countTiers(db: Db | Trx): Promise<{ league: string; tier: number; bots: number }[]> {
  const rows = await db
    .selectFrom('ledger.tiers as t')
    .innerJoin('intake.bots as a', 'a.agent_id', 't.agent_id')
    .select((e) => ['t.league', 't.tier', e.fn.countAll<bigint>().as('n')])
    .where('t.tier', '>', 0n)
    .where('a.retired_at', 'is', null)
    .groupBy(['t.league', 't.tier'])
    .orderBy('t.league')
    .orderBy('t.tier')
    .execute();
  return rows.map((r) => ({ league: r.league, tier: Number(r.tier), bots: Number(r.n) }));
}

const moves = mapping('ledger.tier_moves', { from_tier: 'from', to_tier: 'to' });

export function tierMove(row: RowTable<'ledger.tier_moves'>): TierMove {
  return moves.toValue(row) as TierMove;
}

/** What is stored of a move. */
export const moveRow: (move: TierMove) => RowTable<'ledger.tier_moves'> = moves.toRow;

/** Where a move leaves its bot. */
export function tierRow({ botId, league, to }: TierMove): RowOf<'ledger.tiers'> {
  return { agent_id: botId, league, tier: to };
}

/** Appends the moves, and notes where they leave their bots. */
export async function insertMoves(trx: Trx, insertMany: BulkInsert, moves: readonly TierMove[]): Promise<void> {
  await insertMany(trx, 'ledger.tier_moves', moves.map(moveRow));
  const update = 'on conflict (agent_id) do update set tier = excluded.tier';
  await insertMany(trx, 'ledger.tiers', moves.map(tierRow), update);
}

/** The moves that took effect at a mark in a league, in order of the bot. */
export async function movesAt(db: Db | Trx, league: string, mark: Instant): Promise<TierMove[]> {
  return (await findRows(db, 'ledger.tier_moves', { league, at_mark: mark }, 'agent_id')).map(tierMove);
}

/** What is stored of a decided week. */
export function weekRow({ league, week, decidedAt, bots, champion }: DecidedWeek): RowTable<'ledger.weeks'> {
  return {
    league,
    week,
    decided_at: BigInt(decidedAt),
    bots: BigInt(bots),
    champion: champion?.botId ?? null,
    week_bps: champion === undefined ? null : BigInt(champion.weekBps),
    value: champion?.value ?? null,
  };
}

export async function insertWeek(trx: Trx, week: DecidedWeek): Promise<void> {
  await trx.insertInto('ledger.weeks').values(weekRow(week)).execute();
}

/** The week that a close decided; undefined when it decided none. */
export async function weekDecided(db: Db | Trx, league: string, close: Instant): Promise<DecidedWeek | undefined> {
  const row = await findRow(db, 'ledger.weeks', { league, decided_at: close });
  if (!row) return undefined;
  const { champion, week_bps, value } = row;
  return {
    league,
    week: row.week,
    decidedAt: close,
    bots: Number(row.bots),
    champion: champion === null ? undefined : { botId: champion, weekBps: Number(week_bps), value: value ?? 0n },
  };
}

/** Each close of a league. One that could not be done has no board, and is voided from the beginning. */
const closesOf = (league: string) => sql<{ close: bigint; voided: bigint }>`
  select close, max(voided) as voided from (
    select close, 0 as voided from ledger.boards where league = ${league}
    union all select close, 1 as voided from ledger.voided_closes where league = ${league}
  ) as c group by close`;

function earlierClose(r: { readonly close: bigint; readonly voided: bigint | number }): EarlierClose {
  return { close: Number(r.close), voided: Number(r.voided) === 1 };
}

/** Closes of a league in [from, to), oldest first. */
export async function closesBetween(db: Db | Trx, league: string, from: Instant, to: Instant): Promise<EarlierClose[]> {
  const { rows } = await sql<{ close: bigint; voided: bigint }>`
    select * from (${closesOf(league)}) as x where close >= ${from} and close < ${to} order by close`.execute(db);
  return rows.map(earlierClose);
}

/** The latest close of a league, voided or not. */
export async function latestClose(db: Db | Trx, league: string): Promise<EarlierClose | undefined> {
  const { rows } = await sql<{ close: bigint; voided: bigint }>`
    select * from (${closesOf(league)}) as x order by close desc limit 1`.execute(db);
  return rows[0] && earlierClose(rows[0]);
}

/** The latest valid close of a league before an instant, with its baselines as JSON and its context as text. */
export async function validCloseBefore(
  db: Db | Trx,
  league: string,
  before: Instant,
): Promise<{ readonly close: Instant; readonly baselines: string; readonly context: string } | undefined> {
  const row = await findRow(db, valid('ledger.boards'), { league, close: { before } }, 'close desc');
  return row && { close: Number(row.close), baselines: row.baselines, context: row.context };
}

/** A close that was voided at a mark: by the operator, or at the close itself, when it could not be done. */
export type VoidedClose = ValueOf<'ledger.voided_closes'>;

export const { toValue: voidedClose, toRow: voidRow } = mapping('ledger.voided_closes');

export async function insertVoid(trx: Trx, voided: VoidedClose): Promise<void> {
  await trx.insertInto('ledger.voided_closes').values(voidRow(voided)).execute();
}
