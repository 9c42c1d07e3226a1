/** Outages: marks that were caught up are told in the public log, on boards of the closes among them, and whoever checks demands it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runMonitor } from '../../../src/cli/monitor.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { get } from '../../harness/http.ts';
import { openLeague } from '../../harness/league.ts';
import { folderOfTest } from '../../harness/of-test.ts';
import { openWatchedLeague, type WatchedLeague } from '../../harness/watched-league.ts';

let league: WatchedLeague;
beforeEach(async () => {
  league = await openWatchedLeague({ start: '2026-03-02T22:58:00Z' });
});
afterEach(() => league.close());

const outages = async (): Promise<unknown[]> =>
  (await league.client.incidents()).incidents
    .filter((i) => i.kind === 'outage')
    .map(({ at, about, by, reason }) => [at, about, by, reason]);

async function found(): Promise<string[]> {
  const lines: string[] = [];
  await runVerify('log', { url: league.url, alone: true, write: (line) => lines.push(line) });
  return lines.filter((l) => /^(DIFFERS|NOT)/.test(l));
}

async function expectWhole(): Promise<void> {
  expect(await found()).toEqual([]);
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
}

const boardOf = async (date?: string) =>
  await league.client.leaderboard({ league: 'spot_crypto', ...(date === undefined ? {} : { asOf: date }) });

/** From 23:35 to the instant no mark is done. */
async function holdUntil(instant: string): Promise<void> {
  await league.inTime('2026-03-02T23:30:00Z');
  await league.advanceTo(instant);
  await league.see();
}

const reason = 'No mark was done from 2026-03-02T23:35:00.000Z to 2026-03-03T00:41:30.000Z: 13 marks were caught up.';
const told = [['2026-03-03T00:45:00.000Z', { kind: 'mark', id: '2026-03-02T23:35:00.000Z' }, 'engine', reason]];

test('an hour over a close: one entry, and the board of that close and its page say it', async () => {
  await league.enter();
  await holdUntil('2026-03-03T00:41:30Z');
  expect([await outages(), (await boardOf()).outage]).toEqual([[], null]);
  await league.inTime('2026-03-03T00:50:00Z');
  expect(await outages()).toEqual(told);
  const outage = { from: '2026-03-02T23:35:00.000Z', until: '2026-03-03T00:41:30.000Z', marks: 13 };
  expect((await boardOf()).outage).toEqual(outage);
  const page = (await get(league, '/leagues/spot_crypto')).text;
  expect(page).toContain('This close was caught up');
  expect((await get(league, '/incidents')).text).toContain(reason);
  await expectWhole();
  await league.inTime('2026-03-03T01:00:00Z');
  expect(await outages()).toHaveLength(1);
  // The next close was done in time, and the earlier one says what it said.
  await league.advanceTo('2026-03-03T23:55:00Z');
  await league.inTime('2026-03-04T00:10:00Z');
  expect((await boardOf()).outage).toBeNull();
  expect((await boardOf('2026-03-03')).outage).toEqual(outage);
  await expectWhole();
});

test('also by an engine that is started anew before it is told', async () => {
  await holdUntil('2026-03-03T00:41:30Z');
  league = await league.again();
  await league.inTime('2026-03-03T00:45:00Z');
  expect(await outages()).toEqual(told);
  await expectWhole();
});

test('days over several closes are one outage, also where the engine stops while it catches up', async () => {
  await league.inTime('2026-03-02T23:30:00Z');
  let commits = 0;
  // After the first of three transactions an hour passes: the last mark is caught up then, too, and the outage goes on.
  const onCommit = (): void => {
    if (++commits === 1) league.clock.set(league.now() + 3_600_000);
  };
  league = await league.again({ overrides: { onCommit } });
  await league.advanceTo('2026-03-05T00:01:00Z');
  expect(commits).toBeGreaterThan(1);
  expect(await outages()).toEqual([]);
  // The closes of the 3rd and 4th have a later one by now, but what their boards will say of the outage is not known before it is told.
  const asked = async () => {
    const { headers, json } = await get(league, '/api/leaderboard?league=spot_crypto&as_of=2026-03-03');
    const { final, outage } = json as { final: boolean; outage: unknown };
    return [final, outage !== null, headers.get('Cache-Control')?.includes('max-age=86400') ?? false];
  };
  expect(await asked()).toEqual([false, false, false]);
  league = await league.again();
  await league.inTime('2026-03-05T01:10:00Z');
  expect(await outages()).toEqual([
    [
      '2026-03-05T01:10:00.000Z',
      { kind: 'mark', id: '2026-03-02T23:35:00.000Z' },
      'engine',
      'No mark was done from 2026-03-02T23:35:00.000Z to 2026-03-05T01:05:02.000Z: 594 marks were caught up.',
    ],
  ]);
  expect(await asked()).toEqual([true, true, true]);
  await expectWhole();
});

test.each([
  ['within an outage', '2026-03-03T00:41:30Z', undefined],
  ['behind the first mark in time', '2026-03-03T00:45:00Z', undefined],
  ['after it was told', '2026-03-03T00:55:00Z', undefined],
  // The member is really needed: an outage that is not known to have begun would be expected to be told otherwise.
  ['within an outage, taken for none', '2026-03-03T00:41:30Z', {}],
])('the state of a monitor that knew no outages goes on, kept %s', async (_, instant, wrong) => {
  const state = folderOfTest();
  const round = async (): Promise<[number, string[]]> => {
    const lines: string[] = [];
    const now = () => league.now();
    const code = await runMonitor({ url: league.url, state, once: true, now, write: (line) => lines.push(line) });
    return [code, lines.filter((l) => /^(DIFFERS|NOT)/.test(l))];
  };
  await holdUntil('2026-03-03T00:41:30Z');
  await league.inTime(instant);
  expect(await round()).toEqual([0, []]);
  const file = join(state, 'state.json');
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { state: { log: { book: { outage?: unknown } } } };
  expect(kept.state.log.book.outage).toBeDefined();
  kept.state.log.book.outage = wrong;
  writeFileSync(file, JSON.stringify(kept));
  await league.inTime('2026-03-03T01:00:00Z');
  if (wrong) expect(await round()).toEqual([1, [expect.stringContaining('outage in the log of 2026-03-03T00:45')]]);
  else expect(await round()).toEqual([0, []]);
});

test.each([
  ['one that was not there', 'update ledger.log_heads set done_at = mark + 1000 where mark < 1772498400000'],
  [
    'one that is told to be shorter',
    "update ledger.incidents set reason = replace(reason, '13 marks', '12 marks') where kind = 'outage'",
  ],
  ['one that is not told', "delete from ledger.incidents where kind = 'outage'"],
])('%s is found', async (_, statement) => {
  await holdUntil('2026-03-03T00:41:30Z');
  await league.inTime('2026-03-03T00:50:00Z');
  await expectWhole();
  await sql.raw(statement).execute(league.app.storage.db);
  const { differences } = await runAudit(league.app.storage);
  expect(differences.map(({ key }) => key)).toContainEqual(
    expect.stringContaining('outage in the log of 2026-03-03T00:45'),
  );
});

test('on a clock that is not the real one nothing is an outage', async () => {
  const stepped = await openLeague({ start: '2026-03-02T22:58:00Z' });
  try {
    for (let hour = 0; hour < 3; hour++) await stepped.advance({ hours: 1 });
    expect((await stepped.client.incidents()).incidents).toEqual([]);
    expect((await runAudit(stepped.app.storage)).differences).toEqual([]);
  } finally {
    await stepped.close();
  }
});
