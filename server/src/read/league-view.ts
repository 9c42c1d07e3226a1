/** Leagues: the catalogue as bots and pages see it. */
import type { DecidedWeekView, LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import type { BotCount } from './bot-count.ts';
import { seatsByLeague } from '../bots/seats.ts';
import type { TierSeats } from '../flow/ladder/seats-held.ts';
import { ordersOpen } from '../flow/order/entry.ts';
import { assetClassTopic, defaultLeagueId, leagues, topicOf, topics } from '../league/catalogue.ts';
import type { LeagueUniverse, Universe } from '../league/universe.ts';
import { iso } from '../lib/clock.ts';
import { capacityOf } from '../operator/league-settings.ts';
import { namedRounds } from '../rounds/named-rounds.ts';
import type { Db } from '../storage/storage.ts';
import { entryTime, type EntryTimeDeps } from './entry-time.ts';
import { latestChampions } from './ladder-view.ts';
import type { MarketSnapshot } from './load-snapshot.ts';
import type { MarketView } from './snapshot.ts';

export interface LeagueViewDeps extends EntryTimeDeps {
  readonly db: Db;
  readonly universe: Universe;
  readonly market: MarketView;
  readonly countBots: BotCount;
  /** Seats of each tier of a league that the operator set none for. */
  readonly botsPerTier: number;
  readonly baseUrl: string;
  readonly rounds: { readonly weekly: ReadonlySet<string> };
}

export async function leagueCatalogue(deps: LeagueViewDeps): Promise<LeagueCatalogue> {
  const viewOf = await createLeagueViews(deps);
  const { settings } = await deps.market.snapshot();
  const listed = leagues.filter((l) => settings.get(l.id)?.hidden === undefined);
  return {
    as_of: iso(deps.clock.now()),
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
  const seats = await seatsByLeague(deps.db);
  const snapshot = await deps.market.snapshot();
  const champions = await latestChampions(deps.db);
  const rounds = await namedRounds(deps.db, deps.clock.now(), deps.rounds.weekly);
  return (id) => {
    const league = deps.universe.leagues.get(id);
    if (!league) throw new Error(`the catalogue lacks ${id}`);
    return leagueView(deps, snapshot, league, seats.get(id) ?? [], champions.get(id) ?? [], rounds(id));
  };
}

/** @param tiers seats per tier, from Qualifying up. */
function leagueView(
  deps: LeagueViewDeps,
  snapshot: MarketSnapshot,
  l: LeagueUniverse,
  tiers: readonly TierSeats[],
  champions: DecidedWeekView[],
  round: LeagueView['round'],
): LeagueView {
  const { kind } = l.league;
  const { open, reason, opensAt } = ordersOpen(l, snapshot, entryTime(deps));
  const capacity = capacityOf(snapshot.settings, l.league.id, deps.botsPerTier);
  return {
    id: l.league.id,
    name: l.league.name,
    topic: l.league.topic,
    kind: kind.id,
    asset_class: l.league.assetClass,
    description: l.league.description,
    state: l.state,
    orders_open: open,
    orders_reason: reason,
    opens_at: opensAt === undefined ? null : iso(opensAt),
    universe:
      kind.takes === 'weights'
        ? { symbols: l.symbols.size + l.unfit.size, url: `${deps.baseUrl}/api/universe?league=${l.league.id}` }
        : null,
    price_source: deps.market.info,
    rules: `${deps.baseUrl}/rules.json`,
    opened_at: iso(deps.openedAt),
    seats_per_tier: capacity,
    seats_free: Math.max(0, capacity - (tiers[0]?.held ?? 0)),
    bots: tiers.reduce((sum, { taken }) => sum + taken, 0),
    champions,
    round,
  };
}
