/** What is said of each thing in an issue, without the names that are links on a page: the mail's text and its HTML say the same. */
import { leagueById } from '../league/catalogue.ts';
import { counted, signedPercent } from '../html/format.ts';
import type { Champion, NamedBot, Promotion, Race, RankedBot, Shown } from './issue.ts';

export const issueTitles = {
  champions: 'Champions',
  races: 'Closest races',
  promotions: 'Promotions',
  newBots: 'New bots',
  picks: 'Picks of the showcase',
  incidents: 'Incidents',
} as const;

/** In the place of a list with nothing in it. */
export const noneOf = {
  champions: 'No league had a champion.',
  races: 'No league had two bots that had traded.',
  promotions: 'Nobody went up.',
  newBots: 'No bot entered.',
  picks: 'No entry got a vote.',
  incidents: 'There was none.',
} as const;

export const noMoney = 'No real money is traded here, and nothing is financial advice.';

export function leagueTitle(id: string): string {
  return leagueById.get(id)?.name ?? id;
}

/** Behind the name of a bot of the service itself. */
export function houseMark({ house }: NamedBot): string {
  return house ? ' (house bot)' : '';
}

export function returnText({ weekBps }: Pick<RankedBot, 'weekBps'>): string {
  return signedPercent(weekBps / 100);
}

export function championTail(champion: Champion): string {
  return `${returnText(champion)}, first of ${counted(champion.bots, 'bot')}`;
}

export function raceTail({ first, second, apartBps }: Race): string {
  const apart = apartBps === 0 ? 'equal to the last hundredth' : `${(apartBps / 100).toFixed(2)} points apart`;
  return `${returnText(first)} and ${returnText(second)}, ${apart}`;
}

export function promotionTail(promotion: Promotion & { readonly tier: string }): string {
  return `to ${promotion.tier} in ${leagueTitle(promotion.league)}, ${returnText(promotion)}`;
}

export function moreText({ total, first }: Shown<unknown>): string | undefined {
  return total > first.length ? `and ${total - first.length} more` : undefined;
}
