/**
 * The one session of a process of role web that may write: orders are stored in it, and the intake refuses everything else (`ordersOnly`). Its name is that of an intake, so that a process that begins to
 * serve ends it as it ends those of the one before.
 */
import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { createBulkInsert } from './bulk.ts';
import type { Database } from './database.ts';
import type { IntakeStorage } from './intake-write.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { intakeNames } from './session-names.ts';
import { commitNothing, endSessions } from './sessions.sql.ts';
import type { StorageOptions } from './storage.ts';

export interface OrderSession extends IntakeStorage {
  close(): Promise<void>;
}

export function openOrderSession(
  url: string,
  { answerMsMax, watch }: Pick<StorageOptions, 'answerMsMax' | 'watch'>,
): OrderSession {
  const name = `${intakeNames}${randomUUID()}`;
  const pool = openPostgresPool({ url, name, connections: 1, answerMsMax, watch });
  const intakeDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    engine: 'postgres',
    ordersOnly: true,
    intakeDb,
    insertMany: createBulkInsert({ engine: 'postgres' }),
    flushIntake: () => Promise.resolve(),
    async settleIntake() {
      await endSessions(intakeDb, name);
      await commitNothing(intakeDb);
    },
    close: () => intakeDb.destroy(),
  };
}
