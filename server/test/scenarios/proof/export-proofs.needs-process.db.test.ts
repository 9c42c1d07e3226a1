/** `papertape export-proofs`: a day of the public log in one file, with what its hashes stand for, the same whenever it is made. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askToVoid } from '../../../src/desk/admin-acts.ts';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { appendIncident } from '../../../src/operator/operator.job.ts';
import { createAppender } from '../../../src/tlog/append.ts';
import { runCommand } from '../../harness/command.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let folder: string;
const days = ['2026-03-02', '2026-03-03', '2026-03-04'] as const;
const fileOf = (date: string, where = folder): string => join(where, `papertape-${date}.jsonl.gz`);
const textOf = (file: string): string => gunzipSync(readFileSync(file)).toString();
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-proofs-'));
  league = await openLeague({ start: '2026-03-02T09:00:00Z' });
  const bots: Bot[] = [];
  for (let i = 0; i < 3; i++) bots.push(await league.enter());
  for (const at of ['2026-03-02T09:03:00Z', '2026-03-02T23:40:00Z', '2026-03-03T11:58:00Z', '2026-03-04T23:58:00Z']) {
    await league.advanceTo(at);
    for (const [i, bot] of bots.entries())
      await bot.weights({ 'BTC-USD': 0.1 * (i + 1), 'ETH-USD': 0.2 }, { sandbox: i === 2, reason: `at ${at}` });
  }
  await league.advanceTo('2026-03-05T00:00:00Z');
});
afterAll(async () => {
  await league.close();
  rmSync(folder, { recursive: true, force: true });
});

async function check(file: string, url?: string): Promise<{ code: number; lines: string[]; found: string[] }> {
  const lines: string[] = [];
  const code = await runVerify(file, { url, write: (line) => lines.push(line) });
  return { code, lines, found: lines.filter((l) => /^(DIFFERS|NOT)/.test(l)) };
}

type Line = Readonly<Record<string, unknown>>;
const linesOf = (file: string): Line[] =>
  textOf(file)
    .trimEnd()
    .split('\n')
    .map((l) => JSON.parse(l) as Line);

test('three days, each goes on where the one before ended, all of which holds', async () => {
  for (const [i, date] of days.entries()) {
    const told = await runExport(league.database.env, date, folder);
    expect(told).toContain(`SHA-256 of the text ${sha(textOf(fileOf(date)))}`);
    const { code, lines, found } = await check(fileOf(date), league.url);
    expect([code, found]).toEqual([0, []]);
    if (i > 0) expect(lines.some((l) => l.startsWith('ok       the log goes on where'))).toBe(true);
  }
  const [first, second] = days.map((date) => linesOf(fileOf(date)));
  const kinds = (lines: readonly Line[] = []): Record<string, number> =>
    Object.fromEntries(
      Object.entries(Object.groupBy(lines, (l) => String(l['kind']))).map(([k, v]) => [k, v?.length ?? 0]),
    );
  expect(kinds(first)).toEqual({
    day: 1,
    rules: 1,
    market: 1,
    entries: 180,
    readings: 180,
    fill: 2,
    prices: 1,
    end: 1,
  });
  // The orders of 23:40 were filled on the next day; sandbox orders have entries and nothing else.
  expect(kinds(second)).toMatchObject({ entries: 288, fill: 4, board: 1 });
  expect(first?.filter((l) => l['kind'] === 'fill').every((l) => l['reason'] === 'at 2026-03-02T09:03:00Z')).toBe(true);
});

test('the same day is the same text whenever it is made, with or without the files before', async () => {
  const other = mkdtempSync(join(tmpdir(), 'papertape-proofs-'));
  try {
    await runExport(league.database.env, days[2], other);
    expect(textOf(fileOf(days[2], other))).toBe(textOf(fileOf(days[2])));
    const alone = await check(fileOf(days[2], other));
    expect([alone.code, alone.lines.at(-1)]).toEqual([0, expect.stringContaining('is not beside it')]);
    expect(alone.lines.at(-1)).toMatch(/should have \d+ entries and the root [0-9a-f]{64}/);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

test('what is found out about the last mark of a day after it is in the file of the next day', async () => {
  const own = await openLeague({ start: '2026-03-02T23:00:00Z' });
  const other = mkdtempSync(join(tmpdir(), 'papertape-proofs-'));
  try {
    await own.advanceTo('2026-03-02T23:55:00Z');
    await runExport(own.database.env, '2026-03-02', other);
    const before = textOf(fileOf('2026-03-02', other));
    // As engine/finality.job.ts does when a chain replaced a block.
    const atMark = Date.parse('2026-03-02T23:55:00Z');
    const { db } = own.app.storage;
    await db.transaction().execute(async (trx) => {
      const about = { kind: 'symbol', id: 'SOL-USD' } as const;
      const found = { price: '1', priceAt: atMark, by: 'engine', reason: 'A block was replaced.' } as const;
      await appendIncident(trx, { atMark, kind: 'price_differs', about, ...found });
    });
    await own.advanceTo('2026-03-03T23:55:00Z');
    await runExport(own.database.env, '2026-03-02', other);
    expect(textOf(fileOf('2026-03-02', other))).toBe(before);
    await runExport(own.database.env, '2026-03-03', other);
    expect(textOf(fileOf('2026-03-03', other))).toContain('A block was replaced.');
    expect((await check(fileOf('2026-03-03', other), own.url)).found).toEqual([]);
  } finally {
    await own.close();
    rmSync(other, { recursive: true, force: true });
  }
});

test('an order that counts and is made a sandbox order afterwards is found: it has no outcome', async () => {
  const own = await openLeague({ start: '2026-03-02T09:00:00Z' });
  const other = mkdtempSync(join(tmpdir(), 'papertape-proofs-'));
  try {
    const bot = await own.enter();
    await bot.weights({ 'BTC-USD': 1 });
    await bot.weights({ 'ETH-USD': 1 });
    await own.advance({ minutes: 25 });
    // The clerk has seen most of the window, and keeps the order that it likes.
    await sql`update intake.orders set sandbox = 1 where sequence = 1`.execute(own.app.storage.db);
    await own.advanceTo('2026-03-03T00:00:00Z');
    await runExport(own.database.env, '2026-03-02', other);
    const { code, found } = await check(fileOf('2026-03-02', other), own.url);
    expect([code, found.length]).toEqual([1, 1]);
    expect(found[0]).toContain(`DIFFERS  outcome of ${bot.id} 1, an order that counts, of the mark 2026-03-02T09:05`);
  } finally {
    await own.close();
    rmSync(other, { recursive: true, force: true });
  }
});

/** The file with its entries changed, and the root of its end grown again: what an operator writes who knows how. */
function regrown(lines: readonly Line[], change: (entry: string) => string | undefined): string[] {
  const head = lines[0] as Line;
  const subtrees = (head['subtrees'] as string[]).map((h) => Buffer.from(h, 'hex'));
  const log = createAppender({ size: Number(head['size']), subtrees, last: [] });
  return lines.map((line) => {
    if (line['kind'] === 'end') return JSON.stringify({ ...line, size: log.size(), root: log.root().toString('hex') });
    if (line['kind'] !== 'entries') return JSON.stringify(line);
    const entries = (line['entries'] as string[]).flatMap((e) => change(e) ?? []);
    for (const entry of entries) log.append(entry);
    return JSON.stringify({ ...line, entries });
  });
}

