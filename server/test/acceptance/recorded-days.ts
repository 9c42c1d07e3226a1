/** The recorded four days that the acceptance tests play again: one pair, two real pools, the same minutes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ethereumFile, polygonFile, recordedDays, unpackMinutes } from '../harness/recorded.ts';
import { plainCell, readMinutes, tickCell, type Minutes } from './plain-twap.ts';

export const recordedFrom = Date.parse('2023-08-14T00:00:00Z');
export const recordedTo = Date.parse('2023-08-18T00:00:00Z');

export interface ReplayFolder {
  readonly folder: string;
  /** The rows as the plain calculation reads them; the scale is not in them. */
  readonly first: Minutes;
  readonly second: Minutes;
  remove(): void;
}

export interface FolderOptions {
  /** Factor on every price of the second pool. */
  readonly secondScale?: string;
  /** Leaves rows of the second pool out: stamped from..to, the end excluded. */
  readonly secondGap?: { readonly from: string; readonly to: string };
}

export function makeReplayFolder({ secondScale, secondGap }: FolderOptions = {}): ReplayFolder {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-replay-'));
  unpackMinutes(folder, (text, name) =>
    secondGap && name.startsWith('ethereum') ? withoutRows(text, secondGap) : text,
  );
  const tick = { tickColumn: 'closeTick', decimals0: 6, decimals1: 18, invert: true };
  const manifest = {
    format: 'papertape-replay/1',
    pools: {
      polygon: {
        label: 'USDC.e/WETH 0.05% on Polygon, recorded',
        files: 'polygon-*.csv',
        time: 'timestamp',
        price: tick,
        stepSeconds: 60,
      },
      ethereum: {
        label: 'USDC/WETH 0.3% on Ethereum, recorded',
        files: 'ethereum-*.csv',
        time: 'block_timestamp',
        price: { column: 'WETH' },
        stepSeconds: 60,
        ...(secondScale === undefined ? {} : { scale: secondScale }),
      },
    },
    symbols: {
      'ETH-USD': {
        name: 'Ether',
        primary: [{ pool: 'polygon' }],
        second: [{ pool: 'ethereum' }],
        leagues: ['spot_crypto'],
      },
    },
  };
  writeFileSync(join(folder, 'replay.json'), JSON.stringify(manifest));
  const paths = (name: (day: string) => string): string[] => recordedDays.map((day) => join(folder, name(day)));
  return {
    folder,
    first: readMinutes(paths(polygonFile), 'timestamp', 'closeTick', tickCell),
    second: readMinutes(paths(ethereumFile), 'block_timestamp', 'WETH', plainCell),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function withoutRows(text: string, gap: { readonly from: string; readonly to: string }): string {
  return text
    .split('\n')
    .filter((line) => line.slice(0, 19) < gap.from || line.slice(0, 19) >= gap.to || line.startsWith('block'))
    .join('\n');
}
