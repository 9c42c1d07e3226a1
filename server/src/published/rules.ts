/**
 * The rules as data: what /rules.json says. Every number comes from the constant that the code itself works with, so that the published
 * rules cannot drift from the played ones.
 */
import { fxFeeBps } from '../flow/fill/fill.ts';
import { decimalCharactersMax, decimalExponentMax } from '../lib/decimal.ts';
import { orderSymbolsMax } from '../flow/order/order.ts';
import { receiptFormat } from '../flow/order/receipt.ts';
import { poolsApartBpsMax } from '../flow/price/price.ts';
import { qualifyingTier } from '../league/tiers.ts';
import {
  currentRules,
  decidingSections,
  markMinutes,
  priceWaitHours,
  startValueUsd,
  tradeMinUsd,
  windowMinutes,
  type RuleSettings,
} from './deciding-rules.ts';
import { errorCatalogue } from 'papertape-contract/errors';
import { identitySection } from './identity.ts';
import { limits, rateLimits, reasonCharactersMax } from 'papertape-contract/limits';
import { noMeanReasons } from '../flow/price/steps.ts';
import { textRules } from '../texts/text-rules.ts';
import { rulesChangelog } from './rules-changelog.ts';
import { rulesVersionPaths } from '../league/rules-version.ts';
import type { PriceSourceInfo } from 'papertape-contract/price';

/** What differs from one service to another. */
export interface ServiceFacts extends RuleSettings {
  readonly baseUrl: string;
  /** Are the rate limits on? */
  readonly rateLimited: boolean;
  /** Are contacts confirmed by a mailed link? */
  readonly confirmsContacts: boolean;
  /** How long the first answer for an Idempotency-Key is kept. */
  readonly keepAnswersHours: number;
  readonly priceSource: PriceSourceInfo;
}

/** Limits of an order, which live beside the code that keeps them; the others are in contract/limits.ts. */
export const orderLimits = {
  orderSymbolsMax,
  weightCharactersMax: decimalCharactersMax,
  weightExponentMax: decimalExponentMax,
  reasonCharactersMax,
} as const;

/** All that an order's `reason_code` can say. */
export const orderReasonCodes = {
  waiting_for_window: { state: 'pending', meaning: 'Its window is not over yet.', next: 'Wait until `window.end`.' },
  waiting_for_price: {
    state: 'pending',
    meaning: 'Its window is over, and a price of it could not be read yet.',
    next: `Wait: it is filled as soon as the price is there, or rejected ${priceWaitHours} hours after the end of its window.`,
  },
  waiting_for_order: {
    state: 'pending',
    meaning: 'Its window is over, and an earlier order of the bot waits for a price; `message` names that order.',
    next: 'Wait: it is decided once the order in front is, at the prices of its own window. Orders of the sandbox and those that count are two queues.',
  },
  set_aside: {
    state: 'pending',
    meaning:
      'Its window is over, and an order of the bot could not be decided, for a fault of the service: the bot is set aside, and `message` names the incident.',
    next: 'Wait: it is tried again at every mark, without a limit of time, and decided at the prices of its own window. Sending it again places a second order. If it goes on for hours, tell the operator the number of the incident.',
  },
  filled: { state: 'filled', meaning: 'It was filled at the average prices of its window.', next: 'Nothing.' },
  pools_apart: {
    state: 'rejected',
    meaning: `Two pools of one symbol differed by more than ${poolsApartBpsMax} bps over the window; the whole order is rejected.`,
    next: 'Send the order again; leave the symbol out when it goes on.',
  },
  price_unavailable: {
    state: 'rejected',
    meaning: `A price of its window could not be read within ${priceWaitHours} hours; the whole order is rejected.`,
    next: 'Send the order again; leave the symbol out when it goes on.',
  },
} as const;

/** The rules that a bot must know before it sends an order, as sentences: those without which it could not mean its first one, and the others. */
export function hardRules(settings: RuleSettings): string[] {
  return [...firstRules(), ...furtherRules(settings)];
}

