/** Closes, ranks and boards as the facts alone make them, compared with what is stored. */
import { boardBlockSize } from '../flow/rank/board-blocks.ts';
import { iso, type Instant } from '../lib/clock.ts';
import type { BoardsTable, ClosesTable } from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';
import type { ClosePrices } from '../flow/close/close.ts';
import type { EarlierClose } from '../flow/ladder/iso-week.ts';
import type { CloseName } from '../flow/ladder/void.ts';
import { marketAtClose, type BotAtClose } from '../flow/mark/bot-close.ts';
import { closeFields } from '../flow/mark/close.sql.ts';
import { blocksOf, createLeagueClose, type ClosedLeague, type LeagueClose } from '../flow/mark/league-close.ts';
import { canRetire, isPresent } from '../flow/mark/presence.ts';
import { baselineValues, type BaselineValue } from '../flow/rank/baseline-value.ts';
import type { LeagueBaselines } from '../flow/rank/baseline.ts';
import { encodeRecord, type RunningRecord } from '../flow/rank/record.ts';
import { encodeBoardContext } from '../flow/rank/statistics.ts';
import { message, type Differences, type Fields } from './differences.ts';
import { createLadderFold } from './ladder-fold.ts';
import type { FoldedBot } from './folded-bot.ts';

/** A stored close with the bot's record. */
export type StoredCloseRow = ClosesTable & { readonly record: string | null };

/** What is stored of one close. */
export interface StoredClose {
  /** By bot; a row is taken out when it is compared. */
  readonly closes: Map<string, StoredCloseRow>;
  readonly boards: ReadonlyMap<string, BoardsTable>;
  readonly blocks: (league: string) => Promise<readonly { block: bigint; agent_ids: string }[]>;
}

export interface CloseCounts {
  closes: number;
  records: number;
  boards: number;
  blocks: number;
}

export interface CloseInput {
  readonly close: Instant;
  readonly prices: ClosePrices;
  readonly baselines: ReadonlyMap<string, LeagueBaselines>;
  /** What baselines were worth at first fills so far. */
  readonly baselinesAt: (league: string, end: Instant) => readonly BaselineValue[] | undefined;
  readonly stored: StoredClose;
  /** Seats of each tier that the operator had set; undefined = none, and the board's own are a fact. */
  readonly capacity: (league: string) => number | undefined;
  /** Of the rules that the close was done under. */
  readonly rulesVersion: string | null;
}

export interface ClosesFold {
  checkClose(input: CloseInput): Promise<void>;
  /** The latest close of a league, voided or not. */
  latestClose(league: string): EarlierClose | undefined;
  /** Voids the latest close. */
  voidClose(name: CloseName, mark: Instant, reason: string): void;
  /** Bots in the fullest tier of a league at a mark. */
  fullestTier(league: string, mark: Instant): number;
  /** After the last mark: moves, tiers, weeks and voided closes. */
  checkLadder(trx: Trx): Promise<void>;
  readonly counts: CloseCounts;
}

