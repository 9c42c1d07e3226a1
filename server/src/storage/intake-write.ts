/** What the intake is handed, and where it stores it. */
import type { KeptAnswer } from 'papertape-contract/call';
import type { RowTable } from './database.ts';
import type { Storage, Trx } from './storage.ts';

/** Rows of one request; they are stored together or not at all. */
export interface IntakeWrite {
  readonly bot?: RowTable<'intake.bots'>;
  readonly order?: RowTable<'intake.orders'>;
  /** A sheet of answers. */
  readonly sheet?: RowTable<'intake.answers'>;
  readonly idempotency?: KeptAnswer | undefined;
  /** Anything else, within the same transaction. It may run several times, and then counts once. */
  readonly also?: ((trx: Trx) => Promise<void>) | undefined;
}

/** What is chained to the bot's receipt before: an order or a sheet of answers. */
export function chained({ order, sheet }: IntakeWrite): RowTable<'intake.orders' | 'intake.answers'> | undefined {
  return order ?? sheet;
}

export type IntakeStorage = Pick<Storage, 'engine' | 'intakeDb' | 'insertMany' | 'flushIntake' | 'settleIntake'> & {
  /** Is this process the one that may write? */
  readonly mayWrite?: () => boolean;
};
