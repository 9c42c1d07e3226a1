/** The house bots as strategies of the arena: what a strategy of one's own can be held against. */
import type { Strategy } from 'papertape-client';
import { decideOrder, houseBots, samplesMax } from '../house/house-bots.ts';
import type { PriceSample } from '../house/strategies/price-rule.ts';

export const houseEntrants: readonly { readonly name: string; readonly decide: Strategy }[] = houseBots.map((bot) => ({
  name: bot.name,
  decide: ({ symbols, history }) => {
    const columns = symbols.map((symbol) => ({ symbol, prices: history(symbol, samplesMax) }));
    const length = Math.max(0, ...columns.map((c) => c.prices.length));
    const samples: PriceSample[] = Array.from({ length }, () => new Map());
    for (const { symbol, prices } of columns) {
      for (const [i, price] of prices.entries()) {
        if (price !== null) (samples[i] as Map<string, number>).set(symbol, price);
      }
    }
    return samples.at(-1)?.size ? decideOrder(bot, samples).weights : undefined;
  },
}));
