/**
 * Asks the chains again, once a block can no longer be replaced, whether the one in which a mark was read is still there, and every endpoint
 * what was read in it, and keeps the answer. Works beside the marks and never holds one up: what cannot be told now is asked again later, and
 * a restart goes on after the last answer that was kept.
 *
 * A mark is checked when the windows that begin there are over: then all that it can have priced is known.
 */
import { setImmediate } from 'node:timers/promises';
import { iso, type Instant } from '../lib/clock.ts';
import { formatFixed, priceScale } from '../lib/decimal.ts';
import type { Log } from '../lib/log.ts';
import type { PoolId } from '../league/symbol.ts';
import type { BlockRef, PoolReading, PriceSource } from '../sources/source.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { priceWaitMsMax } from '../flow/mark/queue.ts';
import { readingsHadAt, type StoredReading } from '../flow/price/price.sql.ts';
import { decodeReadings, scaleOf } from '../flow/price/readings.ts';
import type { Universe } from '../league/universe.ts';
import { markMs, windowMs } from '../lib/time.ts';
import { inTurn } from './in-turn.ts';
import { lastMarkDone } from './progress.sql.ts';
import { appendIncident } from '../operator/operator.job.ts';
import type { EndpointWatch } from './endpoints.job.ts';
import { blockIncident, priceIncident, type OtherReading } from './found-out.ts';
import { isStillUsed, pricedAgain, readInPlace, type Used } from './priced-again.job.ts';
import { bpsText, largestBps } from './finality.ts';
import { checkedTo, insertBlockCheck, insertDifference, insertOtherReadings, type BlockCheck } from './finality.sql.ts';
import { judgeAgain, type Judged } from './told-again.ts';

/** Most blocks of a chain that are asked for in one run: ten times what its marks add, so that it catches up and asks nobody too much. */
const blocksPerRunMax = 10;
/** Marks without a block that are passed over before other work gets its turn. */
const marksPerTurn = 50;

export interface FinalityDeps {
  readonly storage: Pick<Storage, 'db' | 'engine'>;
  readonly source: Pick<PriceSource, 'chains' | 'blockNow' | 'read' | 'readAgain'>;
  readonly universe: Pick<Universe, 'pools'>;
  readonly endpoints: EndpointWatch;
  readonly firstMark: Instant;
  readonly now: () => Instant;
  readonly log: Log;
}

interface Checked {
  readonly check: BlockCheck;
  readonly readings: readonly OtherReading[];
  readonly used: readonly Used[];
}

/** Outcomes that were kept, and how many of each. */
export type KeptChecks = Map<BlockCheck['outcome'], number>;

/** @returns undefined when the source reads no chain: then there is nothing to confirm. */
export function createFinality(deps: FinalityDeps) {
  const { source, universe, firstMark } = deps;
  const { db } = deps.storage;
  const { chains } = source;
  if (!chains || !source.blockNow) return undefined;
  const checkBlock = createBlockCheck(deps);
  /** The next mark of each chain whose blocks are to be checked. */
  const next = new Map<number, Instant>();

  async function runChain(chain: number, to: Instant, kept: KeptChecks, stop: AbortSignal | undefined): Promise<void> {
    const last = next.has(chain) ? undefined : await checkedTo(db, chain);
    let readAt = next.get(chain) ?? (last === undefined ? firstMark : last + markMs);
    let asked = 0;
    let passed = 0;
    for (; readAt <= to && asked < blocksPerRunMax && !stop?.aborted; readAt += markMs) {
      const found: Checked[] = [];
      let isKnown = true;
      for (const row of await readingsHadAt(db, readAt)) {
        const block = blockOf(row, chain, universe);
        if (!block) continue;
        asked++;
        const checked = await checkBlock(row, readAt, block);
        if (!checked) {
          isKnown = false;
          break;
        }
        found.push(checked);
      }
      if (!isKnown) break;
      for (const { check } of found) kept.set(check.outcome, (kept.get(check.outcome) ?? 0) + 1);
      if (found.length > 0) await keepKnown(chain, found, stop);
      else if (++passed % marksPerTurn === 0) await setImmediate();
      next.set(chain, readAt + markMs);
    }
  }

  async function keepKnown(chain: number, found: readonly Checked[], stop: AbortSignal | undefined): Promise<void> {
    try {
      await keep(deps, chain, found, stop);
    } catch (e) {
      // It may have been kept, where the answer to the commit was lost: what is stored tells where to go on.
      next.delete(chain);
      throw e;
    }
  }

  return {
    /** Checks what can be checked now. Ends early when `stop` is aborted. @returns what was kept. */
    async run(stop?: AbortSignal): Promise<KeptChecks> {
      const kept: KeptChecks = new Map();
      const lastMark = await lastMarkDone(db);
      if (lastMark === undefined) return kept;
      for (const chain of chains.keys()) await runChain(chain, lastMark - windowMs, kept, stop);
      return kept;
    },
  };
}

