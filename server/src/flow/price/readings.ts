/**
 * Mark readings as they are stored: JSON text in, readings out, and back.
 *
 *     {"since": 1692000300000, "pools": {"a": "552000.25", "b": ["77.5", 1692003000000], "c": "!gap"}}
 *
 * A pool is its cumulative as decimal text when its coverage began at `since`, a pair when it began at another instant, and
 * `!reason` when it gave none. Arithmetic cumulatives and the values of `point` pools carry 24 places, geometric ones are whole ticks.
 *
 * A source that reads chains also keeps at which block: `"blocks": {"1": [19000000, "0xab…", 1692003024000]}`, and its pools are named
 * by chain, `1:0x88e6…`. All pools of a chain in one text were read at one block.
 *
 * The entry of a mark in the public log has readings(mark) = SHA-256( JSON ["papertape-readings/1", [mark, attempt, text] ...] ) over what
 * was read at the mark, late answers for earlier marks included, in order of (mark, attempt); the text as it is stored.
 */
import { formatFixed, parseFixed, priceScale } from '../../lib/decimal.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { sha256 } from '../../lib/hash.ts';
import type { BlockRef, MarkReadings, NoReadingReason, PoolReading } from '../../sources/source.ts';
import type { Pool, PoolId } from '../../league/symbol.ts';
import type { Attempt } from './attempts.ts';

/** Decimal places of a pool's readings. */
export function scaleOf(pool: Pool | undefined): number {
  return pool?.average === 'geometric' ? 0 : priceScale;
}

export function encodeReadings(readings: MarkReadings, pools: ReadonlyMap<PoolId, Pool>): string {
  let since: number | undefined;
  let text = '';
  const blocks = new Map<number, BlockRef>();
  for (const [id, r] of readings) {
    text += `${text === '' ? '' : ','}${JSON.stringify(id)}:`;
    if (!r.ok) text += `"!${r.reason}"`;
    else {
      since ??= r.since;
      if (r.block) noteBlock(blocks, r.block, id);
      const cumulative = formatFixed(r.cumulative, scaleOf(pools.get(id)));
      text += r.since === since ? `"${cumulative}"` : `["${cumulative}",${r.since}]`;
    }
  }
  return `{"since":${since ?? 0},"pools":{${text}}${blocks.size === 0 ? '' : `,"blocks":${blocksText(blocks)}`}}`;
}

function noteBlock(blocks: Map<number, BlockRef>, block: BlockRef, pool: PoolId): void {
  const known = blocks.get(block.chain);
  if (chainOf(pool) !== block.chain || (known && known.hash !== block.hash))
    throw new Error(`${pool} was read at another block than the other pools of its chain`);
  blocks.set(block.chain, block);
}

function chainOf(pool: PoolId): number {
  return Number(pool.slice(0, Math.max(0, pool.indexOf(':'))));
}

function blocksText(blocks: ReadonlyMap<number, BlockRef>): string {
  return JSON.stringify(Object.fromEntries([...blocks].map(([chain, b]) => [chain, [b.number, b.hash, b.at]])));
}

/** What a source answered for a mark: the text is `readings`. */
export interface ReadingsText {
  readonly attempt: number;
  /** The mark at which it was had. */
  readonly readAt: Instant;
  readonly readings: string;
}

/** Puts the answers of one text to those of the texts before, pool by pool. @param known changed. */
export function addAttempts(
  known: Map<PoolId, Attempt[]>,
  { attempt, readAt, readings }: ReadingsText,
  pools: ReadonlyMap<PoolId, Pool>,
): void {
  for (const [pool, reading] of decodeReadings(readings, pools)) {
    const answer = { attempt, readAt, reading };
    const list = known.get(pool);
    if (list) list.push(answer);
    else known.set(pool, [answer]);
  }
}

export function decodeReadings(text: string, pools: ReadonlyMap<PoolId, Pool>): Map<PoolId, PoolReading> {
  const stored = JSON.parse(text) as {
    since: number;
    pools: Record<string, string | [string, number]>;
    blocks?: Record<string, [number, string, number]>;
  };
  const readings = new Map<PoolId, PoolReading>();
  const blocks = new Map<number, { readonly block: BlockRef }>();
  for (const [chain, [number, hash, at]] of Object.entries(stored.blocks ?? {})) {
    blocks.set(Number(chain), { block: { chain: Number(chain), number, hash, at } });
  }
  const where = (id: PoolId): { readonly block?: BlockRef } =>
    (blocks.size === 0 ? undefined : blocks.get(chainOf(id))) ?? {};
  for (const [id, v] of Object.entries(stored.pools)) {
    if (typeof v === 'string' && v.startsWith('!')) {
      readings.set(id, { ok: false, reason: v.slice(1) as NoReadingReason });
      continue;
    }
    const [text, since] = typeof v === 'string' ? [v, stored.since] : v;
    readings.set(id, { ok: true, cumulative: parseFixed(text, scaleOf(pools.get(id))), since, ...where(id) });
  }
  return readings;
}

/** Readings as they were had at a mark: of that mark (attempt 0), or late ones of an earlier mark. */
export interface ReadAtMark {
  /** The mark that they are readings of. */
  readonly mark: Instant;
  readonly attempt: number;
  /** As it is stored. */
  readonly readings: string;
}

/** What `readingsHash` is the hash of. @param rows in any order. */
export function readingsText(rows: readonly ReadAtMark[]): string {
  const inOrder = rows.toSorted((a, b) => a.mark - b.mark || a.attempt - b.attempt);
  return JSON.stringify(['papertape-readings/1', ...inOrder.map((r) => [iso(r.mark), r.attempt, r.readings])]);
}

export function readingsHash(rows: readonly ReadAtMark[]): string {
  return sha256(readingsText(rows));
}
