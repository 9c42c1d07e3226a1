/** What the feeds tell: closes, champions and incidents, as the pages tell them. */
import type { DecidedWeekView } from 'papertape-contract/league';
import type { Bot } from '../bots/bot.ts';
import { returnBps } from '../flow/rank/rank.ts';
import { count, counted, dateText, dollars, signedPercent } from '../html/format.ts';
import type { Feed, FeedEntry } from '../html/atom.ts';
import { leagueById } from '../league/catalogue.ts';
import { iso, isoDate } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { newestBoards } from './boards.sql.ts';
import { newestCloses } from './closes.sql.ts';
import { incidentLog } from './incident-view.ts';
import { allChampions, championsView } from './ladder-view.ts';
import type { MarketView } from './snapshot.ts';

/** Entries of a feed at most, the newest. */
export const feedEntriesMax = 50;
const newest = { page: 1, per_page: feedEntriesMax };

/** What a feed of everybody says that it is of while it is empty. */
const never = '1970-01-01T00:00:00.000Z';

const nameOf = (league: string): string => leagueById.get(league)?.name ?? league;

/** @param listed ids of the leagues that are on the lists. */
export async function championsFeed(db: Db, listed: readonly string[]): Promise<Feed> {
  const { champions } = await allChampions(db, null, listed, newest);
  return {
    self: '/feeds/champions.atom',
    page: '/champions',
    title: 'Papertape: champions of the weeks',
    since: never,
    entries: champions.flatMap(championEntry),
  };
}

function championEntry({ league, week, decided_at: at, bots, champion }: DecidedWeekView): FeedEntry[] {
  if (!champion) return [];
  return [
    {
      href: `/leagues/${league}?week=${week}`,
      title: `${champion.name} is the champion of ${week} in ${nameOf(league)}`,
      summary: `${signedPercent(champion.week_return_pct)} in the week, best of ${counted(bots, 'bot')}; value ${dollars(champion.value_usd)}.`,
      at,
    },
  ];
}

export async function incidentsFeed(market: MarketView): Promise<Feed> {
  const { incidents } = await incidentLog(market, newest);
  return {
    self: '/feeds/incidents.atom',
    page: '/incidents',
    title: 'Papertape: incidents',
    since: never,
    entries: incidents.map((i) => ({
      href: `/incidents#incident-${i.id}`,
      title: `${i.kind.replaceAll('_', ' ')}: ${i.about.id}`,
      summary: i.reason,
      at: i.at,
    })),
  };
}

/** Closes and champions of a league. */
export async function leagueFeed(db: Db, league: string): Promise<Feed> {
  const closes = (await newestBoards(db, league, newest)).map(({ close, bots }): FeedEntry => {
    const date = isoDate(close);
    return {
      href: `/leagues/${league}?as_of=${date}`,
      title: `${nameOf(league)}: standings of ${dateText(date)}`,
      summary: `${counted(bots, 'bot')} stood on the board of this close.`,
      at: iso(close),
    };
  });
  const { champions } = await championsView(db, league, newest);
  return {
    self: `/feeds/leagues/${league}.atom`,
    page: `/leagues/${league}`,
    title: `Papertape: ${nameOf(league)}`,
    since: never,
    entries: [...closes, ...champions.flatMap(championEntry)]
      .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
      .slice(0, feedEntriesMax),
  };
}

/** Closes of a bot. */
export async function botFeed(db: Db, { botId, name, registeredAt }: Bot): Promise<Feed> {
  const closes = await newestCloses(db, botId, newest);
  return {
    self: `/feeds/bots/${botId}.atom`,
    page: `/bots/${botId}`,
    title: `Papertape: ${name}`,
    since: iso(registeredAt),
    entries: closes.map(({ close, cents, rank }) => ({
      href: `/bots/${botId}#close-${isoDate(close)}`,
      title: `${name}: rank ${count(rank)}, ${signedPercent(returnBps(cents) / 100)}`,
      summary: `Value ${dollars(cents / 100)} at the close of ${dateText(isoDate(close))}.`,
      at: iso(close),
    })),
  };
}
