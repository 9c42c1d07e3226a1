/** Figures of bots as boards, profiles and pages show them: rounded to the places of the catalogue, null where they mean nothing. */
import type { BoardRow, RankInterval } from 'papertape-contract/board';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { AgentStatistics, TwinsView } from 'papertape-contract/statistics';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { seededUniform } from '../lib/seeded-random.ts';
import { sha256 } from '../lib/hash.ts';
import type { Bot } from '../bots/bot.ts';
import { contactBot } from '../bots/contacts/contacts.sql.ts';
import { countEntered } from '../bots/makers.sql.ts';
import type { Db } from '../storage/storage.ts';
import { drawdownScale } from '../flow/close/close.ts';
import { startValue } from '../flow/fill/fill.ts';
import { rankRangeNow } from '../flow/rank/board.ts';
import { dailyReturn, decodeRecord, emptyRecord, type RunningRecord } from '../flow/rank/record.ts';
import { marketValue } from '../flow/rank/baseline-value.ts';
import {
  emptyBoardContext,
  figuresOf,
  isProvisional,
  riskReturnsMin,
  type FigureContext,
  type Figures,
} from '../flow/rank/statistics.ts';
import { meanInterval } from '../flow/rank/statistics/bootstrap.ts';
import { computedFigures, figureCatalogue, shownFigure, type FigureId } from '../flow/rank/statistics/catalogue.ts';
import { valueInterval } from '../flow/rank/statistics/rank-interval.ts';
import { latestTwinRun, twinNotesOf } from '../flow/rank/twins.sql.ts';
import { baselinesAtCloses } from './baselines.sql.ts';
import { latestBoard, recordsAt } from './boards.sql.ts';
import type { BoardClose, BotClose } from './close.ts';
import { closesOf, lastCloseOf } from './closes.sql.ts';

/** What a board's row shows of a record. */
export type RowFigures = Pick<
  BoardRow,
  'volatility_pct' | 'sharpe' | 'sortino' | 'excess_return_pct' | 'luck' | 'rank_interval' | 'provisional'
>;

/** @param newcomers bots that registered since the close: each stands at exactly the start value. */
export function rowFigures(
  record: RunningRecord | undefined,
  last: BotClose | undefined,
  board: Pick<BoardClose, 'context' | 'baselines'> | undefined,
  newcomers: number,
): RowFigures {
  const f = figuresOf(record ?? emptyRecord, { ...onBoard(board), maxDrawdown: drawdownOf(last) });
  return {
    volatility_pct: shownFigure('volatility_pct', f.volatility_pct),
    sharpe: shownFigure('sharpe', f.sharpe),
    sortino: shownFigure('sortino', f.sortino),
    excess_return_pct: shownFigure('excess_return_pct', f.excess_return_pct),
    luck: shownFigure('luck', f.luck),
    rank_interval: rankInterval(record, last, newcomers),
    provisional: isProvisional(record),
  };
}

/** What figures take of the board of the close. */
function onBoard(
  board: Pick<BoardClose, 'context' | 'baselines'> | undefined,
): Pick<FigureContext, 'board' | 'market'> {
  return { board: board?.context ?? emptyBoardContext, market: marketValue(board?.baselines ?? []) };
}

function drawdownOf(last: Pick<BotClose, 'maxDrawdown'> | undefined): number {
  return Number(last?.maxDrawdown ?? 0n) / 10 ** drawdownScale;
}

function rankInterval(
  record: RunningRecord | undefined,
  last: BotClose | undefined,
  newcomers: number,
): RankInterval | null {
  if (!record || !last) return null;
  return rankRangeNow(last.rankRange, valueInterval(record, last.cents), newcomers);
}

/** Newcomers as the board counts them; none for a bot that the board's close did not rank. */
export async function standingFigures(
  db: Db,
  bot: Pick<Bot, 'botId'>,
  last: BotClose | undefined,
  { ranked, newcomers }: { readonly ranked: boolean; readonly newcomers: number },
): Promise<Pick<RowFigures, 'rank_interval' | 'provisional'>> {
  const record = await recordOf(db, bot.botId, last);
  return {
    rank_interval: ranked ? rankInterval(record, last, newcomers) : null,
    provisional: isProvisional(record),
  };
}

async function recordOf(db: Db, botId: string, last: BotClose | undefined): Promise<RunningRecord | undefined> {
  if (!last) return undefined;
  const text = (await recordsAt(db, [botId], last.close)).get(botId);
  return text === undefined ? undefined : decodeRecord(text);
}

