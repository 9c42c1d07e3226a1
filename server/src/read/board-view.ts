/**
 * The board: standings of the last close, and the bots that registered since, who show $100,000. The one view that HTTP,
 * pages and MCP show.
 * Ranks come from `flow/rank/`. The board of an earlier close, and the ranking of a week, have no newcomers.
 */
import type { Board, BoardRow } from 'papertape-contract/board';
import type { BoardSort } from 'papertape-contract/board-sorts';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { leagueById } from '../league/catalogue.ts';
import { leagueKinds } from '../league/kinds.ts';
import { tierName } from '../league/tiers.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { boardBlockSize } from '../flow/rank/board-blocks.ts';
import type { Bot } from '../bots/bot.ts';
import { botsByIds } from '../bots/bots.sql.ts';
import type { Extras } from '../payments/extras.ts';
import type { Db } from '../storage/storage.ts';
import {
  beatsHouse,
  bestFirst,
  boardCounts,
  placeOf,
  rankNow,
  type BoardCounts,
  type Place,
} from '../flow/rank/board.ts';
import { returnBps, startValueCents } from '../flow/rank/rank.ts';
import { decodeRecord } from '../flow/rank/record.ts';
import { returnSince } from '../flow/rank/returns.ts';
import { closeAfter } from '../lib/time.ts';
import { createBeatsMarket, marketBaselines, type BeatsMarket } from './baselines-view.ts';
import { boardIds, recordsAt } from './boards.sql.ts';
import { chosenIds, isWhole, needChoosable, type BoardChoice } from './chosen-bots.ts';
import { drawdownPct, firstFillAt, valuePoint, type BoardClose, type BotClose } from './close.ts';
import { lineCloses } from './closes.sql.ts';
import { rowFigures } from './figures-view.ts';
import { houseStandings } from './house-view.ts';
import { seenAt } from './mark-seen.ts';
import { outageOfClose } from './outage-of-close.ts';
import { tiersAt, tiersNow } from './tiers-view.ts';
import { paged, skipped, type Page } from './paging.ts';
import { countNewcomers, newcomers } from './views.sql.ts';
import { createWeekRankings, type WeekPlace, type WeekRanking, type WeekRankings } from './week-ranking.ts';
import { whichBoard, type BoardOf, type WhichBoard } from './which-board.ts';

export interface BoardRequest extends Page {
  readonly league: string;
  readonly now: Instant;
  readonly priceSource: PriceSourceInfo;
  readonly baseUrl: string;
  /** Default: the standings now. */
  readonly of?: BoardOf;
  /** Those of the service; default: a week is ranked for this board alone. */
  readonly weekRankings?: WeekRankings;
  /** What was bought for bots; default: nothing. It is shown in a row, and nothing else of the row depends on it. */
  readonly extras?: Pick<Extras, 'of'>;
  /** Default: the whole board, by rank. */
  readonly tier?: string;
  readonly sort?: BoardSort;
}

export async function boardView(db: Db, request: BoardRequest): Promise<Board> {
  const { league, now, of = { kind: 'now' } } = request;
  return (await boardAnswer(db, request, await whichBoard(db, league, of, now))).board;
}

