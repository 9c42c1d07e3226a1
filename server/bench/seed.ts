/** Rows to measure with: bots, portfolios and orders by the hundred thousand, seeded. */
import { encodeHoldings } from '../src/flow/fill/portfolio-text.ts';
import { parseFixed, unitsScale } from '../src/lib/decimal.ts';
import { seededUniform } from '../src/lib/seeded-random.ts';
import type { RowOf } from '../src/storage/bulk.ts';
import type { Storage, Trx } from '../src/storage/storage.ts';

export const league = 'spot_crypto';
const rowsPerTransaction = 10_000;

/** Id of the i-th bot. */
export function botId(i: number): string {
  return `agt_${i.toString(32).padStart(16, '0')}`;
}

/** Runs `write` for consecutive ranges of row numbers, one transaction each. */
export async function inRanges(
  storage: Storage,
  n: number,
  write: (trx: Trx, rows: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < n; from += rowsPerTransaction) {
    const rows = Array.from({ length: Math.min(rowsPerTransaction, n - from) }, (_, i) => from + i);
    await storage.db.transaction().execute((trx) => write(trx, rows));
  }
}

/** The row of the i-th bot. What is not told of it is null. */
export function botRow(i: number, of: string, registeredAt: number, keyHash = `key${i}`): RowOf<'intake.bots'> {
  return {
    agent_id: botId(i),
    league: of,
    name: `Bot ${i}`,
    name_key: `bot${i}`,
    company: `Company ${i % 1000}`,
    contact: `maker${i}@example.test`,
    maker_id: `mkr_${i.toString(32).padStart(16, '0')}`,
    country: 'CA',
    registered_at: registeredAt,
    key_hash: keyHash,
    house: 0,
  } as RowOf<'intake.bots'>;
}

export async function seedBots(
  storage: Storage,
  n: number,
  registeredAt: number,
  keyHash?: (i: number) => string,
): Promise<void> {
  await inRanges(storage, n, (trx, rows) =>
    storage.insertMany(
      trx,
      'intake.bots',
      rows.map((i) => botRow(i, league, registeredAt, keyHash?.(i))),
    ),
  );
}

/** A portfolio of `held` symbols for every bot. */
export async function seedPortfolios(
  storage: Storage,
  n: number,
  symbols: readonly string[],
  held: number,
  firstFillAt: number,
): Promise<void> {
  const uniform = seededUniform(1);
  const holdings = (): string => {
    const first = Math.floor(uniform() * (symbols.length - held + 1));
    const units = (): bigint => parseFixed((uniform() * 100).toFixed(12), unitsScale);
    return encodeHoldings(new Map(symbols.slice(first, first + held).map((s) => [s, units()])));
  };
  await inRanges(storage, n, (trx, rows) =>
    storage.insertMany(
      trx,
      'ledger.portfolios',
      rows.map((i) => ({
        agent_id: botId(i),
        league,
        cash: BigInt(Math.floor(uniform() * 1e12)),
        holdings: holdings(),
        trades: held,
        traded: '0',
        first_fill_at: firstFillAt,
      })),
    ),
  );
}

/** One order of every bot in the window that starts at `start`. */
export async function seedOrders(
  storage: Storage,
  n: number,
  symbols: readonly string[],
  start: number,
): Promise<void> {
  const weights = JSON.stringify(Object.fromEntries(symbols.map((s, i) => [s, `0.0${i + 1}`])));
  await inRanges(storage, n, (trx, rows) =>
    storage.insertMany(
      trx,
      'intake.orders',
      rows.map((i) => ({
        agent_id: botId(i),
        sequence: 1,
        order_id: `ord_${i.toString(32).padStart(16, '0')}`,
        league,
        received_at: start - 1,
        window_start: start,
        sandbox: 0,
        date: '2026-11-21',
        weights,
        reason: null,
        nonce: '0'.repeat(32),
        previous_receipt: '',
        receipt: i.toString(16).padStart(64, '0'),
        rules_version: '0123456789ab',
      })),
    ),
  );
}
