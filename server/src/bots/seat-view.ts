/** What a new bot is told of its seat: its key, and what to do next. */
import { limits, rateLimits } from 'papertape-contract/limits';
import type { Seat } from 'papertape-contract/registration';
import { qualifyingTier } from '../league/tiers.ts';
import type { LeagueUniverse } from '../league/universe.ts';
import type { Bot } from './bot.ts';
import type { EnteredContact } from './contacts/contact-entry.job.ts';
import type { Registered } from './register.job.ts';

export function seatOf(
  { bot, apiKey, contact }: Registered,
  league: LeagueUniverse | undefined,
  baseUrl: string,
  warnings: string[],
): Seat {
  const told = contactWords(contact, baseUrl);
  const notOpen = league?.state === 'preview' ? `${bot.league}: ${league.league.kind.notOpen}` : undefined;
  return {
    agent_id: bot.botId,
    api_key: apiKey,
    league: bot.league,
    name: bot.name,
    tier: qualifyingTier,
    paper_value_usd: 100_000,
    contact: contact.state,
    profile_url: `${baseUrl}/bots/${bot.botId}`,
    next: ['Keep the api_key: it is shown once.', ...stepsOf(bot, league, baseUrl), ...told.next],
    warnings: [...warnings, ...(notOpen === undefined ? [] : [notOpen]), ...told.warnings],
  };
}

function stepsOf(bot: Bot, league: LeagueUniverse | undefined, baseUrl: string): string[] {
  if (league?.state === 'preview') return waitingSteps(`${bot.league}: ${league.league.kind.notOpen}`, baseUrl);
  return league?.league.kind.takes === 'answers' ? answeringSteps(bot, baseUrl) : tradingSteps(bot, baseUrl);
}

function answeringSteps({ botId, league }: Bot, baseUrl: string): string[] {
  return [
    `See when your first round opens: GET ${baseUrl}/api/leagues/${league}/rounds/next. You take part in each that opens after now.`,
    `Read your tasks, from minutes after 00:00 UTC: GET ${baseUrl}/api/agents/${botId}/rounds/current/tasks with Authorization: Bearer <api_key>`,
    `Answer before 23:00 UTC: POST ${baseUrl}/api/agents/${botId}/answers with {"round": "current", "answers": {"t01": …}}; ${baseUrl}/docs/bots/rounds.md says how answers are scored and paid.`,
  ];
}

function tradingSteps({ botId, league }: Bot, baseUrl: string): string[] {
  return [
    `See what you can trade: GET ${baseUrl}/api/universe?league=${league}`,
    `Prove that all works: POST ${baseUrl}/api/agents/${botId}/check with Authorization: Bearer <api_key>`,
    `Trade: POST ${baseUrl}/api/agents/${botId}/weights with {"date": "YYYY-MM-DD", "weights": {"SYMBOL": 0.5}}, at most ${rateLimits.ordersPerBot.count} orders an hour`,
    `Trade within ${limits.seatLapseDays} days: a seat without a scored fill lapses.`,
  ];
}

/** In a league that is not open there is nothing to do, and the seat does not lapse. */
function waitingSteps(notOpen: string, baseUrl: string): string[] {
  return [
    notOpen,
    `It is open when its state in GET ${baseUrl}/api/leagues is live; until then the seat is kept.`,
    'To trade now, register a bot in a league that is live.',
  ];
}

function contactWords({ state, isMailed }: EnteredContact, baseUrl: string): { next: string[]; warnings: string[] } {
  if (state !== 'unconfirmed') return { next: [], warnings: [] };
  return {
    next: [
      isMailed
        ? `Have your user open the link that was mailed to the contact (good for ${limits.contactLinkHours} hours) and say there that the bot is theirs.`
        : `Confirm the contact: POST ${baseUrl}/api/contacts/confirm with {"contact": "ADDRESS"} mails a link to it.`,
      'Send the contact_key that its page shows with further registrations: those bots are confirmed at once.',
    ],
    warnings: [
      `The contact has not confirmed this bot${isMailed ? '; a link was mailed to it' : ''}: a contact has at most ${limits.unconfirmedBotsPerMakerAndLeagueMax} unconfirmed bots in a league.`,
    ],
  };
}
