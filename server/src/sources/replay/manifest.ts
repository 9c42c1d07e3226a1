/**
 * What a folder of recordings holds: which files make which pool, and which pools price which symbol. Told by `replay.json`
 * in the folder, or recognised from the files (docs/operators/replay.md).
 */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { exchangeIds, type ExchangeId } from '../../league/catalogue/exchanges.ts';
import type { AssetKind } from '../../league/catalogue/symbols.ts';
import { symbolByName, symbolPattern } from '../../league/catalogue.ts';
import { ReplayFormatError, readHeader } from './recorded-file.ts';

export const manifestName = 'replay.json';
const minuteSeconds = 60;
const hourSeconds = 3600;

/** With one decimal at most. */
const basisPoints = z
  .number()
  .min(0)
  .max(1_000)
  .refine((bps) => Number.isInteger(Math.round(bps * 1e6) / 1e5), 'basis points have one decimal at most');

const poolSchema = z.strictObject({
  label: z.string().min(1).optional(),
  /** Files of the folder; `*` stands for any part of a name. */
  files: z
    .string()
    .min(1)
    .refine((glob) => !glob.startsWith('/') && !glob.split('/').includes('..'), 'files must lie within the folder'),
  time: z.string().min(1),
  price: z.union([
    z.strictObject({ column: z.string().min(1) }),
    z.strictObject({
      tickColumn: z.string().min(1),
      decimals0: z.int().min(0).max(36),
      decimals1: z.int().min(0).max(36),
      invert: z.boolean().optional(),
    }),
  ]),
  stepSeconds: z.int().min(1).max(86_400),
  /** What the pool takes of a trade, in basis points: its price may be stale by as much. */
  feeBps: basisPoints.optional(),
  scale: z
    .string()
    .regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,12})?$/, 'scale is a positive decimal such as "1.02"')
    .optional(),
});
const legsSchema = z
  .array(z.strictObject({ pool: z.string().min(1), invert: z.boolean().optional() }))
  .min(1)
  .max(4);
const symbolSchema = z.strictObject({
  name: z.string().min(1).max(80).optional(),
  pricedIn: z.enum(['USD', 'CAD']).optional(),
  primary: legsSchema,
  second: legsSchema,
  leagues: z.array(z.string()).optional(),
  /** The exchange whose sessions the recording follows; null = around the clock. */
  exchange: z.enum(exchangeIds).nullable().optional(),
  /** What a fill pays of what it moves; without it the fees of the first route's pools together. */
  spreadBps: basisPoints.optional(),
});
const manifestSchema = z
  .strictObject({
    format: z.literal('papertape-replay/1'),
    pools: z.record(z.string().regex(/^[\w:.-]{1,80}$/, 'a pool id is letters, digits and : . _ -'), poolSchema),
    symbols: z.record(z.string().regex(symbolPattern, 'a symbol looks like ETH-USD'), symbolSchema),
  })
  .superRefine(({ pools, symbols }, context) => {
    for (const [symbol, { primary, second }] of Object.entries(symbols)) {
      const lost = [...primary, ...second].find((leg) => !Object.hasOwn(pools, leg.pool));
      const message = `it is priced over "${lost?.pool}", which is no pool of the manifest`;
      if (lost) context.addIssue({ code: 'custom', path: ['symbols', symbol], message });
    }
  });

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestPool = z.infer<typeof poolSchema>;
export type ManifestSymbol = z.infer<typeof symbolSchema>;

export interface Folder {
  readonly manifest: Manifest;
  /** One sentence on where the definitions come from and what the check between pools is worth. */
  readonly remark: string;
}

