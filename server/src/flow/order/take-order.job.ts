/** Takes an order from the bytes of its request: reads it, counts it, submits it. */
import type { Keep } from 'papertape-contract/call';
import type { SymbolId } from '../../league/symbol.ts';
import type { LeagueUniverse } from '../../league/universe.ts';
import { parseObject } from '../../lib/json/strict-json.ts';
import type { NewOrder, Order } from './order.ts';
import { readOrder } from './read-order.ts';
import { notStored } from '../../storage/stored.ts';
import { submitOrder, type OrderingBot, type SubmitDeps } from './submit.job.ts';
import { checkActive, checkMarkets, follows, type TradingBot } from './trading-league.ts';
import type { TradableMarket } from './tradable.ts';

export interface TakeOrderDeps extends SubmitDeps {
  readonly market: { readonly snapshot: () => Promise<TradableMarket> };
  readonly registry: { readonly forget: (bot: OrderingBot & { readonly keyHash: string }) => void };
}

export interface OrderRequest<T> {
  readonly bot: OrderingBot & TradingBot & { readonly keyHash: string };
  readonly league: LeagueUniverse;
  readonly bytes: Buffer;
  /** Counts the order against the bot's limit, once it is known to be good. */
  readonly count: () => Promise<void>;
  readonly keep: Keep<T>;
  /** What is answered to the taken order, and kept for the Idempotency-Key. */
  readonly answerOf: (order: Order, asked: NewOrder, warnings: string[]) => T;
  /** Symbols that the bot holds, or that its earlier orders name which are not decided: they take part in the order. */
  readonly held: () => Promise<Iterable<SymbolId>>;
}

export async function takeOrder<T>(deps: TakeOrderDeps, request: OrderRequest<T>): Promise<T> {
  const { bot, league, bytes, count, keep, answerOf } = request;
  const { clock } = deps;
  const market = await deps.market.snapshot();
  const { order: asked, warnings } = readOrder(parseObject(bytes), league, market, clock.now());
  const takesPart = follows(league, market) ? [...asked.weights.keys(), ...(await request.held())] : [];
  checkMarkets(takesPart, market, clock.now());
  await count();
  // Again, after the waits for the market and the limit: from here to the order's stamp nothing is awaited.
  checkActive(bot);
  const now = clock.now();
  checkMarkets(takesPart, market, now);
  const answer = (order: Order): T => answerOf(order, asked, warnings);
  try {
    return answer(await submitOrder(deps, bot, asked, (order) => keep(answer(order)), now));
  } catch (cause) {
    // What is in memory may be ahead of the database now: the bot's last receipt is read again.
    deps.registry.forget(bot);
    throw notStored(cause, 'the order; it was not placed');
  }
}
