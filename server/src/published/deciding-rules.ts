/**
 * The rules that decide outcomes, as data: the sections of /rules.json of which `rules_version` is the name. A change here needs an entry
 * in rules-changelog.ts. What is refused at the door (limits, rate limits, errors) decides no outcome and stands in rules.ts.
 */
import { sumRoundedUpTo } from '../flow/order/order.ts';
import { priceWaitMsMax } from '../flow/mark/queue.ts';
import { fxFeeBps, startValue, tradeNotionalMin } from '../flow/fill/fill.ts';
import { poolsApartBpsMax, priceDigits } from '../flow/price/price.ts';
import { markDownSchedule } from '../flow/price/mark-down.ts';
import { delistAfterMs, suspendAfterMs } from '../flow/price/suspension.ts';
import { baselineName, medianBotsMin } from '../flow/rank/baseline.ts';
import { closesPerYear, riskReturnsMin, settledClosesMin, yearReturnsMin } from '../flow/rank/statistics.ts';
import { figureCatalogue } from '../flow/rank/statistics/catalogue.ts';
import { dayMs, hourMs, markMs, windowMs } from '../lib/time.ts';
import { formatFixed, moneyScale, pow10, unitsScale, weightScale } from '../lib/decimal.ts';
import { weightMin } from '../flow/order/order.ts';
import { qualifyingTier } from '../league/tiers.ts';
import { usdCadSymbol } from '../league/symbol.ts';
import { retiredEffect } from './identity.ts';
import { ladderSection, voidSection, weekSection } from './ladder-rules.ts';
import { operatorSection } from './operator-rules.ts';
import { pricesSection } from './prices.ts';
import { formulas, proofPaths, rounding } from '../proof/format.ts';
import { rulesChangelog } from './rules-changelog.ts';
import { rulesVersionOf, type RulesVersion } from '../league/rules-version.ts';

/** Settings of a service that change outcomes. */
export interface RuleSettings {
  /** Seats of each tier, where the operator has not set other ones of a league. */
  readonly botsPerTier: number;
}

const minuteMs = 60_000;

export const markMinutes = markMs / minuteMs;
export const windowMinutes = windowMs / minuteMs;
export const priceWaitHours = priceWaitMsMax / hourMs;
export const suspendAfterHours = suspendAfterMs / hourMs;
export const startValueUsd = Number(startValue / pow10(moneyScale));
export const tradeMinUsd = Number(tradeNotionalMin) / Number(pow10(moneyScale));

/** The version of the rules that a service with these settings plays by. */
export function currentRules(settings: RuleSettings): RulesVersion {
  return rulesVersionOf(rulesChangelog[0].version, decidingSections(settings));
}

/** By their names in /rules.json. */
export function decidingSections({ botsPerTier }: RuleSettings): Readonly<Record<string, unknown>> {
  return {
    start: { value_usd: startValueUsd, tier: qualifyingTier },
    order: orderRules(),
    price: priceRules(),
    prices: pricesSection(),
    fill: fillRules(),
    close: {
      time: '00:00 UTC',
      every_hours: dayMs / hourMs,
      price: `average of the ${windowMinutes} minutes that end at the close, same pools, same check as a fill`,
      without_a_price: 'the last agreed price of the symbol, marked down; the value is marked `stale`',
      mark_down: {
        schedule: markDownSchedule,
        hours:
          'since the end of the last window over which the symbol was agreed; of a price that follows the sessions of an exchange only hours at which it was open; the last line that applies',
        of: 'the lower of the last agreed price and the last price of the first route that could be read after it',
        rounding: `down, to ${priceDigits} significant digits`,
        not: 'in fills',
      },
      name: 'the date of its instant: the close 2026-11-22 is 2026-11-22T00:00:00Z',
      order_of_work: 'windows that end at the close are filled before it',
    },
    rank: {
      by: ['return_pct, 2 decimals, highest first', 'value_usd, cents, highest first'],
      ties: 'equal on both is the same rank; the next rank skips (1, 1, 3)',
      newcomers:
        'a bot without a close shows its start value, and is ranked with it among the values of the last close',
      return_pct: '(value - start value) / start value * 100',
      retired: `of a bot that is retired: ${retiredEffect}`,
      payment: 'payment never affects rank or score',
    },
    figures: figuresSection(),
    baselines: {
      what: 'buy and hold of each of the two largest symbols of a league, and of all its symbols in equal parts',
      ids: ['hold_<SYMBOL>', 'equal_weight'],
      names: { equal_weight: baselineName('equal_weight'), 'hold_<SYMBOL>': baselineName('hold_<SYMBOL>') },
      bought: 'at the first window over which the two largest symbols have agreed prices, by the rules of a fill',
      seats: 0,
      line: 'its values at the last closes, with GET /api/leaderboard',
      beats_market: `the bot's return since its own first fill, percent with 2 decimals, is above that of every baseline over the same time; equal is not above; false before the first close after the fill`,
      first_fill:
        'the first fill with a trade, of an order that counts; an order of all cash has none. A baseline is valued at the end of its window; one that was bought later counts from its $100,000',
      task_leagues: {
        par: `${startValueUsd} USD, held`,
        median: `begins with ${startValueUsd} USD, and is paid in each round as a bot that has the median score of all bots with a result, house bots among them; of an even number the mean of the two in the middle, rounded down; at par, which is nothing, where fewer than ${medianBotsMin} have one`,
        names: { par: baselineName('par'), median: baselineName('median') },
        begin: 'at the first scored round of the league',
        market: 'par stands where equal_weight stands in the figures, and alone in beats_market',
        first_fill: 'they count from before the pay of the mark at which the first round of the bot was scored',
      },
    },
    house_bots: {
      what: 'plain strategies that the service itself runs through the same public API as everyone; labelled `house`, and treated like every other bot: they take seats, rank and fill by the same rules',
      names: 'begin with "House · "; only the service can register them',
      strategies: ['equal weight', 'momentum', 'minimum variance', 'mean reversion'],
      trade: 'once a day between 00:05 and 00:30 UTC',
      beats_house:
        'the bot is ranked strictly ahead of every house bot of its league; false where there is none, and for house bots',
    },
    tiers: ladderSection(botsPerTier),
    weeks: weekSection(),
    void_closes: voidSection(),
    operator: operatorSection(),
    suspension: {
      after_hours: suspendAfterHours,
      hours: 'of a price that follows the sessions of an exchange only hours at which it was open',
      how: 'A symbol without an agreed price for that long is frozen at its last agreed price: orders leave it as it is and are not rejected for it. It is resumed by the first agreed price. The operator may suspend, resume, or delist a symbol; a delisted one is turned into cash at its price as it is marked down at a close, without a fee.',
      delisted_after_hours: delistAfterMs / hourMs,
      public: 'GET /api/incidents has all of it',
    },
    proofs: {
      fill: proofPaths.fill('{order_id}'),
      close: proofPaths.close('{league}', '{date}', '{agent_id}'),
      bot: proofPaths.agent('{agent_id}'),
      formulas,
      rounding,
    },
  };
}

