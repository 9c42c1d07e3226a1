/**
 * The issue of a week: what happened in the leagues from a Monday to the next in, what the newsletter tells of it out. The page, the HTML and the
 * text of a mail are made of the same issue. It knows no clock and no database, so the same facts are always the same issue.
 *
 * Example: a champion with +3.20% and a runner-up with +3.18% -> a champion, and a race that was decided by 2 hundredths of a percent.
 */
import type { IncidentView } from 'papertape-contract/status';
import { tierName } from '../league/tiers.ts';
import { isoDate, type Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';

export interface NamedBot {
  readonly botId: string;
  readonly name: string;
  /** Run by the service itself. */
  readonly house: boolean;
}

/** A league of which the week is decided. */
export interface LeagueWeek {
  /** Its id. */
  readonly league: string;
  /** How many bots were ranked. */
  readonly bots: number;
  /** Undefined where no bot had a fill, or the champion is not shown. */
  readonly champion: RankedBot | undefined;
  /** The next of the bots that had traded; undefined where there is none to show. */
  readonly second: RankedBot | undefined;
}

export interface RankedBot {
  readonly bot: NamedBot;
  /** Return of the week in hundredths of a percent. */
  readonly weekBps: number;
}

export interface Promotion extends RankedBot {
  readonly league: string;
  /** Index of the tier. */
  readonly to: number;
}

export interface NewBot {
  readonly bot: NamedBot;
  readonly league: string;
  readonly registeredAt: Instant;
}

export interface IssueIncident {
  readonly at: Instant;
  readonly kind: IncidentView['kind'];
  /** What it is about, as the log names it. */
  readonly about: string;
  readonly reason: string;
}

/** An entry of the showcase that was picked. */
export interface PickedEntry {
  readonly id: number;
  /** As it is shown. */
  readonly board: string;
  readonly title: string;
  readonly bot: NamedBot;
}

/** What happened in a week, in any order but for the picks. Bots that are banned and leagues that are hidden are not among it. */
export interface WeekFacts {
  readonly week: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly leagues: readonly LeagueWeek[];
  readonly promotions: readonly Promotion[];
  readonly newBots: readonly NewBot[];
  /** Board by board, the most votes first. */
  readonly picks: readonly PickedEntry[];
  readonly incidents: readonly IssueIncident[];
  /** Why the league is no competition; null where it is one. */
  readonly caution: string | null;
}

/** The first of a list, and how many there are. */
export interface Shown<T> {
  readonly total: number;
  readonly first: readonly T[];
}

export interface Champion extends RankedBot {
  readonly league: string;
  readonly bots: number;
}

export interface Race {
  readonly league: string;
  readonly first: RankedBot;
  readonly second: RankedBot;
  /** Hundredths of a percent between them. */
  readonly apartBps: number;
}

export interface Issue {
  readonly week: string;
  /** Its Monday and its Sunday. */
  readonly from: string;
  readonly to: string;
  readonly caution: string | null;
  /** The highest return first. */
  readonly champions: readonly Champion[];
  /** The closest first. */
  readonly races: readonly Race[];
  /** The highest tier first. */
  readonly promotions: Shown<Promotion & { readonly tier: string }>;
  /** The earliest first. */
  readonly newBots: Shown<NewBot>;
  readonly picks: readonly PickedEntry[];
  readonly incidents: Shown<IssueIncident>;
}

const racesMax = 3;
const listedMax = 10;

export function composeIssue(facts: WeekFacts): Issue {
  const { week, start, end, leagues, caution } = facts;
  const promotions = facts.promotions
    .toSorted((a, b) => b.to - a.to || b.weekBps - a.weekBps || order(a.bot, b.bot))
    .map((promotion) => ({ ...promotion, tier: tierName(promotion.to) }));
  return {
    week,
    from: isoDate(start),
    to: isoDate(end - dayMs),
    caution,
    champions: leagues
      .flatMap(({ league, bots, champion }) => (champion ? [{ league, bots, ...champion }] : []))
      .toSorted((a, b) => b.weekBps - a.weekBps || compare(a.league, b.league)),
    races: leagues
      .flatMap(({ league, champion, second }) =>
        champion && second ? [{ league, first: champion, second, apartBps: champion.weekBps - second.weekBps }] : [],
      )
      .toSorted((a, b) => a.apartBps - b.apartBps || compare(a.league, b.league))
      .slice(0, racesMax),
    promotions: firstOf(promotions),
    newBots: firstOf(facts.newBots.toSorted((a, b) => a.registeredAt - b.registeredAt || order(a.bot, b.bot))),
    picks: facts.picks,
    incidents: firstOf(facts.incidents.toSorted((a, b) => a.at - b.at)),
  };
}

function firstOf<T>(all: readonly T[]): Shown<T> {
  return { total: all.length, first: all.slice(0, listedMax) };
}

function order(a: NamedBot, b: NamedBot): number {
  return compare(a.botId, b.botId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
