/**
 * What an alert says.
 *
 * In: an event of the bot or an entry of the public log, and the kinds that are wanted. Out: a line, or nothing when it is of no kind that is
 * wanted.
 *
 * Public rule (docs/bots/extras.md): `rank_change` is a close at which the rank is another than at the close before; `incident` an entry
 * about the bot, its league, a symbol of its league, or the marks. Sandbox orders are no alerts.
 *
 * Example: a close on rank 3 after rank 5 gives "2026-03-03: rank 3 of 40, up 2; $101,000.00 (1.00%)."
 */
import type { AlertKind } from 'papertape-contract/alerts';
import type { AgentEvent } from 'papertape-contract/event';
import { iso } from '../lib/clock.ts';
import type { Incident } from '../operator/incident.ts';

type Wanted = readonly AlertKind[];

export function eventLine(event: AgentEvent, wanted: Wanted): string | undefined {
  const when = `${event.at.slice(0, 16).replace('T', ' ')} UTC`;
  switch (event.type) {
    case 'close': {
      const { date, rank, of, move, value_usd, return_pct } = event.data;
      if (!wanted.includes('rank_change') || move === null || move === 0) return undefined;
      const way = move > 0 ? `up ${move}` : `down ${-move}`;
      return `${date}: rank ${rank} of ${of}, ${way}; $${value_usd.toFixed(2)} (${return_pct.toFixed(2)}%).`;
    }
    case 'order_filled': {
      const { sandbox, order_id, trades, value_after } = event.data;
      if (!wanted.includes('fill') || sandbox) return undefined;
      const what = trades.map(({ side, units, symbol, fill_price }) => `${side} ${units} ${symbol} at ${fill_price}`);
      return `${when}: ${order_id} was filled (${what.join(', ') || 'nothing had to be traded'}); value $${value_after}.`;
    }
    case 'order_rejected': {
      const { sandbox, order_id, message } = event.data;
      return wanted.includes('rejection') && !sandbox ? `${when}: ${order_id}: ${message}` : undefined;
    }
    case 'tier_move': {
      const { from, to, why, week } = event.data;
      return wanted.includes('tier_change') ? `${when}: from ${from} to ${to} (${why}, ${week}).` : undefined;
    }
    default:
      return undefined;
  }
}

export interface Concerned {
  readonly botId: string;
  readonly league: string;
  readonly symbols: ReadonlySet<string>;
}

export function incidentLine(
  { about, atMark, kind, reason, id }: Incident,
  wanted: Wanted,
  { botId, league, symbols }: Concerned,
): string | undefined {
  const concerns =
    (about.kind === 'bot' && about.id === botId) ||
    (about.kind === 'league' && about.id === league) ||
    (about.kind === 'close' && about.id.startsWith(`${league}/`)) ||
    (about.kind === 'symbol' && symbols.has(about.id)) ||
    about.kind === 'mark';
  if (!wanted.includes('incident') || !concerns) return undefined;
  return `${iso(atMark).slice(0, 16).replace('T', ' ')} UTC: incident ${id}, ${kind} (${about.id}): ${reason}`;
}
