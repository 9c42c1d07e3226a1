/** The form of a manifest: which files make which pool, and which pools price which symbol (docs/operators/replay.md). */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { exchangeIds, type ExchangeId } from '../../league/catalogue/exchanges.ts';
import type { AssetKind } from '../../league/catalogue/symbols.ts';
import { symbolByName, symbolPattern } from '../../league/catalogue.ts';
import { markMs } from '../../lib/time.ts';
import { ReplayFormatError } from './recorded-file.ts';

export const manifestName = 'replay.json';

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
  /** Which rows are its own, where a file has rows of several. */
  rows: z.strictObject({ column: z.string().min(1), is: z.string().min(1) }).optional(),
  stepSeconds: z.int().min(1).max(86_400),
  /** How many steps a price holds when no row follows. */
  holdSteps: z.int().min(1).max(2).optional(),
  /** A price is the average over its step, and not the last one of it. */
  average: z.literal(true).optional(),
  /** What the pool takes of a trade, in basis points: its price may be stale by as much. */
  feeBps: basisPoints.optional(),
  scale: z
    .string()
    .regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,12})?$/, 'scale is a positive decimal such as "1.02"')
    .optional(),
});
const poolForm = poolSchema.refine(({ average, stepSeconds }) => average !== true || stepSeconds * 1000 === markMs, {
  path: ['average'],
  error: 'an average over more than 5 minutes would be known before they are over: leave it out',
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
    pools: z.record(z.string().regex(/^[\w:.-]{1,80}$/, 'a pool id is letters, digits and : . _ -'), poolForm),
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

export function checkManifest(text: string): Manifest {
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
