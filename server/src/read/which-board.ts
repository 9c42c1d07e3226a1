/** Which board was asked for: the standings now, those of an earlier close, or the ranking of a week. */
import { ApiError } from 'papertape-contract/errors';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { parseIsoWeek, weekOfClose, type Week } from '../flow/ladder/iso-week.ts';
import { closeSpan } from '../engine/closed-bots.sql.ts';
import { noSuchClose } from '../flow/ladder/no-such-close.ts';
import { parseCloseDate } from '../flow/ladder/void.ts';
import { shown } from '../lib/text.ts';
import { boardOfClose, hasLaterClose, latestBoard, voidedAfter } from './boards.sql.ts';
import type { BoardClose } from './close.ts';
import { isOutageUntold } from './outage-of-close.ts';
import { weekDecidedAt, weekDecidedBy } from './weeks.sql.ts';

export type BoardOf =
  | { readonly kind: 'now' }
  | { readonly kind: 'close'; readonly date: string }
  | { readonly kind: 'week'; readonly week: string };

export interface WhichBoard {
  readonly kind: BoardOf['kind'];
  /** Undefined before the league's first close. */
  readonly board: BoardClose | undefined;
  /** The week that returns of the week are of; undefined before the first close. */
  readonly week: string | undefined;
  /** Nothing can change these standings any more. */
  readonly final: boolean;
  /** What a reader must know of it, in words. */
  readonly note: string | null;
}

/** @throws ApiError when it does not name a close or a week of the league that has passed. */
export async function whichBoard(db: Db, league: string, of: BoardOf, now: Instant): Promise<WhichBoard> {
  if (of.kind === 'close') return await ofClose(db, league, of.date, now);
  if (of.kind === 'week') return await ofWeek(db, league, of.week, now);
  const board = await latestBoard(db, league);
  const week = board && (await weekOf(db, league, board.close));
  return { kind: 'now', board, week, final: false, note: await voidNote(db, league, board) };
}

async function ofClose(db: Db, league: string, date: string, now: Instant): Promise<WhichBoard> {
  const close = parseCloseDate(date);
  if (close === undefined)
    throw new ApiError('invalid_query', `as_of is "${shown(date)}"; it must be a date, such as 2026-11-22.`, {
      example: { query: { as_of: null } },
    });
  const found = close > now ? undefined : await boardOfClose(db, league, close);
  if (!found || found.voided) {
    const why = found?.voided
      ? `The close ${date} of ${league} was voided: ${found.voided.reason} It counts for nothing.`
      : close > now
        ? `The close ${date} of ${league} is still to come.`
        : `${league} had no close ${date}.`;
    throw noSuchClose(why, await closeSpan(db, league), (last) => ({ query: { as_of: last } }));
  }
  return {
    kind: 'close',
    board: found.board,
    week: await weekOf(db, league, close),
    final: await isFinal(db, league, close),
    note: null,
  };
}

async function ofWeek(db: Db, league: string, name: string, now: Instant): Promise<WhichBoard> {
  const week = parseIsoWeek(name);
  if (!week)
    throw new ApiError('invalid_query', `week is "${shown(name)}"; it must be an ISO week, such as 2026-W47.`, {
      example: { query: { week: null } },
    });
  const notThere = async (why: string) =>
    noSuchClose(why, await closeSpan(db, league), (last) => ({ query: { week: weekOfClose(Date.parse(last)) } }));
  if (week.start >= now) throw await notThere(`The week ${name} has not begun.`);
  const decidedAt = await weekDecidedAt(db, league, name);
  const board =
    decidedAt === undefined ? await runningWeek(db, league, week) : (await boardOfClose(db, league, decidedAt))?.board;
  if (!board) throw await notThere(`${league} has no close in the week ${name} yet, or had none.`);
  const { close } = board;
  const isDecided = decidedAt !== undefined;
  const final = isDecided && (await isFinal(db, league, close));
  return { kind: 'week', board, week: name, final, note: weekNote(week, close, isDecided) };
}

/** Of closes that are caught up together the earlier ones have a later one, and do not say yet that they were. */
async function isFinal(db: Db, league: string, close: Instant): Promise<boolean> {
  return (await hasLaterClose(db, league, close)) && !(await isOutageUntold(db, close));
}

/** The last valid close within a week that is not decided. The close that decided the week before late is not one of it. */
async function runningWeek(db: Db, league: string, week: Week): Promise<BoardClose | undefined> {
  const board = await latestBoard(db, league, { after: week.start, to: week.end });
  const other = board && (await weekDecidedBy(db, league, board.close));
  return other === undefined ? board : undefined;
}

function weekNote(week: Week, close: Instant, isDecided: boolean): string | null {
  if (!isDecided) return `The week is not decided: this is its ranking as of the close of ${iso(close)}.`;
  if (close === week.end) return null;
  return `The close of ${isoDate(week.end)} was voided: the week was decided at the close of ${isoDate(close)}.`;
}

async function weekOf(db: Db, league: string, close: Instant): Promise<string> {
  return (await weekDecidedBy(db, league, close)) ?? weekOfClose(close);
}

async function voidNote(db: Db, league: string, board: BoardClose | undefined): Promise<string | null> {
  const voided = await voidedAfter(db, league, board?.close ?? 0);
  const last = voided.at(-1);
  if (!last) return null;
  const shownInstead = board ? `these are the standings of the close ${isoDate(board.close)}` : 'no close counts yet';
  return `The close ${isoDate(last.close)} was voided by the operator (${last.reason}): ${shownInstead}.`;
}

/** `as_of` and `week` of a query: one of them, or none. */
export function boardOf({
  as_of: date,
  week,
}: {
  readonly as_of?: string | undefined;
  readonly week?: string | undefined;
}): BoardOf {
  if (date !== undefined && week !== undefined)
    throw new ApiError('invalid_query', 'as_of and week stand together; give one of them.', {
      example: { query: { week: null } },
    });
  if (date !== undefined) return { kind: 'close', date };
  return week === undefined ? { kind: 'now' } : { kind: 'week', week };
}
