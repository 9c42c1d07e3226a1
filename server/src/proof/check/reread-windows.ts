/**
 * Reads again on a chain what windows rest on, and says why what was read may be another thing than what the chain has now: its block was
 * replaced after the mark. Then the public log of incidents must say so, and name every price that this changed by more than 1 bp.
 */
import type { WindowProof } from 'papertape-contract/proof';
import type { IncidentView, StatusView } from 'papertape-contract/status';
import { iso } from '../../lib/clock.ts';
import { formatFixed, parseFixed, priceScale } from '../../lib/decimal.ts';
import type { PoolId } from '../../league/symbol.ts';
import { bpsText, comparePrices } from '../../engine/finality.ts';
import { priceWaitMsMax } from '../../flow/mark/queue.ts';
import { priceVector } from '../../flow/price/price.ts';
import { scaleOf } from '../../flow/price/readings.ts';
import type { MarkReadings } from '../../sources/source.ts';
import type { ChainReread, Finding, PublishedReading } from '../../sources/onchain/reread.ts';
import { findIncident } from './find-incident.ts';
import { windowOf } from './proved-window.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';
import type { Reread } from './verifier.ts';

type Differs = Extract<Finding, { readonly status: 'differs' }>;
type Sides = { readonly start: Map<PoolId, bigint>; readonly end: Map<PoolId, bigint> };

interface Rereading {
  readonly service: Service;
  readonly chains: ChainReread;
  /** Blocks that were replaced, by chain and hash: the entry that says so; null when it is not known yet whether they were. */
  readonly replaced: Map<string, IncidentView | null>;
  /** What a node said otherwise of a pool at a mark: it is asked once. */
  readonly otherwise: Map<string, string>;
}

export function rereadWindows(service: Service, chains: ChainReread): Reread {
  const at: Rereading = { service, chains, replaced: new Map(), otherwise: new Map() };
  return async (windows, steps) => {
    for (const [i, w] of windows.entries()) {
      const now: Sides = { start: new Map(), end: new Map() };
      let entry: IncidentView | undefined;
      for (const p of w.pools) {
        for (const side of ['start', 'end'] as const) {
          // A rate counts at the end of the window only.
          if (p.average === 'point' && side === 'start') continue;
          const mark = Date.parse(w.window[side]);
          const reading = p[side].find((r) => r.used);
          if (!reading || reading.cumulative === null) {
            steps.note(
              `${p.pool} had no reading at ${iso(mark)} (${reading?.reason ?? 'no answer'}): there is nothing to read again.`,
            );
            continue;
          }
          const { cumulative, block } = reading;
          if (!block) {
            steps.note(`${p.pool} is on no chain: there is nothing to read again.`);
            continue;
          }
          const { pool, average, decimal_shift: decimalShift } = p;
          const told = await readOne(at, steps, { pool, average, decimalShift, mark, cumulative, block });
          if (told.entry) entry = told.entry;
          const scale = scaleOf({ id: pool, label: pool, average });
          if (told.now !== undefined) now[side].set(pool, parseFixed(told.now, scale));
        }
      }
      // Those of earlier windows are what a stale price is made of: nobody may have used them when they were over.
      if (entry && i === 0) await checkPrices(at, steps, w, now);
    }
  };
}

/** @returns what the node has in place of the reading, and the entry that says that its block was replaced. */
async function readOne(
  at: Rereading,
  steps: Steps,
  reading: PublishedReading,
): Promise<{ readonly now?: string; readonly entry?: IncidentView }> {
  const { block, mark, pool } = reading;
  const key = `${block.chain} ${block.hash}`;
  const readingKey = `${key} ${pool} ${mark}`;
  for (const f of await at.chains.check(reading)) {
    if (f.status !== 'differs' || !f.of) steps.add(f);
    else if (f.of.kind === 'block') await tellBlock(at, steps, reading, f, f.of);
    else {
      const entry = at.replaced.get(key);
      at.otherwise.set(readingKey, f.computed);
      if (entry)
        steps.ok(`${f.what}: ${f.stated} in the block that was replaced, ${f.computed} now (incident ${entry.id})`);
      else if (entry === null) steps.unchecked(f.what, 'its block is not final yet, and was replaced');
      else await tellValue(at, steps, reading, f);
    }
  }
  const entry = at.replaced.get(key) ?? undefined;
  const now = at.otherwise.get(readingKey);
  return { ...(entry ? { entry } : {}), ...(entry && now !== undefined ? { now } : {}) };
}