/** Everything that a bot's record says, as of its last close. */
export async function agentStatistics(
  db: Db,
  bot: Bot,
  priceSource: PriceSourceInfo,
  baseUrl: string,
): Promise<AgentStatistics> {
  const last = await lastCloseOf(db, bot.botId);
  const record = await recordOf(db, bot.botId, last);
  const close = last?.close;
  const board = await latestBoard(db, bot.league, close === undefined ? {} : { after: close - 1, to: close });
  const figures = figuresOf(record ?? emptyRecord, {
    ...onBoard(board),
    ownBots: close === undefined ? undefined : await ownBots(db, bot, close),
    maxDrawdown: drawdownOf(last),
  });
  return {
    agent_id: bot.botId,
    league: bot.league,
    as_of: close === undefined ? null : iso(close),
    closes: record?.closes ?? 0,
    daily_returns: record?.returns.n ?? 0,
    provisional: isProvisional(record),
    rank_interval: rankInterval(record, last, 0),
    figures: shownFigures(figures),
    excess_day_interval_pct: close === undefined ? null : await excessInterval(db, bot, close),
    twins: await twinsView(db, bot),
    versions: Object.fromEntries(Object.entries(figureCatalogue).map(([id, e]) => [id, e.version])),
    figures_url: `${baseUrl}/rules.json`,
    price_source: priceSource,
  };
}

/** A bot that was disowned is of somebody of whom no other bot is known. */
async function ownBots(db: Db, { botId, makerId, league }: Bot, close: Instant): Promise<number> {
  return (await contactBot(db, botId)) === 'disowned' ? 1 : await countEntered(db, makerId, league, close);
}

function shownFigures(figures: Figures): AgentStatistics['figures'] {
  const shown = Object.fromEntries(computedFigures.map((id) => [id, shownFigure(id, figures[id])]));
  return shown as Record<FigureId, number | null> as AgentStatistics['figures'];
}

/** Computed when it is read, from the bot's closes and the baselines: the same for everyone who computes it. */
async function excessInterval(db: Db, bot: Bot, close: Instant): Promise<AgentStatistics['excess_day_interval_pct']> {
  const excess = await excessReturns(db, bot, close);
  if (excess.length < riskReturnsMin) return null;
  const interval = meanInterval(excess, seededUniform(bootstrapSeed(bot.botId, close)));
  if (!interval) return null;
  const shown = (x: number): number => shownFigure('excess_day_interval_pct', x * 100);
  return { low: shown(interval.low), high: shown(interval.high) };
}

/** First 4 bytes, big-endian, of SHA-256 of "<agent_id> <date of the close>". */
export function bootstrapSeed(botId: string, close: Instant): number {
  return Number.parseInt(sha256(`${botId} ${isoDate(close)}`).slice(0, 8), 16);
}

/** Daily returns less those of the equal-weight baseline, over the valid closes at which both have one: the days of `excess` in the record. */
export async function excessReturns(
  db: Db,
  { botId, league }: Pick<Bot, 'botId' | 'league'>,
  close: Instant,
): Promise<number[]> {
  const closes = await closesOf(db, [botId], 0, close);
  const market = new Map<Instant, { readonly value: bigint; readonly previous: bigint }>();
  let previous: bigint | undefined;
  for (const { at, baselines } of await baselinesAtCloses(db, league, 0, close)) {
    const value = marketValue(baselines);
    if (value !== undefined && previous !== undefined) market.set(at, { value, previous });
    previous = value;
  }
  return closes.flatMap((c, k) => {
    const then = c.firstFillAt === null ? undefined : market.get(c.close);
    const own = dailyReturn(closes[k - 1]?.value ?? startValue, c.value);
    const other = then && dailyReturn(then.previous, then.value);
    return own === undefined || other === undefined ? [] : [own - other];
  });
}

/** The notes of the league's last comparison; null before it. */
export async function twinsView(db: Db, bot: Pick<Bot, 'botId' | 'league'>): Promise<TwinsView | null> {
  const run = await latestTwinRun(db, bot.league);
  if (!run) return null;
  const notes = run.state === 'done' ? await twinNotesOf(db, bot.botId, run.month) : [];
  return {
    compared_at: iso(Number(run.close)),
    state: run.state as TwinsView['state'],
    total: Number(notes[0]?.total ?? 0n),
    notes: notes.map((n) => ({
      agent_id: n.other_id,
      name: n.other_name,
      kind: n.kind as 'twin' | 'mirror',
      correlation: Number(n.correlation),
      days: Number(n.days),
      same_symbol: n.same_symbol,
      note: noteText(n.kind, n.same_symbol, Number(n.days)),
    })),
  };
}

function noteText(kind: string, symbol: string | null, days: number): string {
  const how = kind === 'twin' ? 'Nearly the same' : 'Nearly the same, with the other sign,';
  const why =
    symbol === null
      ? ''
      : ` Both held ${symbol} and nothing else at that close: bots that hold the same single symbol are alike of necessity.`;
  return `${how} daily returns over ${days} days. A note, no penalty.${why}`;
}
