/** Rounding of simulated prices to 12 significant digits, and their exact sums. */
import { pow10, priceScale } from '../../lib/decimal.ts';

const tens = Array.from({ length: priceScale + 1 }, (_, i) => 10 ** i);
/** 60 * 10^(24 - k), the weight of a minute whose price was rounded to k places. */
const minuteWeights = tens.map((_, k) => 60n * pow10(priceScale - k));

/**
 * Sum of price * 60 s over the minutes, at 24 places, each price rounded to 12 significant digits. A price is an integer
 * below 10^12 times a power of ten, so the sum over five minutes is exact in a double, and bigint is met once.
 */
export function sumOfMinutes(prices: Float64Array): bigint {
  let total = 0n;
  let sum = 0;
  let places = placesFor(prices[0] ?? 0);
  for (let i = 0; i < prices.length; i++) {
    const price = prices[i] ?? 0;
    let shifted = price * (tens[places] ?? 1);
    if (shifted < 1e11 || shifted >= 1e12) {
      total += BigInt(sum) * (minuteWeights[places] ?? 0n);
      sum = 0;
      places = placesFor(price);
      shifted = price * (tens[places] ?? 1);
    }
    sum += Math.round(shifted);
  }
  return total + BigInt(sum) * (minuteWeights[places] ?? 0n);
}

/** Decimal places of a price of 12 significant digits. */
function placesFor(price: number): number {
  if (!(price >= 1e-12 && price < 1e11))
    throw new RangeError(`a simulated price of ${price} is beyond what 12 digits at 24 places can hold`);
  let places = 11;
  while (places > 0 && price * (tens[places] ?? 1) >= 1e12) places--;
  while (places < priceScale && price * (tens[places] ?? 1) < 1e11) places++;
  return places;
}
