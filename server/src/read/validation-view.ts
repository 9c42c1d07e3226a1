/** Is a symbol in a league's universe, can it be bought now, and what was meant when it is not there. */
import type { Validation } from 'papertape-contract/market';
import { meantSymbol } from '../league/meant-symbol.ts';
import { nearSymbols } from '../league/near-symbols.ts';
import { symbolNow } from '../flow/order/tradable.ts';
import type { Universe } from '../league/universe.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import type { MarketView } from './snapshot.ts';
import { tradableView } from './universe-view.ts';

export async function validation(
  universe: Universe,
  leagueId: string,
  symbol: SymbolId,
  market: MarketView,
  at: Instant,
): Promise<Validation> {
  const league = universe.leagues.get(leagueId);
  const base = { league: leagueId, symbol, price_source: market.info };
  const found = league?.symbols.get(symbol) ?? league?.unfit.get(symbol);
  const now = league && symbolNow(league, symbol, await market.snapshot(), at);
  if (now && found) {
    const { tradable, reason, opens_at } = tradableView(now);
    return { ...base, valid: true, tradable, reason, opens_at, near: [], priced_in: found.pricedIn };
  }
  const known = [...(league?.symbols.keys() ?? [])];
  const meant = meantSymbol(symbol, known);
  const near = meant.is === 'here' ? [meant.symbol] : nearSymbols(symbol, known);
  const reason =
    league?.league.kind.takes === 'answers'
      ? 'A task league has no symbols.'
      : `It is not in the universe of ${leagueId}.`;
  return { ...base, valid: false, tradable: false, reason, opens_at: null, near, priced_in: null };
}
