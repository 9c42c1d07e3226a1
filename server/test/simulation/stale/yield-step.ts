/**
 * The daily step of a yield token's rate (U11). Ether stands still, two tokens grow by a step a day, at hours of their own, and a price over a
 * window is the rate at its end. A bot is in a token only for the one window at whose end the rate has risen, by the product's own fills.
 */
import { decideFill, startValue, type Portfolio } from '../../../src/flow/fill/fill.ts';
import type { Charges } from '../../../src/league/charges.ts';
import { pow10, priceScale, weightScale } from '../../../src/lib/decimal.ts';

export interface YieldToken {
  readonly symbol: string;
  /** Growth a year: 0.03 = 3%. */
  readonly growth: number;
}

const days = 365;
const full = pow10(weightScale);

/** What a year of it leaves, over what it began with. @param plan `hold`: in the first token all year. `step`: in each token only while it steps. */
export function yearOf(plan: 'hold' | 'step', tokens: readonly YieldToken[], charges: Charges): number {
  let portfolio: Portfolio = { cash: startValue, holdings: new Map() };
  let value = startValue;
  const rates = new Map(tokens.map((t) => [t.symbol, 1.2]));
  const fill = (weights: readonly (readonly [string, bigint])[]): void => {
    const prices = new Map(
      [...rates].map(([symbol, rate]) => [
        symbol,
        { state: 'agreed' as const, price: BigInt(Math.round(rate * 2_500 * 1e8)) * pow10(priceScale - 8) },
      ]),
    );
    const out = decideFill(new Map(weights), portfolio, prices, charges);
    if (out.outcome !== 'filled') throw new Error(out.outcome);
    ({ portfolio, valueAfter: value } = out);
  };
  for (let day = 0; day < days; day++) {
    for (const { symbol, growth } of tokens) {
      const isHeld = plan === 'step' || symbol === tokens[0]?.symbol;
      // From whatever it holds into this token, just before the step; what is held already costs nothing.
      if (isHeld) fill([[symbol, full]]);
      rates.set(symbol, (rates.get(symbol) as number) * (1 + growth) ** (1 / days));
      if (plan === 'step' && symbol === tokens.at(-1)?.symbol) fill([]);
    }
  }
  fill([]);
  return Number(value) / Number(startValue) - 1;
}
