/**
 * What staleness pays in every symbol of the pool book (decision 24), by the model of
 * test/simulation/stale. `npm run bench -- stale-pools`, with `--years N` (20) to choose and as many to measure, `--seed N` (1).
 */
import { poolBook } from '../src/sources/onchain/book-file.ts';
import { staleMarket } from '../test/simulation/stale/market.ts';
import { spreadOf, study, type Gain } from '../test/simulation/stale/study.ts';

/**
 * What the spread is made for: a quiet year, with half the catalogue's volatility, in which pools are traded once a minute only. Then they
 * stay stale for longest, and an order is worth the most.
 */
const quiet = { volatility: 0.5, blockSeconds: 60 };

export function run(): void {
  const years = option('--years', 20);
  const seed = option('--seed', 1);
  console.log(`years ${years} to choose and ${years} to measure, seed ${seed}; log return a year, ± standard error`);
  const columns = [
    'symbol',
    'first route',
    'gain without a spread',
    'best order, bps',
    'best order in a quiet year, bps',
    'spread by it, bps',
    'spread as published, bps',
    'gain with it',
    'gain with it in a quiet year',
  ];
  console.log(`| ${columns.join(' | ')} |`);
  console.log(`|${columns.map(() => '---').join('|')}|`);
  for (const route of poolBook.routes) {
    const by = study(staleMarket(poolBook, route), { seed, years });
    const { volatility, blockSeconds } = quiet;
    const calm = study(staleMarket(poolBook, route, volatility), { seed: seed + 1, years, blockSeconds });
    const spread = (route.spreadBps ?? 0) * 10;
    const cells = [
      route.symbol,
      feesOf(route.primary),
      shown(by.best(0)),
      bps(by.most),
      bps(calm.most),
      spreadOf(calm) / 10,
      spread / 10,
      shown(by.best(spread / 1e5)),
      shown(calm.best(spread / 1e5)),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

function feesOf(names: readonly string[]): string {
  return names
    .map((name) => {
      const last = name.split(' ').at(-1);
      return last === 'rate' ? 'rate' : `${Number(last) / 10_000}%`;
    })
    .join(' + ');
}

function shown({ gain, error, policy }: Gain): string {
  return policy === 'stays out' ? '0 (stays out)' : `${gain.toFixed(4)} ± ${error.toFixed(4)} (${policy})`;
}

function bps({ worth, error }: { readonly worth: number; readonly error: number }): string {
  return `${(worth * 1e4).toFixed(2)} ± ${(error * 1e4).toFixed(2)}`;
}