/** @returns the board, and whether it can never change again. */
export async function boardAnswer(
  db: Db,
  request: BoardRequest,
  which: WhichBoard,
): Promise<{ readonly board: Board; readonly final: boolean }> {
  const { league, per_page: perPage, now, weekRankings = createWeekRankings(db) } = request;
  const { board, kind } = which;
  const close = board?.close;
  const fresh = kind === 'now' ? await countNewcomers(db, league, close ?? 0) : 0;
  const counts = boardCounts(board?.counts, fresh);
  const from = skipped(request);
  const week = kind === 'week' && close !== undefined ? await weekRankings(league, close) : undefined;
  const choice = { tier: request.tier ?? 'all', sort: request.sort ?? 'rank' };
  const chosen = isWhole(choice) ? undefined : await chosenOf(db, { league, close, counts, kind, week }, choice);
  const listed = chosen?.slice(from, from + perPage) ?? week?.places.slice(from, from + perPage).map((p) => p.botId);
  const found = listed
    ? await fetchBots(db, close, listed)
    : await fetchRows(db, league, close, placesOf(counts, from, perPage));
  const ownBots = await houseStandings(db, league, close, counts.fresh > 0);
  const shownIds = [...found, ...ownBots].map((r) => r.bot.botId);
  const context: RowContext = {
    counts,
    beatsMarket: await createBeatsMarket(db, league, board?.baselines ?? [], [...found, ...ownBots].map(firstFillOf)),
    tierOf: close === undefined || kind === 'now' ? await tiersNow(db, shownIds) : await tiersAt(db, shownIds, close),
    board,
    records: close === undefined ? new Map() : await recordsAt(db, shownIds, close),
    weekPlaces: week?.byBot,
    competition: request.priceSource.competition,
  };
  const toRow = (r: FetchedRow): BoardRow => ({ ...boardRow(r, context), ...request.extras?.of(r.bot.botId) });
  const house = bestFirst(ownBots.map(toRow));
  const answer: Board = {
    league,
    name: leagueById.get(league)?.name ?? league,
    as_of: close === undefined ? null : iso(close),
    seen: close === undefined ? null : await seenAt(db, close),
    outage: close === undefined ? null : await outageOfClose(db, close),
    next_close: iso(closeAfter(kind === 'now' || close === undefined ? now : close)),
    week: which.week ?? null,
    ranked_by: (leagueById.get(league)?.kind ?? leagueKinds.trading).rankedBy[kind === 'week' ? 'week' : 'board'],
    tier: choice.tier === 'all' ? null : choice.tier,
    sorted_by: choice.sort,
    final: which.final,
    note: which.note,
    price_source: request.priceSource,
    competition: request.priceSource.competition,
    ...paged(request, chosen?.length ?? counts.total),
    tiers: tierCounts(board, counts),
    market_baselines: await marketBaselines(db, league, close),
    house,
    rows: found.map(toRow).map((row) => ({ ...row, beats_house: beatsHouse(row, house) })),
    rules_version: board?.rulesVersion ?? null,
    rules_url: `${request.baseUrl}/rules.json`,
  };
  return { board: answer, final: which.final };
}

/** From the top of the ladder down, tiers with bots only. Newcomers are in Qualifying. */
function tierCounts(board: BoardClose | undefined, { fresh }: BoardCounts): Board['tiers'] {
  const stored = board?.tiers ?? [];
  const above = stored.filter((t) => t.tier > 0);
  const qualifying = (stored.find((t) => t.tier === 0)?.bots ?? 0) + fresh;
  return [...above, { tier: 0, bots: qualifying }]
    .filter((t) => t.bots > 0)
    .map((t) => ({ tier: tierName(t.tier), bots: t.bots }));
}

interface FetchedRow {
  readonly bot: Bot;
  /** The bot's closes within the line, oldest first; the last one is of the board's close. Empty for a newcomer. */
  readonly closes: readonly BotClose[];
}

async function fetchRows(
  db: Db,
  league: string,
  close: Instant | undefined,
  places: readonly Place[],
): Promise<FetchedRow[]> {
  const valued = places.filter((p) => p.kind === 'valued').map((p) => p.position);
  const fresh = places.filter((p) => p.kind === 'fresh').map((p) => p.position);
  const valuedRows = close === undefined ? [] : await fetchBots(db, close, await idsAt(db, league, close, valued));
  const freshBots = fresh.length === 0 ? [] : await newcomers(db, league, close ?? 0, Math.min(...fresh), fresh.length);
  let v = 0;
  let f = 0;
  return places.map((p) => {
    if (p.kind === 'valued') return valuedRows[v++] as FetchedRow;
    const bot = freshBots[f++];
    if (!bot) throw new Error(`${league}: nothing stands at place ${p.kind} ${p.position}`);
    return { bot, closes: [] };
  });
}

/** In the order of their ids given. Those that the close did not value have no closes. */
async function fetchBots(db: Db, close: Instant | undefined, ids: readonly string[]): Promise<FetchedRow[]> {
  const bots = new Map((await botsByIds(db, ids)).map((a) => [a.botId, a]));
  const line = close === undefined ? [] : await lineCloses(db, ids, close);
  const closes = Map.groupBy(line, (c) => c.botId);
  return ids.map((id) => {
    const bot = bots.get(id);
    if (!bot) throw new Error(`there is no bot ${id}`);
    return { bot, closes: closes.get(id) ?? [] };
  });
}

