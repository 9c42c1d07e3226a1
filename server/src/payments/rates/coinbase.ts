/** Coinbase's spot price. It names no time: it is of the moment at which it is asked for. */
import { parseRate } from '../money.ts';
import { memberOf, type RateSource } from './rate-source.ts';

export const coinbase: RateSource = {
  name: 'coinbase',
  origin: 'https://api.coinbase.com',
  path: '/v2/prices/SOL-USD/spot',
  read(body, askedAt) {
    const data = memberOf(body, 'data');
    const isPair = memberOf(data, 'currency') === 'USD' && (memberOf(data, 'base') ?? 'SOL') === 'SOL';
    const rate = isPair ? parseRate(memberOf(data, 'amount')) : undefined;
    return rate === undefined ? undefined : { rate, at: askedAt };
  },
};
