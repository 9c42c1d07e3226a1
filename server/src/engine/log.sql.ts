/** The public log as it is stored, and what its entries are made of. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { LoggedBot, LoggedDelisting, LoggedKey, LoggedOrder, LoggedRetirement } from '../flow/mark/entries.ts';
import type { BulkInsert } from '../storage/bulk.ts';
import { countOf } from '../storage/count.ts';
import { findRow, findRows } from '../storage/find.ts';
import { mapping, type ValueOf } from '../storage/mapping.ts';
import { flag } from '../storage/flag.ts';
import type { RowTable } from '../storage/database.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { Bundle, TileHash } from '../tlog/append.ts';
import { leafHash } from '../tlog/tree.ts';
import { tileWidth, type Tile } from '../tlog/tiles.ts';

const logHeads = mapping('ledger.log_heads');

/**
 * The log after a mark. `size`: its entries. `firstOrder`: index of the first entry of an order of the mark, or where it would stand.
 * `lastIncident` and `lastKey`: numbers of the newest that have an entry, 0 when none has.
 */
export interface LogHead extends Omit<ValueOf<'ledger.log_heads'>, 'root'> {
  readonly root: Buffer;
}

export function storedHead(row: RowTable<'ledger.log_heads'>): LogHead {
  return { ...logHeads.toValue(row), root: Buffer.from(row.root, 'hex') };
}

/** The newest; undefined before the first mark. */
export async function lastHead(db: Db | Trx): Promise<LogHead | undefined> {
  const row = await findRow(db, 'ledger.log_heads', {}, 'mark desc');
  return row && storedHead(row);
}

export async function headAt(db: Db | Trx, mark: Instant): Promise<LogHead | undefined> {
  const row = await findRow(db, 'ledger.log_heads', { mark });
  return row && storedHead(row);
}

/** In [from, to), in order. */
export async function headsBetween(db: Db | Trx, from: Instant, to: Instant): Promise<LogHead[]> {
  const rows = await db
    .selectFrom('ledger.log_heads')
    .selectAll()
    .where('mark', '>=', BigInt(from))
    .where('mark', '<', BigInt(to))
    .orderBy('mark')
    .execute();
  return rows.map(storedHead);
}

export async function insertHeads(trx: Trx, insertMany: BulkInsert, heads: readonly LogHead[]): Promise<void> {
  const rows = heads.map((h) => logHeads.toRow({ ...h, root: h.root.toString('hex') }));
  await insertMany(trx, 'ledger.log_heads', rows);
}

/** The last bundle is written anew until it is full. */
export async function upsertBundles(trx: Trx, insertMany: BulkInsert, bundles: readonly Bundle[]): Promise<void> {
  await insertMany(
    trx,
    'ledger.log_bundles',
    bundles.map((b) => ({ number: b.number, width: b.entries.length, entries: b.entries.join('\n') })),
    'on conflict (number) do update set width = excluded.width, entries = excluded.entries',
  );
}

/** The entries of a bundle; none where it is not there. */
export async function bundleEntries(db: Db | Trx, number: number): Promise<string[]> {
  const row = await findRow(db, 'ledger.log_bundles', { number });
  return row ? row.entries.split('\n') : [];
}

export async function insertTileHashes(trx: Trx, insertMany: BulkInsert, hashes: readonly TileHash[]): Promise<void> {
  const rows = hashes.map((h) => ({ level: h.level, place: h.index, hash: h.hash.toString('hex') }));
  await insertMany(trx, 'ledger.log_hashes', rows);
}

/** A hash as it is stored. */
export function storedTileHash(r: RowTable<'ledger.log_hashes'>): TileHash {
  return { level: Number(r.level), index: Number(r.place), hash: Buffer.from(r.hash, 'hex') };
}

/** The hashes of a tile, as many as it is wide: of the entries themselves at level 0, stored above. */
export async function tileHashes(db: Db | Trx, { level, index, width }: Tile): Promise<Buffer> {
  if (level === 0) {
    const entries = await bundleEntries(db, index);
    return Buffer.concat(entries.slice(0, width).map((entry) => leafHash(entry)));
  }
  const from = index * tileWidth;
  const rows = await findRows(
    db,
    'ledger.log_hashes',
    { level: Number(level), place: { from, before: from + width } },
    'place',
  );
  return Buffer.concat(rows.map((r) => Buffer.from(r.hash, 'hex')));
}

/** A key that signs the public log from an instant on. Its number counts from 1. */
export type LogKey = LoggedKey & { readonly number: number };

