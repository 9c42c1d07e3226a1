/** Takes an order from the bytes of its request: reads it, counts it, submits it. */
import type { CallerBot, Keep } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import type { SymbolId } from '../../league/symbol.ts';
import type { LeagueUniverse } from '../../league/universe.ts';
import type { Instant } from '../../lib/clock.ts';
import type { NewOrder, Order } from './order.ts';
import { judgedBy, type Beside } from './judged-by.ts';
import { farDate } from './far-date.ts';
import { readOrder } from './read-order.ts';
import { isAnsweredElsewhere, isUnclear, Outdated } from '../../storage/fault.ts';
import { notStored } from '../../storage/stored.ts';
import type { StoredChain } from '../../storage/take-orders.sql.ts';
import type { Place, WindowRoom } from '../window/window-room.ts';
import { windowFull } from './full-window.ts';
import { orderRow } from './order.sql.ts';
import { stampOrder, type SubmitDeps } from './submit.job.ts';
import { checkActive, checkMarkets, follows } from './trading-league.ts';
import type { TradableMarket } from './tradable.ts';

type JudgedMarket = TradableMarket & { readonly lastMark: Instant | undefined };

export interface TakeOrderDeps extends SubmitDeps {
  readonly room: WindowRoom;
  readonly market: { readonly snapshot: () => Promise<JudgedMarket> };
  readonly beside?: Beside | undefined;
  readonly registry: {
    readonly forget: (bot: CallerBot) => void;
    /** The bot, chained to what is stored. Throws ApiError where its key was replaced. */
    readonly goOn: (bot: CallerBot, chain: StoredChain | undefined) => CallerBot;
  };
}

export interface OrderRequest<T> {
  readonly bot: CallerBot;
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

/** Rejects with ApiError, with Outdated (`judgedAnew`), or where `isAnsweredElsewhere` says so of the error: then the request has an answer that is stored. */
export async function takeOrder<T>(deps: TakeOrderDeps, request: OrderRequest<T>): Promise<T> {
  const { league, bytes, count, answerOf } = request;
  const { clock, room } = deps;
  const market = await deps.market.snapshot();
  const { order: asked, warnings } = readOrder(bytes, league, market, clock.now());
  warnings.push(...farDate(asked.date, clock.kind === 'real' ? clock.now() : undefined));
  const takesPart = follows(league, market) ? [...asked.weights.keys(), ...(await request.held())] : [];
  checkMarkets(takesPart, market, clock.now());
  // Before it is counted: an order that is refused for this does not use up what the bot may send.
  if (!room.takes(request.bot.botId, clock.now())) throw refused(deps, request.bot.botId, clock.now());
  await count();
  const making = createMaking(deps, request, {
    asked,
    answer: (order) => answerOf(order, asked, warnings),
    check: (now) => checkMarkets(takesPart, market, now),
    asOf: judgedBy(deps.beside, market.lastMark),
  });
  const { bot } = request;
  try {
    const write = making.make(bot);
    await deps.intake.write({ ...write, again: (chain) => making.make(deps.registry.goOn(bot, chain), chain) });
    return making.answer();
  } catch (cause) {
    if (!isUnclear(cause)) making.giveBack();
    // What is in memory may be ahead of the database now: the bot's last receipt is read again.
    deps.registry.forget(bot);
    throw isAnsweredElsewhere(cause) || cause instanceof Outdated
      ? cause
      : notStored(cause, 'the order; it was not placed');
  }
}

interface Made<T> {
  readonly asked: NewOrder;
  readonly answer: (order: Order) => T;
  readonly check: (now: Instant) => void;
  readonly asOf: string | undefined;
}

/** The order as it is handed in, each time that it is stamped; nothing is awaited between the checks and the stamp. */
function createMaking<T>(deps: TakeOrderDeps, { keep }: Pick<OrderRequest<T>, 'keep'>, made: Made<T>) {
  const { clock, room } = deps;
  let place: Place | undefined;
  let last: Order | undefined;

  function giveBack(): void {
    if (place) room.giveBack(place);
    place = undefined;
  }

  return {
    giveBack,
    answer: (): T => made.answer(last as Order),
    make(bot: CallerBot, chain?: StoredChain) {
      giveBack();
      checkActive(bot);
      // No order of a bot is stamped before the one that it is chained to, whichever process stamped that.
      const now = Math.max(clock.now(), chain?.receivedAt ?? 0);
      made.check(now);
      place = room.take(bot.botId, now);
      if (!place) throw refused(deps, bot.botId, now);
      const order = stampOrder(deps, bot, made.asked, now);
      last = order;
      return { order: orderRow(order), keyHash: bot.keyHash, asOf: made.asOf, idempotency: keep(made.answer(order)) };
    },
  };
}

function refused({ room, clock }: Pick<TakeOrderDeps, 'room' | 'clock'>, botId: string, now: Instant): ApiError {
  room.refused();
  const { code, message, ...told } = windowFull(botId, room.isFull(now), now, clock.realPerTick);
  return new ApiError(code, message, told);
}
