/**
 * Reading a bot's events: a view over orders and what the engine made of them. Nothing is written for it, so a window with 100,000
 * orders costs not one row more (docs/decisions/0014-events-are-a-view.md).
 */
import type { AgentEvent } from 'papertape-contract/event';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { botById } from '../bots/bots.sql.ts';
import { lastMarkDone } from '../engine/progress.sql.ts';
import type { Instant } from '../lib/clock.ts';
import { encodeCursor, type Cursor } from './cursor.ts';
import {
  botRetired,
  seatNotice,
  asEvent,
  championOfWeek,
  closed,
  closeVoided,
  delisted,
  orderDecided,
  orderReceived,
  tierMoved,
  type EventBody,
} from './event-view.ts';
import {
  closesWithin,
  incidentsAbout,
  delistingsWithin,
  lastSequence,
  movesWithin,
  ordersAfter,
  outcomesSoFar,
  retirementWithin,
  voidsWithin,
  weeksWonWithin,
  type CloseOfBoard,
} from './events.sql.ts';
import { decidedAfter } from '../read/views.sql.ts';
import { lapseOf, noticeOf, seatsCountFrom } from '../flow/ladder/seat.ts';
import { firstWindows } from '../flow/mark/seat.sql.ts';
import { foldSettings, seatsOf } from '../operator/league-settings.ts';
import { roundEvents } from './round-events.ts';
import { mergeEvents, type Happening } from './merge.ts';

export interface EventOwner {
  readonly botId: string;
  readonly league: string;
}

export interface EventPage {
  /** The oldest first. */
  readonly events: readonly AgentEvent[];
  /** Where to read on. */
  readonly next: Cursor;
  /** Are there more now? */
  readonly more: boolean;
}

export interface EventReader {
  /** The next events behind a cursor, at most `limit`. */
  read(bot: EventOwner, from: Cursor, limit: number): Promise<EventPage>;
  /** Behind everything that is there. */
  now(bot: EventOwner): Promise<Cursor>;
  /** False for a cursor that is ahead of the data: it comes from other data, or from before an older copy was restored. */
  isKnown(bot: EventOwner, cursor: Cursor): Promise<boolean>;
}

export function createEventReader({
  db,
  intake,
}: {
  readonly db: Db;
  readonly intake: Pick<Intake, 'drained'>;
}): EventReader {
  const lastOrder = (botId: string): Promise<number> => lastSequence(db, 'intake.orders', botId);

  return {
    async read(bot, from, limit) {
      // First the last mark that is done: everything up to it is there, whatever is stored meanwhile.
      const upTo = await lastMarkDone(db);
      const outcomes = upTo === undefined ? [] : await outcomesAfter(db, bot.botId, from, upTo, limit + 1);
      const others =
        upTo === undefined || upTo < from.mark ? [] : await othersFrom(db, bot, from, upTo, limit + 1 + from.index);
      // Orders last: whoever is told of an outcome has been told of its order.
      const orders = await ordersAfter(db, bot.botId, from.orders, limit + 1);
      // What is committed may not be on the disk yet; nothing is told of that a power cut could take back.
      if (orders.length > 0) await intake.drained();
      const sources = {
        orders: orders.map(orderReceived),
        outcomes: outcomes.map((of) => of.map(orderDecided)),
        others,
      };
      const merged = mergeEvents<EventBody>(from, sources, upTo, limit);
      return {
        events: merged.events.map((e) => asEvent(e.what, e.at, encodeCursor(bot.botId, e.cursor))),
        next: merged.next,
        more: merged.more,
      };
    },

    async now({ botId }) {
      const mark = await lastMarkDone(db);
      const orders = await lastOrder(botId);
      // The fills of a mark that is still open are stored, and told of when it has ended.
      const outcomes = await outcomesSoFar(db, botId, mark ?? 0);
      return { orders, ...outcomes, mark: mark === undefined ? 0 : mark + 1, index: 0 };
    },

    async isKnown({ botId }, { orders, scored, sandbox, mark }) {
      const last = await lastMarkDone(db);
      return (
        mark <= (last === undefined ? 0 : last + 1) &&
        orders <= (await lastOrder(botId)) &&
        Math.max(scored, sandbox) <= (await lastSequence(db, 'ledger.fills', botId))
      );
    },
  };
}

/** Outcomes of scored orders, and those of sandbox orders. */
async function outcomesAfter(db: Db, botId: string, { scored, sandbox }: Cursor, upTo: Instant, limit: number) {
  return [
    await decidedAfter(db, botId, { sequence: scored, sandbox: false }, upTo, limit),
    await decidedAfter(db, botId, { sequence: sandbox, sandbox: true }, upTo, limit),
  ];
}

async function othersFrom(
  db: Db,
  bot: EventOwner,
  { mark }: Cursor,
  upTo: Instant,
  limit: number,
): Promise<Happening<EventBody>[][]> {
  const { botId, league } = bot;
  const span = { from: mark, to: upTo, limit };
  const voids = await voidsWithin(db, league, botId, span);
  const delistings = await delistingsWithin(db, botId, span);
  const closes = await closesWithin(db, botId, span);
  const moves = await movesWithin(db, botId, span);
  const weeks = await weeksWonWithin(db, league, botId, span);
  const retirement = await retirementWithin(db, botId, span);
  return [
    voids.map(closeVoided),
    moves.map(tierMoved),
    delistings.map(delisted),
    closes.map(closed),
    weeks.map(championOfWeek),
    retirement.map((incident) => botRetired(league, incident)),
    await seatNotices(db, bot, closes),
    ...(await roundEvents(db, bot, span)),
  ];
}

/**
 * That a seat will lapse is worked out of the bot's closes, and of what the operator had done with its league by then. @param closes of the
 * span: the bot is told at one of them.
 */
async function seatNotices(
  db: Db,
  { botId, league }: EventOwner,
  closes: readonly CloseOfBoard[],
): Promise<Happening<EventBody>[]> {
  const idle = closes.filter((c) => c.firstFillAt === null);
  const bot = idle.length === 0 ? undefined : await botById(db, botId);
  if (bot === undefined || bot.house) return [];
  const firstWindow = (await firstWindows(db)).get(league);
  const log = await incidentsAbout(db, league);
  return idle.flatMap(({ close }) => {
    const settings = foldSettings(log.filter((i) => i.atMark <= close)).get(league);
    const from = seatsCountFrom(seatsOf(settings, firstWindow));
    const lapse = from === undefined ? undefined : lapseOf(bot.registeredAt, from);
    return lapse !== undefined && noticeOf(lapse) === close ? [seatNotice(league, close, lapse)] : [];
  });
}
