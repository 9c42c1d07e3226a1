/** A search by what a name, an id or a symbol begins with. */
import { limits } from 'papertape-contract/limits';
import type { SearchResults } from 'papertape-contract/search';
import { botById } from '../bots/bots.sql.ts';
import { botsNamedFrom } from '../bots/bot-search.sql.ts';
import { nameKey } from '../bots/name-key.ts';
import { leagues } from '../league/catalogue.ts';
import type { Universe } from '../league/universe.ts';
import { botIdPattern, orderIdPattern } from '../lib/ids.ts';
import type { Db } from '../storage/storage.ts';
import { orderById } from './views.sql.ts';

type Result = SearchResults['results'][number];

/** @param listed ids of the leagues that are on the lists. */
export async function search(
  { db, universe }: { readonly db: Db; readonly universe: Universe },
  q: string,
  listed: readonly string[],
): Promise<SearchResults> {
  const text = q.trim();
  if (text === '') return { q, results: [] };
  const byId = [...(await orderResult(db, text)), ...(await botResult(db, text))];
  const key = nameKey(text);
  const bots = key === '' ? [] : await botsNamedFrom(db, key, limits.searchResultsMax);
  const word = text.toLowerCase();
  const results: Result[] = [
    ...byId,
    ...bots.map(({ botId, name }): Result => ({ kind: 'bot', id: botId, name, href: `/bots/${botId}` })),
    ...leagues
      .filter((l) => listed.includes(l.id) && (l.id.startsWith(word) || l.name.toLowerCase().startsWith(word)))
      .map((l): Result => ({ kind: 'league', id: l.id, name: l.name, href: `/leagues/${l.id}` })),
    ...symbolResults(universe, word.toUpperCase(), listed),
  ];
  return { q, results: results.slice(0, limits.searchResultsMax) };
}

/** Only one that everybody may see. */
async function orderResult(db: Db, id: string): Promise<Result[]> {
  const order = orderIdPattern.test(id) ? await orderById(db, id) : undefined;
  return order?.outcome && !order.sandbox ? [{ kind: 'order', id, name: id, href: `/orders/${id}` }] : [];
}

async function botResult(db: Db, id: string): Promise<Result[]> {
  const bot = botIdPattern.test(id) ? await botById(db, id) : undefined;
  return bot ? [{ kind: 'bot', id, name: bot.name, href: `/bots/${id}` }] : [];
}

function symbolResults(universe: Universe, prefix: string, listed: readonly string[]): Result[] {
  const where = new Map<string, string[]>();
  for (const id of listed)
    for (const symbol of universe.leagues.get(id)?.symbols.keys() ?? [])
      if (symbol.startsWith(prefix)) where.set(symbol, [...(where.get(symbol) ?? []), id]);
  return [...where]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, ids]) => ({
      kind: 'symbol',
      id: symbol,
      name: ids.join(', '),
      href: `/leagues/${ids[0] ?? ''}`,
    }));
}