/** A block that is not on the node's chain: the service must have said so, or not have been able to know it yet. */
async function tellBlock(
  { service, replaced }: Rereading,
  steps: Steps,
  { block, mark }: PublishedReading,
  f: Differs,
  { hash, headAt }: { readonly hash: string; readonly headAt: number },
): Promise<void> {
  const key = `${block.chain} ${block.hash}`;
  const entry = await findIncident(
    service,
    mark,
    (i) => i.kind === 'block_replaced' && i.block?.chain === block.chain && i.block.hash === block.hash,
  );
  if (entry?.block?.canonical_hash === hash) {
    replaced.set(key, entry);
    steps.ok(`${f.what}: the chain replaced it after the mark (incident ${entry.id}). ${entry.reason}`);
    return;
  }
  // It can only accuse: what it says too little of differs six hours after the mark, by the time of the reader's own node.
  const { finality } = await service.get<StatusView>('/api/status');
  const checkedTo = finality?.find((c) => c.chain === block.chain)?.checked_to ?? null;
  const isChecked = checkedTo !== null && Date.parse(checkedTo) >= mark;
  if (entry || isChecked || headAt - mark > priceWaitMsMax) {
    steps.add(f);
    return;
  }
  replaced.set(key, null);
  steps.unchecked(
    f.what,
    `it is ${hash} now, and the service has asked whether blocks are final up to ${checkedTo ?? 'none'}: try again when ${iso(mark)} is among them`,
  );
}

/** A value of a block that is on the node's chain: it was read wrongly. The service may have found that out itself. */
async function tellValue(
  { service }: Rereading,
  steps: Steps,
  { block, mark, pool }: PublishedReading,
  f: Differs,
): Promise<void> {
  const entry = await findIncident(
    service,
    mark,
    (i) =>
      i.kind === 'reading_differs' && i.block?.hash === block.hash && i.block.readings.some((r) => r.pool === pool),
  );
  steps.add(f);
  if (entry) steps.note(`Incident ${entry.id} says so: ${entry.reason}`);
}

/** Prices over a window with a replaced block at one of its ends: those that differ by more than 1 bp are incidents with both prices. */
async function checkPrices({ service }: Rereading, steps: Steps, w: WindowProof, now: Sides): Promise<void> {
  const { routes, over } = windowOf(w);
  const [pools, atStart, atEnd, start, end] = over;
  const replacing = (then: MarkReadings, by: ReadonlyMap<PoolId, bigint>): MarkReadings =>
    new Map(
      [...then].map(([pool, r]) => {
        const cumulative = by.get(pool);
        return [pool, r.ok && cumulative !== undefined ? { ...r, cumulative } : r];
      }),
    );
  const used = priceVector(routes, ...over);
  const final = priceVector(routes, pools, replacing(atStart, now.start), replacing(atEnd, now.end), start, end);
  for (const d of comparePrices(used, final, final.keys())) {
    const what = `price of ${d.symbol} over the window until ${w.window.end}, on the final chain`;
    if (!d.isIncident) {
      steps.ok(`${what}: ${bpsText(d.bps4 ?? 0n)} bps off the one that was used`);
      continue;
    }
    const computed = d.canonical === undefined ? null : formatFixed(d.canonical, priceScale);
    // Guards of the service may have left it without a price where the bare pools give one.
    const isOf = ({ difference, about }: IncidentView): boolean =>
      about.id === d.symbol &&
      difference?.window_end === w.window.end &&
      (difference.final_price === null || difference.final_price === computed);
    const entry = await findIncident(service, end, isOf);
    const stated = formatFixed(d.used, priceScale);
    if (entry)
      steps.ok(`${what}: ${computed ?? 'none'}, and ${stated} was used (incident ${entry.id}); nothing is revalued`);
    else steps.differs(what, `${stated}, and no incident that says otherwise`, computed);
  }
}
