/**
 * What a folder of recordings holds: which files make which pool, and which pools price which symbol. Told by `replay.json`
 * in the folder, or recognised from the files (docs/operators/replay.md).
 */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { symbolByName, symbolPattern } from '../../league/catalogue.ts';
import { ReplayFormatError, readHeader } from './recorded-file.ts';

export const manifestName = 'replay.json';
const minuteSeconds = 60;
const hourSeconds = 3600;

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
});
const manifestSchema = z.strictObject({
  format: z.literal('papertape-replay/1'),
  pools: z.record(z.string().regex(/^[\w:.-]{1,80}$/, 'a pool id is letters, digits and : . _ -'), poolSchema),
  symbols: z.record(z.string().regex(symbolPattern, 'a symbol looks like ETH-USD'), symbolSchema),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestPool = z.infer<typeof poolSchema>;
export type ManifestSymbol = z.infer<typeof symbolSchema>;

export interface Folder {
  readonly manifest: Manifest;
  /** One sentence on where the definitions come from and what the check between pools is worth. */
  readonly remark: string;
}

/** Reads `replay.json`, or recognises what lies in the folder. */
export function readFolder(folder: string): Folder {
  if (!existsSync(folder))
    throw new ReplayFormatError(
      folder,
      'there is no such folder',
      'Name a folder of recorded prices (docs/operators/replay.md)',
    );
  const names = readdirSync(folder).toSorted();
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

/** The files of a pool, by name. */
export function filesOf(folder: string, id: string, pool: ManifestPool): string[] {
  const names = globSync(pool.files, { cwd: folder }).toSorted();
  if (names.length === 0)
    throw new ReplayFormatError(
      id,
      `no file matches "${pool.files}" in ${folder}`,
      'Put the files there or correct "files"',
    );
  return names.map((name) => join(folder, name));
}

function checkManifest(text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ReplayFormatError(
      manifestName,
      `it is no JSON (${(error as Error).message})`,
      'See docs/operators/replay.md for its form',
    );
  }
  const checked = manifestSchema.safeParse(json);
  if (!checked.success)
    throw new ReplayFormatError(
      manifestName,
      checked.error.issues.map((issue) => `${issue.path.join('.') || 'top'}: ${issue.message}`).join('; '),
      'See docs/operators/replay.md for its form',
    );
  for (const [symbol, { primary, second }] of Object.entries(checked.data.symbols)) {
    for (const leg of [...primary, ...second]) {
      if (!Object.hasOwn(checked.data.pools, leg.pool))
        throw new ReplayFormatError(
          manifestName,
          `${symbol} is priced over "${leg.pool}", which is no pool of the manifest`,
          'Name a pool that stands under "pools"',
        );
    }
  }
  return checked.data;
}

/** USDC.e (6 decimals, token0) / WETH (18), 0.05%, Polygon. Other pools have other decimals, and need a manifest. */
const polygonFile = /^polygon-0x45dda9cb7c25131df268515131f647d726f50608-.*\.csv$/i;
const squeethFile = /^ethereum-squeeth-controller-.*\.csv$/;
const wideTimeColumn = 'candle_open_utc';

function recognise(folder: string, names: readonly string[]): Folder {
  const csv = names.filter((name) => name.endsWith('.csv'));
  const polygon = csv.filter((name) => polygonFile.test(name));
  const squeeth = csv.filter((name) => squeethFile.test(name));
  const wide = csv.filter(
    (name) =>
      !polygon.includes(name) && !squeeth.includes(name) && readHeader(join(folder, name))[0] === wideTimeColumn,
  );
  const unknown = csv.find((name) => !polygon.includes(name) && !squeeth.includes(name) && !wide.includes(name));
  if (unknown)
    throw new ReplayFormatError(
      unknown,
      'this file is of no kind that is recognised by itself',
      `Describe the folder in ${manifestName} (docs/operators/replay.md)`,
    );
  if (csv.length === 0)
    throw new ReplayFormatError(
      folder,
      'there is no CSV file',
      'Name a folder of recorded prices (docs/operators/replay.md)',
    );
  const pools: Manifest['pools'] = {};
  const symbols: Manifest['symbols'] = {};
  const remarks: string[] = [];

  if (polygon.length > 0) {
    pools['polygon:usdc-weth-500'] = {
      label: 'USDC.e/WETH 0.05% on Polygon, one row a minute',
      files: '[Pp]olygon-0x45dda9cb7c25131df268515131f647d726f50608-*.csv',
      time: 'timestamp',
      price: { tickColumn: 'closeTick', decimals0: 6, decimals1: 18, invert: true },
      stepSeconds: minuteSeconds,
    };
  }
  if (squeeth.length > 0) {
    pools['ethereum:usdc-weth-3000'] = {
      label: 'USDC/WETH 0.3% on Ethereum, one row a minute',
      files: 'ethereum-squeeth-controller-*.csv',
      time: 'block_timestamp',
      price: { column: 'WETH' },
      stepSeconds: minuteSeconds,
    };
  }
  const minutePools = Object.keys(pools);
  const [first, second = first] = minutePools;
  if (first !== undefined && second !== undefined) {
    symbols['ETH-USD'] = symbolOf('ETH', first, second);
    remarks.push(
      first === second
        ? 'ETH-USD has one recorded pool, which is also its second one, so the check between pools can never fail.'
        : 'ETH-USD is checked against a second recorded pool, and has a price only while both recordings run.',
    );
  }
  if (wide.length > 0) {
    addWide(folder, wide, pools, symbols);
    remarks.push(
      'Hourly closes have one recording, which is also the second one, so the check between pools can never fail.',
    );
  }
  return { manifest: { format: 'papertape-replay/1', pools, symbols }, remark: remarks.join(' ') };
}

/** Adds a pool and a symbol for each column of hourly closes. */
function addWide(
  folder: string,
  wide: readonly string[],
  pools: Manifest['pools'],
  symbols: Manifest['symbols'],
): void {
  const columns = new Set(wide.flatMap((name) => readHeader(join(folder, name)).slice(1)));
  for (const column of columns) {
    const symbol = `${column}-USD`;
    if (!symbolPattern.test(symbol))
      throw new ReplayFormatError(
        wide[0] ?? folder,
        `column "${column}" is no symbol`,
        `Name the columns like BTC, or describe the folder in ${manifestName}`,
      );
    if (symbols[symbol])
      throw new ReplayFormatError(
        folder,
        `${symbol} stands in two kinds of files`,
        `Keep them in two folders, or describe the folder in ${manifestName}`,
      );
    const holders = wide.filter((name) => readHeader(join(folder, name)).includes(column));
    const id = `hourly:${column}`;
    pools[id] = {
      label: `${column} on a public exchange, one close an hour`,
      files: braces(holders),
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

function braces(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `{${names.join(',')}}`;
}
