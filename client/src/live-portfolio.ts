/**
 * A portfolio as the service tells it and the prices of an instant in, what a strategy is shown of it out: the very numbers that the
 * backtest makes of the same amounts, since both add them up exactly and round once.
 *
 * Example: cash 50000, 1 BTC-USD at 52000 -> value 102000, weight of BTC-USD 0.5098039215686274.
 */
import type { StrategyState } from './strategy.ts';

export interface HeldSymbol {
  readonly symbol: string;
  /** Decimal text. */
  readonly units: string;
  /** What a unit counted for at the last mark, decimal text; null where that is not known. */
  readonly value_price: string | null;
}

export interface ToldPortfolio {
  /** USD, decimal text. */
  readonly cash: string;
  readonly holdings: readonly HeldSymbol[];
}

/** What a bot begins with. */
export const startPortfolio: ToldPortfolio = { cash: '100000', holdings: [] };

const moneyPlaces = 8;
/** More than a price or an amount of units has. */
const places = 30;
const toMoney = 10n ** BigInt(2 * places - moneyPlaces);
const moneyUnit = 10 ** moneyPlaces;

/** @param prices by symbol, USD; of what is missing there, the service's own valuation stands in. */
export function showPortfolio(
  { cash, holdings }: ToldPortfolio,
  prices: Readonly<Record<string, number>>,
): Pick<StrategyState, 'cash' | 'value' | 'holdings' | 'weights'> {
  const worths = holdings.map(({ symbol, units, value_price: told }) => {
    const price = prices[symbol] === undefined ? told : String(prices[symbol]);
    return scaled(units) * (price === null ? 0n : scaled(price));
  });
  const money = scaled(cash) / 10n ** BigInt(places - moneyPlaces);
  const value = (money * toMoney + worths.reduce((sum, worth) => sum + worth, 0n)) / toMoney;
  const weightOf = (worth: bigint): number => (value > 0n ? Number(worth / toMoney) / Number(value) : 0);
  return {
    cash: Number(money) / moneyUnit,
    value: Number(value) / moneyUnit,
    holdings: Object.fromEntries(holdings.map(({ symbol, units }) => [symbol, Number(units)])),
    weights: Object.fromEntries(holdings.map(({ symbol }, i) => [symbol, weightOf(worths[i] ?? 0n)])),
  };
}

/** Decimal text, as a number or the service writes it, at `places` places. */
function scaled(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent) - fraction.length + places;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}
