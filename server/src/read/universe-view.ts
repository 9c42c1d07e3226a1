/** A league's universe: its symbols, how each is priced, and whether it can be bought now. */
import type { RouteLeg, UniverseSymbolView, UniverseView } from 'papertape-contract/market';
import { tradable, unfit, type Tradable } from '../flow/order/tradable.ts';
import type { ExchangeId } from '../league/catalogue/exchanges.ts';
import { openNow } from '../league/trading-hours.ts';
import type { Universe } from '../league/universe.ts';
import { iso, type Instant } from '../lib/clock.ts';
import type { Leg } from '../league/symbol.ts';
import type { MarketView } from './snapshot.ts';

export async function universeView(
  universe: Universe,
  leagueId: string,
  market: MarketView,
  now: Instant,
): Promise<UniverseView> {
  const league = universe.leagues.get(leagueId);
  if (!league) throw new Error(`no league ${leagueId}`);
  const snapshot = await market.snapshot();
  const symbols: UniverseSymbolView[] = [];
  for (const s of [...league.symbols.values(), ...league.unfit.values()]) {
    const isFit = 'route' in s;
    const { primary, second } = isFit ? s.route : { primary: [], second: [] };
    // One that failed its checks has no price of its own, but may be frozen in the portfolios that hold it.
    const hasPrice = isFit || snapshot.suspended.has(s.symbol);
    const over = snapshot.vector.get(s.symbol);
    const last = hasPrice ? await market.lastPrice(s.symbol) : undefined;
    symbols.push({
      symbol: s.symbol,
      name: s.name,
      priced_in: s.pricedIn,
      spread_bps: isFit ? (s.route.spread ?? 0) / 10 : 0,
      thin: isFit ? (s.thin ?? null) : null,
      ...tradableView(isFit ? tradable(s.symbol, snapshot, now) : unfit(s, snapshot)),
      route: {
        primary: primary.map((l) => legView(l, universe)),
        second: second.map((l) => legView(l, universe)),
      },
      trading_hours: isFit && s.route.exchange ? hoursView(s.route.exchange, now) : null,
      last_price: last?.price ?? null,
      last_price_at: last ? iso(last.at) : null,
      apart_bps: over !== undefined && over.state !== 'unavailable' ? over.bps : null,
    });
  }
  return {
    league: leagueId,
    kind: league.league.kind.id,
    state: league.state,
    price_source: market.info,
    as_of: iso(snapshot.lastMark ?? now),
    symbols,
  };
}

export function tradableView({ opensAt, ...rest }: Tradable): Omit<Tradable, 'opensAt'> & { opens_at: string | null } {
  return { ...rest, opens_at: opensAt === null ? null : iso(opensAt) };
}

function hoursView(exchange: ExchangeId, now: Instant): UniverseSymbolView['trading_hours'] {
  const { open, changesAt } = openNow(exchange, now);
  return { exchange, open, changes_at: iso(changesAt) };
}

function legView(leg: Leg, universe: Universe): RouteLeg {
  return { pool: leg.pool, label: universe.pools.get(leg.pool)?.label ?? leg.pool, inverted: leg.invert ?? false };
}
