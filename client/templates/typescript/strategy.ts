/**
 * Holds what rose most over a week, a third each of three symbols; the rest is cash. All that it knows is the state, and it keeps nothing from one
 * decision to the next: so a backtest and a bot decide the same, and a restart changes nothing.
 */
import type { Strategy } from 'papertape-client';

const picks = 3;
/** Decisions to look back: days with `--every day`. */
const lookback = 7;

const momentum: Strategy = ({ symbols, history }) => {
  const risen = symbols.flatMap((symbol) => {
    const prices = history(symbol, lookback + 1);
    const [then, now] = [prices[0], prices.at(-1)];
    return prices.length > lookback && then && now && now > then ? [{ symbol, rise: now / then }] : [];
  });
  const best = risen.sort((a, b) => b.rise - a.rise).slice(0, picks);
  return Object.fromEntries(best.map(({ symbol }) => [symbol, 0.33]));
};

export default momentum;
