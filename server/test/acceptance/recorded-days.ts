/** The recorded four days that the acceptance tests play again: one pair, two real pools, the same minutes. */
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { repository } from './service-process.ts';
import { plainCell, readMinutes, tickCell, type Minutes } from './plain-twap.ts';

const recordings = resolve(repository, '../shared/data/dex-minutes');
const days = ['2023-08-14', '2023-08-15', '2023-08-16', '2023-08-17'];
const polygon = (day: string): string => `polygon-0x45dda9cb7c25131df268515131f647d726f50608-${day}.minute.csv`;
const ethereum = (day: string): string => `ethereum-squeeth-controller-${day}.minute.csv`;

export const recordedFrom = Date.parse('2023-08-14T00:00:00Z');
export const recordedTo = Date.parse('2023-08-18T00:00:00Z');
export const recordingsThere = existsSync(join(recordings, polygon('2023-08-14')));
export const recordingsMissing = `skipped: the recorded data of ${recordings} is not on this machine`;

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
  for (const day of days) {
    symlinkSync(join(recordings, polygon(day)), join(folder, polygon(day)));
    if (secondGap) writeFileSync(join(folder, ethereum(day)), withoutRows(join(recordings, ethereum(day)), secondGap));
    else symlinkSync(join(recordings, ethereum(day)), join(folder, ethereum(day)));
  }
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
  const paths = (name: (day: string) => string): string[] => days.map((day) => join(folder, name(day)));
  return {
    folder,
    first: readMinutes(paths(polygon), 'timestamp', 'closeTick', tickCell),
    second: readMinutes(paths(ethereum), 'block_timestamp', 'WETH', plainCell),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function withoutRows(path: string, gap: { readonly from: string; readonly to: string }): string {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines
    .filter((line) => line.slice(0, 19) < gap.from || line.slice(0, 19) >= gap.to || line.startsWith('block'))
    .join('\n');
}
