/**
 * The replay source: prices from recorded files, so that a past market can be played again. See recording.ts for what a row
 * means and docs/operators/replay.md for the folder.
 */
import { basename } from 'node:path';
import { iso } from '../../lib/clock.ts';
import type { Instant } from '../../lib/clock.ts';
import { coarseSymbols } from '../../league/coarse.ts';
import { usdCadSymbol } from '../../league/symbol.ts';
import type { MarkReadings, PlayedSource, PoolReading } from '../source.ts';
import type { Pool, PoolId, Route, SourceSymbol, SymbolId } from '../../league/symbol.ts';
import { contentHash } from '../content-hash.ts';
import { readFolder } from './folder.ts';
import { exchangeOf, filesOf, spreadTenths } from './manifest.ts';
import type { Manifest, ManifestPool } from './manifest.ts';
import { ReplayFormatError, readRecordedFile } from './recorded-file.ts';
import type { RecordedFile, RowGroups } from './recorded-file.ts';
import { closesOf, createRecording, decimalPrice, meansOf, scaledPrice, tickPrice } from './recording.ts';
import type { PriceOfCell, Recording } from './recording.ts';

export interface ReplayOptions {
  /** Folder of CSV files, with or without `replay.json`. */
  readonly folder: string;
  /** The one file of it that is played; all of them when absent. */
  readonly file?: string;
  /** Whose candles that file has, where its name does not say it. */
  readonly symbol?: string;
}

/** Recordings that are described and can be read. */
export interface Recorded {
  readonly manifest: Manifest;
  /** One sentence on where the definitions come from and what the check between pools is worth. */
  readonly remark: string;
  /** What they are called. */
  readonly name: string;
  /** The rows of a pool, in one file or several. */
  readonly read: (pool: ManifestPool, id: string) => readonly RecordedFile[];
}

export interface ReplaySource extends PlayedSource {
  readonly coverage: NonNullable<PlayedSource['coverage']>;
}

/** Opens a folder of recordings. Throws a ReplayFormatError that names file, line and remedy. */
export function createReplaySource({ folder, file, symbol }: ReplayOptions): ReplaySource {
  const { manifest, remark } = readFolder(folder, file, symbol);
  const name = basename(file ?? folder);
  return createRecordedSource({ manifest, remark, name, read: createFileReader(manifest, folder, file) });
}

export function createRecordedSource({ manifest, remark, name: called, read }: Recorded): ReplaySource {
  const pools = new Map<PoolId, Pool>();
  const recordings = new Map<PoolId, Recording>();
  for (const [id, pool] of Object.entries(manifest.pools)) {
    pools.set(id, { id, label: pool.label ?? `${id}, recorded`, average: 'arithmetic', stepSeconds: pool.stepSeconds });
    recordings.set(id, openPool(id, pool, read));
  }
  const routes = new Map<SymbolId, Route>();
  const symbols = new Map<SymbolId, SourceSymbol>();
  for (const [symbol, stated] of Object.entries(manifest.symbols)) {
    const { name, pricedIn, primary, second, leagues } = stated;
    const spread = spreadTenths(stated, manifest);
    const legs = { primary: primary.map(leg), second: second.map(leg) };
    const exchange = exchangeOf(symbol, stated);
    routes.set(symbol, {
      symbol,
      ...legs,
      ...(spread > 0 ? { spread } : {}),
      ...(exchange ? { exchange } : {}),
    });
    if (symbol !== usdCadSymbol)
      symbols.set(symbol, {
        symbol,
        name: name ?? symbol,
        pricedIn: pricedIn ?? (symbol.endsWith('-CAD') ? 'CAD' : 'USD'),
        ...(leagues ? { leagues } : {}),
      });
  }
  const coverage = coverageOf(routes.values(), recordings, called);
  const cadSymbols = new Set([...symbols.values()].filter((s) => s.pricedIn === 'CAD').map((s) => s.symbol));
  const isCoarse = coarseSymbols(pools, routes, cadSymbols).size > 0;
  const remarks = [remark, isCoarse ? 'This recording is coarse: fills are at known prices.' : ''].filter(
    (r) => r !== '',
  );
  /** What to add so that cumulatives go on where the stored ones stood, when older rows were put before or taken away. */
  const offsets = new Map<PoolId, bigint>();

  function readNow(mark: Instant, only?: readonly PoolId[]): MarkReadings {
    const readings = new Map<PoolId, PoolReading>();
    for (const id of only ?? recordings.keys()) {
      const recording = recordings.get(id);
      if (!recording) continue;
      const reading = recording.readAt(mark);
      const offset = offsets.get(id);
      readings.set(
        id,
        offset !== undefined && reading.ok ? { ...reading, cumulative: reading.cumulative + offset } : reading,
      );
    }
    return readings;
  }

  return {
    kind: 'replay',
    id: `replay:${hashOf(manifest)}`,
    foreseeable: 'Play among friends: these prices are recorded, and known in advance.',
    description: `Recorded prices from ${iso(coverage.from).slice(0, 16)}Z to ${iso(coverage.to).slice(0, 16)}Z, played again (${called}).${remarks.map((r) => ` ${r}`).join('')}`,
    pools,
    routes,
    symbols,
    coverage,
    resume(last) {
      offsets.clear();
      if (!last) return;
      for (const [id, stored] of last.readings) {
        const now = recordings.get(id)?.readAt(last.mark);
        if (stored.ok && now?.ok && stored.cumulative !== now.cumulative)
          offsets.set(id, stored.cumulative - now.cumulative);
      }
    },
    readNow,
    // oxlint-disable-next-line require-await -- the interface is asynchronous; nothing here has to wait
    read: async (mark, only) => readNow(mark, only),
  };
}

