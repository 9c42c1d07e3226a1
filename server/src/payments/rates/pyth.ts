/** Pyth's aggregate, an integer with an exponent, which says when it was made. */
import { parseRate } from '../money.ts';
import { memberOf, type RateSource } from './rate-source.ts';

const feed = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d';

export const pyth: RateSource = {
  name: 'pyth',
  origin: 'https://hermes.pyth.network',
  path: `/v2/updates/price/latest?parsed=true&ids[]=0x${feed}`,
  read(body) {
    const parsed = memberOf(body, 'parsed');
    const ours = Array.isArray(parsed) ? parsed.find((each) => memberOf(each, 'id') === feed) : undefined;
    const price = memberOf(ours, 'price');
    const [digits, expo, publishTime] = ['price', 'expo', 'publish_time'].map((name) => memberOf(price, name));
    const isWhole = typeof digits === 'string' && /^\d{1,20}$/.test(digits);
    if (!isWhole || typeof expo !== 'number' || !Number.isInteger(expo) || typeof publishTime !== 'number')
      return undefined;
    const rate = parseRate(`${digits}e${expo}`);
    return rate === undefined ? undefined : { rate, at: publishTime * 1_000 };
  },
};
