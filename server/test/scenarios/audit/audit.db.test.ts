/** `papertape audit`: clean on a league that saw every fault, and names the place of each kind of tampering. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { runAudit, type AuditReport } from '../../../src/audit/audit.job.ts';
import { runAuditCommand } from '../../../src/cli/audit.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { seededBytes } from '../../../src/lib/seeded-random.ts';
import { openStorage, type Storage, type Trx } from '../../../src/storage/storage.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { faultyTable } from '../../simulation/faulty-table.ts';
import { createTableSource, type Table } from '../../simulation/table-source.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const hour = 60 * 60_000;
const at = (hours: number): number => start + hours * hour;

const table = (xrp = false): Table => faultyTable({ start, hours: 120, dogeUntil: 20, xrp });

/** Three and a half days with all that can happen to an order; stopped and opened again on the way, once with other seats, once with a symbol more. */
async function playLeague(): Promise<League> {
  let opened = 0;
  const open = async (time: number, before?: League, t = table()): Promise<League> =>
    await openLeague({
      start: new Date(time).toISOString(),
      source: createTableSource(t),
      overrides: { random: seededBytes(`audit ${opened++}`), ...(before ? { botsPerTier: 99 } : {}) },
      ...(before ? { database: before.database } : {}),
    });
  let league = await open(start);
  await league.advanceTo(at(1));
  const bots: Bot[] = [];
  for (let i = 0; i < 7; i++)
    bots.push(
      await league.enter({ name: `Auditee ${i}`, contact: `a${i}@x.test`, league: i < 4 ? 'spot_crypto' : 'multi' }),
    );
  const [a, b, c, d, e, f] = bots as [Bot, Bot, Bot, Bot, Bot, Bot];
  await a.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.3 }, { reason: 'to begin with' });
  await b.weights({ 'DOGE-USD': 0.4, 'SOL-USD': 0.4 });
  await e.weights({ 'MAP-CAD': 0.6, 'BTC-USD': 0.4 });
  await league.advanceTo(at(10.1));
  await c.weights({ 'BTC-USD': 1 }); // apart
  await league.advanceTo(at(13));
  await a.weights({ 'SOL-USD': 1 }, { sandbox: true });
  await league.advanceTo(at(14.2));
  await a.weights({ 'ETH-USD': 0.7 }); // waits for a late answer
  await a.weights({ 'ETH-USD': 0.2, 'SOL-USD': 0.3 }); // behind it
  await league.advanceTo(at(21));
  await d.weights({ 'DOGE-USD': 0.5 }); // waits in vain: rejected after six hours
  const again = league.now();
  await league.stop();
  league = await open(again, league);
  await league.advanceTo(at(30));
  await insertAction(league.app.storage.db, {
    id: 'act_1',
    at: league.now(),
    action: 'suspend',
    about: { kind: 'symbol', id: 'SOL-USD' },
    reason: 'To look at it.',
  });
  await league.advanceTo(at(31));
  await insertAction(league.app.storage.db, {
    id: 'act_2',
    at: league.now(),
    action: 'resume',
    about: { kind: 'symbol', id: 'SOL-USD' },
    reason: 'It was nothing.',
  });
  await insertAction(league.app.storage.db, {
    id: 'act_3',
    at: league.now(),
    action: 'resume',
    about: { kind: 'symbol', id: 'BTC-USD' },
    reason: 'It was not suspended.',
  });
  await league.advanceTo(at(46)); // DOGE has been silent for a day: suspended
  const later = league.now();
  await league.stop();
  league = await open(later, league, table(true));
  await league.advanceTo(at(48.5));
  const client = (bot: Bot) => createClient({ baseUrl: league.url, agentId: bot.id, apiKey: bot.key });
  await client(b).weights({ 'XRP-USD': 0.9, 'BTC-USD': 0.1 });
  await client(f).weights({ 'MAP-CAD': 1 });
  await client(e).weights({});
  await league.advanceTo(at(95));
  await insertAction(league.app.storage.db, {
    id: 'act_4',
    at: league.now(),
    action: 'delist',
    about: { kind: 'symbol', id: 'DOGE-USD' },
    reason: 'Gone for good.',
  });
  await league.advanceTo(at(97));
  await client(a).weights({ 'BTC-USD': 1 }); // still in its window at the end
  await league.advanceTo(at(97.2));
  return league;
}

