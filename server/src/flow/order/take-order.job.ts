/** Takes an order from the bytes of its request: reads it, counts it, submits it. */
import type { Keep } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import type { SymbolId } from '../../league/symbol.ts';
import type { LeagueUniverse } from '../../league/universe.ts';
import type { Instant } from '../../lib/clock.ts';
import type { NewOrder, Order } from './order.ts';
import { farDate } from './far-date.ts';
import { readOrder } from './read-order.ts';
import { isOvertaken, isUnclear } from '../../storage/fault.ts';
import { notStored } from '../../storage/stored.ts';
import type { WindowRoom } from '../window/window-room.ts';
import { windowFull } from './full-window.ts';
import { submitOrder, type OrderingBot, type SubmitDeps } from './submit.job.ts';
import { checkActive, checkMarkets, follows, type TradingBot } from './trading-league.ts';
import type { TradableMarket } from './tradable.ts';

export interface TakeOrderDeps extends SubmitDeps {
  readonly room: WindowRoom;
  readonly market: { readonly snapshot: () => Promise<TradableMarket> };
  readonly registry: {
    readonly forget: (bot: KnownBot) => void;
    /** The bot as it is stored now. Throws ApiError where its key was replaced. */
    readonly again: (bot: KnownBot) => Promise<OrderRequest<unknown>['bot']>;
  };
}

type KnownBot = OrderingBot & { readonly keyHash: string };

export interface OrderRequest<T> {
  readonly bot: KnownBot & TradingBot;
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

/** How often an order is stamped and chained that something else was stored before. */
const triesMax = 5;

export async function takeOrder<T>(deps: TakeOrderDeps, request: OrderRequest<T>): Promise<T> {
  const { league, bytes, count, keep, answerOf } = request;
  const { clock, room } = deps;
  const market = await deps.market.snapshot();
  const { order: asked, warnings } = readOrder(bytes, league, market, clock.now());
  warnings.push(...farDate(asked.date, clock.kind === 'real' ? clock.now() : undefined));
  const takesPart = follows(league, market) ? [...asked.weights.keys(), ...(await request.held())] : [];
  checkMarkets(takesPart, market, clock.now());
  // Before it is counted: an order that is refused for this does not use up what the bot may send.
  if (!room.takes(request.bot.botId, clock.now())) throw refused(deps, request.bot.botId, clock.now());
  await count();
  const answer = (order: Order): T => answerOf(order, asked, warnings);
  let { bot } = request;
  for (let tries = 1; ; tries++) {
    // Again, after the waits for the market and the limit: from here to the order's stamp nothing is awaited.
    checkActive(bot);
    const now = clock.now();
    checkMarkets(takesPart, market, now);
    const place = room.take(bot.botId, now);
    if (!place) throw refused(deps, bot.botId, now);
    try {
      return answer(await submitOrder(deps, bot, asked, (order) => keep(answer(order)), now));
    } catch (cause) {
      if (!isUnclear(cause)) room.giveBack(place);
      // Nothing was acknowledged, so that nothing is taken back.
      if (!isOvertaken(cause) || tries === triesMax) {
        // What is in memory may be ahead of the database now: the bot's last receipt is read again.
        deps.registry.forget(bot);
        throw notStored(cause, 'the order; it was not placed');
      }
    }
    bot = await deps.registry.again(bot);
  }
}

function refused({ room, clock }: Pick<TakeOrderDeps, 'room' | 'clock'>, botId: string, now: Instant): ApiError {
  room.refused();
  const { code, message, ...told } = windowFull(botId, room.isFull(now), now, clock.realPerTick);
  return new ApiError(code, message, told);
}