/** Reads `replay.json`, or recognises what lies in the folder. @param only the one file of the folder that counts. */
export function readFolder(folder: string, only?: string): Folder {
  if (!existsSync(folder))
    throw new ReplayFormatError(
      folder,
      'there is no such folder',
      'Name a folder of recorded prices (docs/operators/replay.md)',
    );
  const names = only === undefined ? readdirSync(folder).toSorted() : [only];
  if (!names.includes(manifestName)) return recognise(folder, names);
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

/** What a fill of a symbol pays, in tenths of a basis point: as the manifest says, or else the fees of its first route together. */
export function spreadTenths({ spreadBps, primary }: ManifestSymbol, { pools }: Manifest): number {
  const fees = primary.reduce((sum, { pool }) => sum + (pools[pool]?.feeBps ?? 0), 0);
  return Math.round((spreadBps ?? fees) * 10);
}

/** What stocks and funds are in the catalogue. */
const exchangeTraded: ReadonlySet<AssetKind> = new Set(['stock', 'etf', 'income']);

/** As the manifest says; stocks and funds of the catalogue follow New York, those in CAD Toronto. */
export function exchangeOf(symbol: string, { exchange, pricedIn }: ManifestSymbol): ExchangeId | undefined {
  const known = symbolByName.get(symbol);
  const isListed = known !== undefined && exchangeTraded.has(known.assetKind);
  if (exchange !== undefined || !isListed) return exchange ?? undefined;
  return (pricedIn ?? known.pricedIn) === 'CAD' ? 'TSX' : 'NYSE';
}

/** The files of a pool, by name. */
export function filesOf(folder: string, id: string, pool: ManifestPool, only?: string): string[] {
  const found = globSync(pool.files, { cwd: folder }).toSorted();
  const names = found.filter((name) => only === undefined || name === only);
  if (names.length === 0)
    throw new ReplayFormatError(
      id,
      `no file matches "${pool.files}" in ${folder}`,
      'Put the files there or correct "files"',
    );
  return names.map((name) => join(folder, name));
}

function checkManifest(text: string): Manifest {
  const refusal = (what: string): ReplayFormatError =>
    new ReplayFormatError(manifestName, what, 'See docs/operators/replay.md for its form');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw refusal(`it is no JSON (${(error as Error).message})`);
  }
  const checked = manifestSchema.safeParse(json);
  if (checked.success) return checked.data;
  throw refusal(checked.error.issues.map((issue) => `${issue.path.join('.') || 'top'}: ${issue.message}`).join('; '));
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

function recognise(folder: string, names: readonly string[]): Folder {
  const csv = names.filter((name) => name.endsWith('.csv'));
  if (csv.length === 0)
    throw new ReplayFormatError(
      folder,
      'there is no CSV file',
      'Name a folder of recorded prices (docs/operators/replay.md)',
    );
  const minutes = minuteFiles.filter((known) => csv.some((name) => known.name.test(name)));
  const others = csv.filter((name) => !minutes.some((known) => known.name.test(name)));
  const wide = new Map(others.map((name) => [name, readHeader(join(folder, name))]));
  const unknown = others.find((name) => wide.get(name)?.[0] !== wideTimeColumn);
  if (unknown)
    throw new ReplayFormatError(
      unknown,
      'this file is of no kind that is recognised by itself',
      `Describe the folder in ${manifestName} (docs/operators/replay.md)`,
    );
  const pools: Manifest['pools'] = Object.fromEntries(minutes.map(({ id, pool }) => [id, pool]));
  const symbols: Manifest['symbols'] = {};
  const remarks: string[] = [];
  const [first, second = first] = Object.keys(pools);
  if (first !== undefined && second !== undefined) {
    symbols['ETH-USD'] = symbolOf('ETH', first, second);
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
  return { manifest: { format: 'papertape-replay/1', pools, symbols }, remark: remarks.join(' ') };
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
    if (symbols[symbol])
      throw new ReplayFormatError(
        folder,
        `${symbol} stands in two kinds of files`,
        `Keep them in two folders, or describe the folder in ${manifestName}`,
      );
    const holders = [...wide].flatMap(([name, header]) => (header.includes(column) ? [name] : []));
    const id = `hourly:${column}`;
    pools[id] = {
      label: `${column} on a public exchange, one close an hour`,
      files: holders.length === 1 ? (holders[0] ?? '') : `{${holders.join(',')}}`,
      time: wideTimeColumn,
      price: { column },
      stepSeconds: hourSeconds,
    };
    symbols[symbol] = symbolOf(column, id, id);
  }
}

function symbolOf(column: string, first: string, second: string): ManifestSymbol {
  const known = symbolByName.get(`${column}-USD`);
  return {
    name: known?.name ?? column,
    pricedIn: 'USD',
    primary: [{ pool: first }],
    second: [{ pool: second }],
    ...(known ? {} : { leagues: ['spot_crypto'] }),
  };
}
