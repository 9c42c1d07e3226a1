/** Addresses of the pages of leagues, bots and makers, and links with what they are called. */
import type { JSX } from 'preact';
import { leagueById } from '../league/catalogue.ts';

export interface BoardQuery {
  readonly as_of?: string;
  readonly week?: string;
}

/** What the board of a page was asked for, so that its other pages are of the same. */
export function boardHref(league: string, page = 1, query: BoardQuery = {}): string {
  return withQuery(`/leagues/${league}`, { ...asked(query), ...pageOf(page) });
}

/** The same board as data. */
export function boardJson(league: string, page = 1, query: BoardQuery = {}): string {
  return withQuery('/api/leaderboard', { league, ...asked(query), ...pageOf(page) });
}

/** One of the two. */
function asked({ as_of: date, week }: BoardQuery): Readonly<Record<string, string>> {
  return date !== undefined ? { as_of: date } : week !== undefined ? { week } : {};
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
