/** A bot as others see it, and as it sees itself. */
import {
  agentState as agentStateSchema,
  agentView,
  type AgentLink,
  type AgentState,
  type AgentView,
  type Equity,
  type Positions,
} from 'papertape-contract/bot';
import type { OrderList, OrderView, TradeLine, TradeLog } from 'papertape-contract/order';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { leagueById } from '../league/catalogue.ts';
import { tierName } from '../league/tiers.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale } from '../lib/decimal.ts';
import type { Bot } from '../bots/bot.ts';
import type { Extras } from '../payments/extras.ts';
import type { Db } from '../storage/storage.ts';
import { botById } from '../bots/bots.sql.ts';
import { contactBot } from '../bots/contacts/contacts.sql.ts';
import { hiddenTextsOf } from '../bots/hidden-texts.sql.ts';
import { countByMaker } from '../bots/makers.sql.ts';
import { startValue } from '../flow/fill/fill.ts';
import { amountNumbers } from '../flow/fill/portfolio-text.ts';
import type { DelistedAt } from '../flow/mark/portfolio.sql.ts';
import { boardCounts, standingNow } from '../flow/rank/board.ts';
import { returnBps, startValueCents, valueCents } from '../flow/rank/rank.ts';
import { asideNow } from '../operator/incident.sql.ts';
import { closeAfter, markAfter, windowMs } from '../lib/time.ts';
import { latestBoard, rulesOfCloses } from './boards.sql.ts';
import { valuePoint, type BoardClose, type BotClose } from './close.ts';
import { closesOf, lastCloseOf } from './closes.sql.ts';
import { distanceToNextTier, tierOf } from './ladder-view.ts';
import { standingFigures, twinsView } from './figures-view.ts';
import type { OrderAndOutcome } from './outcome.ts';
import { paged, type Page } from './paging.ts';
import { pricedHoldings } from './priced-holdings.ts';
import { bookOf, profitView, type ProfitDeps } from './profit-view.ts';
import type { MarketView } from './snapshot.ts';
import { orderView, tradeFields, tradeLines } from './order-view.ts';
import { placeOf, profileOf, shownAs, type Standing } from './wire.ts';
import {
  countFillsOf,
  countNewcomers,
  countOrdersOf,
  delistingsOf,
  fillsOf,
  lastTargetsOf,
  ordersOf,
  pendingOf,
  portfolioOf,
  rejectedOf,
  waitingOf,
} from './views.sql.ts';

/** Rejected orders that a profile counts. */
const rejectionsMax = 1_000;

async function standingOf(db: Db, bot: Bot): Promise<Standing> {
  const board = await latestBoard(db, bot.league);
  const fresh = await countNewcomers(db, bot.league, board?.close ?? 0);
  return standingAt(bot, await lastCloseOf(db, bot.botId), board, fresh);
}

/** Where a bot stands: its last close, and how many of its league were never valued. */
export function standingAt(
  bot: Pick<Bot, 'retiredAt'>,
  last: BotClose | undefined,
  board: BoardClose | undefined,
  fresh: number,
): Standing {
  const counts = boardCounts(board?.counts, fresh);
  const ranked = { isRetired: bot.retiredAt !== null, last };
  return { counts, last, cents: last?.cents ?? startValueCents, ...standingNow(ranked, board?.close, counts) };
}

export async function botView(
  db: Db,
  bot: Bot,
  market: MarketView,
  baseUrl: string,
  extras: Pick<Extras, 'of'>,
): Promise<AgentView> {
  const s = await standingOf(db, bot);
  const priceSource = market.info;
  const { value } = await pricedHoldings(await portfolioOf(db, bot.botId), market);
  const makerId = bot.makerId;
  const disowned = (await contactBot(db, bot.botId)) === 'disowned';
  const api = `${baseUrl}/api/agents/${bot.botId}`;
  return shownAs(agentView, {
    ...profileOf(bot),
    tier: tierName(await tierOf(db, bot.botId)),
    supersedes: await linkTo(db, bot.supersedes),
    superseded_by: await linkTo(db, bot.supersededBy),
    maker_bots: disowned ? 1 : (await countByMaker(db, makerId)).bots,
    disowned,
    ...extras.of(bot.botId),
    hidden: await hiddenTextsOf(db, bot.botId),
    ...placeOf(s),
    value_now: value === undefined ? null : formatFixed(value, moneyScale),
    fills: await countFillsOf(db, bot.botId),
    price_source: priceSource,
    competition: priceSource.competition,
    ...(await standingFigures(db, bot, s.last, { ranked: s.rank !== null, newcomers: s.counts.fresh })),
    rejections: await rejectionCounts(db, bot.botId),
    twins: await twinsView(db, bot),
    links: {
      page: `${baseUrl}/bots/${bot.botId}`,
      trades: `${api}/trades`,
      equity: `${api}/equity`,
      positions: `${api}/positions`,
      statistics: `${api}/statistics`,
      moves: `${api}/moves`,
      maker: `${baseUrl}/api/makers/${makerId}`,
    },
  });
}

