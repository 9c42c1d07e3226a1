/**
 * Fill job: all orders whose window ended at a mark, and all that still wait, decided in bulk and stored within the mark's transaction.
 *
 * Orders of one bot are decided in order of arrival; an order behind a waiting one waits too. Sandbox orders are decided against
 * a copy of the portfolio as it stands and change nothing that counts.
 */
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { Trx } from '../../storage/storage.ts';
import type { PriceVector } from '../price/price.ts';
import type { UsdPrices } from '../price/usd.ts';
import { windowMs } from '../../lib/time.ts';
import { decideFill, notional, startValue, type FillDecision, type Portfolio } from './fill.ts';
import {
  deleteWaiting,
  emptyOutcomes,
  emptyPortfolios,
  insertOutcomes,
  insertWaiting,
  ordersOfWindow,
  upsertPortfolios,
  waitingOrders,
  type DueOrder,
  type OutcomeRows,
  type PortfolioRows,
} from './fill.sql.ts';
import { decodeHoldings, decodeWeights, encodeHoldings, encodeTrades } from './portfolio-text.ts';

/** How long an order waits for a price that could not be read, counted from the end of its window: 6 hours. */
export const priceWaitMsMax = 6 * 60 * 60_000;
/** Orders held in memory at once: few enough that what they are made of dies young (with 5,000 a window took twice as long). */
const ordersPerChunk = 250;

/** What the fill job needs to know of a window's prices at a mark. */
export interface WindowPrices {
  readonly vector: PriceVector;
  readonly usd: UsdPrices;
}

export interface FillJobInput {
  readonly trx: Trx;
  readonly insertMany: BulkInsert;
  readonly readChunks: ReadChunks;
  readonly mark: Instant;
  /** Orders of the window that ends at this mark: how many in which league. Without any, only the waiting ones are looked at. */
  readonly dueLeagues: ReadonlyMap<string, number>;
  readonly anyWaiting: boolean;
  /** Prices of the window that started at the instant, as they are known now. */
  readonly pricesOf: (windowStart: Instant) => Promise<WindowPrices>;
  readonly isCad: (symbol: SymbolId) => boolean;
}

export interface FillJobResult {
  readonly filled: number;
  readonly rejected: number;
  /** Of these, how many for which reason_code. */
  readonly rejections: Readonly<Record<string, number>>;
  readonly waiting: number;
  /** Windows whose prices decided an order: their vectors must be stored. */
  readonly usedWindows: ReadonlySet<Instant>;
  /** Leagues in which an order was decided. */
  readonly leagues: ReadonlySet<string>;
  /** Ends of the windows in which bots filled for the first time, by league. */
  readonly firstFills: ReadonlyMap<string, ReadonlySet<Instant>>;
}

export async function runFills(input: FillJobInput): Promise<FillJobResult> {
  const { trx, insertMany, mark } = input;
  const tally = { filled: 0, rejected: 0, waiting: 0 };
  const rejections: Record<string, number> = {};
  const usedWindows = new Set<Instant>();
  const leagues = new Set<string>();
  const firstFills = new Map<string, Set<Instant>>();
  const priceText = createPriceText();
  /** Bots with an order that still waits at this mark: their later orders queue behind it. */
  const blocked = new Set<string>();
  /** The bot at hand. It outlives its chunk: the rows of the next one were read before this one's portfolios were written. */
  let current: BotState | undefined;

  const decideChunk = async (orders: readonly DueOrder[], alreadyWaiting: boolean): Promise<void> => {
    const outcomes = emptyOutcomes();
    const portfolios = emptyPortfolios();
    const nowWaiting: DueOrder[] = [];
    for (const order of orders) {
      if (current?.agentId !== order.agentId) {
        if (current) keepPortfolio(current, portfolios);
        current = botState(order);
      }
      const windowEnd = order.windowStart + windowMs;
      const prices = await input.pricesOf(order.windowStart);
      const result = blocked.has(order.agentId)
        ? behindAnother
        : decideFill(decodeWeights(order.weights), current.portfolio, prices.usd, input.isCad);
      if (result.outcome === 'waiting' && (result === behindAnother || mark - windowEnd < priceWaitMsMax)) {
        blocked.add(order.agentId);
        tally.waiting++;
        if (!alreadyWaiting) nowWaiting.push(order);
        continue;
      }
      usedWindows.add(order.windowStart);
      leagues.add(order.league);
      if (alreadyWaiting) await deleteWaiting(trx, order.agentId, order.sequence);
      pushHead(outcomes, order, mark);
      if (result.outcome === 'filled') {
        tally.filled++;
        pushTail(
          outcomes,
          'filled',
          null,
          null,
          encodeTrades(result.trades, priceText),
          result.portfolio.cash,
          result.valueBefore,
          result.valueAfter,
        );
        if (!order.sandbox && current.firstFillAt === null) addTo(firstFills, order.league, windowEnd);
        if (!order.sandbox) applyFill(current, result, windowEnd);
      } else {
        tally.rejected++;
        const [code, detail] = rejection(result);
        rejections[code] = (rejections[code] ?? 0) + 1;
        pushTail(outcomes, 'rejected', code, detail, '[]', current.portfolio.cash, null, null);
      }
    }
    if (current) keepPortfolio(current, portfolios);
    await insertOutcomes(trx, insertMany, outcomes);
    await upsertPortfolios(trx, insertMany, portfolios);
    await insertWaiting(trx, insertMany, nowWaiting);
  };

  if (input.anyWaiting) {
    await decideChunk(await waitingOrders(trx), true);
    current = undefined;
  }
  for (const [league, count] of input.dueLeagues) {
    for await (const orders of ordersOfWindow(trx, input.readChunks, mark - windowMs, league, count, ordersPerChunk)) {
      await decideChunk(orders, false);
    }
  }
  return { ...tally, rejections, usedWindows, leagues, firstFills };
}

