/** What the intake is handed, and where it stores it. */
import type { KeptAnswer } from 'papertape-contract/call';
import type { Instant } from '../lib/clock.ts';
import type { StampTime } from './database-time.ts';
import type { RowTable } from './database.ts';
import type { Storage, Trx } from './storage.ts';
import type { StoredChain } from './take-orders.sql.ts';

/** Rows of one request; they are stored together or not at all. */
export interface IntakeWrite {
  readonly bot?: RowTable<'intake.bots'>;
  readonly order?: RowTable<'intake.orders'>;
  /** Of an order: what else `TakenOrder` says of it. On PostgreSQL it needs the hash of its key. */
  readonly keyHash?: string;
  readonly asOf?: string | undefined;
  /**
   * Of an order that something else was stored before: stamps it and chains it to what is stored. Nobody stores another order of the bot until that is stored. What it throws the
   * write rejects with.
   * @param chain undefined where there is no such bot.
   */
  readonly again?: (chain: StoredChain | undefined) => Pick<IntakeWrite, 'order' | 'keyHash' | 'asOf' | 'idempotency'>;
  /** A sheet of answers. */
  readonly sheet?: RowTable<'intake.answers'>;
  /** An upvote in the showcase. */
  readonly vote?: RowTable<'intake.showcase_votes'>;
  readonly idempotency?: KeptAnswer | undefined;
  /** Anything else, within the same transaction. It may run several times, and then counts once. */
  readonly also?: ((trx: Trx) => Promise<void>) | undefined;
  /** When what `also` writes happened, where a mark asks for it. */
  readonly stamp?: Instant;
  /**
   * What is in memory follows what is stored: called once it is known to be stored, before `write` resolves; also where that is found out only after `write` has rejected, since
   * the database did not say so in time. Must not throw.
   */
  readonly onStored?: () => void;
}

/** What is chained to the bot's receipt before: an order or a sheet of answers. */
export function chained({ order, sheet }: IntakeWrite): RowTable<'intake.orders' | 'intake.answers'> | undefined {
  return order ?? sheet;
}

/** An order with or without its kept answer, and nothing else. */
export function isOrder({ order, sheet, bot, also }: IntakeWrite): boolean {
  return order !== undefined && sheet === undefined && bot === undefined && also === undefined;
}

export type IntakeStorage = Pick<Storage, 'engine' | 'intakeDb' | 'insertMany' | 'flushIntake' | 'settleIntake'> & {
  /** Is this process the one that may write? */
  readonly mayWrite?: () => boolean;
  /** Of a process beside the one that serves: everything but orders is refused. */
  readonly ordersOnly?: boolean;
  /** For how long answers to orders are kept. 24 hours. */
  readonly answersKeptMs?: number;
  /** By what stamps are right or wrong, where that is not the clock of this process alone. */
  readonly time?: Pick<StampTime, 'isKnown' | 'again' | 'of'> | undefined;
};

/** The instant that a mark goes by, if the write has one. */
export function stampOf({ order, sheet, bot, stamp }: IntakeWrite): bigint | undefined {
  const at = order?.received_at ?? sheet?.received_at ?? bot?.registered_at ?? stamp;
  return at === undefined ? undefined : BigInt(at);
}
