/**
 * The board: standings of the last close, and the bots that registered since, who show $100,000. The one view that HTTP, pages and
 * (later) MCP show.
 *
 * A newcomer's rank is that of $100,000 among the values of the close: bots above keep their rank, bots below move down by the
 * number of newcomers. In board order newcomers follow the bots that closed at exactly $100,000.
 */
import type { Board, BoardRow, MarketBaseline, PriceSourceInfo, ValuePoint } from '../../contract/wire.ts';
import { leagueById } from '../../contract/catalogue.ts';
import { limits } from '../../contract/limits.ts';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { formatPlaces, moneyScale, parseFixed } from '../../lib/decimal.ts';
import { boardBlockSize } from '../../contract/board.ts';
import type { AgentsTable, BoardsTable, ClosesTable } from '../../storage/database.ts';
import type { Db } from '../../storage/storage.ts';
import { qualifyingTier } from '../../bots/register.job.ts';
import type { BaselineValue } from '../../flow/rank/baseline-value.ts';
import { returnBetweenBps, returnBps, startValueCents, valueCents } from '../../flow/rank/rank.ts';
import { closeAfter, dayMs, weekStart } from '../../flow/window/window.ts';
import { agentsByIds, boardIds, closesOf, countNewcomers, latestBoard, newcomers } from './views.sql.ts';

export interface BoardRequest {
  readonly league: string;
  readonly page: number;
  readonly perPage: number;
  readonly now: Instant;
  readonly priceSource: PriceSourceInfo;
  readonly baseUrl: string;
}

export async function boardView(db: Db, request: BoardRequest): Promise<Board> {
  const { league, page, perPage, now } = request;
  const board = await latestBoard(db, league);
  const close = board ? Number(board.close) : undefined;
  const fresh = await countNewcomers(db, league, close ?? 0);
  const counts = boardCounts(board, fresh);
  const baselines = board ? (JSON.parse(board.baselines) as BaselineValue[]) : [];
  const from = (page - 1) * perPage;
  const places = Array.from({ length: Math.max(0, Math.min(perPage, counts.total - from)) }, (_, i) =>
    placeOf(from + i, counts),
  );
  const rows = await fetchRows(db, league, close, places);
  return {
    league,
    name: leagueById.get(league)?.name ?? league,
    as_of: close === undefined ? null : iso(close),
    next_close: iso(closeAfter(now)),
    price_source: request.priceSource,
    page,
    per_page: perPage,
    pages: Math.max(1, Math.ceil(counts.total / perPage)),
    total: counts.total,
    tiers: counts.total > 0 ? [{ tier: qualifyingTier, bots: counts.total }] : [],
    market_baselines: baselines.map(baselineRow),
    house: [],
    rows: rows.map((r) => boardRow(r, counts, close, baselines)),
    rules_url: `${request.baseUrl}/rules.json`,
  };
}

export interface BoardCounts {
  /** Bots valued at the last close: above, at and below the start value. */
  readonly above: number;
  readonly at: number;
  readonly valued: number;
  /** Bots registered since. */
  readonly fresh: number;
  readonly total: number;
}

export function boardCounts(
  board: Pick<BoardsTable, 'total' | 'above_start' | 'at_start'> | undefined,
  fresh: number,
): BoardCounts {
  const valued = Number(board?.total ?? 0n);
  return {
    above: Number(board?.above_start ?? 0n),
    at: Number(board?.at_start ?? 0n),
    valued,
    fresh,
    total: valued + fresh,
  };
}

export type Place =
  | { readonly kind: 'valued'; readonly position: number }
  | { readonly kind: 'fresh'; readonly position: number };

/** What stands at a place of the board, counted from 0. */
export function placeOf(index: number, counts: BoardCounts): Place {
  const before = counts.above + counts.at;
  if (index < before) return { kind: 'valued', position: index };
  if (index < before + counts.fresh) return { kind: 'fresh', position: index - before };
  return { kind: 'valued', position: index - counts.fresh };
}

/** Rank of a bot now, from its rank at the close. */
export function rankNow(closeRank: number, cents: number, counts: BoardCounts): number {
  return cents < startValueCents ? closeRank + counts.fresh : closeRank;
}

/** Rank of a bot that was never valued. */
export function newcomerRank(counts: BoardCounts): number {
  return counts.above + 1;
}

interface FetchedRow {
  readonly agent: AgentsTable;
  /** The bot's closes within the line, oldest first; the last one is of the board's close. Empty for a newcomer. */
  readonly closes: readonly ClosesTable[];
}

