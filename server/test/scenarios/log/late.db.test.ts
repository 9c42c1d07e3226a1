/** Late marks: they are told in the public log, by whom they were seen is public, and whoever verifies names them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { openWatchedLeague, type WatchedLeague } from '../../harness/watched-league.ts';

let league: WatchedLeague;
beforeEach(async () => {
  league = await openWatchedLeague({ start: '2026-03-02T20:58:00Z' });
});
afterEach(() => league.close());

const lateMarks = async (): Promise<{ at: string; id: string; reason: string }[]> =>
  (await league.client.incidents()).incidents
    .filter((i) => i.kind === 'late_mark')
    .map(({ at, about, reason }) => ({ at, id: about.id, reason }));

async function verify(target: string): Promise<{ code: number; found: string[]; sentence: string }> {
  const lines: string[] = [];
  const code = await runVerify(target, { url: league.url, alone: true, write: (line) => lines.push(line) });
  return { code, found: lines.filter((l) => /^(DIFFERS|NOT)/.test(l)), sentence: lines.at(-1) ?? '' };
}

const holds = (sentence: unknown): unknown => ({ code: 0, found: [], sentence });
const at = (time: string): string => `2026-03-02T${time}:00.000Z`;

async function clean(): Promise<void> {
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
}

test('marks that are done and seen in time are no incident', async () => {
  await league.inTime('2026-03-02T22:00:00Z');
  expect(await lateMarks()).toEqual([]);
  const { date, final, witnesses, marks } = await league.client.dayTimes('2026-03-02');
  expect([date, final, witnesses.map((w) => w.key)]).toEqual(['2026-03-02', false, [league.vkey]]);
  expect(marks.map((m) => [m.mark, m.done_at, m.witnesses.map((w) => [w.name, w.at, w.mark])]).at(-1)).toEqual([
    at('22:00'),
    '2026-03-02T22:00:02.000Z',
    [['witness.test', '2026-03-02T22:00:03.000Z', at('22:00')]],
  ]);
  // The line is the one below the checkpoint of that mark.
  expect(await league.client.markCheckpoint(at('22:00'))).toContain(`\n${marks.at(-1)?.witnesses[0]?.line}\n`);
  expect((await league.client.status()).log).toMatchObject({ done_seconds: 2 });
  expect(await verify('log')).toEqual(holds(expect.not.stringContaining('late')));
  await clean();
});

describe('the engine is held for half an hour', () => {
  beforeEach(async () => {
    await league.inTime('2026-03-02T21:30:00Z');
    await league.advanceTo('2026-03-02T22:02:00Z');
    await league.see();
  });
  test('one incident tells of all of it, once a mark is in time', async () => {
    expect(await verify('log')).toEqual(holds(expect.stringContaining('5 late marks')));
    expect((await verify('log')).sentence).toContain('not told yet');
    await league.inTime('2026-03-02T22:10:00Z');
    // 22:00 was done after two minutes, and is in time.
    const reason = `5 late marks, from ${at('21:35')} to ${at('21:55')}: done up to 1620 s after the mark, first seen by a witness up to 1620 s after it.`;
    expect(await lateMarks()).toEqual([{ at: at('22:05'), id: at('21:35'), reason }]);
    for (const target of ['log', 'spot_crypto'])
      expect(await verify(target)).toEqual(
        holds(expect.stringContaining(`5 marks were late: ${reason.slice(0, -1)}. An order of a late mark may have`)),
      );
    await clean();
  });

  test('also by an engine that was started anew meanwhile', async () => {
    league = await league.again();
    await league.inTime('2026-03-02T22:05:00Z');
    expect((await lateMarks()).map((i) => [i.at, i.id])).toEqual([[at('22:05'), at('21:35')]]);
    league = await league.again();
    await league.inTime('2026-03-02T22:30:00Z');
    expect(await lateMarks()).toHaveLength(1);
    await clean();
  });
});

test('proofs of fills and boards of closes say it, and whoever verifies one names it', async () => {
  await league.inTime('2026-03-02T23:00:00Z');
  const bot = await league.enter();
  league.clock.set(Date.parse('2026-03-02T23:03:00Z'));
  const order = await bot.weights({ 'BTC-USD': 0.5 });
  await league.advanceTo('2026-03-02T23:31:00Z');
  await league.inTime('2026-03-02T23:50:00Z');
  const { seen } = await league.client.fillProof(order.order_id);
  const inTime = (time: string): unknown => ({
    mark: at(time),
    done_at: at(time).replace('00.000', '02.000'),
    first_witness_at: at(time).replace('00.000', '03.000'),
    last_witness_at: at(time).replace('00.000', '03.000'),
    late: false,
  });
  const late = {
    mark: at('23:05'),
    done_at: at('23:31'),
    first_witness_at: '2026-03-02T23:35:03.000Z',
    last_witness_at: '2026-03-02T23:35:03.000Z',
    late: true,
  };
  expect(seen).toEqual([late, inTime('23:35')]);
  // Of the close only what the service says is known until the next mark is done, and its witness sees it late.
  await league.advanceTo('2026-03-03T00:02:00Z');
  expect((await league.client.leaderboard({ league: 'spot_crypto' })).seen).toMatchObject({
    late: false,
    first_witness_at: null,
  });
  await league.inTime('2026-03-03T00:15:00Z');
  expect((await league.client.leaderboard({ league: 'spot_crypto' })).seen).toEqual({
    mark: '2026-03-03T00:00:00.000Z',
    done_at: '2026-03-03T00:02:00.000Z',
    first_witness_at: '2026-03-03T00:05:03.000Z',
    last_witness_at: '2026-03-03T00:05:03.000Z',
    late: true,
  });
  const sentence = (from: string, to: string): unknown =>
    expect.stringMatching(
      new RegExp(`It rests on late marks: .*from ${from} to ${to}: .* may have known that much of its window`),
    );
  expect(await verify(order.order_id)).toEqual(holds(sentence(at('23:05'), at('23:30'))));
  expect(await verify('spot_crypto/2026-03-03')).toEqual(
    holds(sentence('2026-03-03T00:00:00.000Z', '2026-03-03T00:00:00.000Z')),
  );
  expect(await verify(bot.id)).toEqual(holds(expect.stringMatching(/late marks: 6 late .*; 1 late mark/)));
  await clean();
});

test('the file of a day is held against the times of its marks, where a service is named', async () => {
  await league.inTime('2026-03-02T22:00:00Z');
  await league.advanceTo('2026-03-02T22:31:00Z');
  await league.inTime('2026-03-03T00:10:00Z');
  const folder = mkdtempSync(join(tmpdir(), 'papertape-late-'));
  try {
    await runExport(league.database.env, '2026-03-02', folder);
    const file = join(folder, 'papertape-2026-03-02.jsonl.gz');
    const told = /6 late marks, from .*22:05.* to .*22:30/;
    expect(await verify(file)).toEqual(holds(expect.stringMatching(told)));
    const lines: string[] = [];
    expect(await runVerify(file, { write: (line) => lines.push(line) })).toBe(0);
    expect(lines.at(-1)).toMatch(told);
    await sql`update ledger.log_heads set done_at = mark + 1000`.execute(league.app.storage.db);
    await league.inTime('2026-03-03T00:15:00Z');
    expect((await verify(file)).found).toEqual([expect.stringContaining('of late marks')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a mark that no witness saw in time is late, however early the service says that it was done', async () => {
  await league.inTime('2026-03-02T21:30:00Z');
  for (const mark of ['21:35', '21:40', '21:45']) await league.advanceTo(`2026-03-02T${mark}:02Z`);
  await league.inTime('2026-03-02T22:00:00Z');
  const reason = `3 late marks, from ${at('21:35')} to ${at('21:45')}: done up to 2 s after the mark, first seen by a witness up to 903 s after it.`;
  expect(await lateMarks()).toEqual([{ at: at('21:55'), id: at('21:35'), reason }]);
  expect(await verify('log')).toEqual(holds(expect.stringContaining('3 marks were late')));
  await clean();
});

test('what goes on over 00:00 is told at each, and an engine that is started anew goes on with it', async () => {
  await league.inTime('2026-03-02T23:30:00Z');
  // For a day twelve marks are done at a time, and no witness is asked.
  for (let hour = 0; hour < 24; hour++) await league.advance({ hours: 1 });
  league = await league.again();
  await league.advance({ hours: 1 });
  await league.inTime('2026-03-04T01:00:00Z');
  const text = (from: string, to: string, seconds: number, rest: string): string =>
    `, from ${from} to ${to}: done up to ${seconds} s after the mark${rest}.`;
  expect((await lateMarks()).toReversed().map((i) => [i.at, i.reason.replace(/^\d+ late marks/, '')])).toEqual([
    ['2026-03-03T00:00:00.000Z', text(at('23:35'), at('23:55'), 3303, ', 5 seen by no witness yet')],
    [
      '2026-03-04T00:00:00.000Z',
      text('2026-03-03T00:00:00.000Z', '2026-03-03T23:55:00.000Z', 3303, ', 283 seen by no witness yet'),
    ],
    ['2026-03-04T00:35:00.000Z', text('2026-03-04T00:00:00.000Z', '2026-03-04T00:25:00.000Z', 1803, '')],
  ]);
  for (const target of ['log', 'spot_crypto']) expect((await verify(target)).found).toEqual([]);
  await clean();
});

describe('where it differs', () => {
  beforeEach(async () => {
    await league.inTime('2026-03-02T21:30:00Z');
    await league.advanceTo('2026-03-02T22:02:00Z');
    await league.inTime('2026-03-02T22:10:00Z');
  });
  const change = async (statement: string): Promise<void> =>
    void (await sql.raw(statement).execute(league.app.storage.db));

  test('a time of the service that was changed', async () => {
    await change('update ledger.log_heads set done_at = mark + 1000');
    const found = [expect.stringContaining('outage in the log'), expect.stringContaining('of late marks')];
    expect((await verify('log')).found).toEqual(found);
    expect((await runAudit(league.app.storage)).differenceCount).toBe(2);
  });

  test('a time of a witness that was changed', async () => {
    await change('update intake.log_cosignatures set at = at - 60000');
    expect((await verify('log')).code).toBe(1);
  });

  test('a cosignature that is of another tree', async () => {
    await change('update intake.log_cosignatures set line = (select min(line) from intake.log_cosignatures)');
    expect((await verify('log')).code).toBe(1);
  });
});
