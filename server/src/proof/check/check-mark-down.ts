/** A mark-down, made again from the windows that it rests on: what a stale price counted for at a close, or paid at a delisting. */
import type { AgentProofs } from 'papertape-contract/proof';
import type { MarkDownProof } from 'papertape-contract/mark-down';
import { markedDown, type StalePrice } from '../../flow/price/mark-down.ts';
import { mayDelist } from '../../flow/price/suspension.ts';
import type { PriceVector } from '../../flow/price/price.ts';
import { usdPrices } from '../../flow/price/usd.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { Charges } from '../../league/charges.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale, parseFixed, priceScale } from '../../lib/decimal.ts';
import { markDownProof } from '../format.ts';
import type { Steps } from './steps.ts';

export interface CheckedWindow {
  readonly end: Instant;
  readonly vector: PriceVector;
  readonly cadSymbols: ReadonlySet<SymbolId>;
  readonly charges: Charges;
  /** The price of a symbol's first route alone, in USD. */
  readonly read: (symbol: SymbolId) => bigint | undefined;
}

/** @param at end of the window of the price. @param now the instant at which it is used. @returns what it follows from. */
export function checkMarkDown(
  steps: Steps,
  symbol: SymbolId,
  stated: MarkDownProof,
  {
    price,
    at,
    windows,
    now,
  }: {
    readonly price: bigint;
    readonly at: Instant;
    readonly windows: readonly CheckedWindow[];
    readonly now: Instant;
  },
): StalePrice {
  const agreed = windows[stated.since_window];
  if (!agreed) throw new Error(`the window since which ${symbol} is stale is missing`);
  const since = agreed.end;
  const then = usdPrices(agreed.vector, agreed.cadSymbols, new Map()).get(symbol);
  steps.same(`${symbol} was agreed over the window until ${iso(since)}`, then?.state, 'agreed');
  steps.same(
    `${symbol} was last agreed before ${iso(now)}, and not before its price`,
    since >= at && since <= now,
    true,
  );
  const first = stated.read ? windows[stated.read.window] : undefined;
  const readPrice = first?.read(symbol);
  const read = first && readPrice !== undefined ? { price: readPrice, at: first.end } : undefined;
  if (read) steps.same(`the first route of ${symbol} was read after that`, read.at > since && read.at <= now, true);
  const stale = { price, at, since, read, exchange: stated.exchange ?? undefined };
  steps.same(`what ${symbol}, which is stale, counts for`, stated, {
    since: iso(since),
    since_window: stated.since_window,
    read: stated.read && { usd: formatFixed(readPrice ?? 0n, priceScale), window: stated.read.window },
    ...markDownProof(stale, now),
  });
  steps.same(
    `${symbol} is valued at its marked-down price`,
    stated.usd,
    formatFixed(markedDown(stale, now), priceScale),
  );
  return stale;
}

/** What a bot was paid when a symbol that it held was delisted. */
export function checkDelisted(
  steps: Steps,
  d: AgentProofs['delistings'][number],
  windows: readonly CheckedWindow[],
): void {
  const { symbol, mark_down } = d;
  const [w] = windows;
  const p = w && usdPrices(w.vector, w.cadSymbols, new Map()).get(symbol);
  const price = p?.state === 'agreed' ? p.price : 0n;
  const now = Date.parse(d.at);
  steps.same(`last agreed price of ${symbol}, which was delisted`, d.usd, w ? formatFixed(price, priceScale) : null);
  const stale = w && mark_down && checkMarkDown(steps, symbol, mark_down, { price, at: w.end, windows, now });
  const paid = stale ? markedDown(stale, now) : 0n;
  steps.same(`price at which ${symbol} was delisted`, d.price, formatFixed(paid, priceScale));
  steps.same(`${symbol} was delisted 72 hours after its price or later`, mayDelist(w?.end, now), true);
  parseFixed(d.cash, moneyScale);
}
