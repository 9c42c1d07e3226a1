/** Leagues, universes, seats, status: what a bot looks at before it trades. */
import { defaultLeagueId, leagues, topicOf, topics, assetClassTopic } from '../../contract/catalogue.ts';
import type {
  IncidentView,
  LeagueCatalogue,
  LeagueView,
  RouteLeg,
  SeatsView,
  StatusView,
  UniverseSymbolView,
  UniverseView,
  Validation,
} from '../../contract/wire.ts';
import { iso, type Clock, type Instant } from '../../lib/clock.ts';
import type { Leg, PriceSource, SymbolId } from '../../market/source.ts';
import type { Db } from '../../storage/storage.ts';
import { companyBots, countByLeague, countCompanies } from '../../bots/agents.sql.ts';
import { qualifyingTier } from '../../bots/register.job.ts';
import type { Incident } from '../../flow/engine/engine.sql.ts';
import { countWaiting } from '../../flow/fill/fill.sql.ts';
import type { LeagueUniverse, Universe, UniverseSymbol } from '../../flow/price/universe.ts';
import { closeAfter, dayMs, markAfter, markAtOrBefore, markMs, windowMs } from '../../flow/window/window.ts';
import type { MarketSnapshot, MarketView } from './market-view.ts';
import { countAgents, countPending } from './views.sql.ts';

/** Symbols of the near matches of an unknown one. */
const nearMatchesMax = 5;
/** Bots listed under the companies of the seats view. */
const companyBotsMax = 5_000;

/** May orders be placed in the league now, and why not when not? */
export function ordersOpen(
  league: LeagueUniverse,
  source: Pick<PriceSource, 'coverage'>,
  now: Instant,
): { readonly open: boolean; readonly reason: string | null } {
  if (league.league.kind === 'task')
    return { open: false, reason: 'This is a task league: it takes answers, not weights.' };
  if (league.state === 'preview') return { open: false, reason: 'The price source prices no symbol of this league.' };
  const { coverage } = source;
  if (coverage && now >= coverage.to) return { open: false, reason: `The recorded prices end at ${iso(coverage.to)}.` };
  if (coverage && now < coverage.from - dayMs)
    return { open: false, reason: `The recorded prices begin at ${iso(coverage.from)}.` };
  return { open: true, reason: null };
}

/** May a symbol be bought now, and why not when not? */
export function tradable(
  symbol: UniverseSymbol,
  snapshot: MarketSnapshot,
): { readonly tradable: boolean; readonly reason: string | null; readonly suspended: boolean } {
  const suspension = snapshot.suspended.get(symbol.symbol);
  if (suspension) {
    const what =
      suspension.kind === 'delisted'
        ? 'It is delisted for good.'
        : 'It is suspended: it is frozen at its last agreed price.';
    return { tradable: false, reason: what, suspended: true };
  }
  if (snapshot.unlisted.has(symbol.symbol)) {
    return { tradable: false, reason: 'The price source has not listed it yet.', suspended: false };
  }
  const p = snapshot.vector.get(symbol.symbol);
  if (p?.state === 'apart') {
    return {
      tradable: true,
      reason: `Its pools are ${p.bps} bps apart now; an order is rejected while they are.`,
      suspended: false,
    };
  }
  return { tradable: true, reason: null, suspended: false };
}

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
  for (const s of league.symbols.values()) {
    const last = await market.lastPrice(s.symbol);
    symbols.push({
      symbol: s.symbol,
      name: s.name,
      priced_in: s.pricedIn,
      ...tradable(s, snapshot),
      route: {
        primary: s.route.primary.map((l) => legView(l, universe)),
        second: s.route.second.map((l) => legView(l, universe)),
      },
      last_price: last?.price ?? null,
      last_price_at: last ? iso(last.at) : null,
    });
  }
  return {
    league: leagueId,
    kind: league.league.kind,
    state: league.state,
    price_source: market.info,
    as_of: iso(snapshot.lastMark ?? now),
    symbols,
  };
}

function legView(leg: Leg, universe: Universe): RouteLeg {
  return { pool: leg.pool, label: universe.pools.get(leg.pool)?.label ?? leg.pool, inverted: leg.invert ?? false };
}

export async function validation(
  universe: Universe,
  leagueId: string,
  symbol: SymbolId,
  market: MarketView,
): Promise<Validation> {
  const league = universe.leagues.get(leagueId);
  const found = league?.symbols.get(symbol);
  const base = { league: leagueId, symbol, price_source: market.info };
  if (!league || !found) {
    const near = nearSymbols(symbol, [...(league?.symbols.keys() ?? [])]);
    const reason =
      league?.league.kind === 'task' ? 'A task league has no symbols.' : `It is not in the universe of ${leagueId}.`;
    return { ...base, valid: false, tradable: false, reason, near, priced_in: null };
  }
  const now = tradable(found, await market.snapshot());
  return { ...base, valid: true, tradable: now.tradable, reason: now.reason, near: [], priced_in: found.pricedIn };
}

