/**
 * A recording of hours in which everything goes wrong: gaps of hours and of more than a day, a symbol that is listed late, pools that are
 * apart, cells that are no price, a symbol in CAD.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededUniform } from '../../src/lib/seeded-random.ts';

const hourMs = 3_600_000;

/** Writes it into the folder, from 30 hours before `from` on. @returns the folder. */
export function roughPrices(path: string, from: number, hours: number, seed: number): string {
  const uniform = seededUniform(seed);
  const columns = ['BTC', 'BTC2', 'ETH', 'ETH2', 'SOL', 'LINK', 'RY', 'CAD'] as const;
  const price: Record<string, number> = { BTC: 50_000, ETH: 2_000, SOL: 100, LINK: 10, RY: 130, CAD: 1.3 };
  const gapUntil: Record<string, number> = { LINK: 200 };
  const rows = [`candle_open_utc,${columns.join(',')}`];
  for (let h = 0; h < hours; h++) {
    const cells = columns.map((c) => {
      const base = c.replace('2', '');
      if (c === base) price[base] = price[base]! * Math.exp((uniform() - 0.5) * 0.03);
      if (h > 30 && uniform() < 0.006) gapUntil[c] = h + 3 + Math.floor(uniform() * uniform() * 45);
      if (h < (gapUntil[c] ?? 0)) return '';
      if (uniform() < 0.002) return '0';
      return (price[base]! * (c === base ? 1 : 1 + (uniform() - 0.5) * 0.021)).toPrecision(9);
    });
    rows.push(`${new Date(from + (h - 30) * hourMs).toISOString().slice(0, 19)}Z,${cells.join(',')}`);
  }
  writeFileSync(join(path, 'rough.csv'), `${rows.join('\n')}\n`);
  const pool = (column: string): object => ({
    files: 'rough.csv',
    time: 'candle_open_utc',
    price: { column },
    stepSeconds: 3600,
  });
  const symbol = (first: string, second = first): object => ({
    primary: [{ pool: first }],
    second: [{ pool: second }],
    leagues: ['spot_crypto'],
  });
  const manifest = {
    format: 'papertape-replay/1',
    pools: Object.fromEntries(columns.map((c) => [c, pool(c)])),
    symbols: {
      'BTC-USD': symbol('BTC', 'BTC2'),
      'ETH-USD': symbol('ETH', 'ETH2'),
      'SOL-USD': symbol('SOL'),
      'LINK-USD': symbol('LINK'),
      // Around the clock: this market has no sessions.
      'RY-CAD': { ...symbol('RY'), exchange: null },
      'USD-CAD': { primary: [{ pool: 'CAD' }], second: [{ pool: 'CAD' }] },
    },
  };
  writeFileSync(join(path, 'replay.json'), JSON.stringify(manifest));
  return path;
}
