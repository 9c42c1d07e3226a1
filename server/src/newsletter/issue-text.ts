/** An issue as the text of a mail. */
import { words } from '../words/words.ts';
import { iso } from '../lib/clock.ts';
import type { Issue, NamedBot, Shown } from './issue.ts';
import {
  championTail,
  houseMark,
  issueTitles,
  leagueTitle,
  moreText,
  noMoney,
  noneOf,
  promotionTail,
  raceTail,
} from './issue-lines.ts';

type Part = keyof typeof issueTitles;

/** @param links the issue's page, and the one that takes its reader off the list. */
export function issueText(issue: Issue, links: { readonly page: string; readonly leave: string }): string {
  const name = (bot: NamedBot): string => `${bot.name}${houseMark(bot)}`;
  const lines: Readonly<Record<Part, readonly string[]>> = {
    champions: issue.champions.map((c) => `${leagueTitle(c.league)}: ${name(c.bot)}, ${championTail(c)}`),
    races: issue.races.map(
      (r) => `${leagueTitle(r.league)}: ${name(r.first.bot)} before ${name(r.second.bot)}, ${raceTail(r)}`,
    ),
    promotions: shown(issue.promotions, (p) => `${name(p.bot)} ${promotionTail(p)}`),
    newBots: shown(issue.newBots, (n) => `${name(n.bot)} in ${leagueTitle(n.league)}`),
    picks: issue.picks.map((p) => `${p.board}: ${p.title}, by ${name(p.bot)}`),
    incidents: shown(
      issue.incidents,
      (i) => `${iso(i.at).slice(0, 16)}Z  ${words.incidents[i.kind]} ${i.about}: ${i.reason}`,
    ),
  };
  const parts = (Object.keys(issueTitles) as Part[]).map((part) => {
    const own = lines[part].length === 0 ? [noneOf[part]] : lines[part];
    return `${issueTitles[part].toUpperCase()}\n${own.map((line) => `- ${line}\n`).join('')}`;
  });
  const head = `Papertape, ${issue.week}: ${issue.from} to ${issue.to}\n${links.page}\n`;
  const caution = issue.caution === null ? [] : [`${issue.caution}\n`];
  return [head, ...caution, ...parts, `${noMoney}\n\nTo leave the list: ${links.leave}\n`].join('\n');
}

function shown<T>(list: Shown<T>, line: (one: T) => string): string[] {
  const more = moreText(list);
  return [...list.first.map(line), ...(more === undefined ? [] : [more])];
}
