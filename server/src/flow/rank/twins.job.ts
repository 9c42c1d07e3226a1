/** Twins job: at the first close of a month, the bots of a league compared over the closes before it, within the mark's transaction. */
import { isoDate, type Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { TwinNotesTable, TwinRunsTable } from '../../storage/database.ts';
import type { Trx } from '../../storage/storage.ts';
import { decodeHoldings } from '../fill/portfolio-text.ts';
import { dayMs } from '../../lib/time.ts';
import { findTwins, twinBotsMax, twinDaysMax, type TwinBot } from './twins.ts';
import { holdingsOf, insertTwinNotes, insertTwinRun, valuesBefore, type ValueRow } from './twins.sql.ts';

export interface TwinsInput {
  readonly trx: Trx;
  readonly insertMany: BulkInsert;
  readonly readChunks: ReadChunks;
  readonly league: string;
  readonly close: Instant;
  /** Bots valued at this close. */
  readonly bots: number;
}

/** Does nothing at other closes, or in a league without bots. The close itself is not looked at: it may still be voided. */
export async function runTwins(input: TwinsInput): Promise<void> {
  const { trx, insertMany, readChunks, league, close, bots } = input;
  const month = monthBegun(close);
  if (month === undefined || bots === 0) return;
  const { run, notes } = await compareLeague({
    league,
    month,
    bots,
    values: () => valuesBefore(trx, readChunks, league, twinsFrom(close), close, rowsPerChunk),
    holdings: (ids) => holdingsOf(trx, ids),
  });
  await insertTwinRun(trx, { league, month, close: BigInt(close), ...run });
  await insertTwinNotes(trx, insertMany, notes);
}

/** `2026-12` for the close 2026-12-01; undefined for all others. */
export function monthBegun(close: Instant): string | undefined {
  const date = isoDate(close);
  return date.endsWith('-01') ? date.slice(0, 7) : undefined;
}

export interface Comparison {
  readonly run: Omit<TwinRunsTable, 'league' | 'month' | 'close'>;
  readonly notes: readonly TwinNotesTable[];
}

/** The first close that a comparison at `close` looks at. */
export function twinsFrom(close: Instant): Instant {
  return close - (twinDaysMax + 1) * dayMs;
}

export interface CompareInput {
  readonly league: string;
  readonly month: string;
  /** Bots valued at the close. */
  readonly bots: number;
  /** Their values at the valid closes before it, bot by bot in order of id, oldest first. */
  readonly values: () => AsyncIterable<readonly ValueRow[]>;
  /** What bots hold at the close, as stored text. */
  readonly holdings: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export async function compareLeague({ league, month, bots, values, holdings }: CompareInput): Promise<Comparison> {
  if (bots > twinBotsMax) {
    return { run: { state: 'too_many_bots', bots: BigInt(bots), compared: 0n, pairs: 0n }, notes: [] };
  }
  const found = findTwins(await collect(values()));
  const texts = await holdings(found.bots.map((b) => b.id));
  const single = new Map([...texts].map(([id, text]) => [id, singleSymbol(text)]));
  const notes = found.bots.flatMap((b) =>
    b.notes.map((n): TwinNotesTable => {
      const symbol = single.get(b.id);
      return {
        league,
        month,
        agent_id: b.id,
        other_id: n.other,
        kind: n.kind,
        correlation: n.correlation.toFixed(6),
        days: BigInt(n.days),
        same_symbol: symbol !== undefined && symbol === single.get(n.other) ? symbol : null,
        total: BigInt(b.total),
      };
    }),
  );
  const counts = { bots: BigInt(bots), compared: BigInt(found.compared), pairs: BigInt(found.pairs) };
  return { run: { state: 'done', ...counts }, notes };
}

/** Rows read in one statement. */
const rowsPerChunk = 5_000;

async function collect(chunks: AsyncIterable<readonly ValueRow[]>): Promise<TwinBot[]> {
  const bots: { id: string; values: bigint[] }[] = [];
  for await (const rows of chunks) {
    for (const row of rows) {
      const last = bots.at(-1);
      if (last?.id === row.agent_id) last.values.push(row.value);
      else bots.push({ id: row.agent_id, values: [row.value] });
    }
  }
  return bots;
}

/** The one symbol that a portfolio holds, if it holds just one. */
function singleSymbol(holdings: string): string | undefined {
  const [first, ...more] = decodeHoldings(holdings).keys();
  return more.length === 0 ? first : undefined;
}
