/** Opens the data of a league to read it beside the process that serves: no lock, no migration, and no session that may write but the one of orders. */
import { SetupError } from '../lib/setup-error.ts';
import type { InstanceLock } from '../storage/instance-lock.ts';
import { refuseOtherSchema } from '../storage/migrate.ts';
import type { Migration } from '../storage/migration.ts';
import { openOrderSession, type OrderSession } from '../storage/order-session.ts';
import type { PreparedStorage } from '../storage/prepare.ts';
import { openStorage, type Storage, type StorageOptions, type StorageTarget } from '../storage/storage.ts';
import { refuseSharedSessions } from '../storage/own-sessions.ts';
import { isTableThere, refuseUnserved } from '../storage/unserved.ts';

export type ReadingStorage = PreparedStorage & {
  /** Where orders are stored; everything else that this process has open is refused every write by the server. */
  readonly orders: OrderSession | undefined;
};

/** @throws SetupError when there is nothing to read, or it has another schema. */
export async function prepareToRead(
  target: StorageTarget,
  migrations: readonly Migration[],
  options: StorageOptions,
): Promise<ReadingStorage> {
  const storage = openStorage(target, { ...options, readOnly: true });
  try {
    await refuseNoLeague(storage, migrations, 'web');
    const orders = target.engine === 'postgres' ? openOrderSession(target.url, options) : undefined;
    return {
      ...storage,
      lock: neverHeld,
      migrations,
      left: [],
      orders,
      async close() {
        await orders?.close();
        await storage.close();
      },
    };
  } catch (e) {
    await storage.close();
    throw e;
  }
}

/** @throws SetupError when there is no league that a process of the role could stand beside, or it has another schema. */
export async function refuseNoLeague(
  storage: Storage,
  migrations: readonly Migration[],
  role: 'web' | 'engine',
): Promise<void> {
  if (!(await isTableThere(storage, 'ledger.migrations')))
    throw new SetupError(
      'There is no league in the database of DATABASE_URL yet.',
      `Start a process that serves it first: one without PAPERTAPE_ROLE=${role}.`,
    );
  if (storage.target.engine === 'postgres') await refuseSharedSessions(storage.target.url);
  await refuseUnserved(storage);
  await refuseOtherSchema(storage, migrations);
}

/** Whoever asks it before writing writes nothing. */
const neverHeld: InstanceLock = {
  isHeld: () => false,
  held: () => Promise.reject(new Error('a process of role web never holds the lock')),
  claim: () => Promise.reject(new Error('a process of role web never holds the lock')),
  watch: () => undefined,
  release: () => Promise.resolve(),
};
