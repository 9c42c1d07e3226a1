/** Closes, ranks and boards as the facts alone make them, compared with what is stored. */
import { iso, type Instant } from '../lib/clock.ts';
import { messageOf } from '../lib/text.ts';
import type { ClosePrices } from '../flow/close/close.ts';
import type { VoidedClose } from '../flow/ladder/ladder.sql.ts';
import { marketAtClose } from '../flow/mark/bot-close.ts';
import { botAtClose, noteClose } from '../flow/mark/bot-so-far.ts';
import { blockRows, boardRow, closeRow, recordRow } from '../flow/mark/close.sql.ts';
import { createLeagueClose } from '../flow/mark/league-close.ts';
import { isPresent } from '../flow/mark/presence.ts';
import { baselineValues, type BaselineValue } from '../flow/rank/baseline-value.ts';
import type { LeagueBaselines } from '../flow/rank/baseline.ts';
import { encodeRecord, type RunningRecord } from '../flow/rank/record.ts';
import { emptyBoardContext } from '../flow/rank/statistics.ts';
import { missedReason } from '../operator/aside.ts';
import type { Trx } from '../storage/storage.ts';
import { boardBlocksOf, boardOf, type HeldClose } from './audit.sql.ts';
import { type Differences } from './differences.ts';
import { createLadderFold } from './ladder-fold.ts';
import type { FoldedBot } from './folded-bot.ts';
import { createSeatsCheck } from './seats-check.ts';

export interface CloseInput {
  readonly close: Instant;
  readonly prices: ClosePrices;
  readonly baselines: ReadonlyMap<string, LeagueBaselines>;
  /** What baselines were worth at first fills so far. */
  readonly baselinesAt: (league: string, end: Instant) => readonly BaselineValue[] | undefined;
  /** What is stored of bots; an entry is taken out when it is compared. */
  readonly held: Map<string, HeldClose>;
  /** Seats of each tier that the operator had set; undefined = none, and the board's own are a fact. */
  readonly capacity: (league: string) => number | undefined;
  /** Of the rules that the close was done under. */
  readonly rulesVersion: string | null;
  /** Leagues whose close could not be done, and bots that kept their value: facts. */
  readonly missed: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
}

/** @param bots in order of id. */
export function createClosesFold(trx: Trx, bots: Iterable<FoldedBot>, differences: Differences) {
  const byLeague = Map.groupBy(bots, (b) => b.league);
  const ladder = createLadderFold(differences);
  const seats = createSeatsCheck({ ladder, bots: (league) => byLeague.get(league) ?? [], differences });
  /** Rows looked at. */
  const rows = { 'ledger.closes': 0, 'ledger.records': 0, 'ledger.boards': 0, 'ledger.board_blocks': 0 };

  /** A bot that was not valued has no close. */
  function checkHeld(computed: { close: CloseRow; record: RecordRow } | undefined, held: HeldClose | undefined): void {
    if (held) rows['ledger.closes']++;
    if (held?.record) rows['ledger.records']++;
    differences.row('ledger.closes', computed?.close, held?.close);
    if (computed) differences.row('ledger.records', computed.record, held?.record);
  }

  async function checkLeague(league: string, input: CloseInput): Promise<number> {
    const { close, held } = input;
    const present = (byLeague.get(league) ?? []).filter((b) => isPresent(b, close));
    const previous = ladder.previous(league);
    const baselines = valuesOf(differences, league, input);
    const market = marketAtClose(baselines, previous?.baselines, (end) => input.baselinesAt(league, end));
    const earlier = previous?.context ?? emptyBoardContext;
    const weekEnd = ladder.weekAt(league, close) !== undefined;
    const fold = createLeagueClose({ prices: input.prices, market, earlier, weekEnd }, present.length, input.kept);
    const records = present.map((bot) => fold.add(botAtClose(bot, previous?.close)));
    const closed = fold.rank();
    for (const [botId, fault] of closed.kept)
      differences.add('ledger.closes', `${botId} ${iso(close)}`, 'value', 'a value', messageOf(fault));
    for (const [i, bot] of present.entries()) {
      const recordOf = recordRow({ botId: bot.id, close, record: encodeRecord(records[i] as RunningRecord) });
      checkHeld({ close: closeRow({ league, close }, closed, i), record: recordOf }, held.get(bot.id));
      held.delete(bot.id);
    }
    noteClose(present, records, closed, { previous: previous?.close, close });
    const blocks = await boardBlocksOf(trx, league, close);
    rows['ledger.board_blocks'] += blocks.length;
    differences.rows('ledger.board_blocks', blockRows({ league, close }, closed), blocks);
    const board = await boardOf(trx, league, close);
    if (board) rows['ledger.boards']++;
    const capacity = input.capacity(league) ?? board?.capacity ?? 0;
    const tiers = ladder.addClose({ league, close, capacity }, closed, { baselines, context: closed.context });
    const rulesVersion = input.rulesVersion ?? 'none';
    const expected = { league, close, previous: previous?.close, closed, baselines, capacity, tiers, rulesVersion };
    differences.row('ledger.boards', boardRow(expected), board?.row);
    seats.check(league, close, capacity);
    return present.length;
  }

  return {
    rows,
    ladder,
    /** Voids the latest close. @param capacity seats of each tier that the operator had set. */
    voidClose(voided: VoidedClose, capacity: number | undefined): void {
      ladder.voidClose(voided);
      seats.check(voided.league, voided.atMark, capacity);
      for (const bot of byLeague.get(voided.league) ?? []) if (bot.last?.close === voided.close) bot.last = bot.before;
    },
    seatsHeldMost: seats.heldMost,
    seatsWith: seats.with,
    /** @returns how many bots of each league were valued. */
    async checkClose(input: CloseInput): Promise<ReadonlyMap<string, number>> {
      const { close, held } = input;
      const withBots = [...byLeague].filter(([, list]) => list.some((b) => isPresent(b, close)));
      const leagues = new Set([...withBots.map(([league]) => league), ...input.baselines.keys()]);
      const valued = new Map<string, number>();
      for (const league of leagues) {
        if (!input.missed.has(league)) valued.set(league, await checkLeague(league, input));
        else ladder.missClose({ league, close, atMark: close, reason: missedReason });
      }
      for (const extra of held.values()) checkHeld(undefined, extra);
      return valued;
    },
  };
}

type CloseRow = ReturnType<typeof closeRow>;
type RecordRow = ReturnType<typeof recordRow>;

function valuesOf(differences: Differences, league: string, { baselines, prices, close }: CloseInput): BaselineValue[] {
  try {
    return baselineValues(baselines.get(league)?.list ?? [], prices);
  } catch (e) {
    differences.add('ledger.boards', `${league} ${iso(close)}`, 'baselines', 'values', messageOf(e));
    return [];
  }
}
