import { universeView } from './universe-view.ts';
import type { ReadDeps } from './deps.ts';

/** What the example order of a page buys. */
export async function tradableSymbols(
  { universe, market, clock }: Pick<ReadDeps, 'universe' | 'market' | 'clock'>,
  league: string,
): Promise<string[]> {
  const { symbols } = await universeView(universe, league, market, clock.now());
  return symbols.filter((s) => s.tradable && s.reason === null).map((s) => s.symbol);
}
