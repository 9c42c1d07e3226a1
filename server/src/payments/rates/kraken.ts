/** Kraken's last trade. It names no time: it is of the moment at which it is asked for. */
import { parseRate } from '../money.ts';
import { memberOf, type RateSource } from './rate-source.ts';

export const kraken: RateSource = {
  name: 'kraken',
  origin: 'https://api.kraken.com',
  path: '/0/public/Ticker?pair=SOLUSD',
  read(body, askedAt) {
    const errors = memberOf(body, 'error');
    if (Array.isArray(errors) && errors.length > 0) return undefined;
    const last = memberOf(memberOf(memberOf(body, 'result'), 'SOLUSD'), 'c');
    const rate = Array.isArray(last) ? parseRate(last[0]) : undefined;
    return rate === undefined ? undefined : { rate, at: askedAt };
  },
};
