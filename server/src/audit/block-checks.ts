/**
 * What was found out about blocks after they were read: answers of a chain, which only the chain can confirm. That each is about
 * a block in which a mark was read, and each incident about what was read or used, is checked here.
 */
import { formatFixed, priceScale } from '../lib/decimal.ts';
import { allOtherReadings, type StoredOtherReading } from '../engine/finality.sql.ts';
import type { Incident } from '../operator/incident.ts';
import { decodeReadings, scaleOf } from '../flow/price/readings.ts';
import { decodeVector } from '../flow/price/vector-text.ts';
import type { Pool, PoolId } from '../league/symbol.ts';
import type { Trx } from '../storage/storage.ts';
import { differenceRows, strayBlockChecks, toldCheckRows, type ToldCheckRow } from './block-checks.sql.ts';
import type { Differences } from './differences.ts';

const strayMax = 100;
/** Of the entry that a check makes. */
const kinds: Readonly<Record<string, Incident['kind']>> = { gone: 'block_replaced', differs: 'reading_differs' };

export interface BlockCounts {
  /** Blocks that the chain replaced after a mark was read in them. */
  readonly replaced: number;
  /** Marks of which most endpoints said something else later. */
  readonly differing: number;
}

/** @param log all incidents. @param pools of every version of the market. */
export async function checkBlockChecks(
  trx: Trx,
  log: readonly Incident[],
  pools: ReadonlyMap<PoolId, Pool>,
  differences: Differences,
): Promise<BlockCounts> {
  for (const c of await strayBlockChecks(trx, strayMax)) {
    const key = `${c.chain} ${c.mark} ${c.attempt}`;
    differences.add('ledger.block_checks', key, 'hash', 'the block of a reading', c.hash);
  }
  const checks = await toldCheckRows(trx);
  checkTold(checks, log, differences);
  await checkReadings(trx, checks, pools, differences);
  await checkPrices(trx, log, differences);
  const count = (outcome: string): number => checks.filter((c) => c.outcome === outcome).length;
  return { replaced: count('gone'), differing: count('differs') };
}

/** Each has its entry of the public log, and each entry its check. */
function checkTold(checks: readonly ToldCheckRow[], log: readonly Incident[], differences: Differences): void {
  const told = new Set(log.filter((i) => Object.values(kinds).includes(i.kind)).map((i) => i.id));
  for (const c of checks) {
    told.delete(Number(c.incident_id ?? 0n));
    const readBy = c.readings_told_by === null ? {} : (JSON.parse(c.readings_told_by) as Record<string, string[]>);
    const hosts = readBy[String(c.chain)];
    const expected = {
      kind: kinds[c.outcome] ?? 'an outcome',
      told_by: hosts === undefined ? null : JSON.stringify(hosts),
    };
    const { kind, told_by } = c;
    differences.compare('ledger.block_checks', `${c.chain} ${c.mark} ${c.attempt}`, expected, { kind, told_by });
  }
  for (const id of told) differences.add('ledger.block_checks', String(id), 'row', 'a row', 'no row');
}

/** What most say otherwise is about what was read, pool by pool. */
async function checkReadings(
  trx: Trx,
  checks: readonly ToldCheckRow[],
  pools: ReadonlyMap<PoolId, Pool>,
  differences: Differences,
): Promise<void> {
  const all = Map.groupBy(await allOtherReadings(trx), (r) => r.incidentId);
  for (const c of checks) {
    const id = Number(c.incident_id ?? 0n);
    const told: readonly StoredOtherReading[] = all.get(id) ?? [];
    all.delete(id);
    if ((c.outcome === 'differs') !== told.length > 0)
      differences.add('ledger.reading_differences', String(id), 'rows', c.outcome, told.length);
    const read = decodeReadings(c.readings ?? '{"pools":{}}', pools);
    for (const { pool, used } of told) {
      const then = read.get(pool);
      const text = then?.ok ? formatFixed(then.cumulative, scaleOf(pools.get(pool))) : undefined;
      if (text !== used) differences.add('ledger.reading_differences', `${id} ${pool}`, 'used', text, used);
    }
  }
  for (const id of all.keys()) differences.add('ledger.reading_differences', String(id), 'row', undefined, 'a row');
}

async function checkPrices(trx: Trx, log: readonly Incident[], differences: Differences): Promise<void> {
  const told = new Set(log.filter((i) => i.kind === 'price_differs').map((i) => i.id));
  for (const d of await differenceRows(trx)) {
    const key = String(d.incident_id);
    told.delete(Number(d.incident_id));
    const used = d.prices === null ? undefined : decodeVector(d.prices).get(d.symbol);
    const expected = {
      kind: 'price_differs',
      about_id: d.symbol,
      incident_price: d.used,
      used: used && used.state !== 'unavailable' ? formatFixed(used.price, priceScale) : null,
      outcome: 'told',
    };
    const { kind, about_id, incident_price, outcome } = d;
    differences.compare('ledger.price_differences', key, expected, {
      kind,
      about_id,
      incident_price,
      used: d.used,
      outcome,
    });
  }
  for (const id of told) differences.add('ledger.price_differences', String(id), 'row', 'a row', 'no row');
}
