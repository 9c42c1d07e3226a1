/**
 * What of an error is the database's own failing: it cannot be reached, hangs, is full, locked, read-only or out of connections. The process
 * stays, and the request is refused with 503. Everything else is a rule of the tables or a mistake in a statement.
 */

import { DayFileFault } from './day-files.ts';
import { lateState, mistimedState, repeatedState } from './gate-names.ts';

/** The connection to the database failed, and so the database has not said what became of the statement. */
export class StorageFault extends Error {
  /** May it have been done all the same? */
  readonly isUnclear: boolean;

  constructor(detail: string, options: { readonly cause?: unknown; readonly isUnclear: boolean }) {
    super(detail, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'StorageFault';
    this.isUnclear = options.isUnclear;
  }
}

/** Nothing can be stamped now: this process does not know the time of the database well enough (database-time.ts). */
export class UnknownTime extends StorageFault {
  constructor() {
    super('The time of the database is not known, by which everything is stamped.', { isUnclear: false });
    this.name = 'UnknownTime';
  }
}

/** Something else was stored first: the bot's chain goes on from another receipt. Chained anew it may be handed in again. */
export class Overtaken extends Error {
  constructor() {
    super('Another order of the bot was stored before this one.');
    this.name = 'Overtaken';
  }
}

/** A mark was done meanwhile by which it was not judged: nothing is stored, and it is to be judged anew. */
export class Outdated extends Error {
  constructor() {
    super('A mark was done since the order was looked at.');
    this.name = 'Outdated';
  }
}

/** The Idempotency-Key has an answer, which another process gave meanwhile; nothing is stored. */
export function isAnsweredElsewhere(e: unknown): boolean {
  return sqlState(e) === repeatedState;
}

export function isStorageFault(e: unknown): boolean {
  return (
    e instanceof StorageFault || e instanceof DayFileFault || isServerDown(e) || hasNoRoom(e) || isEmbeddedFault(e)
  );
}

/** May what failed with this error have been stored all the same? */
export function isUnclear(e: unknown): boolean {
  return e instanceof StorageFault ? e.isUnclear : isEnding(e);
}

/** PostgreSQL's five letters; undefined where the server has not answered. */
function sqlState(e: unknown): string | undefined {
  const code = e instanceof Error && 'severity' in e && 'code' in e ? e.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/**
 * The session is over, or of no use for writing: connection exceptions, a server that is shut down, starts or recovers, and a standby. The next
 * session may be another server's.
 */
export function isServerDown(e: unknown): boolean {
  return isEnding(e) || sqlState(e) === '25006';
}

function isEnding(e: unknown): boolean {
  return /^(?:08|57P)/.test(sqlState(e) ?? '');
}

/** A lock was not had in the time that was set for it. */
export function isLockTimeout(e: unknown): boolean {
  return sqlState(e) === '55P03';
}

/** The keys of what is chained to a bot's last receipt. */
const chains = new Set(['orders_pkey', 'answers_pkey']);

/**
 * Nothing is stored, since somebody else was quicker: the gate is closed for the stamp (gate.ts), or the bot's chain has another receipt at
 * this place; or since the stamp is not of the database's time. Stamped and chained anew it may be handed in again.
 */
export function isOvertaken(e: unknown): boolean {
  if (e instanceof Overtaken) return true;
  const state = sqlState(e);
  if (state === '23505') return e instanceof Error && 'constraint' in e && chains.has(String(e.constraint));
  return state === lateState || state === mistimedState;
}

/** The stamp is too far from the database's time. */
export function isMistimed(e: unknown): boolean {
  return sqlState(e) === mistimedState;
}

/** Disk, memory or connections are used up, a statement took too long, a lock was not had, or the server cannot read its own files. */
function hasNoRoom(e: unknown): boolean {
  return /^(?:53|58|57014|55P03|40P01)/.test(sqlState(e) ?? '');
}

/** SQLite's primary result codes: internal, perm, abort, busy, locked, nomem, readonly, interrupt, ioerr, corrupt, full, cantopen, protocol. */
const embeddedFaults = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15]);

function isEmbeddedFault(e: unknown): boolean {
  const code = e instanceof Error && 'errcode' in e ? e.errcode : undefined;
  return typeof code === 'number' && embeddedFaults.has(code & 0xff);
}