/** Symbols that look like a wrong one: the same letters first, then by edit distance. */
export function nearSymbols(symbol: string, known: readonly SymbolId[]): SymbolId[] {
  const wanted = symbol.toUpperCase().slice(0, 40);
  const bare = wanted.split(/[^A-Z0-9]/)[0] ?? '';
  return known
    .map((k) => ({ k, d: Math.min(distance(wanted, k), distance(bare, k.split('-')[0] ?? k)) }))
    .filter(({ k, d }) => d <= Math.max(1, Math.floor(Math.min(bare.length, k.length) / 3)))
    .sort((a, b) => a.d - b.d || (a.k < b.k ? -1 : 1))
    .slice(0, nearMatchesMax)
    .map(({ k }) => k);
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

export interface LeagueViewDeps {
  readonly db: Db;
  readonly universe: Universe;
  readonly source: Pick<PriceSource, 'coverage' | 'readDelayMs'>;
  readonly market: MarketView;
  readonly botsPerTier: number;
  readonly openedAt: Instant;
  readonly baseUrl: string;
}

export async function leagueCatalogue(deps: LeagueViewDeps, now: Instant): Promise<LeagueCatalogue> {
  const taken = await countByLeague(deps.db);
  return {
    as_of: iso(now),
    default_league: defaultLeagueId,
    count: leagues.length,
    topics: [...topics, assetClassTopic].map((t) => ({
      id: t.id,
      name: t.name,
      leagues: leagues.filter((l) => topicOf(l).id === t.id).map((l) => l.id),
    })),
    leagues: [...deps.universe.leagues.values()].map((l) => leagueView(deps, l, taken.get(l.league.id) ?? 0, now)),
  };
}

function leagueView(deps: LeagueViewDeps, l: LeagueUniverse, bots: number, now: Instant): LeagueView {
  const trading = l.league.kind === 'trading';
  return {
    id: l.league.id,
    name: l.league.name,
    topic: l.league.topic,
    kind: l.league.kind,
    asset_class: l.league.assetClass,
    description: l.league.description,
    state: l.state,
    orders_open: ordersOpen(l, deps.source, now).open,
    universe: trading ? { symbols: l.symbols.size, url: `${deps.baseUrl}/api/universe?league=${l.league.id}` } : null,
    price_source: deps.market.info,
    rules: `${deps.baseUrl}/rules.json`,
    opened_at: iso(deps.openedAt),
    seats_free: Math.max(0, deps.botsPerTier - bots),
    bots,
    champions: [],
  };
}

export async function seatsView(deps: LeagueViewDeps, now: Instant): Promise<SeatsView> {
  const taken = await countByLeague(deps.db);
  const bots = await companyBots(deps.db, companyBotsMax);
  const companies = new Map<string, SeatsView['companies'][number]>();
  for (const b of bots) {
    const known = companies.get(b.company) ?? {
      company: b.company,
      country: b.country,
      website: b.website,
      logo_url: b.logo_url,
      bots: [],
    };
    known.bots.push({ agent_id: b.agent_id, name: b.name, league: b.league });
    companies.set(b.company, known);
  }
  const seats = leagues.map((l) => {
    const n = taken.get(l.id) ?? 0;
    return {
      league: l.id,
      tiers: [{ tier: qualifyingTier, capacity: deps.botsPerTier, taken: n, free: Math.max(0, deps.botsPerTier - n) }],
    };
  });
  const total = [...taken.values()].reduce((a, b) => a + b, 0);
  return {
    as_of: iso(now),
    note: 'Companies are as the bots named them: self-reported, not verified.',
    totals: {
      capacity: deps.botsPerTier * leagues.length,
      taken: total,
      free: seats.reduce((a, s) => a + (s.tiers[0]?.free ?? 0), 0),
      bots: total,
      companies: await countCompanies(deps.db),
    },
    leagues: seats,
    companies: [...companies.values()],
  };
}

export async function statusView(deps: LeagueViewDeps, clock: Clock, version: string): Promise<StatusView> {
  const now = clock.now();
  const { lastMark, incidents } = await deps.market.snapshot();
  const spot = deps.universe.leagues.get('spot_crypto');
  const open = spot ? ordersOpen(spot, deps.source, now) : { open: false, reason: 'There is no spot crypto league.' };
  const waiting = await countWaiting(deps.db);
  const done = lastMark ?? markAtOrBefore(deps.openedAt);
  return {
    orders_open: open.open,
    reason: open.reason,
    time: iso(now),
    clock: { kind: clock.kind, speed: clock.realPerTick === 0 ? 0 : Math.round(1e6 / clock.realPerTick) / 1e6 },
    price_source: deps.market.info,
    last_mark: lastMark === undefined ? null : iso(lastMark),
    next_mark: iso(markAfter(now)),
    last_close:
      lastMark === undefined || lastMark < closeAfter(deps.openedAt) ? null : iso(Math.floor(lastMark / dayMs) * dayMs),
    next_close: iso(closeAfter(now)),
    marks_late: Math.max(0, Math.floor((markAtOrBefore(now - (deps.source.readDelayMs ?? 0)) - done) / markMs)),
    orders_pending: (await countPending(deps.db, done - windowMs)) + waiting,
    orders_waiting: waiting,
    bots: await countAgents(deps.db),
    incidents: incidents.slice(-20).reverse().map(incidentView),
    version,
    rules_url: `${deps.baseUrl}/rules.json`,
  };
}

function incidentView(i: Incident): IncidentView {
  return { id: i.id, at: iso(i.atMark), kind: i.kind, symbol: i.symbol, price: i.price, by: i.by, reason: i.reason };
}
