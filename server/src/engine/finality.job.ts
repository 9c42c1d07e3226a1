/**
 * Asks the chains again, once a block can no longer be replaced, whether the one in which a mark was read is still there, and keeps the
 * answer. Works beside the marks and never holds one up: what cannot be told now is asked again later, and a restart goes on after
 * the last answer that was kept.
 *
 * A mark is checked when the windows that begin there are over: then all that it can have priced is known.
 */
import { setImmediate } from 'node:timers/promises';
import { iso, type Instant } from '../lib/clock.ts';
import { formatFixed, priceScale } from '../lib/decimal.ts';
import type { Log } from '../lib/log.ts';
import type { BlockRef, PriceSource } from '../sources/source.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { readingsHadAt, type StoredReading } from '../flow/price/price.sql.ts';
import { decodeReadings } from '../flow/price/readings.ts';
import type { Universe } from '../league/universe.ts';
import { isClose, markMs, windowMs } from '../lib/time.ts';
import { claimProgress, lastMarkDone } from './progress.sql.ts';
import { appendIncident } from '../operator/operator.job.ts';
import { pricedAgain, type Used } from './priced-again.job.ts';
import { bpsText, largestBps } from './finality.ts';
import { checkedTo, insertBlockCheck, insertDifference, type BlockCheck } from './finality.sql.ts';

/** Most blocks of a chain that are asked for in one run: ten times what its marks add, so that it catches up and asks nobody too much. */
const blocksPerRunMax = 10;
/** Marks without a block that are passed over before other work gets its turn. */
const marksPerTurn = 50;

export interface FinalityDeps {
  readonly storage: Pick<Storage, 'db' | 'engine'>;
  readonly source: Pick<PriceSource, 'chains' | 'blockNow' | 'read'>;
  readonly universe: Pick<Universe, 'pools'>;
  readonly firstMark: Instant;
  readonly now: () => Instant;
  readonly log: Log;
}

interface Checked {
  readonly check: BlockCheck;
  readonly used: readonly Used[];
}

/** @returns undefined when the source reads no chain: then there is nothing to confirm. */
export function createFinality(deps: FinalityDeps) {
  const { source, universe, firstMark, now, log } = deps;
  const { db } = deps.storage;
  const { chains } = source;
  if (!chains || !source.blockNow) return undefined;
  /** The next mark of each chain whose blocks are to be checked. */
  const next = new Map<number, Instant>();

  async function runChain(chain: number, to: Instant, stop: AbortSignal | undefined): Promise<number> {
    const last = next.has(chain) ? undefined : await checkedTo(db, chain);
    let readAt = next.get(chain) ?? (last === undefined ? firstMark : last + markMs);
    let asked = 0;
    let kept = 0;
    let passed = 0;
    for (; readAt <= to && asked < blocksPerRunMax && !stop?.aborted; readAt += markMs) {
      const found: Checked[] = [];
      let isKnown = true;
      for (const row of await readingsHadAt(db, readAt)) {
        const block = blockOf(row, chain);
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
      kept += found.length;
      if (found.length > 0) await keep(deps, chain, found);
      else if (++passed % marksPerTurn === 0) await setImmediate();
      next.set(chain, readAt + markMs);
    }
    return kept;
  }

  function blockOf(row: StoredReading, chain: number): BlockRef | undefined {
    if (!row.readings.includes(`"${chain}":[`)) return undefined;
    for (const r of decodeReadings(row.readings, universe.pools).values())
      if (r.ok && r.block?.chain === chain) return r.block;
    return undefined;
  }

  /** @returns undefined when it cannot be told yet. */
  async function checkBlock(row: StoredReading, readAt: Instant, block: BlockRef): Promise<Checked | undefined> {
    const { chain, number, hash } = block;
    const there = await source.blockNow?.(chain, number);
    if (!there?.final) return undefined;
    const { mark, attempt } = row;
    const base = { chain, readAt, mark, attempt, number, hash, checkedAt: now(), canonicalHash: there.hash };
    if (there.hash === hash) return { check: { ...base, outcome: 'final', differenceBps: null }, used: [] };
    const used = await pricedAgain({ db, source, universe }, row, chain);
    if (!used) return undefined;
    const differenceBps = largestBps(used.map((u) => u.difference));
    const fields = { chain, mark: iso(mark), number, hash, canonical: there.hash, difference_bps: differenceBps };
    log.warn('the block in which a mark was read is gone', fields);
    return { check: { ...base, outcome: 'gone', differenceBps }, used };
  }

  return {
    /** Checks what can be checked now. Ends early when `stop` is aborted. @returns how many answers were kept. */
    async run(stop?: AbortSignal): Promise<number> {
      const lastMark = await lastMarkDone(db);
      if (lastMark === undefined) return 0;
      let kept = 0;
      for (const chain of chains.keys()) kept += await runChain(chain, lastMark - windowMs, stop);
      return kept;
    },
  };
}

async function keep(deps: FinalityDeps, chain: number, found: readonly Checked[]): Promise<void> {
  const { storage, source, firstMark } = deps;
  await storage.db.transaction().execute(async (trx) => {
    // Takes the engine's turn: incidents are numbered in one row.
    const lastMark = (await claimProgress(trx, storage.engine)) ?? firstMark;
    for (const { check, used } of found) {
      await insertBlockCheck(trx, check);
      for (const u of used) if (u.difference.isIncident) await openIncident(trx, source.chains, lastMark, check, u);
    }
  });
}

async function openIncident(
  trx: Trx,
  chains: PriceSource['chains'],
  atMark: Instant,
  check: BlockCheck,
  u: Used,
): Promise<void> {
  const { chain } = check;
  const { symbol, canonical, bps4 } = u.difference;
  const used = formatFixed(u.difference.used, priceScale);
  const now = canonical === undefined ? null : formatFixed(canonical, priceScale);
  const bps = bps4 === undefined ? null : bpsText(bps4);
  const incidentId = await appendIncident(trx, {
    atMark,
    kind: 'price_differs',
    about: { kind: 'symbol', id: symbol },
    price: used,
    priceAt: u.windowEnd,
    by: 'engine',
    reason: incidentText(chains?.get(chain) ?? `Chain ${chain}`, check, u, used, now, bps),
  });
  await insertDifference(trx, {
    incidentId,
    chain,
    mark: check.mark,
    symbol,
    windowEnd: u.windowEnd,
    pricedAt: u.pricedAt,
    used,
    canonical: now,
    bps,
    orders: u.orders,
  });
}

function incidentText(
  chain: string,
  { number, mark }: BlockCheck,
  { windowEnd, orders }: Used,
  used: string,
  now: string | null,
  bps: string | null,
): string {
  const was = `${chain} replaced block ${number}, in which the mark ${iso(mark)} was read.`;
  const window = `the window that ended at ${iso(windowEnd)}`;
  const price =
    now === null
      ? `${used} was used over ${window}; the final chain gives no price.`
      : `${used} was used over ${window}; the final chain says ${now}, ${bps ?? '0'} bps off.`;
  const what = `${orders} order${orders === 1 ? '' : 's'}${isClose(windowEnd) ? ' and a close' : ''}`;
  return `${was} ${price} ${what} stand as they are.`;
}