function orderRules(): Readonly<Record<string, unknown>> {
  return {
    weights: 'symbol to number, each 0 or more, sum at most 1, checked on the digits as sent; the rest is cash',
    sum_rounded_up_to: sumRoundedUpTo,
    weight_places: weightScale,
    weight_min: Number(formatFixed(weightMin, weightScale)),
    weight_below_min: 'a weight above 0 and below weight_min is refused; 0 is taken',
    mark_minutes: markMinutes,
    window_minutes: windowMinutes,
    window_start: 'the first mark strictly after arrival; an arrival exactly on a mark waits for the next one',
    several:
      'orders of one bot fill in order of arrival, each in its own window; none replaces another; an order that waits for a price holds up the later ones of its kind, scored or sandbox, and never one of the other kind',
    final: true,
    sandbox: 'an order with sandbox true goes the same way against a copy of the portfolio, and never counts',
  };
}

function priceRules(): Readonly<Record<string, unknown>> {
  return {
    average: {
      geometric: 'pools with tick cumulatives, as their own oracle defines it',
      arithmetic: 'all other sources, weighted by time',
    },
    significant_digits: priceDigits,
    routes: 'a symbol may be priced over several pools; the averages of the legs are multiplied',
    pools_apart_bps_max: poolsApartBpsMax,
    pools_apart: `|second / first - 1| above ${poolsApartBpsMax} bps rejects; exactly ${poolsApartBpsMax} bps does not; the fill price is the first`,
    price_wait_hours: priceWaitHours,
    cad: `a price in CAD is converted at the average of ${usdCadSymbol} over the same window`,
  };
}

function fillRules(): Readonly<Record<string, unknown>> {
  return {
    value: 'cash + sum of units * price over everything held',
    target_units: 'weight * value / price',
    takes_part: `a symbol that is held, or of which weight * value is at least ${tradeMinUsd}: a price of another one that is missing or apart stops no order`,
    order_of_trades: 'sells, then buys, each in order of symbol',
    not_enough_cash: 'buys are scaled down by one factor; cash is never below zero',
    trade_min_usd: tradeMinUsd,
    whole_holding: 'sold whatever it is worth, also under trade_min_usd',
    commission_bps: 0,
    fx_fee_bps: fxFeeBps,
    fx_fee_on: 'trades in symbols priced in CAD',
    fx_fee_max: 'of a sell its proceeds',
    spread: 'spread_bps of the symbol, on what each trade moves; of a sell at most what the fee leaves of its proceeds',
    rounding: {
      cash_and_value_places: moneyScale,
      units_places: unitsScale,
      units_of_a_buy: 'down',
      cost_of_a_buy: 'up',
      proceeds_of_a_sell: 'down',
      fees_and_spreads: 'up',
      value: 'down, once, over the whole portfolio',
      shown_value: 'cents, halves up',
    },
  };
}

/** Every figure that is published. */
function figuresSection(): Readonly<Record<string, unknown>> {
  return {
    daily_return:
      'value at a close / value at the valid close before - 1; counted from the first close at or after the first fill of a bot; a void close gives one return over two days',
    null: 'a record that is too short, or a denominator of zero (a spread of at most 1e-12 a day is rounding, and counts as zero)',
    returns_min: { risk: riskReturnsMin, year: yearReturnsMin },
    provisional_until: { closes: settledClosesMin, fills: 1 },
    days_of_a_year: closesPerYear,
    list: Object.entries(figureCatalogue).map(([id, f]) => ({ id, ...f })),
  };
}
