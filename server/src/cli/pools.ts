/** `papertape pools check`: is every pool of the pool book fit to price with? */
import { Command } from 'commander';
import { pricesOf, readSettings } from '../config/config.ts';
import { environment } from '../config/env.ts';
import { formatFixed, pow10, priceScale, roundSignificant } from '../lib/decimal.ts';
import { loadOnchain } from '../sources/create-source.ts';
import type { BookCheck } from '../sources/onchain/check.ts';
import { columns } from './columns.ts';

export function poolsCommand(): Command {
  return new Command('pools').description('The Uniswap v3 pools behind PAPERTAPE_PRICES=onchain.').addCommand(
    new Command('check')
      .description(
        'Ask the chains about every pool of the pool book: tokens, fee, decimals, how far its ring buffer reaches back, how deep it is, and whether the deepest route of the lowest fees is first. ' +
          'Exits 1 when a pool is not fit, a route is in the wrong place or an endpoint does not answer. Asks the endpoints of PAPERTAPE_RPC_1, PAPERTAPE_RPC_8453 and PAPERTAPE_RPC_42161 ' +
          '(PAPERTAPE_RPC_ and the id of each chain of a file), or those of the book.',
      )
      .argument('[file]', 'a pool book of your own; without it, that of PAPERTAPE_PRICES, or else the built-in one')
      .action(check),
  );
}

async function check(file: string | undefined): Promise<void> {
  const env = environment();
  const set = env['PAPERTAPE_PRICES'] ?? '';
  const asked = file === undefined ? set : `onchain:${file}`;
  const prices = pricesOf(readSettings({ ...env, PAPERTAPE_PRICES: asked.startsWith('onchain:') ? asked : 'onchain' }));
  if (prices.kind !== 'onchain') return;
  const { checkPoolBook } = await loadOnchain();
  const found = await checkPoolBook(prices);
  process.stdout.write(poolTable(found));
  const unfit = [...found.pools.values(), ...found.rates.values()].some((p) => p.faults.length > 0);
  if (unfit || found.unreachable.size + found.failing.size + found.misordered.size > 0) process.exitCode = 1;
}

export function poolTable({ pools, rates, without, unreachable, failing, misordered }: BookCheck): string {
  const rows = [...pools.values()].map(({ pool, slots, reach, depth, faults }) => [
    pool.label.split(',')[0] ?? pool.id,
    String(slots ?? '-'),
    reach === undefined ? '-' : `${Math.floor(reach / 60)} min`,
    depth === undefined ? '-' : `${Math.round(depth)} ${pool.quote.symbol}`,
    faults.length === 0 ? 'fit' : faults.join('; '),
  ]);
  const told = [...rates.values()].map(({ rate, value, faults }) => [
    `${rate.base.symbol}/${rate.quote.symbol} ${rate.label.split(' on ')[1]?.split(',')[0] ?? ''} ${rate.read}()`,
    '-',
    '-',
    value === undefined
      ? '-'
      : `rate ${formatFixed(roundSignificant(value, pow10(priceScale), 12, priceScale), priceScale)}`,
    faults.length === 0 ? 'fit' : faults.join('; '),
  ]);
  return [
    ...columns([['pool', 'slots', 'reaches back', 'depth', ''], ...rows, ...told]),
    ...[...unreachable].map(([chain, why]) => `${chain}: no answer, its pools were not checked (${why})`),
    ...[...failing].map(([chain, why]) => `${chain}: not all endpoints answer (${why})`),
    ...[...without].map(([symbol, why]) => `${symbol} is not tradable: ${why}`),
    ...[...misordered].map(([symbol, { what, fix }]) => `${symbol} has the wrong route first: ${what}. ${fix}.`),
    '',
  ].join('\n');
}