function blockOf(row: StoredReading, chain: number, { pools }: Pick<Universe, 'pools'>): BlockRef | undefined {
  if (!row.readings.includes(`"${chain}":[`)) return undefined;
  for (const r of decodeReadings(row.readings, pools).values()) if (r.ok && r.block?.chain === chain) return r.block;
  return undefined;
}

function createBlockCheck({ storage, source, universe, endpoints, now, log }: FinalityDeps) {
  const { db } = storage;
  const pricing = { db, source, universe };

  /** What every endpoint says now of what was read in the block. @returns undefined when too few answer, and it can be asked again. */
  async function toldAgain(row: StoredReading, block: BlockRef): Promise<Judged | undefined> {
    const { mark } = row;
    const read = new Map<PoolId, bigint>();
    for (const [id, r] of decodeReadings(row.readings, universe.pools))
      if (r.ok && r.block?.chain === block.chain) read.set(id, r.cumulative);
    const told = (await source.readAgain?.(mark, block, read)) ?? { configured: 0, told: [] };
    const judged = judgeAgain({ chain: block.chain, mark, pools: universe.pools, read }, told);
    return source.readAgain && !judged.isAnswered && now() - row.readAt < priceWaitMsMax ? undefined : judged;
  }

  /** @returns undefined when it cannot be told yet. */
  return async (row: StoredReading, readAt: Instant, block: BlockRef): Promise<Checked | undefined> => {
    const { chain, number, hash } = block;
    const there = await source.blockNow?.(chain, number);
    if (!there?.final) return undefined;
    const { mark, attempt } = row;
    const toldBy = toldByOf(row, chain);
    const base = {
      chain,
      readAt,
      mark,
      attempt,
      number,
      hash,
      checkedAt: now(),
      canonicalHash: there.hash,
      incidentId: null,
    };
    const fields = { chain, mark: iso(mark), number, hash, canonical: there.hash };
    if (there.hash !== hash) {
      if (await isStillUsed(db, mark)) return undefined;
      const again = await readInPlace(pricing, row, chain);
      if (!again) return undefined;
      const used = await pricedAgain(db, mark, again);
      const differenceBps = largestBps(used.map((u) => u.difference));
      log.warn('the block in which a mark was read is gone', { ...fields, difference_bps: differenceBps });
      return { check: { ...base, outcome: 'gone', differenceBps, unread: 0, toldBy }, readings: [], used };
    }
    const judged = await toldAgain(row, block);
    if (!judged) return undefined;
    const { otherwise, unread, others, agreeing } = judged;
    if (otherwise.size > 0 && (await isStillUsed(db, mark))) return undefined;
    endpoints.note(others);
    endpoints.same(chain, agreeing, mark);
    if (otherwise.size === 0)
      return {
        check: { ...base, outcome: 'final', differenceBps: null, unread, toldBy: null },
        readings: [],
        used: [],
      };
    const readings = otherReadings(row, otherwise, universe);
    const used = await pricedAgain(db, mark, replacing(row, otherwise, universe));
    const differenceBps = largestBps(used.map((u) => u.difference));
    const hosts = toldBy === null ? [] : (JSON.parse(toldBy) as string[]);
    endpoints.note(
      readings
        .slice(0, 1)
        .flatMap((r) => hosts.map((host) => ({ chain, host, mark, pool: r.label, told: r.used, most: r.final }))),
    );
    log.warn('most endpoints say something else than what was read', {
      ...fields,
      pools: readings.length,
      told_by: toldBy,
    });
    return { check: { ...base, outcome: 'differs', differenceBps, unread, toldBy }, readings, used };
  };
}

