/** The league that the path of a page names. */
import { leagueById } from '../league/catalogue.ts';
import { shown } from '../lib/text.ts';
import { NoSuchPage } from './page.ts';

/** Throws NoSuchPage. */
export function leagueOfPage(id: string): string {
  if (leagueById.has(id)) return id;
  throw new NoSuchPage(`There is no league "${shown(id)}".`, { href: '/leagues', text: 'Go to the leagues' });
}
