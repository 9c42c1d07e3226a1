/** Takes an order from the bytes of its request: reads it, counts it, submits it. */
import type { Keep } from 'papertape-contract/call';
import type { LeagueUniverse } from '../../league/universe.ts';
import { parseObject } from '../../lib/json/strict-json.ts';
import type { NewOrder, Order } from './order.ts';
import { readOrder } from './read-order.ts';
import { notStored } from '../../storage/stored.ts';
import { submitOrder, type OrderingBot, type SubmitDeps } from './submit.job.ts';
import { checkActive, type TradingBot } from './trading-league.ts';
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
}

export async function takeOrder<T>(deps: TakeOrderDeps, request: OrderRequest<T>): Promise<T> {
  const { bot, league, bytes, count, keep, answerOf } = request;
  const { order: asked, warnings } = readOrder(parseObject(bytes), league, await deps.market.snapshot());
  await count();
  // Again, after the waits for the market and the limit: from here to the order's stamp nothing is awaited.
  checkActive(bot);
  const answer = (order: Order): T => answerOf(order, asked, warnings);
  try {
    return answer(await submitOrder(deps, bot, asked, (order) => keep(answer(order))));
  } catch (cause) {
    // What is in memory may be ahead of the database now: the bot's last receipt is read again.
    deps.registry.forget(bot);
    throw notStored(cause, 'the order; it was not placed');
  }
}
