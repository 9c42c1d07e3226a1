/** Data from before: the hash of contacts goes, the bots stay. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { readSchema } from '../../../../scripts/schema.sql.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import { prepareStorage } from '../prepare.ts';
import { agentsAndLog } from './0011-agents-and-log.ts';

test('the column and its index go and every bot stays; a step that was done and not noted is done again', async () => {
  const database = await createTestDatabase();
  const storage = await prepareStorage(database.target, { durability: 'off' });
  const { db, engine } = storage;
  const agents = async () => (await readSchema(storage)).find((t) => `${t.schema}.${t.name}` === 'intake.agents');
  const unnote = () =>
    sql`delete from ledger.migrations where number > ${migrations.indexOf(agentsAndLog)}`.execute(db);
  try {
    const after = await agents();
    await sql`alter table intake.agents add column contact_hash text not null default ''`.execute(db);
    const index = { sqlite: 'intake.agents_contact on agents', postgres: 'agents_contact on intake.agents' }[engine];
    await sql.raw(`create index ${index} (contact_hash, league)`).execute(db);
    await sql`insert into intake.agents (agent_id, league, name, name_key, company, contact, contact_hash, country, registered_at, key_hash)
      values ('agt_a', 'multi', 'A', 'a', 'C', 'a@b.test', 'hash', 'CA', 1, 'key')`.execute(db);
    expect((await agents())?.columns.map((c) => c.name)).toContain('contact_hash');
    await unnote();
    await migrate(storage);
    expect(await agents()).toEqual(after);
    expect((await agents())?.columns.map((c) => c.name)).not.toContain('contact_hash');
    await unnote();
    await migrate(storage);
    const { rows } = await sql<{ contact: string }>`select contact from intake.agents`.execute(db);
    expect(rows).toEqual([{ contact: 'a@b.test' }]);
  } finally {
    await storage.close();
    await database.drop();
  }
});
