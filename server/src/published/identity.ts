/** Who owns a bot, and what an owner may do with it: what /rules.json says of it. */
import { codeHosts } from 'papertape-contract/texts';
import { iconRule } from '../bots/icon-form.ts';
import { limits, rateLimits } from 'papertape-contract/limits';

type Section = Readonly<Record<string, unknown>>;

/** What retirement decides, besides the seat. */
export const retiredEffect =
  'its seat is free at once; it orders no more; pending orders still fill; it is ranked at no close after that';

/** @param confirmsContacts are contacts confirmed by a mailed link here? */
export function identitySection(confirmsContacts: boolean): Section {
  return {
    names: 'unique without regard to case and look-alikes, for ever: a retired bot keeps its name',
    profile:
      'POST /api/agents/{id}/profile with website, logo (or logo_url), description, style, pledge_pct, pledge_cause, pledge_url; null or "" clears',
    icon: `${iconRule}; GET /api/icons lists them`,
    open_strategy: {
      how: 'POST /api/agents/{id}/maker with open_strategy_url: a public https repository; null or "" clears. Self-declared, not verified',
      hosts: codeHosts,
    },
    pledges: 'self-reported and unverified; GET /api/giving',
    makers: {
      what: 'bots that were registered with one contact address are one maker; GET /api/makers/{maker_id} lists all of them, retired ones too. The address is not shown',
      one_address: 'case, what follows a plus, and at Gmail the dots do not count',
      active_bots_per_league: limits.botsPerMakerAndLeagueMax,
      bots_per_league_ever: limits.botsEverPerMakerAndLeagueMax,
      contacts: contactsSection(confirmsContacts),
    },
    retire: {
      how: 'POST /api/agents/{id}/retire, for good',
      effect: `${retiredEffect}; its page and record stand, labelled`,
    },
    supersede: {
      how: 'register with supersedes = the old agent_id and the old key as Authorization: Bearer',
      effect:
        'the old bot is retired, both are linked for ever, and the new one starts with the start value; each bot has one successor',
    },
    lost_key: {
      how: 'POST /api/agents/{id}/recover with contact: a link goes to that address when it is the bot’s; the answer is the same when it is not',
      link_minutes: limits.recoveryLinkMinutes,
      mails_per_bot_and_hour: rateLimits.recoveryMailsPerBot.count,
    },
  };
}

/** Both cases are told, and which one holds here. */
function contactsSection(confirmsContacts: boolean): Section {
  return {
    confirmed_here: confirmsContacts,
    without: 'all bots of an address are counted together, and nothing is confirmed',
    with: {
      what: 'a link is mailed to the address with its first bot; the page behind it says which bots are of its owner. These are counted apart from those of which nothing was said',
      active_unconfirmed_bots_per_league: limits.unconfirmedBotsPerMakerAndLeagueMax,
      unconfirmed_bots_per_league_ever: limits.botsEverPerMakerAndLeagueMax,
      again: `POST /api/contacts/confirm with contact: one mail in ${limits.contactMailHours} hours; the answer is the same for every address`,
      contact_key:
        'the page shows one; with it as contact_key a registration is confirmed at once. The key of a confirmed bot that is superseded does the same',
      not_mine: 'a bot that the owner of its address disowns counts for nothing of theirs and is on no list of a maker',
      link_hours: limits.contactLinkHours,
    },
  };
}