function addTo(sets: Map<string, Set<Instant>>, key: string, value: Instant): void {
  const of = sets.get(key);
  if (of) of.add(value);
  else sets.set(key, new Set([value]));
}

const behindAnother = { outcome: 'waiting', symbol: '', reason: 'an earlier order of this bot waits' } as const;

interface BotState {
  readonly agentId: string;
  readonly league: string;
  portfolio: Portfolio;
  trades: number;
  /** Notional so far. */
  traded: bigint;
  firstFillAt: Instant | null;
  changed: boolean;
}

function botState(order: DueOrder): BotState {
  return {
    agentId: order.agentId,
    league: order.league,
    portfolio: {
      cash: order.cash ?? startValue,
      holdings: order.holdings === null ? new Map() : decodeHoldings(order.holdings),
    },
    trades: order.trades,
    traded: order.traded,
    firstFillAt: order.firstFillAt,
    changed: false,
  };
}

function applyFill(
  state: BotState,
  { portfolio, trades }: Extract<FillDecision, { outcome: 'filled' }>,
  windowEnd: Instant,
): void {
  state.portfolio = portfolio;
  state.trades += trades.length;
  state.traded += notional(trades);
  state.firstFillAt ??= windowEnd;
  state.changed = true;
}

function keepPortfolio(state: BotState, rows: PortfolioRows): void {
  if (!state.changed) return;
  state.changed = false;
  rows.agentId.push(state.agentId);
  rows.league.push(state.league);
  rows.cash.push(state.portfolio.cash);
  rows.holdings.push(encodeHoldings(state.portfolio.holdings));
  rows.trades.push(state.trades);
  rows.traded.push(state.traded);
  rows.firstFillAt.push(state.firstFillAt);
}

function pushHead(rows: OutcomeRows, order: DueOrder, mark: Instant): void {
  rows.agentId.push(order.agentId);
  rows.sequence.push(order.sequence);
  rows.orderId.push(order.orderId);
  rows.league.push(order.league);
  rows.windowStart.push(order.windowStart);
  rows.atMark.push(mark);
  rows.sandbox.push(order.sandbox ? 1 : 0);
}

function pushTail(
  rows: OutcomeRows,
  state: 'filled' | 'rejected',
  code: string | null,
  detail: string | null,
  trades: string,
  cashAfter: bigint,
  valueBefore: bigint | null,
  valueAfter: bigint | null,
): void {
  rows.state.push(state);
  rows.reasonCode.push(code);
  rows.detail.push(detail);
  rows.trades.push(trades);
  rows.cashAfter.push(cashAfter);
  rows.valueBefore.push(valueBefore);
  rows.valueAfter.push(valueAfter);
}

/** Stable words of why an order was rejected; published in rules.json. */
export type RejectionCode = 'pools_apart' | 'price_unavailable';

export function rejection(result: Exclude<FillDecision, { outcome: 'filled' }>): [RejectionCode, string] {
  if (result.outcome === 'waiting')
    return ['price_unavailable', JSON.stringify({ symbol: result.symbol, reason: result.reason })];
  return [
    'pools_apart',
    JSON.stringify({
      symbol: result.symbol,
      price: formatFixed(result.price, priceScale),
      second_price: formatFixed(result.second, priceScale),
      bps: result.bps,
    }),
  ];
}

function createPriceText(): (price: bigint) => string {
  const texts = new Map<bigint, string>();
  return (price) => {
    let text = texts.get(price);
    if (text === undefined) {
      text = formatFixed(price, priceScale);
      texts.set(price, text);
    }
    return text;
  };
}
