/** What a folder of recordings holds: told by `replay.json` in it, or recognised from the files (docs/operators/replay.md). */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { symbolByName, symbolPattern } from '../../league/catalogue.ts';
import { candleFiles, isCandles } from './candle-files.ts';
import { checkManifest, manifestName, type Manifest, type ManifestPool, type ManifestSymbol } from './manifest.ts';
import { ReplayFormatError, readHeader } from './recorded-file.ts';

const minuteSeconds = 60;
const hourSeconds = 3600;

export interface Folder {
  readonly manifest: Manifest;
  /** One sentence on where the definitions come from and what the check between pools is worth. */
  readonly remark: string;
}

/**
 * Reads `replay.json`, or recognises what lies in the folder.
 * @param only the one file of the folder that counts. @param symbol whose candles it has, where its name does not say it.
 */
export function readFolder(folder: string, only?: string, symbol?: string): Folder {
  if (!existsSync(folder))
    throw new ReplayFormatError(
      folder,
      'there is no such folder',
      'Name a folder of recorded prices (docs/operators/replay.md)',
    );
  const names = only === undefined ? readdirSync(folder).toSorted() : [only];
  if (!names.includes(manifestName)) return recognise(folder, names, symbol);
  const manifest = checkManifest(readFileSync(join(folder, manifestName), 'utf8'));
  const alone = Object.values(manifest.symbols).filter((symbol) =>
    symbol.second.every((leg) => symbol.primary.some((first) => first.pool === leg.pool)),
  ).length;
  const all = Object.keys(manifest.symbols).length;
  return {
    manifest,
    remark:
      alone === 0
        ? ''
        : `For ${alone === all ? 'every symbol' : `${alone} of ${all} symbols`} the second pool is the same recording as the first, so the check between pools can never fail there.`,
  };
}

/** Files of one price a minute that are recognised by their names. Other pools have other decimals, and need a manifest. */
const minuteFiles: readonly { readonly name: RegExp; readonly id: string; readonly pool: ManifestPool }[] = [
  {
    name: /^polygon-0x45dda9cb7c25131df268515131f647d726f50608-.*\.csv$/i,
    id: 'polygon:usdc-weth-500',
    pool: {
      label: 'USDC.e/WETH 0.05% on Polygon, one row a minute',
      files: '[Pp]olygon-0x45dda9cb7c25131df268515131f647d726f50608-*.csv',
      time: 'timestamp',
      price: { tickColumn: 'closeTick', decimals0: 6, decimals1: 18, invert: true },
      stepSeconds: minuteSeconds,
    },
  },
  {
    name: /^ethereum-squeeth-controller-.*\.csv$/,
    id: 'ethereum:usdc-weth-3000',
    pool: {
      label: 'USDC/WETH 0.3% on Ethereum, one row a minute',
      files: 'ethereum-squeeth-controller-*.csv',
      time: 'block_timestamp',
      price: { column: 'WETH' },
      stepSeconds: minuteSeconds,
    },
  },
];
const wideTimeColumn = 'candle_open_utc';

function recognise(folder: string, names: readonly string[], symbol: string | undefined): Folder {
  const csv = names.filter((name) => name.endsWith('.csv'));
  if (csv.length === 0)
    throw new ReplayFormatError(
      folder,
      'there is no CSV file',
      'Name a folder of recorded prices (docs/operators/replay.md)',
    );
  const minutes = minuteFiles.filter((known) => csv.some((name) => known.name.test(name)));
  const others = csv.filter((name) => !minutes.some((known) => known.name.test(name)));
  const headers = new Map(others.map((name) => [name, readHeader(join(folder, name))]));
  const candles = others.filter((name) => isCandles(headers.get(name) ?? []));
  const wide = new Map([...headers].filter(([name]) => !candles.includes(name)));
  const unknown = [...wide.keys()].find((name) => wide.get(name)?.[0] !== wideTimeColumn);
  if (unknown)
    throw new ReplayFormatError(
      unknown,
      'this file is of no kind that is recognised by itself',
      `Write candles as timestamp,open,high,low,close,volume, or describe the folder in ${manifestName} (docs/operators/replay.md)`,
    );
  const pools: Manifest['pools'] = Object.fromEntries(minutes.map(({ id, pool }) => [id, pool]));
  const symbols: Manifest['symbols'] = {};
  const remarks: string[] = [];
  const [first, second = first] = Object.keys(pools);
  if (first !== undefined && second !== undefined) {
    symbols['ETH-USD'] = symbolOf('ETH-USD', first, second);
    remarks.push(
      first === second
        ? 'ETH-USD has one recorded pool, which is also its second one, so the check between pools can never fail.'
        : 'ETH-USD is checked against a second recorded pool, and has a price only while both recordings run.',
    );
  }
  if (wide.size > 0) {
    addWide(folder, wide, pools, symbols);
    remarks.push(
      'Hourly closes have one recording, which is also the second one, so the check between pools can never fail.',
    );
  }
  if (candles.length > 0) {
    const found = candleFiles(folder, candles, symbol);
    for (const [id, pool] of Object.entries(found.pools)) {
      const name = id.replace(/^candles:/, '');
      if (symbols[name]) throw twoKinds(folder, name);
      pools[id] = pool;
      symbols[name] = symbolOf(name, id, id);
    }
    remarks.push(...found.remarks);
  }
  return { manifest: { format: 'papertape-replay/1', pools, symbols }, remark: remarks.join(' ') };
}

function twoKinds(folder: string, symbol: string): ReplayFormatError {
  return new ReplayFormatError(
    folder,
    `${symbol} stands in two kinds of files`,
    `Keep them in two folders, or describe the folder in ${manifestName}`,
  );
}

/** Adds a pool and a symbol for each column of hourly closes. @param wide names of files, each with its columns. */
function addWide(
  folder: string,
  wide: ReadonlyMap<string, readonly string[]>,
  pools: Manifest['pools'],
  symbols: Manifest['symbols'],
): void {
  const columns = new Set([...wide.values()].flatMap((header) => header.slice(1)));
  for (const column of columns) {
    const symbol = `${column}-USD`;
    if (!symbolPattern.test(symbol))
      throw new ReplayFormatError(
        [...wide.keys()][0] ?? folder,
        `column "${column}" is no symbol`,
        `Name the columns like BTC, or describe the folder in ${manifestName}`,
      );
    if (symbols[symbol]) throw twoKinds(folder, symbol);
    const holders = [...wide].flatMap(([name, header]) => (header.includes(column) ? [name] : []));
    const id = `hourly:${column}`;
    pools[id] = {
      label: `${column} on a public exchange, one close an hour`,
      files: holders.length === 1 ? (holders[0] ?? '') : `{${holders.join(',')}}`,
      time: wideTimeColumn,
      price: { column },
      stepSeconds: hourSeconds,
    };
    symbols[symbol] = symbolOf(symbol, id, id);
  }
}

/** Prices in dollars, whatever the symbol is priced in elsewhere. */
function symbolOf(symbol: string, first: string, second: string): ManifestSymbol {
  const known = symbolByName.get(symbol);
  return {
    name: known?.name ?? symbol.replace(/-USD$/, ''),
    pricedIn: 'USD',
    primary: [{ pool: first }],
    second: [{ pool: second }],
    ...(known ? {} : { leagues: ['spot_crypto'] }),
  };
}
