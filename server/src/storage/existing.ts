/** Opens data that must exist (`papertape admin`), or checks that none does (`server/bench/simulate.ts`). It creates no data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStorage, type Storage, type StorageTarget } from './storage.ts';

/** @returns undefined when no Papertape data is there. Takes no lock: a serving process may have it open, too. */
export async function openExisting(target: StorageTarget): Promise<Storage | undefined> {
  if (target.engine === 'sqlite' && !existsSync(join(target.dataDir, 'ledger.db'))) return undefined;
  const storage = openStorage(target, { connections: 1 });
  try {
    if (await hasTables(storage)) return storage;
  } catch (e) {
    await storage.close();
    throw e;
  }
  await storage.close();
  return undefined;
}

async function hasTables({ db, engine }: Storage): Promise<boolean> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{
          n: bigint;
        }>`select count(*) as n from ledger.sqlite_master where type = 'table' and name = 'meta'`.execute(db)
      : await sql<{ n: bigint }>`
          select count(*) as n from information_schema.tables where table_schema = 'ledger' and table_name = 'meta'`.execute(
          db,
        );
  return (rows[0]?.n ?? 0n) > 0n;
}