const { toValue: logKey, toRow: logKeyRow } = mapping('intake.log_keys', { vkey: 'key' });
export { logKeyRow };

/** The keys of the log with a higher number, in order. */
export async function keysAfter(db: Db | Trx, number: number): Promise<LogKey[]> {
  return (await findRows(db, 'intake.log_keys', { number: { after: number } }, 'number')).map(logKey);
}

const registeredColumns = ['agent_id', 'registered_at', 'league', 'maker_id', 'name', 'house'] as const;

/** Names that the operator hid since, by bot: the entry of a registration has the name as it was given. */
export async function hiddenNames(db: Db | Trx): Promise<ReadonlyMap<string, string>> {
  const rows = await findRows(db, 'intake.hidden_texts', { field: 'name' });
  return new Map(rows.map((r) => [r.agent_id, r.text ?? '']));
}

/** Bots that registered in [from, to), by instant and id. */
export function registeredBetween(db: Db | Trx, from: Instant, to: Instant) {
  return db
    .selectFrom('intake.bots')
    .select(registeredColumns)
    .where('registered_at', '>=', BigInt(from))
    .where('registered_at', '<', BigInt(to))
    .orderBy('registered_at')
    .orderBy('agent_id');
}

/** A registration as its entry tells it. */
export function loggedBot(
  r: Pick<RowTable<'intake.bots'>, (typeof registeredColumns)[number]>,
  names: ReadonlyMap<string, string>,
): LoggedBot {
  return {
    at: Number(r.registered_at),
    botId: r.agent_id,
    league: r.league,
    makerId: r.maker_id,
    name: names.get(r.agent_id) ?? r.name,
    house: flag(r.house),
  };
}

/** Bots that their owners retired in [from, to), by instant and id. Those that the operator retired are in the log of incidents. */
export function retiredBetween(db: Db | Trx, from: Instant, to: Instant) {
  return db
    .selectFrom('intake.bots')
    .select(['retired_at', 'agent_id', 'superseded_by'])
    .where('retired_at', '>=', BigInt(from))
    .where('retired_at', '<', BigInt(to))
    .where('retired_by', 'is', null)
    .orderBy('retired_at')
    .orderBy('agent_id');
}

/** A retirement as its entry tells it. */
export function loggedRetirement(
  r: Pick<RowTable<'intake.bots'>, 'retired_at' | 'agent_id' | 'superseded_by'>,
): LoggedRetirement {
  return { at: Number(r.retired_at), botId: r.agent_id, supersededBy: r.superseded_by };
}

export interface OrderOfMark extends LoggedOrder {
  readonly windowStart: Instant;
}

/** Orders whose windows start in [from, to], by window, bot and sequence. */
export async function ordersBetween(db: Db | Trx, from: Instant, to: Instant): Promise<OrderOfMark[]> {
  const rows = await db
    .selectFrom('intake.orders')
    .select(['window_start', 'agent_id', 'sequence', 'sandbox', 'receipt'])
    .where('window_start', '>=', BigInt(from))
    .where('window_start', '<=', BigInt(to))
    .orderBy('window_start')
    .orderBy('agent_id')
    .orderBy('sequence')
    .execute();
  return rows.map((r) => ({
    windowStart: Number(r.window_start),
    botId: r.agent_id,
    sequence: r.sequence,
    sandbox: flag(r.sandbox),
    receipt: r.receipt,
  }));
}

/** How many orders of the window stand before one, by bot and sequence. */
export async function ordersBefore(
  db: Db | Trx,
  order: { readonly windowStart: Instant; readonly botId: string; readonly sequence: number },
): Promise<number> {
  const { windowStart, botId, sequence } = order;
  return await countOf(
    db
      .selectFrom('intake.orders')
      .where('window_start', '=', BigInt(windowStart))
      .where((e) =>
        e.or([e('agent_id', '<', botId), e.and([e('agent_id', '=', botId), e('sequence', '<', BigInt(sequence))])]),
      ),
  );
}

/** By bot and symbol. */
export async function delistingsAt(db: Db | Trx, mark: Instant): Promise<LoggedDelisting[]> {
  return (await findRows(db, 'ledger.delistings', { at_mark: mark }, 'agent_id', 'symbol')).map(loggedDelisting);
}

/** What a delisting paid, as its entry tells it. */
export function loggedDelisting(r: RowTable<'ledger.delistings'>): LoggedDelisting {
  return { botId: r.agent_id, symbol: r.symbol, units: r.units, price: r.price, cash: r.cash };
}
