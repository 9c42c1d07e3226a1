/** Both schemas are read as they were at one instant, while another thread writes first the one and then the other. */
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../app.ts';
import { createTestDatabase } from '../../test/harness/database.ts';
import { prepareStorage } from './prepare.ts';
import { atOneInstant } from './snapshot.ts';

/** Counts in the ledger, and after it in the intake: what is seen of the intake is never ahead, and one behind at most. */
const writer = `
  const { workerData: { file, stop } } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const open = (name) => {
    const db = new DatabaseSync(file + '/' + name + '.db', { timeout: 5000 });
    db.exec("pragma synchronous = off");
    return db.prepare("insert into meta (key, value) values ('n', ?) on conflict (key) do update set value = excluded.value");
  };
  const [ledger, intake] = [open('ledger'), open('intake')];
  const flag = new Int32Array(stop);
  for (let n = 1; Atomics.load(flag, 0) === 0; n++) {
    ledger.run(String(n));
    intake.run(String(n));
    if (n % 3 === 0) Atomics.wait(flag, 0, 0, 1);
  }
`;

test('a commit between the two files is not seen in one of them alone', async () => {
  const database = await createTestDatabase();
  const { target } = database;
  if (target.engine === 'postgres') return await database.drop();
  const storage = await prepareStorage(target, migrations);
  const stop = new SharedArrayBuffer(4);
  const thread = new Worker(writer, { eval: true, workerData: { file: target.dataDir, stop } });
  const ended = new Promise((resolve) => thread.on('exit', resolve));
  try {
    const seen = new Set<number>();
    for (let i = 0; i < 2_000; i++) {
      const [ledger, intake] = await atOneInstant(storage, async (trx) => {
        const read = async (table: string): Promise<number> =>
          Number(
            (await sql<{ value: string }>`select value from ${sql.table(table)} where key = 'n'`.execute(trx)).rows[0]
              ?.value ?? 0,
          );
        return [await read('ledger.meta'), await read('intake.meta')] as const;
      });
      expect([0, 1]).toContain(ledger - intake);
      seen.add(ledger);
    }
    expect(seen.size).toBeGreaterThan(20);
  } finally {
    Atomics.store(new Int32Array(stop), 0, 1);
    await ended;
    await storage.close();
    await database.drop();
  }
});
