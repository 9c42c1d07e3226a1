/** Seats: how many are free in each league, and whose bots sit in them. */
import { leagues } from '../league/catalogue.ts';
import { limits } from 'papertape-contract/limits';
import { tierName } from '../league/tiers.ts';
import type { SeatsView } from 'papertape-contract/seats';
import { iso, type Clock } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { companyBots, countCompanyBots, type CompanyBot } from '../bots/bots.sql.ts';
import { nextLapses, seatsByLeague, type NextLapse } from '../bots/seats.ts';
import type { TierSeats } from '../flow/ladder/seats-held.ts';
import { capacityOf, type SettingsByLeague } from '../operator/league-settings.ts';
import type { MarketView } from './snapshot.ts';

export interface SeatsDeps {
  readonly clock: Clock;
  readonly db: Db;
  readonly market: Pick<MarketView, 'snapshot'>;
  readonly botsPerTier: number;
}

/** Seats and who sits in them. */
export function seatsView(deps: SeatsDeps): Promise<SeatsView> {
  const note = 'Companies are as the bots named them: self-reported, not verified.';
  return listed(deps, false, note, ({ botId, name, league }) => ({ agent_id: botId, name, league }));
}

/** Giving pledges, what bots say that they will give away, in the same shape. */
export function givingView(deps: SeatsDeps): Promise<SeatsView> {
  const note =
    'Pledges are self-reported and unverified: nobody has checked that anything is given. Only bots that pledge more than 0% are listed.';
  return listed(deps, true, note, ({ botId, name, league, pledgePct, pledgeCause, pledgeUrl }) => ({
    agent_id: botId,
    name,
    league,
    pledge: { pct: Number(pledgePct), cause: pledgeCause, url: pledgeUrl, label: 'self-reported, unverified' },
  }));
}

/** @param pledging only bots that pledge something: they are counted as they are listed. */
async function listed(
  { clock, db, market, botsPerTier }: SeatsDeps,
  pledging: boolean,
  note: string,
  botOf: (bot: CompanyBot) => Company['bots'][number],
): Promise<SeatsView> {
  const { settings } = await market.snapshot();
  const which = { pledging, without: hiddenOf(settings) };
  const bots = await companyBots(db, limits.companyBotsListedMax, which);
  const seats = await seatsByLeague(db);
  const lapses = await nextLapses(db, settings, clock.now());
  const byLeague = leagues
    .filter((l) => !which.without.includes(l.id))
    .map((l) => ({
      league: l.id,
      tiers: tiersOf(seats.get(l.id) ?? [{ taken: 0, held: 0 }], capacityOf(settings, l.id, botsPerTier)),
      next_lapse: lapseView(lapses.get(l.id)),
    }));
  const sum = (pick: 'capacity' | 'taken' | 'kept' | 'free'): number =>
    byLeague.flatMap((l) => l.tiers).reduce((total, t) => total + t[pick], 0);
  const isWhole = bots.length < limits.companyBotsListedMax;
  return {
    as_of: iso(clock.now()),
    note: isWhole ? note : `${note} The list ends after ${bots.length} bots; totals count all.`,
    totals: {
      capacity: sum('capacity'),
      taken: sum('taken'),
      kept: sum('kept'),
      free: sum('free'),
      ...(await countCompanyBots(db, which)),
    },
    leagues: byLeague,
    companies: companiesOf(bots, botOf),
  };
}

function lapseView(lapse: NextLapse | undefined): SeatsView['leagues'][number]['next_lapse'] {
  return lapse === undefined ? null : { at: iso(lapse.at), seats: lapse.seats };
}

/** From the top of the ladder down, tiers with bots and the lowest one. */
function tiersOf(tiers: readonly TierSeats[], capacity: number): SeatsView['leagues'][number]['tiers'] {
  return tiers
    .map(({ taken, held }, tier) => ({
      tier: tierName(tier),
      capacity,
      taken,
      kept: held - taken,
      free: Math.max(0, capacity - held),
    }))
    .filter((t, tier) => t.taken > 0 || tier === 0)
    .toReversed();
}

/** Leagues that the operator has taken off the lists, and their bots with them. */
export async function hiddenLeagues({ market }: Pick<SeatsDeps, 'market'>): Promise<readonly string[]> {
  return hiddenOf((await market.snapshot()).settings);
}

function hiddenOf(settings: SettingsByLeague): readonly string[] {
  return [...settings].filter(([, s]) => s.hidden !== undefined).map(([league]) => league);
}

type Company = SeatsView['companies'][number];

/** Bots come ordered by company and country. What else a company shows is what the first of its bots that names it says. */
function companiesOf(bots: readonly CompanyBot[], botOf: (bot: CompanyBot) => Company['bots'][number]): Company[] {
  const companies: Company[] = [];
  for (const b of bots) {
    let last = companies.at(-1);
    if (last?.company !== b.company || last.country !== b.country) {
      last = { company: b.company, country: b.country, website: null, logo_url: null, bots: [] };
      companies.push(last);
    }
    last.website ??= b.website;
    last.logo_url ??= b.logoUrl;
    last.bots.push(botOf(b));
  }
  return companies;
}
