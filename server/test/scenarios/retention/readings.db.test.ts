/** Readings that leave the database for the file of their day: when, what is the same afterwards, and what is told when the file is not there. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAuditCommand } from '../../../src/cli/audit.ts';
import { runBackup, runMove, runRestore } from '../../../src/cli/backup.ts';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runMonitor } from '../../../src/cli/monitor.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { storageTarget } from '../../../src/engine/storage-target.ts';
import { fileNextDay } from '../../../src/proof/day/file-days.job.ts';
import { readSettings } from '../../../src/config/config.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { availableEngines, createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

const start = '2026-03-02T00:00:00Z';
const first = '2026-03-02';
const keep = { PAPERTAPE_KEEP_READINGS: '7d' };
/** A day and the seven for which its readings are kept; the last mark before that is done first. */
const due = '2026-03-10T00:00:00Z';

let league: League;
let bot: Bot;
const orders: string[] = [];
let database: TestDatabase;
let folder: string;
let before: Answers;

type Answers = Readonly<Record<string, string>>;

const fileIn = (dataDir: string, date = first): string => join(dataDir, 'days', `papertape-${date}.jsonl.gz`);
const dataDir = (): string => database.env['DATA_DIR'] as string;
/** What a restore or a move leaves that was killed while it copied the file of the first day. */
function leaveHalf(dataDir: string): void {
  mkdirSync(join(dataDir, 'days'), { recursive: true });
  writeFileSync(`${fileIn(dataDir)}.part`, 'half');
}
const sha = (text: Buffer): string => createHash('sha256').update(text).digest('hex');
const envOf = (of: TestDatabase): Record<string, string> => ({ ...of.env, ...keep });

/** What rests on the readings of the first day. */
async function answersOf(url: string): Promise<Answers> {
  const paths = [
    `/api/log/readings/${first}T00:00:00Z`,
    `/api/log/readings/${first}T12:05:00Z`,
    `/api/proofs/marks/${first}T12:05:00Z`,
    `/api/closes/spot_crypto/2026-03-03/proof`,
    ...orders.flatMap((id) => [`/api/fills/${id}/proof`, `/api/proofs/orders/${id}`]),
    `/api/prices?symbols=BTC-USD&from=${first}&to=2026-03-03&every=5m`,
  ];
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const answer = await fetch(url + path);
    answers[path] = `${answer.status} ${await answer.text()}`;
  }
  return answers;
}

/** Bytes of the readings of each day as they are stored. */
async function storedBytes(of: TestDatabase): Promise<number[]> {
  const storage = openStorage(of.target);
  const { rows } = await sql<{ n: bigint }>`
    select cast(sum(length(readings)) as bigint) as n from ledger.mark_readings
    group by read_at / 86400000 order by read_at / 86400000`.execute(storage.db);
  await storage.close();
  return rows.map(({ n }) => Number(n));
}

async function audit(of: TestDatabase): Promise<string[]> {
  const lines: string[] = [];
  const code = await runAuditCommand(envOf(of), { write: (line) => lines.push(line) });
  return [`exit code ${code}`, ...lines];
}

const open = async (now = start): Promise<League> =>
  await openLeague({
    start: now,
    database,
    env: keep,
    source: createSimulatedSource({ seed: 7, origin: Date.parse(start) }),
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-retention-'));
  database = await createTestDatabase();
  league = await open();
  bot = await league.enter();
  orders.push((await bot.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.3 })).order_id);
  await league.advance({ hours: 26 });
  orders.push((await bot.weights({ 'SOL-USD': 0.4 })).order_id);
  await league.advanceTo('2026-03-09T23:55:00Z');
  before = await answersOf(league.url);
}, 300_000);
afterAll(async () => {
  await league.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a day is filed at the mark at which it is old enough, and not before', async () => {
  expect(await fileNextDay(league.app.deps)).toBe(false);
  await league.advanceTo(due);
  expect(await fileNextDay(league.app.deps)).toBe(true);
  expect(readdirSync(join(dataDir(), 'days'))).toEqual([`papertape-${first}.jsonl.gz`]);
  // The log does not know of it yet, so nothing is moved and nothing filed again.
  expect(await fileNextDay(league.app.deps)).toBe(false);
  const [bytes] = await storedBytes(database);
  await league.app.runEngine();
  expect((await storedBytes(database))[0]).toBe(bytes);
});