/** @param bots in order of id. */
export function createClosesFold(bots: Iterable<FoldedBot>, differences: Differences): ClosesFold {
  const byLeague = Map.groupBy(bots, (b) => b.league);
  const ladder = createLadderFold(differences);
  const counts: CloseCounts = { closes: 0, records: 0, boards: 0, blocks: 0 };
  const { checkBot, checkBlocks } = createCloseChecks(differences, counts);

  async function checkLeague(league: string, input: CloseInput): Promise<void> {
    const { close, stored } = input;
    const present = (byLeague.get(league) ?? []).filter((b) => isPresent(b, close));
    const previous = ladder.previous(league);
    const baselines = valuesOf(differences, league, input);
    const market = marketAtClose(baselines, previous?.baselines, (end) => input.baselinesAt(league, end));
    const weekEnd = ladder.weekAt(league, close) !== undefined;
    const fold = createLeagueClose({ prices: input.prices, market, weekEnd }, present.length);
    const records = present.map((bot) => addBot(differences, fold, bot, previous?.close, close));
    const closed = fold.rank();
    for (const [i, bot] of present.entries()) {
      const record = records[i] as RunningRecord;
      checkBot({ league, close }, bot, closed, i, record, stored);
      bot.before = lastOf(bot, previous?.close);
      const drawdown = { peak: closed.peak[i] as bigint, max: closed.maxDrawdown[i] as bigint };
      const at = { value: closed.value[i] as bigint, rank: closed.ranking.rank[i] as number, drawdown, record };
      bot.last = { close, at };
    }
    await checkBlocks(league, close, blocksOf(closed, boardBlockSize), stored);
    const board = stored.boards.get(league);
    if (board) counts.boards++;
    const set = input.capacity(league);
    const capacity = set ?? Number(board?.capacity ?? 0n);
    const tiers = ladder.addClose({ league, close, capacity }, closed, baselines);
    const expected = {
      total: present.length,
      above_start: closed.aboveStart,
      at_start: closed.atStart,
      baselines: JSON.stringify(baselines),
      previous: previous?.close ?? null,
      rules_version: input.rulesVersion,
      ...(set === undefined ? {} : { capacity }),
      tiers,
      context: encodeBoardContext(closed.context),
    };
    const key = `${league} ${iso(close)}`;
    differences.compare('ledger.boards', key, expected, board as unknown as Fields | undefined);
  }

  return {
    counts,
    checkLadder: (trx) => ladder.check(trx),
    latestClose: (league) => ladder.latestClose(league),
    voidClose(name, mark, reason) {
      ladder.voidClose(name, mark, reason);
      for (const bot of byLeague.get(name.league) ?? []) if (bot.last?.close === name.close) bot.last = bot.before;
    },
    fullestTier(league, mark) {
      const there = (byLeague.get(league) ?? []).filter((b) => canRetire(b, mark));
      const tiers = Map.groupBy(there, (b) => ladder.tierOf(league, b.id));
      return Math.max(0, ...[...tiers.values()].map((of) => of.length));
    },
    async checkClose(input) {
      const { close, stored } = input;
      const withBots = [...byLeague].filter(([, list]) => list.some((b) => isPresent(b, close)));
      const leagues = new Set([...withBots.map(([league]) => league), ...input.baselines.keys()]);
      for (const league of leagues) await checkLeague(league, input);
      for (const extra of stored.closes.values()) {
        counts.closes++;
        if (extra.record !== null) counts.records++;
        const key = `${extra.agent_id} ${iso(Number(extra.close))}`;
        differences.compare('ledger.closes', key, undefined, extra as unknown as Fields);
      }
    },
  };
}

/** A bot that cannot be valued is told once, and counted as its cash. */
function addBot(
  differences: Differences,
  fold: LeagueClose,
  bot: FoldedBot,
  previous: Instant | undefined,
  close: Instant,
): RunningRecord {
  const at = botAtClose(bot, previous);
  try {
    return fold.add(at);
  } catch (e) {
    differences.add('ledger.closes', `${bot.id} ${iso(close)}`, 'value', 'a value', message(e));
    return fold.add({ ...at, holdings: [] });
  }
}

function valuesOf(differences: Differences, league: string, { baselines, prices, close }: CloseInput): BaselineValue[] {
  try {
    return baselineValues(baselines.get(league)?.list ?? [], prices);
  } catch (e) {
    differences.add('ledger.boards', `${league} ${iso(close)}`, 'baselines', 'values', message(e));
    return [];
  }
}

/** The bot's last close, when it is the league's valid close before. */
function lastOf(bot: FoldedBot, previous: Instant | undefined): FoldedBot['last'] {
  return bot.last?.close === previous ? bot.last : undefined;
}

function botAtClose(bot: FoldedBot, previous: Instant | undefined): BotAtClose {
  const { id, registeredAt, now } = bot;
  const { portfolio, trades, traded, firstFillAt } = now;
  return { id, registeredAt, ...portfolio, trades, traded, firstFillAt, before: lastOf(bot, previous)?.at };
}

/** What is stored of bots and of a board's blocks, beside what a close makes of them. */
function createCloseChecks(differences: Differences, counts: CloseCounts) {
  function checkBot(
    { league, close }: CloseName,
    { id }: FoldedBot,
    closed: ClosedLeague,
    i: number,
    record: RunningRecord,
    { closes }: StoredClose,
  ): void {
    const found = closes.get(id);
    closes.delete(id);
    if (found) counts.closes++;
    const text = found?.record ?? undefined;
    if (text !== undefined) counts.records++;
    const key = `${id} ${iso(close)}`;
    const expected = { league, ...closeFields(closed, i) };
    differences.compare('ledger.closes', key, expected, found as unknown as Fields | undefined);
    const stored = text === undefined ? undefined : { record: text };
    differences.compare('ledger.records', key, { record: encodeRecord(record) }, stored);
  }

  async function checkBlocks(
    league: string,
    close: Instant,
    blocks: readonly string[],
    stored: StoredClose,
  ): Promise<void> {
    const found = new Map((await stored.blocks(league)).map((b) => [Number(b.block), b.agent_ids]));
    counts.blocks += found.size;
    for (const block of new Set([...blocks.keys(), ...found.keys()])) {
      const fields = (ids: string | undefined): Fields | undefined => (ids === undefined ? ids : { agent_ids: ids });
      const key = `${league} ${iso(close)} block ${block}`;
      differences.compare('ledger.board_blocks', key, fields(blocks[block]), fields(found.get(block)));
    }
  }

  return { checkBot, checkBlocks };
}
