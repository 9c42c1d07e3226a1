/** A fill in one line: its largest trades, and how many more there are. */
import type { JSX } from 'preact';
import type { PublicFill } from 'papertape-contract/fill';
import { shortDollars, shortPrice } from '../html/format.ts';
import { words } from '../words/words.ts';

type Trade = PublicFill['trades'][number];

interface TradesProps {
  /** The largest first. */
  readonly trades: readonly Trade[];
  readonly most: number;
  /** Is the price told, too? */
  readonly priced?: boolean;
}

/** `BTC-USD` -> `BTC`: what it is priced in is the same for all. */
const shortSymbol = (symbol: string): string => symbol.replace(/-USD$/, '');

export function Trades({ trades, most, priced = false }: TradesProps): JSX.Element {
  if (trades.length === 0) return <span class="muted">{words.frame.nothingHadToBeTraded}</span>;
  const rest = trades.length - most;
  return (
    <span class="trades">
      {trades.slice(0, most).map((t) => (
        <span key={t.symbol} class="trade">
          <span class={t.side === 'buy' ? 'up' : 'down'} aria-hidden="true">
            {t.side === 'buy' ? '▲' : '▼'}
          </span>
          <span class="unseen">{t.side === 'buy' ? words.frame.bought : words.frame.sold}</span> {shortSymbol(t.symbol)}{' '}
          <b>{shortDollars(t.cost)}</b>
          {priced ? <span class="muted">{words.frame.at(shortPrice(t.fill_price))}</span> : null}{' '}
        </span>
      ))}
      {rest > 0 ? <span class="muted">{words.frame.more(rest)}</span> : null}
    </span>
  );
}
