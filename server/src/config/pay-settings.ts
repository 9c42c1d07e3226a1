/** Settings of paid extras (docs/operators/payments.md); the endpoints of the chain stand with the secrets. */
import { decodeBase58 } from '../lib/base58.ts';
import { isHttpUrl, wrong, type Setting } from './setting.ts';

/** Sources of the SOL/USD rate by name, each with the address at which it is asked, if that is not its own. */
export type PayRates = ReadonlyMap<string, string | undefined>;

const rateSources: readonly string[] = ['coinbase', 'kraken', 'pyth'];

export const paySettings = {
  payRecipient: {
    variable: 'PAPERTAPE_PAY_RECIPIENT',
    standard: 'unset: nothing is sold',
    describe: 'Solana address that paid extras are paid to. Without it products are listed, and orders are refused.',
    fallback: undefined,
    read: (text) =>
      decodeBase58(text)?.length === 32
        ? text
        : wrong('must be a Solana address: 32 bytes in base58, 32 to 44 letters and digits'),
  },
  payRates: {
    variable: 'PAPERTAPE_PAY_RATES',
    standard: 'coinbase,kraken,pyth',
    describe:
      'With PAPERTAPE_PAY_RECIPIENT: who is asked for the rate of SOL in USD, names with commas between them; name=URL asks a mirror, such as pyth=https://hermes.example.',
    read: readRates,
  },
} satisfies { readonly [key in string]: Setting<unknown> };

function readRates(text: string): PayRates {
  const rates = new Map<string, string | undefined>();
  for (const part of text.split(',').map((each) => each.trim())) {
    const [name = '', ...rest] = part.split('=');
    const url = rest.join('=');
    const isGood =
      rateSources.includes(name) && !rates.has(name) && (rest.length === 0 || (isHttpUrl(url) && !url.endsWith('/')));
    if (!isGood) return wrong(`must be some of ${rateSources.join(', ')}, each once, with =URL behind it for a mirror`);
    rates.set(name, rest.length === 0 ? undefined : url);
  }
  return rates;
}