/** By symbol and reason, the most first: who moves a pool to cancel orders is seen here. */
async function rejectionCounts(db: Db, botId: string): Promise<AgentView['rejections']> {
  const counts = new Map<string, AgentView['rejections'][number]>();
  for (const { code, symbol } of await rejectedOf(db, botId, rejectionsMax)) {
    const key = `${symbol} ${code}`;
    counts.set(key, { symbol, reason_code: code, orders: (counts.get(key)?.orders ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.orders - a.orders || (a.symbol < b.symbol ? -1 : 1));
}

async function linkTo(db: Db, botId: string | null): Promise<AgentLink | null> {
  const other = botId === null ? undefined : await botById(db, botId);
  return other ? { agent_id: other.botId, name: other.name } : null;
}

export async function tradeLog(db: Db, botId: string, at: Page, priceSource: PriceSourceInfo): Promise<TradeLog> {
  const total = await countFillsOf(db, botId);
  const fills = await fillsOf(db, botId, at);
  const lines = fills.flatMap(tradeLines);
  // A delisting is no order of the bot's, but it moved its cash: it stands in the log, on the first page.
  const delisted = at.page === 1 ? (await delistingsOf(db, botId)).map(delistingLine) : [];
  return { agent_id: botId, ...paged(at, total), price_source: priceSource, trades: [...delisted, ...lines] };
}

function delistingLine({ mark, symbol, units, price, cash }: DelistedAt): TradeLine {
  const time = iso(mark);
  const fields = tradeFields({ symbol, side: 'sell', units, price, cost: cash, fee: 0n, spread: 0n });
  return { date: time.slice(0, 10), time, order_id: 'delisted', ...fields };
}

const csvColumns = [
  'date',
  'time',
  'order_id',
  'symbol',
  'side',
  'units',
  'fill_price',
  'cost',
  'fee',
  'spread',
] as const;

/** RFC 4180; no field of a trade can hold a comma, a quote or a formula. */
export function tradesCsv(trades: readonly TradeLine[]): string {
  return [csvColumns.join(','), ...trades.map((t) => csvColumns.map((c) => t[c]).join(','))]
    .map((l) => `${l}\r\n`)
    .join('');
}

export async function equityView(db: Db, botId: string, priceSource: PriceSourceInfo): Promise<Equity> {
  const closes = await closesOf(db, [botId], 0);
  const rules = await rulesOfCloses(db, closes[0]?.league ?? '', closes[0]?.close ?? 0);
  return {
    agent_id: botId,
    start_value_usd: startValueCents / 100,
    price_source: priceSource,
    points: closes.map((c) => ({
      ...valuePoint(c),
      return_pct: returnBps(c.cents) / 100,
      rank: c.rank,
      stale: c.stale,
      rules_version: rules.get(c.close) as string,
    })),
  };
}

export async function positionsView(deps: ProfitDeps, bot: Bot, market: MarketView): Promise<Positions> {
  const standing = await standingOf(deps.db, bot);
  const book = await bookOf(deps, bot.botId, standing.last);
  const now = await pricedHoldings(book.portfolio, market);
  const { lastMark } = await market.snapshot();
  return {
    agent_id: bot.botId,
    as_of: lastMark === undefined ? iso(bot.registeredAt) : iso(lastMark),
    cash: formatFixed(book.portfolio?.cash ?? startValue, moneyScale),
    value_now: now.value === undefined ? null : formatFixed(now.value, moneyScale),
    positions: now.positions,
    ...(await profitView(deps, book, now, standing)),
    price_source: market.info,
  };
}

export async function orderList(db: Db, botId: string, at: Page, now: Instant): Promise<OrderList> {
  const total = await countOrdersOf(db, botId);
  const rows = await ordersOf(db, botId, at);
  return { agent_id: botId, ...paged(at, total), orders: await orderViews(db, botId, rows, now) };
}

/** Orders of one bot as it reads them. One that waits says for what. */
export async function orderViews(
  db: Db,
  botId: string,
  orders: readonly OrderAndOutcome[],
  now: Instant,
): Promise<OrderView[]> {
  const isWaiting = orders.some((o) => !o.outcome && o.windowStart + windowMs <= now);
  const held = isWaiting ? { waiting: await waitingOf(db, botId), aside: await asideNow(db, botId) } : undefined;
  return orders.map((o) => orderView(o, now, held));
}

/** Pending orders listed in a bot's own state. */
const pendingShownMax = 50;
const pendingOrder = agentStateSchema.shape.pending.element;

export async function agentState(
  db: Db,
  bot: Bot,
  market: MarketView,
  now: Instant,
  own: Pick<AgentState, 'orders_left_this_hour' | 'contact'>,
): Promise<AgentState> {
  const s = await standingOf(db, bot);
  const portfolio = await portfolioOf(db, bot.botId);
  const { positions, value } = await pricedHoldings(portfolio, market);
  const pending = await pendingOf(db, bot.botId, pendingShownMax);
  const [lastFill] = await fillsOf(db, bot.botId, { page: 1, per_page: 1 });
  const targets = await lastTargetsOf(db, bot.botId);
  return {
    agent_id: bot.botId,
    name: bot.name,
    league: leagueById.get(bot.league)?.id ?? bot.league,
    tier: tierName(await tierOf(db, bot.botId)),
    time: iso(now),
    cash: formatFixed(portfolio?.cash ?? startValue, moneyScale),
    value_usd: s.cents / 100,
    value_now_usd: value === undefined ? null : valueCents(value) / 100,
    holdings: positions,
    weights: targets === undefined ? {} : amountNumbers(targets),
    pending: (await orderViews(db, bot.botId, pending, now)).map((o) => shownAs(pendingOrder, o)),
    last_fill: lastFill
      ? { order_id: lastFill.orderId, at: iso(lastFill.atMark), trades: lastFill.trades.length }
      : null,
    rank: s.rank,
    of: s.counts.total,
    return_pct: returnBps(s.cents) / 100,
    next_mark: iso(markAfter(now)),
    next_close: iso(closeAfter(now)),
    ...own,
    distance_to_next_tier: await distanceToNextTier(db, bot, await latestBoard(db, bot.league), s.last),
    price_source: market.info,
  };
}
