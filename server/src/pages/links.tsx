/** Addresses of the pages of leagues, bots and makers, and links with what they are called. */
import type { JSX } from 'preact';
import type { ShareImage } from '../html/layout.tsx';
import { leagueById } from '../league/catalogue.ts';

export interface BoardQuery {
  readonly as_of?: string;
  readonly week?: string;
  /** The bots of one tier alone. */
  readonly tier?: string;
  /** What the rows are sorted by, where it is not their rank. */
  readonly sort?: string;
}

/** What the board of a page was asked for, so that its other pages are of the same. */
export function boardHref(league: string, page = 1, query: BoardQuery = {}): string {
  return withQuery(`/leagues/${league}`, { ...asked(query), ...pageOf(page) });
}

/** The same board as data. */
export function boardJson(league: string, page = 1, query: BoardQuery = {}): string {
  return withQuery('/api/leaderboard', { league, ...asked(query), ...pageOf(page) });
}

/** A close or a week, and what of it in which order. */
function asked({ as_of: date, week, tier, sort }: BoardQuery): Readonly<Record<string, string>> {
  return {
    ...(date !== undefined ? { as_of: date } : week !== undefined ? { week } : {}),
    ...(tier === undefined ? {} : { tier }),
    ...(sort === undefined ? {} : { sort }),
  };
}

const pageOf = (page: number): Readonly<Record<string, string>> => (page === 1 ? {} : { page: String(page) });

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

export function botHref(botId: string, page = 1): string {
  return `/bots/${botId}${page === 1 ? '' : `?page=${page}`}`;
}

export function makerHref(makerId: string, page = 1): string {
  return `/makers/${makerId}${page === 1 ? '' : `?page=${page}`}`;
}

/** A league by its id, as pages name it. */
export function leagueName(id: string): string {
  return leagueById.get(id)?.name ?? id;
}

export function LeagueLink({ league }: { league: string }): JSX.Element {
  return <a href={boardHref(league)}>{leagueName(league)}</a>;
}

export function BotLink({ bot }: { bot: { readonly agent_id: string; readonly name: string } }): JSX.Element {
  return (
    <a href={botHref(bot.agent_id)}>
      <bdi>{bot.name}</bdi>
    </a>
  );
}

export function roundsHref(league: string, page = 1): string {
  return withQuery(`/leagues/${league}/rounds`, pageOf(page));
}

/** @param round its name. */
export function roundHref(league: string, round: string, page = 1): string {
  return withQuery(`/leagues/${league}/rounds/${round}`, pageOf(page));
}

/** @param round its name. */
export function RoundLink({ league, round }: { readonly league: string; readonly round: string }): JSX.Element {
  return <a href={roundHref(league, round)}>{round}</a>;
}

/** @param league null for all leagues. */
export function championsHref(league: string | null, page = 1): string {
  return withQuery(league === null ? '/champions' : `/leagues/${league}/champions`, pageOf(page));
}

export function marketHref(league: string): string {
  return `/leagues/${league}/market`;
}

export function rulesHref(league: string): string {
  return `/leagues/${league}/rules`;
}

/** @param league null for the bots of all leagues. */
export function botsHref(league: string | null, page = 1): string {
  return withQuery('/bots', { ...(league === null ? {} : { league }), ...pageOf(page) });
}

export function ladderHref(league: string): string {
  return `/leagues/${league}/ladder`;
}

/** Bots side by side; with fewer than two of them the form to choose more. */
export function compareHref(botIds: readonly string[]): string {
  return `/compare?bots=${botIds.join(',')}`;
}

/** The share image of a league's pages. @param asOf instant of the close that it shows, where the page knows it. */
export function leagueImage(league: string, asOf: string | null = null): ShareImage {
  return imageAt(`/og/leagues/${league}.png`, asOf);
}

/** @param asOf instant of the close that the image shows. */
export function imageAt(path: string, asOf: string | null): ShareImage {
  return { path, version: asOf === null ? null : asOf.slice(0, 10) };
}
