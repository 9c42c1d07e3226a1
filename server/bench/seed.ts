/** Rows to measure with: bots, portfolios and orders by the hundred thousand, seeded. */
import { encodeHoldings } from '../src/flow/fill/portfolio-text.ts';
import { parseFixed, unitsScale } from '../src/lib/decimal.ts';
import { seededUniform } from '../src/lib/seeded-random.ts';
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

export const texts = (rows: readonly number[], f: (i: number) => string) => ({
  type: 'text' as const,
  values: rows.map(f),
});
export const ints = (rows: readonly number[], f: (i: number) => number | bigint) => ({
  type: 'int8' as const,
  values: rows.map(f),
});

export async function seedBots(
  storage: Storage,
  n: number,
  registeredAt: number,
  keyHash: (i: number) => string = (i) => `key${i}`,
): Promise<void> {
  await inRanges(storage, n, (trx, rows) =>
    storage.insertMany(trx, 'intake.bots', {
      agent_id: texts(rows, botId),
      league: texts(rows, () => league),
      name: texts(rows, (i) => `Bot ${i}`),
      name_key: texts(rows, (i) => `bot${i}`),
      company: texts(rows, (i) => `Company ${i % 1000}`),
      contact: texts(rows, (i) => `maker${i}@example.test`),
      maker_id: texts(rows, (i) => `mkr_${i.toString(32).padStart(16, '0')}`),
      country: texts(rows, () => 'CA'),
      registered_at: ints(rows, () => registeredAt),
      key_hash: texts(rows, keyHash),
      house: ints(rows, () => 0),
    }),
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
    storage.insertMany(trx, 'ledger.portfolios', {
      agent_id: texts(rows, botId),
      league: texts(rows, () => league),
      cash: ints(rows, () => BigInt(Math.floor(uniform() * 1e12))),
      holdings: texts(rows, holdings),
      trades: ints(rows, () => held),
      traded: ints(rows, () => 0),
      first_fill_at: ints(rows, () => firstFillAt),
    }),
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
    storage.insertMany(trx, 'intake.orders', {
      agent_id: texts(rows, botId),
      sequence: ints(rows, () => 1),
      order_id: texts(rows, (i) => `ord_${i.toString(32).padStart(16, '0')}`),
      league: texts(rows, () => league),
      received_at: ints(rows, () => start - 1),
      window_start: ints(rows, () => start),
      sandbox: ints(rows, () => 0),
      date: texts(rows, () => '2026-11-21'),
      weights: texts(rows, () => weights),
      nonce: texts(rows, () => '0'.repeat(32)),
      previous_receipt: texts(rows, () => ''),
      receipt: texts(rows, (i) => i.toString(16).padStart(64, '0')),
      rules_version: texts(rows, () => '0123456789ab'),
    }),
  );
}
