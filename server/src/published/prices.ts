/**
 * How prices are made and guarded, as data: the section `prices` of rules.json, and the sentence for every reason why there is none.
 * The guards' numbers come from the on-chain source itself; docs/operators/pricing.md explains them.
 */
import { finalBpsMax } from '../engine/finality.ts';
import { exchangeDates } from '../league/catalogue/exchanges.ts';
import { guardReasons } from '../flow/price/health.ts';
import { healthyWithinMs } from '../flow/window/late.ts';
import { priceDigits } from '../flow/price/price.ts';
import { noPriceReasons } from '../flow/price/reasons.ts';
import { thinAboveFee } from '../sources/onchain/first-route.ts';
import { guardTable } from '../sources/onchain/guard-table.ts';
import { spreadTable } from '../sources/onchain/spread-table.ts';

const guardsDoc = '/docs/operators/pricing.md#guards';
const minuteMs = 60_000;

const whenOrdersAreTaken = {
  orders_open: {
    rule: 'every source over which the tradable symbols of the league are priced was healthy at one of the last marks',
    source: 'each chain, or the one simulated or recorded market',
    healthy: 'at a mark: it gave a reading of one of its pools, or said of one that a guard held it back',
    within_minutes: healthyWithinMs / minuteMs,
    until: 'the mark that is due now; marks that are late count like marks without a reading',
    closed: 'an order, and the entry check, is answered 503 orders_closed with Retry-After; a preview is not',
    doc: '/docs/operators/pricing.md#when-orders-are-open',
  },
  closed_markets: {
    rule: 'of a symbol whose price follows an exchange (trading_hours of the universe) the window of an order must lie within one session, not before the first observation of the day, one step of its price after the opening; otherwise the order is answered 409 market_closed with opens_at, and nothing is stored',
    takes_part:
      'symbols that the order names with a weight above 0, that the bot holds, or that an order of the bot names which counts and is not decided; none that is frozen',
    also: 'sandbox orders, previews and the entry check',
    not: 'prices around the clock (chains, simulated), and recordings of one price a day',
    sessions: '09:30 to 16:00 of the time zone, to 13:00 on half days, Monday to Friday but for holidays',
    exchanges: exchangeDates,
    doc: '/docs/bots/rules.md#closed-markets',
  },
};

export function pricesSection(): Readonly<Record<string, unknown>> {
  return {
    doc: '/docs/operators/pricing.md',
    mean: {
      geometric:
        'Uniswap v3 pools: 1.0001 ^ ((C(end) - C(start)) / seconds) * 10 ^ (decimals of token0 - decimals of token1), C = tick cumulative; weighted by time',
      arithmetic:
        'simulated and recorded prices: (C(end) - C(start)) / seconds, C = price * seconds, summed; weighted by time',
      point: 'rates that a contract sets: the value at the end of the window',
    },
    block: {
      reading: 'the tick cumulative at the very second of the mark, by observe() at a later block',
      which:
        'the lowest of the heads that the endpoints of a chain give, once it is some seconds younger than the mark; more than half of the endpoints must have that block',
      pinned_by: 'block hash; number, hash and time are kept with the readings and are part of every proof',
      same_at_any_block:
        'what the cumulative was at a past second is the same number in every later block of the chain',
    },
    market: {
      version:
        'symbols, routes, spreads and pools; changed ones are a new version, which the entries of marks in the public log name by its hash, from the first mark done under it on',
      rule: 'a window is priced by the version that the mark before it named, whenever that is done; the first window of all by the first version',
      new_symbol: 'can be ordered once the first mark of its version is done',
      left_out:
        'what a new version has no longer is not read: an order whose window needs it waits, and is rejected with price_unavailable',
      doc: '/docs/bots/rules.md#a-changed-book',
    },
    rounding: {
      mean_tick: 'not rounded',
      price_significant_digits: priceDigits,
      how: 'halves up, once, after the legs of a route are multiplied',
      comparison: 'the two routes are compared as exact fractions, before rounding',
    },
    guards: guardTable.map(({ reason, guard, limit, unit, effect }) => ({
      reason,
      guard,
      limit,
      unit,
      effect,
      meaning: noPriceReasons[reason],
      doc: guardsDoc,
    })),
    first_route: {
      rule: 'the deepest route of the lowest fee tier; a pool above this fee is no part of it where another pool does the same step for this fee or less',
      fee_percent: thinAboveFee / 10_000,
      thin: 'a symbol whose first route has a pool above that fee, since no other is known: its price may be stale by as much, and its spread is wide',
      spread:
        'at least what staleness may pay, found by simulation; of a pool book that the operator chose, the fees of the first route together where nobody has worked it out; simulated prices have none, recorded ones what their manifest says',
      built_in_book: spreadTable,
      in_force: 'spread_bps and thin of GET /api/universe',
      doc: '/docs/decisions/0024-stale-pools.md',
    },
    ...whenOrdersAreTaken,
    not_tradable: {
      rule: 'a symbol with a pool that one of these reasons held back at the last mark, or that failed its checks at the start, is listed with tradable false and the reason',
      reasons: guardReasons,
    },
    finality: {
      rule: 'when the windows that begin at a mark are over and its block is final, the chain is asked again for the block, and every endpoint for what was read in it',
      gone: 'when another block is there, the mark is read again and the prices that rest on it are made again; incident block_replaced',
      differs:
        'when more than half of the configured endpoints say something else of what was read, the prices that rest on it are made again; incident reading_differs, with both values and the endpoints that told what was read',
      incident: `a used price that differs by more than ${finalBpsMax} bps, or whose outcome is another, is an incident price_differs`,
      bps_max: finalBpsMax,
      revalued: false,
      where: '`finality` and `incidents` of GET /api/status',
      doc: '/docs/operators/pricing.md#finality',
    },
  };
}