test('once the log has the hash of its file its texts are moved, and no other', async () => {
  const bytes = await storedBytes(database);
  await league.advance({ minutes: 5 });
  const after = await storedBytes(database);
  expect(after[0]! / bytes[0]!).toBeLessThan(0.03);
  expect(after.slice(1, 8)).toEqual(bytes.slice(1, 8));
  const hash = sha(gunzipSync(readFileSync(fileIn(dataDir()))));
  const { incidents } = await league.client.incidents();
  expect(incidents[0]).toMatchObject({
    kind: 'day_filed',
    about: { kind: 'day', id: first },
    by: 'operator',
    reason: `papertape-${first}.jsonl.gz, SHA-256 of its text ${hash}`,
  });
  expect(await fileNextDay(league.app.deps)).toBe(false);
});

test('every answer is the same, byte for byte, and so is the file of the day when it is made again', async () => {
  for (const answer of Object.values(before)) expect(answer.slice(0, 4)).toBe('200 ');
  expect(Object.keys(before).length).toBe(9);
  expect(await answersOf(league.url)).toEqual(before);
  const text = gunzipSync(readFileSync(fileIn(dataDir())));
  expect(await runExport(envOf(database), first, folder)).toContain(sha(text));
  const lines: string[] = [];
  const code = await runVerify(join(folder, `papertape-${first}.jsonl.gz`), {
    url: league.url,
    write: (line) => lines.push(line),
  });
  expect([code, lines.filter((l) => /^(DIFFERS|NOT)/.test(l))]).toEqual([0, []]);
});

test('the audit goes through the files, and says so', async () => {
  const [code, moved, summary] = await audit(database);
  expect([code, moved]).toEqual(['exit code 0', `readings up to ${first} are those of the files of their days\n`]);
  expect(summary).toMatch(/^audit: clean; 2,3\d\d marks/);
});

test('a monitor that begins now does every mark again, the act and its entry among them', async () => {
  const lines: string[] = [];
  const code = await runMonitor({
    url: league.url,
    state: mkdtempSync(join(folder, 'monitor-')),
    once: true,
    write: (line) => lines.push(line),
  });
  expect([code, lines.filter((line) => /^(DIFFERS|NOT)/.test(line))]).toEqual([0, []]);
  expect(lines.at(-1)).toMatch(/up to the mark 2026-03-10T00:05:00.000Z: all holds\.$/);
});

test('a service that starts again goes on from there', async () => {
  const now = new Date(league.now()).toISOString();
  await league.stop();
  league = await open(now);
  expect(await answersOf(league.url)).toEqual(before);
  await league.advanceTo('2026-03-11T00:05:00Z');
  expect(await fileNextDay(league.app.deps)).toBe(true);
  await league.advance({ minutes: 5 });
  expect((await league.client.incidents()).incidents[0]?.about.id).toBe('2026-03-03');
  expect(await answersOf(league.url)).toEqual(before);
  expect((await audit(database))[0]).toBe('exit code 0');
});

/** The file of the first day is another one, or none, while `during` runs. */
async function withFile(text: Buffer | undefined, during: () => Promise<void>): Promise<void> {
  const file = fileIn(dataDir());
  renameSync(file, `${file}.away`);
  if (text) writeFileSync(file, text);
  const now = new Date(league.now()).toISOString();
  await league.stop();
  league = await open(now);
  try {
    await during();
  } finally {
    renameSync(`${file}.away`, file);
  }
}

