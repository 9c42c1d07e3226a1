/** The public log, read from outside by somebody who only knows the specifications. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logEntry } from 'papertape-contract/log-entries';
import { verifyOrderProof, type OrderAck } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { rotateKey, showKeys } from '../../../src/cli/log-key.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { createTestLog } from '../../harness/log.ts';
import { isSigned, readLog, rootOf, treeOf, type LogLine, type ReadLog } from '../../harness/log-reader.ts';

let league: League;
let log: ReadLog;
const bots: Bot[] = [];
const acks: { readonly bot: Bot; readonly ack: OrderAck }[] = [];

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const ofType = (type: string): LogLine[] => log.parsed.filter((entry) => entry.type === type);

beforeAll(async () => {
  league = await openLeague({ start: '2026-03-01T22:00:00Z' });
  for (let i = 0; i < 5; i++) bots.push(await league.enter({ name: i === 0 ? 'Größe "1"\\' : `Bot ${i}` }));
  for (let round = 0; round < 4; round++) {
    for (const bot of bots.slice(0, round + 2)) {
      const sandbox = round === 1;
      acks.push({ bot, ack: await bot.weights({ 'BTC-USD': 0.1 * (round + 1), 'ETH-USD': 0.3 }, { sandbox }) });
    }
    await league.advance({ minutes: 10 });
  }
  await (bots[4] as Bot).retire('enough');
  // Over a close that decides a week.
  await league.advance({ hours: 3 });
  log = await readLog(league.url);
});
afterAll(() => league.close());

test('its root is that of its entries, and signed by the key that it names', async () => {
  expect(rootOf(log.entries)).toBe(log.root);
  const note = await league.client.checkpoint();
  const view = await league.client.log();
  expect(view).toMatchObject({ origin: log.origin, size: log.size, mark: '2026-03-02T01:40:00.000Z' });
  expect(Buffer.from(view.root, 'hex').toString('base64')).toBe(log.root);
  expect(isSigned(note, view.key)).toBe(true);
  expect(isSigned(note.replace(`\n${log.size}\n`, `\n${log.size + 1}\n`), view.key)).toBe(false);
  expect(ofType('key')).toEqual([expect.objectContaining({ key: view.key, signature: null })]);
});

test('every entry is of the published form, in its order of members', () => {
  for (const [i, entry] of log.parsed.entries()) {
    const read = logEntry.parse(entry);
    expect(JSON.stringify(read)).toBe(log.entries[i]);
  }
  expect(log.parsed[0]).toMatchObject({ type: 'log', opened_at: '2026-03-01T22:00:00.000Z', clock: 'stepped' });
  expect(ofType('log')).toHaveLength(1);
});

test('each acknowledged order is a leaf, and says whether it counts', () => {
  const logged = ofType('order');
  expect(logged).toHaveLength(acks.length);
  for (const { bot, ack } of acks) {
    const found = logged.filter((entry) => entry['receipt'] === ack.receipt.hash);
    expect(found).toEqual([
      {
        type: 'order',
        agent_id: bot.id,
        sequence: ack.receipt.sequence,
        counts: !ack.sandbox,
        receipt: ack.receipt.hash,
      },
    ]);
  }
});

test('each order stands under the mark at which its window starts, and has one outcome when it counts', () => {
  let mark = '';
  const marks: string[] = [];
  const markOf = new Map<string, string>();
  const outcomes = new Map<string, string>();
  for (const entry of log.parsed) {
    if (entry.type === 'mark') marks.push((mark = String(entry['mark'])));
    if (entry.type === 'order') markOf.set(String(entry['receipt']), mark);
    if (entry.type === 'outcome') {
      expect(outcomes.has(String(entry['order_id']))).toBe(false);
      outcomes.set(String(entry['order_id']), mark);
    }
  }
  // A mark for each five minutes, none left out.
  for (const [i, at] of marks.entries()) expect(Date.parse(at)).toBe(Date.parse('2026-03-01T22:00:00Z') + i * 300_000);
  for (const { ack } of acks) {
    expect(markOf.get(ack.receipt.hash)).toBe(ack.window.start);
    expect(outcomes.get(ack.order_id)).toBe(ack.sandbox ? undefined : ack.window.end);
  }
});

test('an outcome is the hash of what the proof of the fill shows', async () => {
  for (const { ack } of acks.filter((a) => !a.ack.sandbox)) {
    const proof = await league.client.fillProof(ack.order_id);
    const trades = proof.trades.map((t) => [
      t.symbol,
      `${t.side === 'sell' ? '-' : ''}${t.units}`,
      t.price,
      t.cost,
      t.fee,
      t.spread,
    ]);
    const text = proof.outcome_text;
    const [format, id, state, , , hashed, cash] = JSON.parse(text) as unknown[];
    expect([format, id, state, hashed, cash]).toEqual([
      'papertape-outcome/1',
      ack.order_id,
      proof.state,
      trades,
      proof.after.cash,
    ]);
    expect(ofType('outcome').find((entry) => entry['order_id'] === ack.order_id)?.['outcome']).toBe(sha(text));
  }
});

test('registrations and retirements are in it', () => {
  expect(ofType('bot').map((entry) => [entry['agent_id'], entry['name'], entry['league'], entry['house']])).toEqual(
    bots.map((bot, i) => [bot.id, i === 0 ? 'Größe "1"\\' : `Bot ${i}`, 'spot_crypto', false]),
  );
  expect(ofType('retired')).toEqual([
    expect.objectContaining({ agent_id: (bots[4] as Bot).id, at: '2026-03-01T22:40:00.000Z', superseded_by: null }),
  ]);
});

test('a close is the hash of its board and its records, and has its champion and its moves', async () => {
  const closes = ofType('close').filter((entry) => entry['league'] === 'spot_crypto');
  expect(closes).toHaveLength(1);
  const board = await league.client.closeBoard('spot_crypto', '2026-03-02');
  const records = await league.client.closeRecords('spot_crypto', '2026-03-02');
  expect(closes[0]).toMatchObject({ bots: 4, board: sha(board), records: sha(records) });
  const lines = board
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown[]);
  const shown = await league.client.leaderboard({ league: 'spot_crypto' });
  expect(lines.map((line) => [line[0], line[2]])).toEqual(shown.rows.map((row) => [row.agent_id, row.rank]));
  const week = ofType('week').find((entry) => entry['league'] === 'spot_crypto');
  expect(week).toMatchObject({ champion: shown.rows[0]?.agent_id, bots: 4 });
  const moves = await league.client.leagueMoves('spot_crypto');
  expect(ofType('move').map((entry) => [entry['agent_id'], entry['from'], entry['to']])).toHaveLength(moves.total);
});

test('each mark names the hash of the market that prices it', async () => {
  const hashes = new Set(ofType('mark').map((entry) => String(entry['market'])));
  expect(hashes.size).toBe(1);
  for (const hash of hashes) expect(sha(await league.client.marketVersion(hash))).toBe(hash);
});

test('each mark has the hash of what was read at it', async () => {
  for (const { mark, readings } of ofType('mark')) {
    const text = await league.client.markReadings(String(mark));
    expect(sha(text)).toBe(readings);
    expect(JSON.parse(text)).toEqual(['papertape-readings/1', [mark, 0, expect.stringContaining('"pools"')]]);
  }
  await expect(league.client.markReadings('2026-03-01T21:55:00Z')).rejects.toMatchObject({ code: 'mark_not_found' });
});

test('the proof of an order leads from its entry to the checkpoint', async () => {
  for (const { ack } of acks) {
    const proof = await league.client.orderProof(ack.order_id);
    const checkpoint = await league.client.markCheckpoint(proof.mark);
    const expected = { receipt: ack.receipt.hash, sandbox: ack.sandbox, checkpoint };
    expect(await verifyOrderProof(proof, expected)).toMatchObject({ ok: true, reason: null });
    expect(await verifyOrderProof(proof, { ...expected, sandbox: !ack.sandbox })).toMatchObject({ ok: false });
    expect(proof.log?.entry).toBe(log.entries[proof.log?.index ?? -1]);
  }
});

test('each mark has a checkpoint, over the entries up to it', async () => {
  for (const mark of ['2026-03-01T22:00:00Z', '2026-03-01T22:40:00Z', '2026-03-02T00:00:00Z']) {
    const { size, root } = treeOf(await league.client.markCheckpoint(mark));
    expect(rootOf(log.entries.slice(0, size))).toBe(root);
    expect(log.parsed[size]).toMatchObject({
      type: 'mark',
      mark: new Date(Date.parse(mark) + 300_000).toISOString(),
    });
  }
  await expect(league.client.markCheckpoint('2026-03-01T21:55:00Z')).rejects.toMatchObject({ code: 'mark_not_found' });
});

test('what the log was after each mark of a day is told at once, and is what the checkpoints sign', async () => {
  for (const [date, first, last, count] of [
    ['2026-03-01', '2026-03-01T22:00:00.000Z', '2026-03-01T23:55:00.000Z', 24],
    ['2026-03-02', '2026-03-02T00:00:00.000Z', '2026-03-02T01:40:00.000Z', 21],
  ] as const) {
    const day = await league.client.dayHeads(date);
    expect([day.date, day.heads.length]).toEqual([date, count]);
    expect([day.heads[0]?.mark, day.heads.at(-1)?.mark]).toEqual([first, last]);
    for (const { mark, size, root } of [day.heads[0], day.heads[7], day.heads.at(-1)].filter(
      (head) => head !== undefined,
    ))
      expect(treeOf(await league.client.markCheckpoint(mark))).toMatchObject({
        size,
        root: Buffer.from(root, 'hex').toString('base64'),
      });
  }
  for (const date of ['2026-02-28', '2026-03-03', '2026-02-30', 'today'])
    await expect(league.client.dayHeads(date)).rejects.toMatchObject({ code: 'mark_not_found' });
});

test('tiles are kept for ever, and what is none is not found', async () => {
  const tile = await fetch(`${league.url}/tile/0/000.p/1`);
  expect(tile.status).toBe(200);
  expect(tile.headers.get('content-type')).toBe('application/octet-stream');
  expect(tile.headers.get('cache-control')).toContain('immutable');
  expect((await fetch(`${league.url}/tile/0/000.p/1`, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${league.url}/tile/0/000.p/1`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${league.url}/checkpoint`, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${league.url}/checkpoint`, { method: 'DELETE' })).status).toBe(405);
  for (const path of [
    '0/000.p/0',
    '0/000.p/257',
    '0/001',
    '1/000',
    '64/000',
    '00/000',
    '0/0',
    'entries/x000/000',
    'x/000',
  ])
    expect((await fetch(`${league.url}/tile/${path}`)).status, path).toBe(404);
});

test('a restart goes on where the log stood', async () => {
  await league.stop();
  const before = log;
  league = await openLeague({ start: new Date(league.now()).toISOString(), database: league.database });
  await league.advance({ minutes: 15 });
  log = await readLog(league.url);
  expect(log.entries.slice(0, before.size)).toEqual(before.entries);
  expect(log.size).toBe(before.size + 3);
  expect(rootOf(log.entries)).toBe(log.root);
  expect(log.origin).toBe(before.origin);
});

describe('the key', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'papertape-key-')), 'log.key');
  const env = { PAPERTAPE_LOG_KEY_FILE: file, PAPERTAPE_LOG_ORIGIN: 'league.example' };
  afterAll(() => rmSync(dirname(file), { recursive: true }));

  test('is made at the first start, for its owner only, and passes the log on in the log', async () => {
    let at = await openLeague({ env });
    const { database } = at;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await at.advance({ minutes: 5 });
    const first = await at.client.log();
    expect(first.origin).toBe('league.example');
    expect(showKeys(env)).toBe(`${first.key}\n`);
    await at.stop();

    rotateKey(env);
    at = await openLeague({ env, database, start: '2026-03-02T00:05:00Z' });
    await at.advance({ minutes: 5 });
    const second = await at.client.log();
    expect(second.key).not.toBe(first.key);
    expect(isSigned(await at.client.checkpoint(), second.key)).toBe(true);
    const { parsed } = await readLog(at.url);
    const keys = parsed.filter((entry) => entry.type === 'key');
    expect(keys.map((entry) => entry['key'])).toEqual([first.key, second.key]);
    const passed = keys[1] as LogLine;
    const text = `papertape-log-key/1\n${second.key}\n${String(passed['at'])}\n`;
    expect(isSigned(`${text}\n${String(passed['signature'])}\n`, first.key)).toBe(true);
    expect((await runAudit(at.app.storage)).differences).toEqual([]);
    await at.stop();

    // Without the key that the log was signed by, the service does not start.
    const kept = readFileSync(file);
    rmSync(file);
    await expect(openLeague({ env, database })).rejects.toThrow(/key of the public log is not there/);
    const other = await openLeague({ env: { ...env, PAPERTAPE_LOG_ORIGIN: 'other.example' } });
    await other.close();
    await expect(openLeague({ env, database })).rejects.toThrow(/is not the one/);
    writeFileSync(file, kept);
    chmodSync(file, 0o644);
    await expect(openLeague({ env, database })).rejects.toThrow(/may be read by other users/);
    writeFileSync(file, 'no key\n');
    chmodSync(file, 0o600);
    await expect(openLeague({ env, database })).rejects.toThrow(/holds no keys/);
    await database.drop();
  });

  test('is in no answer and in no log line', async () => {
    const told = createTestLog('debug');
    const at = await openLeague({ overrides: { log: told.log } });
    try {
      await at.advance({ minutes: 5 });
      const secret = readFileSync(join(keyFolder(at), 'log.key'), 'utf8')
        .split('+')
        .slice(4)
        .join('+')
        .trim();
      expect(secret).toMatch(/^[\w+/=]{40,}$/);
      for (const path of ['/checkpoint', '/api/log', '/api/status', '/tile/entries/000.p/1'])
        expect(await (await fetch(`${at.url}${path}`)).text()).not.toContain(secret);
      await at.stop();
      expect(told.lines.join()).not.toContain(secret);
    } finally {
      await at.database.drop();
    }
  });
});

function keyFolder({ database }: League): string {
  return database.env['DATA_DIR'] ?? 'data';
}

test('a mark that fails leaves nothing behind, and the log goes on as if it had not been tried', async () => {
  const start = Date.parse('2026-03-02T00:00:00Z');
  const play = async (failing: boolean): Promise<ReadLog> => {
    const source = createSimulatedSource({ seed: 7, origin: start });
    let fails = failing;
    const at = await openLeague({
      source: {
        ...source,
        async read(mark, pools) {
          // The fourth mark of the transaction: what was appended for the three before is rolled back with it.
          if (fails && mark === start + 15 * 60_000) {
            fails = false;
            throw new Error('the source failed');
          }
          return await source.read(mark, pools);
        },
      },
    });
    try {
      const bot = await at.enter();
      await bot.weights({ 'BTC-USD': 0.5 });
      // What failed is done again, mark by mark.
      await at.advance({ minutes: 60 });
      expect(fails).toBe(false);
      expect((await runAudit(at.app.storage)).differences).toEqual([]);
      return await readLog(at.url);
    } finally {
      await at.close();
    }
  };
  const [failed, straight] = [await play(true), await play(false)];
  expect(failed.entries.filter((entry) => !entry.startsWith('{"type":"key"'))).toEqual(
    straight.entries.filter((entry) => !entry.startsWith('{"type":"key"')),
  );
  expect(rootOf(failed.entries)).toBe(failed.root);
});