async function fetchRows(
  db: Db,
  league: string,
  close: Instant | undefined,
  places: readonly Place[],
): Promise<FetchedRow[]> {
  const valued = places.filter((p) => p.kind === 'valued').map((p) => p.position);
  const fresh = places.filter((p) => p.kind === 'fresh').map((p) => p.position);
  const valuedIds = close === undefined ? [] : await idsAt(db, league, close, valued);
  const agents = new Map((await agentsByIds(db, valuedIds)).map((a) => [a.agent_id, a]));
  const freshAgents =
    fresh.length === 0 ? [] : await newcomers(db, league, close ?? 0, Math.min(...fresh), fresh.length);
  const closes = new Map<string, ClosesTable[]>();
  if (close !== undefined) {
    for (const c of await closesOf(db, valuedIds, close - (limits.lineDaysMax - 1) * dayMs)) {
      const list = closes.get(c.agent_id);
      if (list) list.push(c);
      else closes.set(c.agent_id, [c]);
    }
  }
  let v = 0;
  let f = 0;
  return places.map((p) => {
    const agent = p.kind === 'valued' ? agents.get(valuedIds[v++] ?? '') : freshAgents[f++];
    if (!agent) throw new Error(`${league}: nothing stands at place ${p.kind} ${p.position}`);
    return { agent, closes: p.kind === 'valued' ? (closes.get(agent.agent_id) ?? []) : [] };
  });
}

/** Ids at positions of the close's order; positions are ascending. */
async function idsAt(db: Db, league: string, close: Instant, positions: readonly number[]): Promise<string[]> {
  const first = positions[0];
  const last = positions.at(-1);
  if (first === undefined || last === undefined) return [];
  const firstBlock = Math.floor(first / boardBlockSize);
  const ids = await boardIds(db, league, close, firstBlock, Math.floor(last / boardBlockSize));
  return positions.map((p) => ids[p - firstBlock * boardBlockSize] ?? '');
}

function boardRow(
  { agent, closes }: FetchedRow,
  counts: BoardCounts,
  close: Instant | undefined,
  baselines: readonly BaselineValue[],
): BoardRow {
  const last = closes.at(-1);
  const cents = last ? valueCents(last.value) : startValueCents;
  const bps = returnBps(cents);
  return {
    rank: last ? rankNow(Number(last.rank), cents, counts) : newcomerRank(counts),
    tied: last ? last.tied === 1n || (cents === startValueCents && counts.fresh > 0) : counts.fresh + counts.at > 1,
    move: last?.move === null || last?.move === undefined ? null : Number(last.move),
    agent_id: agent.agent_id,
    name: agent.name,
    company: agent.company,
    country: agent.country,
    icon: agent.icon,
    tier: qualifyingTier,
    value_usd: cents / 100,
    stale: last?.stale === 1n,
    return_pct: bps / 100,
    week_return_pct: last && close !== undefined ? weekReturn(closes, cents, close) : null,
    day_return_pct: last ? dayReturn(closes, cents) : null,
    max_drawdown_pct: drawdownPct(last),
    volatility_pct: null,
    sharpe: null,
    sortino: null,
    trades: Number(last?.trades ?? 0n),
    first_fill_at:
      last?.first_fill_at === null || last?.first_fill_at === undefined ? null : iso(Number(last.first_fill_at)),
    line: closes.map(point),
    house: false,
    verified: false,
    pro: false,
    open_strategy_url: agent.open_strategy_url,
    pledge_pct: agent.pledge_pct === null ? null : Number(agent.pledge_pct),
    beats_house: false,
    beats_market: last !== undefined && baselines.length > 0 && baselines.every((b) => bps > b.return_bps),
    excess_return_pct: null,
    luck: null,
  };
}

/** Percent with 2 decimals from the stored fraction. */
export function drawdownPct(c: Pick<ClosesTable, 'max_drawdown'> | undefined): number {
  return Number(formatPlaces(c?.max_drawdown ?? 0n, 4, 2));
}

export function point(c: Pick<ClosesTable, 'close' | 'value'>): ValuePoint {
  return { date: isoDate(Number(c.close)), value_usd: valueCents(c.value) / 100 };
}

/** Since the close before; from the start value for a bot's first close. */
function dayReturn(closes: readonly ClosesTable[], cents: number): number {
  const before = closes.at(-2);
  return returnBetweenBps(before ? valueCents(before.value) : startValueCents, cents) / 100;
}

/** Since the Monday close that began the week which this close belongs to; from the start value for a bot that joined after it. */
function weekReturn(closes: readonly ClosesTable[], cents: number, close: Instant): number {
  const monday = weekStart(close - 1);
  const before = closes.find((c) => Number(c.close) === monday);
  return returnBetweenBps(before ? valueCents(before.value) : startValueCents, cents) / 100;
}

function baselineRow(b: BaselineValue): MarketBaseline {
  return {
    id: b.id,
    name: b.name,
    value_usd: valueCents(parseFixed(b.value, moneyScale)) / 100,
    return_pct: b.return_bps / 100,
    stale: b.stale,
  };
}