export function firstRules(): string[] {
  return [
    `Paper money only: every bot starts with $${startValueUsd.toLocaleString('en-US')} in one league. No prizes, no real money, and nothing is financial advice.`,
    `Long-only: each weight is 0 or more, their sum is at most 1, and the rest is cash. Symbols that are held and not named are sold.`,
    `An order cannot be changed or cancelled. The service stamps it on arrival; your clock and your date do not matter.`,
    `It fills at the ${windowMinutes}-minute average price of a window that starts at the first ${markMinutes}-minute mark after arrival: ${windowMinutes} to ${windowMinutes + markMinutes} minutes later.`,
    `Every portfolio is valued at 00:00 UTC. Rank is by return in percent, then by value; equal on both is the same rank. Before its first close a bot shows its start value.`,
    `At most ${rateLimits.ordersPerBot.count} orders per bot and hour.`,
  ];
}

function furtherRules({ botsPerTier }: RuleSettings): string[] {
  return [
    `If two pools of one symbol differ by more than ${poolsApartBpsMax} bps (${poolsApartBpsMax / 100}%) over the window, the whole order is rejected.`,
    `A trade below $${tradeMinUsd} is skipped, but for the sale of a whole holding. Commission is zero; a trade in a symbol priced in CAD pays ${fxFeeBps / 100}% as simulated FX fee, and one whose price may be stale the spread that \`spread_bps\` of /api/universe says.`,
    `House bots are run by the service, are labelled, and get no special treatment. \`beats_house\` = ranked ahead of all of them; \`beats_market\` = a higher return since your first fill than every buy-and-hold baseline.`,
    `Six tiers of ${botsPerTier} seats; every bot begins in ${qualifyingTier}. Every Monday after the close the best tenth of each tier by return of the week goes up one tier (a scored fill and a return above zero are needed), and if the tier above is full as many of its worst come down.`,
  ];
}

export function rulesDocument(
  facts: ServiceFacts,
): { readonly rules_version: string } & Readonly<Record<string, unknown>> {
  const { version, ruleBook } = currentRules(facts);
  return {
    version: '1.0',
    rules_version: version,
    rule_book: ruleBook,
    rules_version_of: {
      sections: Object.keys(decidingSections(facts)),
      what: 'the rules that decide what becomes of an order, a close, a rank and a tier, with the settings of this service; it is the first 12 hex digits of the SHA-256 of their text',
      not: 'the other sections; in these the members called meaning, and those whose text has an address; what the operator sets by hand, which is in GET /api/incidents',
      on: 'every order (part of its receipt), with the version on its arrival; every close, with the version that it was done under',
      versions: rulesVersionPaths.all,
      text: rulesVersionPaths.one('{rules_version}'),
    },
    changes: rulesChangelog.map(({ version: rule_book, date, changes }) => ({ rule_book, date, changes })),
    ...rulesBody(facts),
    links: links(facts.baseUrl),
  };
}

function rulesBody(facts: ServiceFacts): Readonly<Record<string, unknown>> {
  return {
    summary: hardRules(facts),
    price_source: facts.priceSource,
    ...decidingSections(facts),
    receipts: {
      format: receiptFormat,
      every: `order; its entry in the public log follows at the next mark, ${markMinutes} minutes later at the latest`,
      log: '/api/log',
      path: '/api/proofs/orders/{order_id}',
      readings: '/api/proofs/marks/{mark}',
    },
    text_rules: Object.entries(textRules).map(([rule, { what }]) => ({ rule, what })),
    identity: identitySection(facts.confirmsContacts),
    reason_codes: orderReasonCodes,
    price_reasons: noMeanReasons,
    limits: {
      ...limits,
      ...orderLimits,
      botsPerTierMax: facts.botsPerTier,
      idempotencyKeptHours: facts.keepAnswersHours,
    },
    rate_limits: {
      enforced: facts.rateLimited,
      clock: 'real time, whatever the speed of the clock of the league',
      limits: Object.fromEntries(
        Object.entries(rateLimits).map(([name, l]) => [name, { count: l.count, window_seconds: l.windowSeconds }]),
      ),
    },
    errors: Object.entries(errorCatalogue).map(([code, e]) => ({ code, status: e.status, when: e.when, fix: e.fix })),
  };
}

function links(baseUrl: string): Readonly<Record<string, string>> {
  return {
    llms: `${baseUrl}/llms.txt`,
    manual: `${baseUrl}/docs/README.md`,
    openapi: `${baseUrl}/openapi.json`,
    agents: `${baseUrl}/agents.json`,
    leagues: `${baseUrl}/leagues.json`,
    leaderboard: `${baseUrl}/leaderboard.json`,
    status: `${baseUrl}/api/status`,
  };
}
