/**
 * What an operator may change in the tables of a service that is at rest, and who notices: its own audit, which makes the log again, and,
 * when the log is made again too, whoever kept a checkpoint from before.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { openStorage, type Storage, type Trx } from '../../../src/storage/storage.ts';
import { eachEntry, growAgain, putBack, takeBackup } from '../../harness/backup.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { readLog, rootOf, treeOf } from '../../harness/log-reader.ts';

let league: League;
let reader: Storage;
const bots: Bot[] = [];
/** What somebody outside kept. */
let keptCheckpoint = '';

beforeAll(async () => {
  league = await openLeague({ start: '2026-03-01T20:00:00Z' });
  for (let i = 0; i < 12; i++) bots.push(await league.enter({ name: `Trader ${i}` }));
  for (const [i, bot] of bots.entries())
    await bot.weights({ 'BTC-USD': 0.05 * (i + 1), 'ETH-USD': 0.1 }, { sandbox: i === 3 });
  await (bots[11] as Bot).retire('enough');
  await league.advance({ hours: 1 });
  const about = { kind: 'symbol', id: 'SOL-USD' } as const;
  await insertAction(league.app.storage.db, {
    id: 'act_1',
    at: league.now(),
    action: 'suspend',
    about,
    reason: 'Look.',
  });
  await league.advance({ hours: 4 });
  keptCheckpoint = await league.client.checkpoint();
  await league.advance({ hours: 1 });
  reader = openStorage(league.database.target, { connections: 2 });
});
afterAll(async () => {
  await reader.close();
  await league.close();
});

/** Statement, and in which table the audit says that something differs. */
const changes: Record<string, { readonly change: string; readonly found: string }> = {
  'the instant of a registration': {
    change: `update intake.bots set registered_at = registered_at - 86400000 where name = 'Trader 1'`,
    found: 'ledger.log_bundles',
  },
  'the maker of a bot': {
    change: `update intake.bots set maker_id = 'mkr_0000000000000000' where name = 'Trader 1'`,
    found: 'ledger.log_bundles',
  },
  'the name of a bot': {
    change: `update intake.bots set name = 'Winner' where name = 'Trader 1'`,
    found: 'ledger.log_bundles',
  },
  'the house flag': { change: `update intake.bots set house = 1 where name = 'Trader 1'`, found: 'ledger.log_bundles' },
  'a retirement undone': {
    change: `update intake.bots set retired_at = null, retired_reason = null where name = 'Trader 11'`,
    found: 'ledger.log_bundles',
  },
  'the tier of a bot': {
    change: `update ledger.tiers set tier = tier + 1 where agent_id = (select min(agent_id) from ledger.tiers)`,
    found: 'ledger.tiers',
  },
  'a promotion': {
    change: `delete from ledger.tier_moves where agent_id = (select min(agent_id) from ledger.tier_moves)`,
    found: 'ledger.log_bundles',
  },
  'a champion': {
    change: `update ledger.weeks set champion = (select min(c.agent_id) from ledger.closes c where c.agent_id <> champion)`,
    found: 'ledger.log_bundles',
  },
  'an order that counts made a test': {
    change: `update intake.orders set sandbox = 1 where agent_id = (select agent_id from intake.bots where name = 'Trader 2')`,
    found: 'ledger.log_bundles',
  },
  'the reason of an action': {
    change: `update intake.operator_actions set reason = 'Another.' where action_id = 'act_1'`,
    found: 'ledger.log_bundles',
  },
  'the rank of a close': {
    change: `update ledger.closes set rank = 2 where rank = 1`,
    found: 'ledger.log_bundles',
  },
  'a digit of a record': {
    change: `update ledger.records set record = replace(record, '[1,1,', '[1,2,')`,
    found: 'ledger.log_bundles',
  },
  'an entry of the log': {
    change: `update ledger.log_bundles set entries = replace(entries, 'Trader 1', 'Trader x') where number = 0`,
    found: 'ledger.log_heads',
  },
  'the last entry of the log': {
    change: `update ledger.log_bundles set entries = replace(entries, '"mark":"2026-03-02T02:00:00.000Z"', '"mark":"2026-03-02T02:00:00.001Z"')`,
    found: 'ledger.log_bundles',
  },
  'a root': {
    change: `update ledger.log_heads set root = '${'0'.repeat(64)}' where mark = (select min(mark) from ledger.log_heads)`,
    found: 'ledger.log_heads',
  },
  'a head dropped': {
    change: `delete from ledger.log_heads where mark = (select max(mark) from ledger.log_heads)`,
    found: 'ledger.log_heads',
  },
};

async function changed(work: (trx: Trx) => Promise<void>, look: () => Promise<void>): Promise<void> {
  const before = await takeBackup(reader, tables);
  try {
    await reader.db.transaction().execute(work);
    await look();
  } finally {
    await putBack(reader, before);
  }
}

describe('the audit', () => {
  it('finds nothing where nothing was changed', async () => {
    expect((await runAudit(reader)).differences).toEqual([]);
  });

  it.each(Object.keys(changes))('finds %s', async (name) => {
    const { change, found } = changes[name] as (typeof changes)[string];
    await changed(
      async (trx) => void (await sql.raw(change).execute(trx)),
      async () => {
        const { differences } = await runAudit(reader);
        expect(differences.map((d) => d.table)).toContain(found);
      },
    );
  });

  it('is clean again after all that', async () => {
    expect((await runAudit(reader)).differences).toEqual([]);
  });
});

describe('an operator that makes the log again', () => {
  it('satisfies the audit, and not whoever kept a checkpoint', async () => {
    const log = await readLog(league.url);
    const kept = treeOf(keptCheckpoint);
    expect(rootOf(log.entries.slice(0, kept.size))).toBe(kept.root);
    await changed(
      async (trx) => {
        await sql.raw(`update intake.bots set name = 'Winner' where name = 'Trader 1'`).execute(trx);
        const renamed = eachEntry((entry) => entry.replace('"name":"Trader 1"', '"name":"Winner"'));
        await growAgain(reader, trx, renamed);
      },
      async () => {
        expect((await runAudit(reader)).differences).toEqual([]);
        const again = await readLog(league.url);
        expect(again.size).toBe(log.size);
        const { root } = await league.client.log();
        expect(rootOf(again.entries)).toBe(Buffer.from(root, 'hex').toString('base64'));
        expect(rootOf(again.entries.slice(0, kept.size))).not.toBe(kept.root);
      },
    );
  });
});

const tables = [
  'intake.bots',
  'intake.orders',
  'intake.operator_actions',
  'ledger.tiers',
  'ledger.tier_moves',
  'ledger.weeks',
  'ledger.closes',
  'ledger.records',
  'ledger.log_bundles',
  'ledger.log_hashes',
  'ledger.log_heads',
] as const;