/** JSON list of the hosts that told what was read of the chain; null where that is not known. */
function toldByOf({ toldBy }: StoredReading, chain: number): string | null {
  const hosts = toldBy === null ? undefined : (JSON.parse(toldBy) as Record<string, string[]>)[chain];
  return hosts === undefined ? null : JSON.stringify(hosts);
}

function otherReadings(
  row: StoredReading,
  otherwise: ReadonlyMap<PoolId, bigint>,
  { pools }: Pick<Universe, 'pools'>,
): OtherReading[] {
  const then = decodeReadings(row.readings, pools);
  return [...otherwise].map(([pool, most]) => {
    const r = then.get(pool);
    const scale = scaleOf(pools.get(pool));
    const used = formatFixed(r?.ok ? r.cumulative : 0n, scale);
    return { pool, label: pools.get(pool)?.label ?? pool, used, final: formatFixed(most, scale) };
  });
}

function replacing(
  row: StoredReading,
  otherwise: ReadonlyMap<PoolId, bigint>,
  { pools }: Pick<Universe, 'pools'>,
): ReadonlyMap<PoolId, PoolReading> {
  const then = decodeReadings(row.readings, pools);
  const again = new Map<PoolId, PoolReading>();
  for (const [id, cumulative] of otherwise) {
    const r = then.get(id);
    if (r?.ok) again.set(id, { ...r, cumulative });
  }
  return again;
}

async function keep(
  { storage, source, firstMark }: FinalityDeps,
  chain: number,
  all: readonly Checked[],
  stop: AbortSignal | undefined,
): Promise<void> {
  const name = source.chains?.get(chain) ?? `Chain ${chain}`;
  const work = async (trx: Trx, mark: Instant | undefined): Promise<void> => {
    const lastMark = mark ?? firstMark;
    for (const found of all) {
      const incident = blockIncident(name, found, lastMark);
      const incidentId = incident ? await appendIncident(trx, incident) : null;
      await insertBlockCheck(trx, { ...found.check, incidentId });
      if (incidentId !== null)
        await insertOtherReadings(
          trx,
          found.readings.map((r) => ({ incidentId, ...r })),
        );
      for (const u of found.used) if (u.difference.isIncident) await keepPrice(trx, name, found, u, lastMark);
    }
  };
  await inTurn(storage, work, stop);
}

async function keepPrice(
  trx: Trx,
  name: string,
  { check, readings }: Checked,
  u: Used,
  atMark: Instant,
): Promise<void> {
  const { symbol, canonical, bps4 } = u.difference;
  const incidentId = await appendIncident(trx, priceIncident(name, { check, readings }, u, atMark));
  await insertDifference(trx, {
    incidentId,
    chain: check.chain,
    mark: check.mark,
    symbol,
    windowEnd: u.windowEnd,
    pricedAt: u.pricedAt,
    used: formatFixed(u.difference.used, priceScale),
    canonical: canonical === undefined ? null : formatFixed(canonical, priceScale),
    bps: bps4 === undefined ? null : bpsText(bps4),
    orders: u.orders,
  });
}
