/** Opens the data of a league to read it beside the process that serves: no lock, no migration, and no session that may write but the one of orders. */
import { SetupError } from '../lib/setup-error.ts';
import type { InstanceLock } from '../storage/instance-lock.ts';
import { doneMigrations } from '../storage/migrate.ts';
import type { Migration } from '../storage/migration.ts';
import { openOrderSession, type OrderSession } from '../storage/order-session.ts';
import { openStorage, type Storage, type StorageOptions, type StorageTarget } from '../storage/storage.ts';
import { isTableThere, refuseUnserved } from '../storage/unserved.ts';

export type ReadingStorage = Storage & {
  readonly lock: InstanceLock;
  readonly migrations: readonly Migration[];
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
    if (!(await isTableThere(storage, 'ledger.migrations')))
      throw new SetupError(
        'There is no league in the database of DATABASE_URL yet.',
        'Start a process that serves it first: one without PAPERTAPE_ROLE=web.',
      );
    await refuseUnserved(storage);
    await refuseOtherSchema(storage, migrations);
    const orders = target.engine === 'postgres' ? openOrderSession(target.url, options) : undefined;
    return {
      ...storage,
      lock: neverHeld,
      migrations,
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

/** @throws SetupError when a migration is not done, or one is that this program does not know. */
export async function refuseOtherSchema({ db }: Pick<Storage, 'db'>, known: readonly Migration[]): Promise<void> {
  const done = new Set(await doneMigrations(db));
  const different = done.symmetricDifference(new Set(known.map(({ name }) => name)));
  if (different.size === 0) return;
  throw new SetupError(
    `The schema of the data is not the one that this Papertape knows (${[...different].join(', ')}).`,
    'Start the version of Papertape that serves the league; the schema is brought up to date by the process that serves.',
  );
}

/** Whoever asks it before writing writes nothing. */
const neverHeld: InstanceLock = {
  isHeld: () => false,
  held: () => Promise.reject(new Error('a process of role web never holds the lock')),
  claim: () => Promise.reject(new Error('a process of role web never holds the lock')),
  watch: () => undefined,
  release: () => Promise.resolve(),
};
