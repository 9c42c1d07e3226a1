/**
 * A bot, the leagues and what is known of the market in; the league that it trades in and whether orders are open there out, or an
 * ApiError that says why it cannot trade at all.
 *
 * Example: a bot of a task league is refused with `not_a_trading_league`, a retired one with `agent_retired`.
 */
import { ApiError } from 'papertape-contract/errors';
import type { LeagueUniverse, Universe } from '../../league/universe.ts';
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
    throw new ApiError('not_a_trading_league', `${league.league.id} is a task league.`);
  const trading = { league, now: ordersOpen(league, market, time) };
  if (trading.now.retryAfterSeconds === undefined) checkOpen(trading);
  return trading;
}

export function checkActive({ botId, retired }: TradingBot): void {
  if (retired) throw new ApiError('agent_retired', `${botId} is retired and orders no more.`);
}

export function checkOpen({ league: { league }, now }: TradingLeague): void {
  const { open, reason, retryAfterSeconds } = now;
  if (open) return;
  const headers = retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } };
  throw new ApiError('orders_closed', `${league.id} takes no orders now. ${reason ?? ''}`, headers);
}