function placesOf(counts: BoardCounts, from: number, most: number): Place[] {
  const length = Math.max(0, Math.min(most, counts.total - from));
  return Array.from({ length }, (_, i) => placeOf(from + i, counts));
}

interface WholeBoard {
  readonly league: string;
  readonly close: Instant | undefined;
  readonly counts: BoardCounts;
  readonly kind: WhichBoard['kind'];
  readonly week: WeekRanking | undefined;
}

/** Ids of a choice from a whole board. Throws ApiError where that is too large. */
async function chosenOf(db: Db, board: WholeBoard, choice: BoardChoice): Promise<string[]> {
  const { league, close, counts, kind, week } = board;
  needChoosable(counts.total);
  const ids = week?.places.map((p) => p.botId) ?? (await idsOfBoard(db, league, close, counts));
  const tierOf = close === undefined || kind === 'now' ? await tiersNow(db, ids) : await tiersAt(db, ids, close);
  return await chosenIds(db, ids, close, choice, tierOf);
}

async function idsOfBoard(db: Db, league: string, close: Instant | undefined, counts: BoardCounts): Promise<string[]> {
  const all = Array.from({ length: counts.valued }, (_, i) => i);
  const valued = close === undefined ? [] : await idsAt(db, league, close, all);
  const fresh = counts.fresh === 0 ? [] : await newcomers(db, league, close ?? 0, 0, counts.fresh);
  return placesOf(counts, 0, counts.total).map(
    (p) => (p.kind === 'valued' ? valued[p.position] : fresh[p.position]?.botId) ?? '',
  );
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

/** What the rows of a board share. */
interface RowContext {
  readonly counts: BoardCounts;
  readonly beatsMarket: BeatsMarket;
  readonly tierOf: (botId: string) => string;
  /** At the board's close, as they are stored. */
  readonly records: ReadonlyMap<string, string>;
  readonly board: BoardClose | undefined;
  /** Of a week's ranking. */
  readonly weekPlaces: ReadonlyMap<string, WeekPlace> | undefined;
  readonly competition: boolean;
}

function boardRow({ bot, closes }: FetchedRow, context: RowContext): BoardRow {
  const { counts, beatsMarket, tierOf, records, weekPlaces } = context;
  const last = closes.at(-1);
  const cents = last?.cents ?? startValueCents;
  const bps = returnBps(cents);
  const stored = records.get(bot.botId);
  const record = last && stored !== undefined ? decodeRecord(stored) : undefined;
  const place = weekPlaces?.get(bot.botId);
  return {
    ...(place ? { rank: place.rank, tied: place.tied } : rankNow(last, counts)),
    move: place ? null : (last?.move ?? null),
    agent_id: bot.botId,
    name: bot.name,
    company: bot.company,
    country: bot.country,
    icon: bot.icon,
    retired_at: bot.retiredAt === null ? null : iso(bot.retiredAt),
    tier: tierOf(bot.botId),
    value_usd: cents / 100,
    stale: last?.stale ?? false,
    return_pct: bps / 100,
    week_return_pct: record ? percent(returnSince(record.weekBase, cents)) : null,
    day_return_pct: record ? percent(returnSince(record.previousValue, cents)) : null,
    max_drawdown_pct: drawdownPct(last),
    trades: last?.trades ?? 0,
    first_fill_at: firstFillAt(last),
    line: closes.map(valuePoint),
    house: bot.house,
    verified: false,
    pro: false,
    open_strategy_url: bot.openStrategyUrl,
    pledge_pct: bot.pledgePct,
    beats_house: false,
    beats_market: beatsMarket(bps, firstFillOf({ closes })),
    ...rowFigures(record, last, context.board, counts.fresh),
    ...(place ? { rank_interval: null } : {}),
    competition: context.competition,
  };
}

function firstFillOf({ closes }: Pick<FetchedRow, 'closes'>): Instant | null {
  return closes.at(-1)?.firstFillAt ?? null;
}

function percent(bps: number | null): number | null {
  return bps === null ? null : bps / 100;
}