async function audit(storage: Storage): Promise<AuditReport> {
  return await runAudit(storage);
}

describe('papertape audit', () => {
  let league: League;
  let reader: Storage;
  beforeAll(async () => {
    league = await playLeague();
    reader = openStorage(league.database.target, { connections: 2 });
  });
  afterAll(async () => {
    await reader.close();
    await league.close();
  });

  it('finds nothing in a running league that saw every fault', async () => {
    const { db } = reader;
    const incidents = await db
      .selectFrom('ledger.incidents')
      .select(['kind', 'by', 'about_id'])
      .orderBy('incident_id')
      .execute();
    expect(incidents.map((i) => `${i.kind} ${i.about_id} by ${i.by}`)).toEqual([
      'suspended SOL-USD by operator',
      'resumed SOL-USD by operator',
      'suspended DOGE-USD by engine',
      'delisted DOGE-USD by operator',
    ]);
    const fills = await db
      .selectFrom('ledger.fills')
      .select(['state', 'reason_code', 'at_mark', 'window_start'])
      .execute();
    expect(new Set(fills.map((f) => f.reason_code ?? f.state))).toEqual(
      new Set(['filled', 'pools_apart', 'price_unavailable']),
    );
    expect(fills.some((f) => f.state === 'filled' && f.at_mark > f.window_start + 1_800_000n)).toBe(true);
    expect(await db.selectFrom('ledger.delistings').selectAll().execute()).toHaveLength(1);
    const report = await audit(reader);
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({
      differenceCount: 0,
      bots: 7,
      leagues: 2,
      marks: 1167,
      orders: 12,
      fills: 11,
      closes: 28,
      waiting: 0,
    });
  });

  it('is clean and exits 0 from the command line, with the counts', async () => {
    const lines: string[] = [];
    expect(await runAuditCommand(league.database.env, { write: (line) => lines.push(line) })).toBe(0);
    expect(lines.join('')).toMatch(
      /^audit: clean; 1,167 marks, 12 orders, 11 fills, 28 closes, 7 bots, 2 leagues; up to 2026-03-06T01:10:00.000Z; \d+\.\d s\n$/,
    );
  });

  it('says what to set where there is no data', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'papertape-none-'));
    await expect(runAuditCommand({ DATA_DIR: dir }, { write: () => undefined })).rejects.toThrow(
      /There is no league in the data folder/,
    );
    rmSync(dir, { recursive: true });
  });

  /** Statement, then table, key and field of the first difference. */
  const tamperings: Record<
    string,
    { readonly change: string | ((trx: Trx) => Promise<void>); readonly at: readonly [string, RegExp, string] }
  > = {
    'a digit of a trade': {
      change: `update ledger.fills set trades = replace(trades, '"BTC-USD","0.', '"BTC-USD","1.') where trades like '%"BTC-USD","0.%' and sequence = 1 and agent_id = (select min(agent_id) from intake.bots)`,
      at: ['ledger.fills', /^agt_\w+ 1$/, 'trades'],
    },
    'the state of a fill': {
      change: `update ledger.fills set state = 'filled' where reason_code = 'pools_apart'`,
      at: ['ledger.fills', / 1$/, 'state'],
    },
    'the reason of a rejection': {
      change: `update ledger.fills set detail = replace(detail, 'BTC', 'ETH') where reason_code = 'pools_apart'`,
      at: ['ledger.fills', / 1$/, 'detail'],
    },
    'the value after a fill': {
      change: `update ledger.fills set value_after = value_after + 1 where sandbox = 1`,
      at: ['ledger.fills', / 2$/, 'value_after'],
    },
    'the mark of a fill': {
      change: `update ledger.fills set at_mark = at_mark + 300000 where sandbox = 1`,
      at: ['ledger.fills', / 2$/, 'at_mark'],
    },
    'a fill dropped': { change: `delete from ledger.fills where sandbox = 1`, at: ['ledger.fills', / 2$/, 'row'] },
    'a fill without an order': {
      change: `insert into ledger.fills select agent_id, 99, 'ord_x', league, window_start, at_mark, sandbox, state, reason_code, detail, trades, cash_after, value_before, value_after from ledger.fills where sandbox = 1`,
      at: ['ledger.fills', / 99$/, 'row'],
    },
    'cash of a portfolio': {
      change: `update ledger.portfolios set cash = cash + 1 where league = 'multi'`,
      at: ['ledger.portfolios', /^agt_/, 'cash'],
    },
    'holdings of a portfolio': {
      change: `update ledger.portfolios set holdings = '{}' where league = 'spot_crypto'`,
      at: ['ledger.portfolios', /^agt_/, 'holdings'],
    },
    'a portfolio dropped': {
      change: `delete from ledger.portfolios where agent_id = (select max(agent_id) from ledger.portfolios)`,
      at: ['ledger.portfolios', /^agt_/, 'row'],
    },
    'value of a close': {
      change: `update ledger.closes set value = value - 1 where rank = 1 and close = ${at(24)} and league = 'multi'`,
      at: ['ledger.closes', /^agt_\w+ 2026-03-03T00:00:00.000Z$/, 'value'],
    },
    'rank of a close': {
      change: `update ledger.closes set rank = 2 where rank = 1 and close = ${at(48)} and league = 'spot_crypto'`,
      at: ['ledger.closes', / 2026-03-04T/, 'rank'],
    },
    'move of a close': {
      change: `update ledger.closes set move = 3 where rank = 1 and close = ${at(48)}`,
      at: ['ledger.closes', / 2026-03-04T/, 'move'],
    },
    'drawdown of a close': {
      change: `update ledger.closes set max_drawdown = max_drawdown + 1 where close = ${at(72)}`,
      at: ['ledger.closes', / 2026-03-05T/, 'max_drawdown'],
    },
    'the interval of a rank': {
      change: `update ledger.closes set rank_to = rank_to + 1 where close = ${at(48)} and rank = 1`,
      at: ['ledger.closes', / 2026-03-04T/, 'rank_to'],
    },
    'a digit of a record': {
      change: `update ledger.records set record = replace(record, '[1,2,', '[1,3,') where close = ${at(48)}`,
      at: ['ledger.records', / 2026-03-04T/, 'record'],
    },
    'a record dropped': {
      change: `delete from ledger.records where close = ${at(48)} and agent_id = (select min(agent_id) from intake.bots)`,
      at: ['ledger.records', / 2026-03-04T/, 'row'],
    },
    'a record too many': {
      change: `insert into ledger.records select agent_id, ${at(36)}, record from ledger.records where close = ${at(48)}`,
      at: ['ledger.records', /^all$/, 'rows'],
    },
    'the close before a board': {
      change: `update ledger.boards set previous = null where close = ${at(48)}`,
      at: ['ledger.boards', / 2026-03-04T/, 'previous'],
    },
    'what luck is judged against': {
      change: `update ledger.boards set context = '[9,0,0,0]' where close = ${at(48)} and league = 'multi'`,
      at: ['ledger.boards', /^multi 2026-03-04T/, 'context'],
    },
    'a close dropped': {
      change: `delete from ledger.closes where close = ${at(48)} and league = 'multi' and rank = 1`,
      at: ['ledger.closes', / 2026-03-04T/, 'row'],
    },
    'a close too many': {
      change: `insert into ledger.closes select agent_id, ${at(36)}, league, value, stale, rank, tied, move, peak, max_drawdown, trades, first_fill_at, rank_from, rank_to from ledger.closes where close = ${at(48)}`,
      at: ['ledger.closes', /2026-03-03T12:00/, 'close'],
    },
    'a receipt': {
      change: `update intake.orders set receipt = replace(receipt, substr(receipt, 1, 8), '00000000') where sandbox = 1`,
      at: ['intake.orders', / 2$/, 'receipt'],
    },
    'weights of an order': {
      change: `update intake.orders set weights = replace(weights, '0.5', '0.6') where sequence = 1`,
      at: ['intake.orders', / 1$/, 'receipt'],
    },
    'a mark dropped': {
      change: `delete from ledger.mark_readings where mark = ${at(5)}`,
      at: ['ledger.mark_readings', /2026-03-02T05:00/, 'row'],
    },
    'an order dropped': {
      change: `delete from intake.orders where sandbox = 1`,
      at: ['ledger.log_bundles', /^entry \d+$/, 'entry'],
    },
    'an order added': {
      change: `insert into intake.orders select agent_id, 98, 'ord_y', league, received_at, window_start, 0, date, weights, reason, nonce, previous_receipt, receipt, rules_version from intake.orders where sandbox = 1`,
      at: ['intake.orders', / 98$/, 'sequence'],
    },
    'an order back-dated': {
      change: `update intake.orders set received_at = received_at - 3600000, window_start = window_start - 3600000 where sandbox = 1`,
      at: ['intake.orders', / 2$/, 'receipt'],
    },
    'an order back-dated within its window': {
      change: `update intake.orders set received_at = received_at - 1 where sandbox = 1`,
      at: ['intake.orders', / 2$/, 'receipt'],
    },
    'a reading': {
      change: async (trx) => {
        const mark = BigInt(at(24));
        const row = await trx
          .selectFrom('ledger.mark_readings')
          .select('readings')
          .where('mark', '=', mark)
          .executeTakeFirstOrThrow();
        const stored = JSON.parse(row.readings) as { since: number; pools: Record<string, string> };
        stored.pools['BTC-USD:1'] = String(stored.pools['BTC-USD:1']).replace(/\d(?=\.|$)/, (x) =>
          String((Number(x) + 1) % 10),
        );
        await trx
          .updateTable('ledger.mark_readings')
          .set({ readings: JSON.stringify(stored) })
          .where('mark', '=', mark)
          .execute();
      },
      at: ['ledger.price_vectors', /^2026-03-03T00:00:00.000Z at 2026-03-03T00:00/, 'BTC-USD'],
    },
    'a reading that is none': {
      change: `update ledger.mark_readings set readings = 'x' where mark = ${at(24)}`,
      at: ['ledger.mark_readings', /2026-03-03T00:00/, 'readings'],
    },
    'a late reading made earlier': {
      change: `update ledger.mark_readings set read_at = read_at - 1800000 where attempt = 1`,
      at: ['ledger.fills', / 3$/, 'at_mark'],
    },
    'a price vector': {
      change: `update ledger.price_vectors set prices = replace(prices, '"agreed"', '"apart"') where window_end = ${at(48)}`,
      at: ['ledger.price_vectors', /^2026-03-04T00:00:00.000Z at 2026-03-04T/, 'BTC-USD'],
    },
    'a price vector dropped': {
      change: `delete from ledger.price_vectors where window_end = ${at(48)}`,
      at: ['ledger.price_vectors', /2026-03-04T/, 'row'],
    },
    'a price vector too many': {
      change: `insert into ledger.price_vectors values (${at(40)}, ${at(40)}, '{}')`,
      at: ['ledger.price_vectors', /2026-03-03T16:00/, 'row'],
    },
    'a board block': {
      change: `update ledger.board_blocks set agent_ids = '[]' where league = 'multi' and close = ${at(72)}`,
      at: ['ledger.board_blocks', /^multi 2026-03-05T00:00:00.000Z block 0$/, 'agent_ids'],
    },
    'a board': {
      change: `update ledger.boards set above_start = above_start + 1 where league = 'multi' and close = ${at(72)}`,
      at: ['ledger.boards', /^multi 2026-03-05T/, 'above_start'],
    },
    'a baseline on a board': {
      change: `update ledger.boards set baselines = replace(baselines, '"stale":false', '"stale":true') where league = 'multi'`,
      at: ['ledger.boards', /^multi 2026-03-03T/, 'baselines'],
    },
    'a baseline': {
      change: `update ledger.baselines set cash = cash + 1 where baseline_id = 'hold_BTC-USD' and league = 'multi'`,
      at: ['ledger.baselines', /^multi hold_BTC-USD$/, 'cash'],
    },
    'a baseline dropped': {
      change: `delete from ledger.baselines where baseline_id = 'equal_weight' and league = 'multi'`,
      at: ['ledger.baselines', /^multi equal_weight$/, 'row'],
    },
    'the price of an incident': {
      change: `update ledger.incidents set price = '1' where incident_id = 3`,
      at: ['ledger.incidents', /^3$/, 'price'],
    },
    'the mark of an incident': {
      change: `update ledger.incidents set at_mark = at_mark + 300000 where incident_id = 3`,
      at: ['ledger.incidents', /^3$/, 'at_mark'],
    },
    'an incident added': {
      change: `insert into ledger.incidents select 5, at_mark, 'resumed', about_kind, about_id, price, price_at, by, reason, capacity from ledger.incidents where incident_id = 4`,
      at: ['ledger.incidents', /^5$/, 'row'],
    },
    'an incident dropped': {
      change: `delete from ledger.incidents where incident_id = 4`,
      at: ['ledger.incidents', /^4$/, 'row'],
    },
    'an action forgotten': {
      change: `delete from ledger.applied_actions where number = 4`,
      at: ['ledger.incidents', /^4$/, 'row'],
    },
    'a delisting': {
      change: `update ledger.delistings set cash = cash + 1`,
      at: ['ledger.delistings', /^agt_\w+ DOGE-USD 2026-03-05T23:05/, 'cash'],
    },
    'when a stale price was read': {
      change: `update ledger.stale_prices set agreed_at = agreed_at + 300000 where mark = ${at(48)}`,
      at: ['ledger.stale_prices', /^2026-03-04T00:00:00.000Z DOGE-USD/, 'agreed_at'],
    },
    'a stale price made up': {
      change: `insert into ledger.stale_prices values (${at(48)}, 'BTC-USD', ${at(24)}, ${at(24)}, null)`,
      at: ['ledger.stale_prices', /^2026-03-04T00:00:00.000Z BTC-USD/, 'row'],
    },
    'a waiting order made up': {
      change: `insert into ledger.waiting_orders select agent_id, sequence, league, window_start from ledger.fills where sandbox = 1`,
      at: ['ledger.waiting_orders', / 2$/, 'row'],
    },
    'the rules of an order': {
      change: `update intake.orders set rules_version = (select rules_version from ledger.rules_versions where number = 2) where sandbox = 1`,
      at: ['intake.orders', / 2$/, 'rules_version'],
    },
    'an order without rules': {
      change: `update intake.orders set rules_version = '' where sandbox = 1`,
      at: ['intake.orders', / 2$/, 'rules_version'],
    },
    'the rules of a close': {
      change: `update ledger.boards set rules_version = (select rules_version from ledger.rules_versions where number = 1) where close = ${at(48)}`,
      at: ['ledger.boards', / 2026-03-04T/, 'rules_version'],
    },
    'the text of rules': {
      change: `update ledger.rules_versions set rules = replace(rules, '"capacity":100', '"capacity":101') where number = 1`,
      at: ['ledger.rules_versions', /^1$/, 'rules'],
    },
    'the rule book of rules': {
      change: `update ledger.rules_versions set rule_book = '0.9' where number = 2`,
      at: ['ledger.rules_versions', /^2$/, 'rule_book'],
    },
    'since when rules are in force': {
      change: `update ledger.rules_versions set in_force_from = ${at(76)} where number = 2`,
      at: ['intake.orders', / 2$/, 'rules_version'],
    },
    'the first mark of rules': {
      change: `update ledger.rules_versions set first_mark = first_mark + 300000 where number = 2`,
      at: ['ledger.rules_versions', /^2$/, 'first_mark'],
    },
    'rules dropped': {
      change: `delete from ledger.rules_versions where number = 1`,
      at: ['ledger.rules_versions', /^2$/, 'number'],
    },
    'rules too many': {
      change: `insert into ledger.rules_versions select 3, rules_version, rule_book, in_force_from, first_mark, rules from ledger.rules_versions where number = 2`,
      at: ['ledger.rules_versions', /^3$/, 'rules_version'],
    },
    'when a symbol was agreed': {
      change: `update ledger.meta set value = replace(value, '"BTC-USD":', '"BTC-USD":1') where key = 'agreed'`,
      at: ['ledger.meta', /^agreed$/, 'BTC-USD'],
    },
  };

  it.each(Object.keys(tamperings))('finds %s', async (name) => {
    const { change, at: place } = tamperings[name] as (typeof tamperings)[string];
    const before = await snapshot(reader);
    try {
      await reader.db.transaction().execute(async (trx) => {
        if (typeof change !== 'string') await change(trx);
        else {
          const { numAffectedRows } = await sql.raw(change).execute(trx);
          expect(Number(numAffectedRows)).toBeGreaterThan(0);
        }
      });
      const { differences, differenceCount } = await audit(reader);
      expect(differenceCount).toBeGreaterThan(0);
      expect(
        differences.find((d) => d.table === place[0] && place[1].test(d.key) && d.field === place[2]),
        JSON.stringify(differences.slice(0, 5)),
      ).toBeDefined();
      const lines: string[] = [];
      expect(await runAuditCommand(league.database.env, { write: (line) => lines.push(line), max: 1 })).toBe(1);
      expect(lines.at(-1)).toMatch(/^audit: [\d,]+ differences?;/);
    } finally {
      await restore(reader, before);
    }
  });

  it('is clean again after all that', async () => {
    expect((await audit(reader)).differences).toEqual([]);
  });
});

const tampered = [
  'intake.orders',
  'ledger.fills',
  'ledger.portfolios',
  'ledger.closes',
  'ledger.mark_readings',
  'ledger.price_vectors',
  'ledger.stale_prices',
  'ledger.boards',
  'ledger.board_blocks',
  'ledger.records',
  'ledger.baselines',
  'ledger.incidents',
  'ledger.applied_actions',
  'ledger.delistings',
  'ledger.waiting_orders',
  'ledger.rules_versions',
  'ledger.meta',
] as const;

type Snapshot = ReadonlyMap<(typeof tampered)[number], readonly Record<string, string | bigint | null>[]>;

async function snapshot({ db }: Storage): Promise<Snapshot> {
  const tables: [(typeof tampered)[number], Record<string, string | bigint | null>[]][] = [];
  for (const table of tampered) {
    const { rows } = await sql<Record<string, string | bigint | null>>`select * from ${sql.table(table)}`.execute(db);
    tables.push([table, rows]);
  }
  return new Map(tables);
}

async function restore({ db, insertMany }: Storage, kept: Snapshot): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [table, rows] of kept) {
      await sql`delete from ${sql.table(table)}`.execute(trx);
      await insertMany(trx, table, rows as never);
    }
  });
}