test('what is changed in a file is found, also where its tree is grown anew', async () => {
  const other = mkdtempSync(join(tmpdir(), 'papertape-proofs-'));
  const date: string = days[1];
  const lines = textOf(fileOf(date)).trimEnd().split('\n');
  const values = linesOf(fileOf(date));
  const write = (changed: readonly string[], name = date): string => {
    writeFileSync(fileOf(name, other), gzipSync(`${changed.join('\n')}\n`));
    return fileOf(name, other);
  };
  const at = (kind: string): number => lines.findIndex((l) => l.startsWith(`{"kind":"${kind}"`));
  const change = (kind: string, from: RegExp, to: string | ((found: string) => string)): string[] => {
    const i = lines.findIndex((l) => l.startsWith(`{"kind":"${kind}"`) && from.test(l));
    return lines.with(i, (lines[i] as string).replace(from, to as string));
  };
  let done = false;
  const once = (from: RegExp, to: string | undefined) => {
    done = false;
    return (entry: string): string | undefined => {
      if (done || !from.test(entry)) return entry;
      done = true;
      return to === undefined ? undefined : entry.replace(from, to);
    };
  };
  try {
    copyFileSync(fileOf(days[0]), fileOf(days[0], other));
    expect((await check(write(lines))).code).toBe(0);
    const order = /^\{"type":"order".*"counts":true/;
    const cases: [string, readonly string[], RegExp][] = [
      ['an entry', change('entries', /\\"market\\":\\"./, '\\"market\\":\\"z'), /entries and root of the public log/],
      ['a reading', change('readings', /\\"since\\":1/, '\\"since\\":2'), /hash of the readings/],
      ['a reading left out', lines.toSpliced(at('readings'), 1), /hash of the readings/],
      ['a weight', change('fill', /BTC-USD\\":\\"0\.1/, 'BTC-USD\\":\\"0.3'), /receipt of ord_/],
      ['the outcome', change('fill', /\\"filled\\"/, '\\"rejected\\"'), /outcome of ord_/],
      [
        'rules of an order',
        change('fill', /"rules_version":"./, '"rules_version":"z'),
        /receipt of ord_|rules of ord_/,
      ],
      ['a fill left out', lines.toSpliced(at('fill'), 1), /order ord_\w+, which has an outcome/],
      [
        'a text of rules',
        change('rules', /pools_apart_bps_max\\":100/, 'pools_apart_bps_max\\":101'),
        /name of the rules/,
      ],
      ['a pool', change('market', /geometric|arithmetic/, 'point'), /market of .* is in the file/],
      ['a price', change('prices', /\\"agreed\\",\\"(\d)/, '\\"agreed\\",\\"9$1'), /prices of the window/],
      ['prices left out', lines.toSpliced(at('prices'), 1), /text of the prices/],
      ['a rank', change('board', /\\",1,/, '\\",2,'), /board of spot_crypto/],
      [
        'where it goes on',
        // A hash begins with any digit: another one than its own is planted.
        change('day', /"subtrees":\["./, (found) => `"subtrees":["${found.endsWith('f') ? 'e' : 'f'}`),
        /the log goes on where/,
      ],
      ['the end cut off', lines.slice(0, -1), /without its last line/],
      ['the number of lines', lines.toSpliced(at('board'), 1), /number of lines/],
      ['an order left out', regrown(values, once(order, undefined)), /of an order that counts|behind the one before/],
      [
        'an order made a test',
        regrown(values, once(/"counts":true/, '"counts":false')),
        /the outcome of .* is of an order that counts/,
      ],
      [
        'an outcome left out',
        regrown(values, once(/"type":"outcome"/, undefined)),
        /outcome of .*, an order that counts/,
      ],
    ];
    for (const [name, changed, finds] of cases) {
      const counted = changed.map((l, i) =>
        name.includes('left out') && i === changed.length - 1
          ? l.replace(/"lines":\d+/, `"lines":${changed.length}`)
          : l,
      );
      const { code, found } = await check(write(counted));
      expect([name, code, found.some((l) => finds.test(l)), found]).toMatchObject([name, 1, true, {}]);
    }
    // Whatever is whole in itself has another root than the one that the service signs.
    const whole = regrown(values, once(/"counts":false,"receipt":"./, '"counts":false,"receipt":"x'));
    expect((await check(write(whole), league.url)).found.some((l) => l.includes('as the service signs them'))).toBe(
      true,
    );
    expect((await check(write(lines, days[2]))).found.some((l) => l.startsWith('DIFFERS  date of the file'))).toBe(
      true,
    );
    writeFileSync(fileOf(date, other), 'no gzip');
    expect((await check(fileOf(date, other))).code).toBe(1);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

test('a day with entries of the log holds, and says which close was voided', async () => {
  const other = mkdtempSync(join(tmpdir(), 'papertape-proofs-'));
  const own = await openLeague({ start: '2026-03-02T23:30:00Z' });
  try {
    await own.enter();
    await own.advanceTo('2026-03-03T12:00:00Z');
    const asked = {
      id: 'act_1',
      at: own.now(),
      action: 'suspend',
      about: { kind: 'symbol', id: 'SOL-USD' },
      reason: 'To look at it.',
    } as const;
    await insertAction(own.app.storage.db, asked);
    await askToVoid(
      own.app.storage.db,
      { league: 'spot_crypto', date: '2026-03-03', reason: 'A wrong price.' },
      { now: own.now(), nextMark: own.now() + 300_000 },
    );
    await own.advanceTo('2026-03-04T00:00:00Z');
    await runExport(own.database.env, '2026-03-03', other);
    const entries = linesOf(fileOf('2026-03-03', other))
      .flatMap((l) => (l['entries'] ?? []) as string[])
      .map((e) => JSON.parse(e) as Line)
      .filter((e) => e['type'] === 'incident');
    expect(entries.map((i) => [i['kind'], i['about']])).toEqual([
      ['close_voided', { kind: 'close', id: 'spot_crypto/2026-03-03' }],
      ['suspended', { kind: 'symbol', id: 'SOL-USD' }],
    ]);
    const { code, lines, found } = await check(fileOf('2026-03-03', other));
    expect([code, found]).toEqual([0, []]);
    expect(lines).toContain(
      '         The operator voided the close spot_crypto/2026-03-03 at 2026-03-03T12:05:00.000Z (A wrong price.): it counts for nothing.',
    );
  } finally {
    await own.close();
    rmSync(other, { recursive: true, force: true });
  }
});

test('as a command, on the data of a running league; a day that is not over is refused', async () => {
  const out = mkdtempSync(join(tmpdir(), 'papertape-proofs-'));
  try {
    const { env } = league.database;
    const good = await runCommand({ args: ['export-proofs', days[0], '--out', out], env });
    expect([good.code, good.stderr]).toEqual([0, '']);
    expect(basename(good.stdout.split(':')[0] ?? '')).toBe(`papertape-${days[0]}.jsonl.gz`);
    expect((await runCommand({ args: ['verify', fileOf(days[0], out)] })).code).toBe(0);
    await expect(runExport(env, '2026-03-05', out)).rejects.toThrow('2026-03-05 is not over');
    await expect(runExport(env, '2026-03-01', out)).rejects.toThrow('The league began on 2026-03-02');
    await expect(runExport(env, '2026-02-30', out)).rejects.toThrow('is no date');
    await expect(runExport({ DATA_DIR: out }, days[0], out)).rejects.toThrow('no league');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
