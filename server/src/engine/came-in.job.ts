/** Came in: registrations and retirements by mark, for the public log, of which at most a chunk is in memory however many a mark has. */
import type { CompiledQuery } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { markAfter, markMs } from '../lib/time.ts';
import type { LoggedBot, LoggedRetirement } from '../flow/mark/entries.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { hiddenNames, loggedBot, loggedRetirement, registeredBetween, retiredBetween } from './log.sql.ts';

/** Most rows of a kind that are read ahead in one statement, so that a catch-up does not ask for each mark's own; and rows of a chunk, where there are more. */
const defaultRowsAheadMax = 10_000;

export interface CameIn {
  /** Bots that registered since the mark before, by instant and id. @param isFirst who was there before the first mark belongs to it. */
  bots(mark: Instant, isFirst: boolean): AsyncIterable<readonly LoggedBot[]>;
  /** The same of bots that their owners retired. */
  retirements(mark: Instant, isFirst: boolean): AsyncIterable<readonly LoggedRetirement[]>;
}

/** @param to the last mark that the transaction may come to. The marks are asked for in order, each once. */
export function createCameIn(
  trx: Trx,
  readChunks: Storage['readChunks'],
  to: Instant,
  rowsAheadMax = defaultRowsAheadMax,
): CameIn {
  const source = { trx, readChunks, to, rowsAheadMax };
  let names: ReadonlyMap<string, string> = new Map();
  const bots = byMark(
    source,
    (from, before) => registeredBetween(trx, from, before),
    (row) => loggedBot(row, names),
  );
  const retirements = byMark(source, (from, before) => retiredBetween(trx, from, before), loggedRetirement);
  let isNamed = false;
  return {
    async *bots(mark, isFirst) {
      if (!isNamed) names = await hiddenNames(trx);
      isNamed = true;
      yield* bots(mark, isFirst);
    },
    retirements,
  };
}

interface Source {
  readonly trx: Trx;
  readonly readChunks: Storage['readChunks'];
  readonly to: Instant;
  readonly rowsAheadMax: number;
}

interface Query<Row> {
  compile(): CompiledQuery<Row>;
  limit(rows: number): { execute(): Promise<Row[]> };
}

/**
 * All that came in until the last mark is read at the first one, where that is little. Where it is much, each mark reads its own, in chunks.
 * @param query rows of [from, before), in order.
 */
function byMark<Row, Value extends { readonly at: Instant }>(
  { trx, readChunks, to, rowsAheadMax }: Source,
  query: (from: Instant, before: Instant) => Query<Row>,
  toValue: (row: Row) => Value,
) {
  let ahead: Map<Instant, Value[]> | 'too many' | undefined;

  return async function* (mark: Instant, isFirst: boolean): AsyncGenerator<readonly Value[]> {
    const from = isFirst ? 0 : mark - markMs;
    if (ahead === undefined) {
      const rows = await query(from, to)
        .limit(rowsAheadMax + 1)
        .execute();
      const markOf = ({ at }: Value): Instant => Math.max(mark, markAfter(at));
      ahead = rows.length > rowsAheadMax ? 'too many' : Map.groupBy(rows.map(toValue), markOf);
    }
    if (ahead !== 'too many') yield ahead.get(mark) ?? [];
    else for await (const rows of readChunks(trx, query(from, mark), rowsAheadMax)) yield rows.map(toValue);
  };
}
