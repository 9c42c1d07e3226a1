/** `papertape export-proofs`: a day's facts in one file, chained line to line and day to day, the same whenever it is made. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askToVoid } from '../../../src/cli/admin-acts.ts';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
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

async function check(file: string): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runVerify(file, { url: league.url, write: (line) => lines.push(line) });
  return { code, lines };
}

test('three days, each chained to the one before, all of which holds', async () => {
  for (const [i, date] of days.entries()) {
    const told = await runExport(league.database.env, date, folder);
    expect(told).toContain(`SHA-256 of the text ${sha(textOf(fileOf(date)))}`);
    expect(told).toContain(i === 0 ? 'day before: the first day' : 'day before: its file');
    const { code, lines } = await check(fileOf(date));
    expect([code, lines.filter((l) => /^(DIFFERS|NOT)/.test(l))]).toEqual([0, []]);
    if (i > 0) expect(lines.some((l) => l.startsWith('ok       hash of the file of the day before'))).toBe(true);
  }
  const [first, second] = days.map((d) =>
    textOf(fileOf(d))
      .trimEnd()
      .split('\n')
      .map((l) => JSON.parse(l) as Record<string, unknown>),
  );
  const kinds = (lines: Record<string, unknown>[] | undefined): Record<string, number> =>
    Object.fromEntries(
      Object.entries(Object.groupBy(lines ?? [], (l) => String(l['kind']))).map(([k, v]) => [k, v?.length ?? 0]),
    );
  expect(kinds(first)).toMatchObject({
    day: 1,
    rules: 1,
    mark: 180,
    readings: 180,
    receipts: 2,
    fill: 2,
    prices: 1,
    end: 1,
  });
  // The orders of 23:40 were filled on the next day; sandbox orders have receipts and nothing else.
  expect(kinds(second)).toMatchObject({ mark: 288, receipts: 1, fill: 4, close: 3 });
  expect(first?.filter((l) => l['kind'] === 'fill').every((l) => l['reason'] === 'at 2026-03-02T09:03:00Z')).toBe(true);
});

test('the same day is the same text whenever it is made, with or without the files before', async () => {
  const other = mkdtempSync(join(tmpdir(), 'papertape-proofs-'));
  try {
    const told = await runExport(league.database.env, days[2], other);
    expect(told).toContain('day before: made again');
    expect(textOf(fileOf(days[2], other))).toBe(textOf(fileOf(days[2])));
    const alone = await check(fileOf(days[2], other));
    expect([alone.code, alone.lines.at(-1)]).toEqual([0, expect.stringContaining('is not beside it')]);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

test('what is changed in a file is found, also where its lines are chained anew', async () => {
  const other = mkdtempSync(join(tmpdir(), 'papertape-proofs-'));
  const date: string = days[1];
  const lines = textOf(fileOf(date)).trimEnd().split('\n');
  const write = (changed: readonly string[], name = date): string => {
    writeFileSync(fileOf(name, other), gzipSync(`${changed.join('\n')}\n`));
    return fileOf(name, other);
  };
  const rechain = (changed: readonly string[]): string[] => {
    let prev = '';
    return changed.map((l) => {
      const text = JSON.stringify({ ...(JSON.parse(l) as object), prev });
      prev = sha(text);
      return text;
    });
  };
  const at = (kind: string): number => lines.findIndex((l) => l.startsWith(`{"kind":"${kind}"`));
  const change = (kind: string, from: RegExp, to: string): string[] => {
    const i = at(kind);
    const changed = (lines[i] as string).replace(from, to);
    expect(changed).not.toBe(lines[i]);
    return lines.with(i, changed);
  };
  try {
    copyFileSync(fileOf(days[0]), fileOf(days[0], other));
    expect((await check(write(lines))).code).toBe(0);
    const cases: [string, readonly string[], RegExp][] = [
      ['a line dropped', lines.toSpliced(at('prices'), 1), /line \d+ names the hash/],
      ['a value changed', change('close', /"value":"/, '"value":"1'), /line \d+ names the hash/],
      ['the end cut off', lines.slice(0, -1), /without its last line/],
      ['a receipt', rechain(change('receipts', /"receipts":\["./, '"receipts":["f')), /root of mark/],
      ['a receipt left out', rechain(change('receipts', /"receipts":\["\w+",/, '"receipts":[')), /count of mark/],
      ['a reading', rechain(change('readings', /\\"since\\":1/, '\\"since\\":2')), /hash of the readings/],
      ['a weight', rechain(change('fill', /BTC-USD\\":\\"0\.1/, 'BTC-USD\\":\\"0.3')), /receipt of ord_/],
      ['rules of an order', rechain(change('fill', /"rules_version":"./, '"rules_version":"z')), /receipt of ord_/],
      ['rules of a close', rechain(change('close', /"rules_version":"./, '"rules_version":"z')), /rules of the close/],
      [
        'a text of rules',
        rechain(change('rules', /pools_apart_bps_max\\":100/, 'pools_apart_bps_max\\":101')),
        /name of the rules/,
      ],
      ['a price', rechain(change('prices', /\\"agreed\\",\\"(\d)/, '\\"agreed\\",\\"9$1')), /prices of the window/],
      ['the first chain', rechain(change('mark', /"chain":"./, '"chain":"z')), /chain of mark|first mark is chained/],
      [
        'the day before',
        rechain(change('day', /"previous_file":"./, '"previous_file":"z')),
        /hash of the file of the day before/,
      ],
      ['the count of lines', rechain(lines.toSpliced(at('close'), 1)), /number of lines/],
    ];
    for (const [name, changed, finds] of cases) {
      const { code, lines: told } = await check(write(changed));
      const found = told.filter((l) => l.startsWith('DIFFERS'));
      expect([name, code, found.some((l) => finds.test(l)), found]).toMatchObject([name, 1, true, {}]);
    }
    expect((await check(write(lines, days[2]))).lines.some((l) => l.startsWith('DIFFERS  date of the file'))).toBe(
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
    const entries = textOf(fileOf('2026-03-03', other))
      .split('\n')
      .filter((l) => l.startsWith('{"kind":"incident"'))
      .map((l) => JSON.parse(l) as Record<string, unknown>);
    expect(entries.map((i) => [i['incident'], i['about']])).toEqual([
      ['close_voided', { kind: 'close', id: 'spot_crypto/2026-03-03' }],
      ['suspended', { kind: 'symbol', id: 'SOL-USD' }],
    ]);
    const { code, lines } = await check(fileOf('2026-03-03', other));
    expect([code, lines.filter((l) => /^(DIFFERS|NOT)/.test(l))]).toEqual([0, []]);
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
