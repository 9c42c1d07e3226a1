/** Leagues, universes, status: what a bot looks at before it trades. */
import { defaultLeagueId, leagues, topicOf, topics, assetClassTopic } from '../league/catalogue.ts';
import type { DecidedWeekView, LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import type { RouteLeg, UniverseSymbolView, UniverseView, Validation } from 'papertape-contract/market';
import type { FinalityView, IncidentLog, IncidentView, StatusView } from 'papertape-contract/status';
import { iso, type Clock, type Instant } from '../lib/clock.ts';
import type { Leg, SymbolId } from '../league/symbol.ts';
import type { PriceSource } from '../sources/source.ts';
import type { Db } from '../storage/storage.ts';
import { seatsTaken } from '../bots/seats.ts';
import type { Incident } from '../operator/incident.ts';
import { capacityOf } from '../operator/league-settings.ts';
import type { StoredDifference } from '../engine/finality.sql.ts';
import { countWaiting } from '../flow/fill/fill.sql.ts';
import { healthyWithinMs, isHealthy } from '../flow/price/health.ts';
import type { LeagueUniverse, UnfitSymbol, Universe, UniverseSymbol } from '../league/universe.ts';
import { lateness, type Lateness } from '../flow/window/late.ts';
import { closeAfter, dayMs, markAfter, markAtOrBefore, markMs, windowMs } from '../lib/time.ts';
import { latestChampions } from './ladder-view.ts';
import { healthLookedBackMs, type ChainFinality, type MarketSnapshot, type MarketView } from './market-view.ts';
import { countAgents, countPending } from './views.sql.ts';

/** Symbols of the near matches of an unknown one. */
const nearMatchesMax = 5;

export interface OrdersOpen {
  readonly open: boolean;
  readonly reason: string | null;
  /** Closed because a source is not healthy, which may be over at the next mark: after so many real seconds. */
  readonly retryAfterSeconds?: number;
}

type OpenDeps = Pick<LeagueViewDeps, 'source' | 'clock' | 'openedAt'>;

/** May orders be placed in the league now, and why not when not? */
export function ordersOpen(league: LeagueUniverse, snapshot: MarketSnapshot, deps: OpenDeps): OrdersOpen {
  if (league.league.kind === 'task')
    return { open: false, reason: 'This is a task league: it takes answers, not weights.' };
  if (league.state === 'preview') return { open: false, reason: 'The price source prices no symbol of this league.' };
  const closed = snapshot.settings.get(league.league.id)?.closed;
  if (closed !== undefined) return { open: false, reason: `The operator has closed it: ${closed}` };
  const { coverage } = deps.source;
  const now = deps.clock.now();
  if (coverage && now >= coverage.to) return { open: false, reason: `The recorded prices end at ${iso(coverage.to)}.` };
  if (coverage && now < coverage.from - dayMs)
    return { open: false, reason: `The recorded prices begin at ${iso(coverage.from)}.` };
  return sourcesHealthy(league, snapshot, deps, now);
}

/** How far the marks are behind now. */
export function latenessNow(
  { clock, source, openedAt }: OpenDeps,
  { lastMark }: Pick<MarketSnapshot, 'lastMark'>,
  now: Instant = clock.now(),
): Lateness {
  return lateness({
    now,
    realPerTick: clock.realPerTick,
    readDelayMs: source.readDelayMs ?? 0,
    lastMark,
    openedAt,
  });
}

/** Windows that began at or before this instant are decided, but for those of waiting orders. */
export function doneBefore({ openedAt }: Pick<OpenDeps, 'openedAt'>, lastMark: Instant | undefined): Instant {
  return (lastMark ?? markAtOrBefore(openedAt)) - windowMs;
}

function sourcesHealthy(league: LeagueUniverse, snapshot: MarketSnapshot, deps: OpenDeps, now: Instant): OrdersOpen {
  const { clock, source, openedAt } = deps;
  const delayMs = source.readDelayMs ?? 0;
  const { due, graceMs } = latenessNow(deps, snapshot, now);
  const lateMs = Math.max(0, graceMs - healthyWithinMs);
  // Data that has no mark yet has not been without a healthy source for long.
  const opened = markAtOrBefore(openedAt);
  const lastMark = snapshot.lastMark ?? opened;
  for (const id of snapshot.needed.get(league.league.id) ?? []) {
    const healthyAt = snapshot.healthyAt.get(id);
    if (isHealthy(healthyAt ?? opened, lastMark, due, lateMs)) continue;
    const name = source.chains?.get(id) ?? 'The price source';
    const isLate = healthyAt !== undefined && healthyAt === snapshot.lastMark;
    const what = isLate ? 'Marks are late: prices were last read at' : `${name} has given no reading since`;
    const nextMs = (markAfter(now - delayMs) + delayMs - now) * (clock.realPerTick || 1);
    return {
      open: false,
      reason: `${what} ${sinceText(healthyAt, opened, lastMark)}.`,
      retryAfterSeconds: Math.max(1, Math.ceil(nextMs / 1000)),
    };
  }
  return { open: true, reason: null };
}

function sinceText(healthyAt: Instant | undefined, opened: Instant, lastMark: Instant): string {
  if (healthyAt !== undefined) return iso(healthyAt);
  if (lastMark - opened <= healthLookedBackMs) return `the start at ${iso(opened)}`;
  return `before ${iso(lastMark - healthLookedBackMs)}`;
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
  const guarded = snapshot.guarded.get(symbol.symbol);
  if (guarded !== undefined) return { tradable: false, reason: guarded, suspended: false };
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

/** A symbol that failed its checks at the start. One that is held stays frozen, once it is suspended. */
export function unfit(symbol: UnfitSymbol, { suspended }: MarketSnapshot): ReturnType<typeof tradable> {
  return {
    tradable: false,
    reason: `It failed its checks at the start of the service: ${symbol.reason}.`,
    suspended: suspended.has(symbol.symbol),
  };
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
  for (const s of league.unfit.values()) {
    symbols.push({
      symbol: s.symbol,
      name: s.name,
      priced_in: s.pricedIn,
      ...unfit(s, snapshot),
      route: { primary: [], second: [] },
      last_price: null,
      last_price_at: null,
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
  const failed = league?.unfit.get(symbol);
  const base = { league: leagueId, symbol, price_source: market.info };
  if (failed) {
    const { tradable: isTradable, reason } = unfit(failed, await market.snapshot());
    return { ...base, valid: true, tradable: isTradable, reason, near: [], priced_in: failed.pricedIn };
  }
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
  readonly clock: Clock;
  readonly source: Pick<PriceSource, 'coverage' | 'readDelayMs' | 'chains'>;
  readonly market: MarketView;
  /** Seats of each tier of a league that the operator set none for. */
  readonly botsPerTier: number;
  readonly openedAt: Instant;
  readonly baseUrl: string;
}

export async function leagueCatalogue(deps: LeagueViewDeps, now: Instant): Promise<LeagueCatalogue> {
  const viewOf = await createLeagueViews(deps);
  const { settings } = await deps.market.snapshot();
  const listed = leagues.filter((l) => settings.get(l.id)?.hidden === undefined);
  return {
    as_of: iso(now),
    default_league: defaultLeagueId,
    count: listed.length,
    topics: [...topics, assetClassTopic].map((t) => ({
      id: t.id,
      name: t.name,
      leagues: listed.filter((l) => topicOf(l).id === t.id).map((l) => l.id),
    })),
    leagues: listed.map((l) => viewOf(l.id)),
  };
}

/** A league that is on no list can still be looked at, by its id. */
export async function oneLeague(
  deps: LeagueViewDeps,
  id: string,
): Promise<{ readonly league: LeagueView; readonly hidden: string | undefined }> {
  const viewOf = await createLeagueViews(deps);
  return { league: viewOf(id), hidden: (await deps.market.snapshot()).settings.get(id)?.hidden };
}

async function createLeagueViews(deps: LeagueViewDeps): Promise<(id: string) => LeagueView> {
  const taken = await seatsTaken(deps.db);
  const snapshot = await deps.market.snapshot();
  const champions = await latestChampions(deps.db);
  return (id) => {
    const league = deps.universe.leagues.get(id);
    if (!league) throw new Error(`the catalogue lacks ${id}`);
    return leagueView(deps, snapshot, league, taken.get(id) ?? [], champions.get(id) ?? []);
  };
}

/** @param taken bots per tier, from Qualifying up. */
function leagueView(
  deps: LeagueViewDeps,
  snapshot: MarketSnapshot,
  l: LeagueUniverse,
  taken: readonly number[],
  champions: DecidedWeekView[],
): LeagueView {
  const trading = l.league.kind === 'trading';
  const { open, reason } = ordersOpen(l, snapshot, deps);
  const seats = capacityOf(snapshot.settings, l.league.id, deps.botsPerTier);
  return {
    id: l.league.id,
    name: l.league.name,
    topic: l.league.topic,
    kind: l.league.kind,
    asset_class: l.league.assetClass,
    description: l.league.description,
    state: l.state,
    orders_open: open,
    orders_reason: reason,
    universe: trading
      ? { symbols: l.symbols.size + l.unfit.size, url: `${deps.baseUrl}/api/universe?league=${l.league.id}` }
      : null,
    price_source: deps.market.info,
    rules: `${deps.baseUrl}/rules.json`,
    opened_at: iso(deps.openedAt),
    seats_per_tier: seats,
    seats_free: Math.max(0, seats - (taken[0] ?? 0)),
    bots: taken.reduce((sum, n) => sum + n, 0),
    champions,
  };
}

export async function statusView(deps: LeagueViewDeps, clock: Clock, version: string): Promise<StatusView> {
  const now = clock.now();
  const snapshot = await deps.market.snapshot();
  const { lastMark, incidents } = snapshot;
  const spot = deps.universe.leagues.get('spot_crypto');
  const open = spot ? ordersOpen(spot, snapshot, deps) : { open: false, reason: 'There is no spot crypto league.' };
  const waiting = await countWaiting(deps.db);
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
    marks_late: latenessNow(deps, snapshot, now).marks,
    orders_pending: (await countPending(deps.db, doneBefore(deps, lastMark))) + waiting,
    orders_waiting: waiting,
    bots: await countAgents(deps.db),
    incidents: incidents
      .slice(-20)
      .reverse()
      .map((i) => incidentView(i, snapshot.differences.get(i.id))),
    finality: snapshot.finality?.map((f) => finalityView(f, lastMark, deps.openedAt)) ?? null,
    version,
    rules_url: `${deps.baseUrl}/rules.json`,
  };
}

function incidentView(i: Incident, d: StoredDifference | undefined): IncidentView {
  const difference = d && {
    chain: d.chain,
    mark: iso(d.mark),
    window_end: iso(d.windowEnd),
    used_price: d.used,
    final_price: d.canonical,
    bps: d.bps,
    orders: d.orders,
  };
  const { id, kind, symbol, price, by, reason, capacity } = i;
  return {
    id,
    at: iso(i.atMark),
    kind,
    symbol,
    price,
    by,
    reason,
    capacity: capacity ?? null,
    difference: difference ?? null,
  };
}

/** The incident log, the newest first. */
export async function incidentLog(market: MarketView, page: number, perPage: number): Promise<IncidentLog> {
  const { incidents, differences } = await market.snapshot();
  const newest = incidents.toReversed().slice((page - 1) * perPage, page * perPage);
  return {
    page,
    per_page: perPage,
    pages: Math.max(1, Math.ceil(incidents.length / perPage)),
    total: incidents.length,
    incidents: newest.map((i) => incidentView(i, differences.get(i.id))),
  };
}

function finalityView(
  { chain, name, checkedTo, gone }: ChainFinality,
  lastMark: Instant | undefined,
  openedAt: Instant,
): FinalityView {
  const from = checkedTo ?? markAfter(openedAt - 1) - markMs;
  const pending = lastMark === undefined ? 0 : (lastMark - from) / markMs;
  return { chain, name, checked_to: checkedTo === undefined ? null : iso(checkedTo), pending, gone };
}
