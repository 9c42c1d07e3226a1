/**
 * A bot, the leagues and what is known of the market in; the league that it trades in and whether orders are open there out, or an
 * ApiError that says why it cannot trade at all.
 *
 * Example: a bot of a task league is refused with `not_a_trading_league`, a retired one with `agent_retired`.
 */
import { ApiError } from 'papertape-contract/errors';
import type { LeagueUniverse, Universe } from '../../league/universe.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { closedMarket, type TradableMarket } from './tradable.ts';
import { ordersOpen, type EntryMarket, type EntryTime, type OrdersOpen } from './entry.ts';

export interface TradingBot {
  readonly botId: string;
  readonly league: string;
  readonly retired: boolean;
}

export interface TradingLeague {
  readonly league: LeagueUniverse;
  readonly now: OrdersOpen;
}

/** Throws when the league takes no orders at all. Where it takes none for a while, a preview may still be asked for. */
export function tradingLeague(
  { leagues }: Pick<Universe, 'leagues'>,
  bot: TradingBot,
  market: EntryMarket,
  time: EntryTime,
): TradingLeague {
  checkActive(bot);
  const league = leagues.get(bot.league);
  if (!league) throw new Error(`${bot.botId} is in no known league: ${bot.league}`);
  if (league.league.kind.takes !== 'weights')
    throw new ApiError('not_a_trading_league', `${league.league.id} is a task league. ${answersInstead(league)}`);
  const trading = { league, now: ordersOpen(league, market, time) };
  if (trading.now.retryAfterSeconds === undefined) checkOpen(trading);
  return trading;
}

function answersInstead({ league, state }: LeagueUniverse): string {
  return state === 'preview' ? league.kind.notOpen : 'Its bots answer rounds: GET /api/agents/me/rounds/current/tasks.';
}

export function checkActive({ botId, retired }: TradingBot): void {
  if (retired) throw new ApiError('agent_retired', `${botId} is retired and orders no more.`);
}

export function checkOpen({ league: { league }, now }: TradingLeague): void {
  const { open, reason, retryAfterSeconds, opensAt } = now;
  if (open) return;
  if (opensAt !== undefined) throw marketClosed(`${league.id} takes no orders now. ${reason ?? ''}`, opensAt);
  const headers = retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } };
  throw new ApiError('orders_closed', `${league.id} takes no orders now. ${reason ?? ''}`, headers);
}

/** Throws when the exchange of a symbol that takes part in an order is closed: of all the one that opens last is named. */
export function checkMarkets(
  takesPart: Iterable<SymbolId>,
  market: Parameters<typeof closedMarket>[1],
  now: Instant,
): void {
  let last: { readonly what: string; readonly opensAt: Instant } | undefined;
  for (const symbol of takesPart) {
    const closed = closedMarket(symbol, market, now);
    if (closed && (!last || closed.opensAt > last.opensAt))
      last = { what: `${symbol} cannot be traded now. ${closed.reason}`, opensAt: closed.opensAt };
  }
  if (last) throw marketClosed(last.what, last.opensAt);
}

function marketClosed(what: string, at: Instant): ApiError {
  return new ApiError('market_closed', what, { fix: `Send it again at ${iso(at)} or later.`, opensAt: iso(at) });
}

/** Does the price of a symbol of the league follow an exchange? */
export function follows(
  { symbols }: Pick<LeagueUniverse, 'symbols'>,
  { sessions }: Pick<TradableMarket, 'sessions'>,
): boolean {
  if (sessions.size === 0) return false;
  for (const symbol of symbols.keys()) if (sessions.has(symbol)) return true;
  return false;
}
