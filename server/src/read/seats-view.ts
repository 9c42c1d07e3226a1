/** Seats: how many are free in each league, and whose bots sit in them. */
import { leagues } from '../league/catalogue.ts';
import { limits } from 'papertape-contract/limits';
import { tierName } from '../league/tiers.ts';
import type { SeatsView } from 'papertape-contract/seats';
import { iso, type Clock } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { companyBots, countCompanyBots, type CompanyBot } from '../bots/bots.sql.ts';
import { seatsTaken } from '../bots/seats.ts';
import { capacityOf, type SettingsByLeague } from '../operator/league-settings.ts';
import type { MarketView } from './snapshot.ts';

export interface SeatsDeps {
  readonly clock: Clock;
  readonly db: Db;
  readonly market: Pick<MarketView, 'snapshot'>;
  readonly botsPerTier: number;
}

export async function seatsView(deps: SeatsDeps): Promise<SeatsView> {
  const bots = await companyBots(deps.db, limits.companyBotsListedMax, { without: await hiddenLeagues(deps) });
  return {
    as_of: iso(deps.clock.now()),
    note: noteOf('Companies are as the bots named them: self-reported, not verified.', bots.length),
    ...(await seats(deps)),
    companies: companiesOf(bots, ({ botId, name, league }) => ({ agent_id: botId, name, league })),
  };
}

/** The part that seats and giving share; bots and companies are counted as they are listed. */
export async function seats(
  { db, market, botsPerTier }: SeatsDeps,
  pledging = false,
): Promise<Pick<SeatsView, 'totals' | 'leagues'>> {
  const taken = await seatsTaken(db);
  const { settings } = await market.snapshot();
  const without = hiddenOf(settings);
  const listed = leagues.filter((l) => !without.includes(l.id));
  const byLeague = listed.map((l) => {
    const capacity = capacityOf(settings, l.id, botsPerTier);
    const tiers = (taken.get(l.id) ?? [0])
      .map((n, tier) => ({
        tier: tierName(tier) as string,
        capacity,
        taken: n,
        free: Math.max(0, capacity - n),
      }))
      .filter((t, tier) => t.taken > 0 || tier === 0);
    return { league: l.id, tiers: tiers.toReversed() };
  });
  const sum = (pick: 'capacity' | 'taken' | 'free'): number =>
    byLeague.flatMap((l) => l.tiers).reduce((total, t) => total + t[pick], 0);
  return {
    totals: {
      capacity: sum('capacity'),
      taken: sum('taken'),
      free: sum('free'),
      ...(await countCompanyBots(db, { pledging, without })),
    },
    leagues: byLeague,
  };
}

/** Leagues that the operator has taken off the lists, and their bots with them. */
export async function hiddenLeagues({ market }: Pick<SeatsDeps, 'market'>): Promise<readonly string[]> {
  return hiddenOf((await market.snapshot()).settings);
}

function hiddenOf(settings: SettingsByLeague): readonly string[] {
  return [...settings].filter(([, s]) => s.hidden !== undefined).map(([league]) => league);
}

export function noteOf(note: string, listed: number): string {
  return listed < limits.companyBotsListedMax ? note : `${note} The list ends after ${listed} bots; totals count all.`;
}

type Company = SeatsView['companies'][number];

/** Bots come ordered by company and country. What else a company shows is what the first of its bots that names it says. */
export function companiesOf(
  bots: readonly CompanyBot[],
  botOf: (bot: CompanyBot) => Company['bots'][number],
): Company[] {
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
