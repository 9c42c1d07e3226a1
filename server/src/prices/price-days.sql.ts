/** Days of prices as they are kept. One function per statement. */
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import type { BulkInsert } from '../storage/bulk.ts';
import { findRows } from '../storage/find.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { decodeFives, decodeHours, type FivesText, type HoursText } from './day/day-text.ts';
import type { DayPart } from './day/day-part.ts';
import type { Step } from '../flow/price/steps.ts';

/** The last day that is kept; undefined when none is. */
export async function lastDayKept(db: Db): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('intake.price_hours')
    .select((e) => e.fn.max('day').as('day'))
    .executeTakeFirst();
  const day = row?.day as bigint | null | undefined;
  return day === null || day === undefined ? undefined : Number(day);
}

export interface KeptDay {
  readonly symbol: SymbolId;
  readonly hours: HoursText;
  readonly fives: FivesText;
}

/** A day that is kept already stays as it is. */
export async function insertDay(
  trx: Trx,
  insertMany: BulkInsert,
  day: Instant,
  symbols: readonly KeptDay[],
): Promise<void> {
  const once = 'on conflict (symbol, day) do nothing';
  const hours = symbols.map(({ symbol, hours }) => ({ symbol, day, ...hours }));
  await insertMany(trx, 'intake.price_hours', hours, once);
  const fives = symbols.map(({ symbol, fives: { halfHours, ...rest } }) => ({
    symbol,
    day,
    half_hours: halfHours,
    ...rest,
  }));
  await insertMany(trx, 'intake.price_fives', fives, once);
}

/** A day of a symbol. */
export interface PartOfDay {
  readonly symbol: SymbolId;
  readonly day: Instant;
  readonly part: DayPart;
}

/** The days of [from, to] that are kept, in steps of one length. */
export async function keptParts(
  db: Db,
  step: Step,
  symbols: readonly SymbolId[],
  from: Instant,
  to: Instant,
): Promise<PartOfDay[]> {
  return step === '1d' || step === '1h'
    ? await keptHours(db, step, symbols, from, to)
    : await keptFives(db, step, symbols, from, to);
}

async function keptHours(
  db: Db,
  step: '1d' | '1h',
  symbols: readonly SymbolId[],
  from: Instant,
  to: Instant,
): Promise<PartOfDay[]> {
  const rows = await db
    .selectFrom('intake.price_hours')
    .select(['symbol', 'day', step === '1d' ? 'whole as lists' : 'hours as lists', 'gaps'])
    .where('symbol', 'in', symbols)
    .where('day', '>=', BigInt(from))
    .where('day', '<=', BigInt(to))
    .execute();
  return rows.map((r) => ({ symbol: r.symbol, day: Number(r.day), part: decodeHours(step, r.lists, r.gaps) }));
}

async function keptFives(
  db: Db,
  step: '30m' | '5m',
  symbols: readonly SymbolId[],
  from: Instant,
  to: Instant,
): Promise<PartOfDay[]> {
  const rows = await findRows(db, 'intake.price_fives', { symbol: symbols, day: { from, upTo: to } });
  return rows.map(({ half_hours: halfHours, fives, gaps, symbol, day }) => ({
    symbol,
    day: Number(day),
    part: decodeFives(step, { halfHours, fives, gaps }),
  }));
}