function leg({ pool, invert }: { readonly pool: string; readonly invert?: boolean | undefined }): {
  pool: PoolId;
  invert?: boolean;
} {
  return invert ? { pool, invert } : { pool };
}

type FileReader = Recorded['read'];

/** Reads every file once, with all the columns that any pool wants of it. */
function createFileReader(manifest: Manifest, folder: string, only: string | undefined): FileReader {
  const paths = new Map<string, readonly string[]>();
  const columns = new Map<string, Set<string>>();
  const keyOf = (path: string, { time, rows }: ManifestPool): string => [time, rows?.column, path].join('\u0000');
  for (const [id, pool] of Object.entries(manifest.pools)) {
    const files = filesOf(folder, id, pool, only);
    paths.set(id, files);
    for (const path of files) {
      const key = keyOf(path, pool);
      const wanted = columns.get(key) ?? new Set();
      columns.set(key, wanted.add(columnOf(pool)));
    }
  }
  const files = new Map<string, RowGroups>();
  return (pool, id) =>
    (paths.get(id) ?? []).flatMap((path) => {
      const key = keyOf(path, pool);
      const groups =
        files.get(key) ?? readRecordedFile(path, pool.time, columns.get(key) ?? new Set(), pool.rows?.column);
      files.set(key, groups);
      return groups.get(pool.rows?.is ?? '') ?? [];
    });
}

function columnOf(pool: ManifestPool): string {
  return 'column' in pool.price ? pool.price.column : pool.price.tickColumn;
}

function openPool(id: string, pool: ManifestPool, read: FileReader): Recording {
  const files = read(pool, id)
    .filter((file) => file.times.length > 0)
    .toSorted((a, b) => (a.times[0] ?? 0) - (b.times[0] ?? 0));
  for (const [i, file] of files.entries()) {
    const before = files[i - 1];
    const last = before?.times.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (before && (file.times[0] ?? 0) <= last)
      throw new ReplayFormatError(
        `${file.name}:2`,
        `it starts at ${iso(file.times[0] ?? 0)}, but ${before.name} goes to ${iso(last)}`,
        `The files of one pool ("${id}") must follow each other: remove the rows that stand twice`,
      );
  }
  const column = columnOf(pool);
  const rows = files.map((file) => ({ times: file.times, cells: file.cells.get(column) ?? [] }));
  const stepMs = pool.stepSeconds * 1000;
  return createRecording(rows, pool.average ? meansOf(stepMs) : closesOf(stepMs, pool.holdSteps), priceReader(pool));
}

function priceReader(pool: ManifestPool): PriceOfCell {
  const plain =
    'column' in pool.price
      ? decimalPrice
      : tickPrice(pool.price.decimals0, pool.price.decimals1, pool.price.invert ?? false);
  return pool.scale === undefined ? plain : scaledPrice(plain, pool.scale);
}

/** From the first to the last instant at which some symbol can have a price: all its pools must be recorded. */
function coverageOf(
  routes: Iterable<Route>,
  recordings: ReadonlyMap<PoolId, Recording>,
  name: string,
): { readonly from: Instant; readonly to: Instant } {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const route of routes) {
    const spans = [...route.primary, ...route.second].map((step) => recordings.get(step.pool)?.coverage);
    const first = Math.max(...spans.map((span) => span?.from ?? Number.POSITIVE_INFINITY));
    const last = Math.min(...spans.map((span) => span?.to ?? Number.NEGATIVE_INFINITY));
    if (first >= last) continue;
    from = Math.min(from, first);
    to = Math.max(to, last);
  }
  if (from > to)
    throw new ReplayFormatError(
      name,
      'there is no time at which all pools of a symbol are recorded',
      'Name a folder whose recordings overlap in time',
    );
  return { from, to };
}

/** Of the definitions, not of the rows or the names of files: a day added to the folder leaves the source the same. */
function hashOf(manifest: Manifest): string {
  const pools = Object.entries(manifest.pools).map(([id, pool]) => [id, { ...pool, files: undefined }]);
  return contentHash({ ...manifest, pools: Object.fromEntries(pools) as unknown });
}