test('a file that is not there, cannot be read or has other readings: a plain error, and no audit', async () => {
  const good = readFileSync(fileIn(dataDir()));
  const changed = gzipSync(Buffer.from(gunzipSync(good).toString().replaceAll('\\"since\\":', '\\"since\\": ')));
  for (const [text, why] of [
    [undefined, 'that file is not there'],
    [good.subarray(0, 2_000), 'it cannot be read: '],
    [changed, 'that file has other readings than the database says'],
  ] as const)
    await withFile(text, async () => {
      const answer = await fetch(`${league.url}/api/log/readings/${first}T12:05:00Z`);
      expect([answer.status, await answer.json()]).toEqual([
        503,
        {
          error: {
            code: 'storage_unavailable',
            fix: expect.stringContaining(`Ask the operator for papertape-${first}.jsonl.gz`),
          },
          detail: `The readings of ${first} stand in the file of that day, which this service cannot read now.`,
        },
      ]);
      // What rests on other days is there, and the league goes on.
      expect((await fetch(`${league.url}/api/log/readings/2026-03-05T12:05:00Z`)).status).toBe(200);
      await league.advance({ minutes: 5 });
      // The command exits with 2 then, as for whatever only the operator can mend.
      await expect(audit(database)).rejects.toThrow(why);
      await expect(runBackup(envOf(database), mkdtempSync(join(folder, 'faulty-')), false)).rejects.toThrow(why);
    });
  expect(await answersOf(league.url)).toEqual(before);
});

test('a day whose file is another one than the log says stays in the database', async () => {
  await league.advanceTo('2026-03-12T00:05:00Z');
  expect(await fileNextDay(league.app.deps)).toBe(true);
  const file = fileIn(dataDir(), '2026-03-04');
  const good = readFileSync(file);
  writeFileSync(file, gzipSync(Buffer.concat([gunzipSync(good), Buffer.from('{}\n')])));
  await league.advance({ minutes: 5 });
  const bytes = await storedBytes(database);
  expect(bytes[2]! / bytes[3]!).toBeGreaterThan(0.9);
  writeFileSync(file, good);
  await league.advance({ minutes: 5 });
  expect((await storedBytes(database))[2]).toBeLessThan(bytes[2]! / 30);
});

test('backup, restore and move take the files along, to either engine', { timeout: 300_000 }, async () => {
  const backup = join(folder, 'backup');
  const at = league.now();
  await league.stop();
  expect(await runBackup(envOf(database), backup, false)).toMatchObject({ code: 0 });
  const names = ['2026-03-02', '2026-03-03', '2026-03-04'].map((date) => `papertape-${date}.jsonl.gz`);
  expect(readdirSync(join(backup, 'days'))).toEqual(names);
  const others: TestDatabase[] = [];
  for (const engine of await availableEngines()) {
    const other = await createTestDatabase(engine);
    others.push(other);
    leaveHalf(other.env['DATA_DIR'] as string);
    expect(await runRestore(envOf(other), backup)).toMatchObject({ code: 0 });
    expect(readdirSync(join(other.env['DATA_DIR'] as string, 'days'))).toEqual(names);
    expect((await audit(other))[0]).toBe('exit code 0');
  }
  // A changed file is not restored.
  const spoilt = join(folder, 'spoilt');
  cpSync(backup, spoilt, { recursive: true });
  writeFileSync(join(spoilt, 'days', names[0]!), 'x');
  const empty = await createTestDatabase();
  await expect(runRestore(envOf(empty), spoilt)).rejects.toThrow('is not the file that was backed up');
  await empty.drop();
  const moved = join(folder, 'moved');
  leaveHalf(moved);
  expect(await runMove(envOf(database), moved)).toMatchObject({ code: 0 });
  expect(readdirSync(join(moved, 'days'))).toEqual(names);
  const old = database;
  database = { target: { engine: 'sqlite', dataDir: moved }, env: { DATA_DIR: moved }, drop: async () => old.drop() };
  league = await open(new Date(at).toISOString());
  expect(storageTarget(readSettings(envOf(database))).dayFiles).toBe(join(moved, 'days'));
  const answers = await answersOf(league.url);
  expect(answers).toEqual(before);
  for (const other of others) await other.drop();
});
