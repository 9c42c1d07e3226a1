/**
 * The recomputation in Python (examples/recompute): a process that is given an address and reads public answers only, over a month in which
 * everything happens that a fill or a close can come to.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/sources/simulated/faults.ts';
import { retireBot } from '../../../src/desk/admin-acts.ts';
import { reinstateBot } from '../../../src/desk/moderation-acts.ts';
import type { OperatorAction } from '../../../src/operator/action.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import type { Payout } from '../../../src/flow/mark/portfolio.ts';
import { moneyScale, parseFixed } from '../../../src/lib/decimal.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { untilEnded, type Ended } from '../../harness/command.ts';
import { engineWithRoom } from '../../harness/engine-with-room.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { openWatchedLeague } from '../../harness/watched-league.ts';
import { createBreaks, type Breaks, type FaultKind } from '../../simulation/faults/breaks.ts';

const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
const start = '2026-03-02T00:00:00Z';
const days = 31;
const switchedOff = { before: false, after: false, inside: false };
const uni = { kind: 'symbol', id: 'UNI-USD' } as const;
const missedClose = { league: 'tsx_stocks', close: Date.parse('2026-03-16T00:00:00Z') };

const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
const faults: Fault[] = [
  // Rejects orders.
  { kind: 'apart', pool: 'sim:SOL-USD:2', factor: 1.03, ...span('2026-03-05T00:00:00Z', '2026-03-06T00:00:00Z') },
  // Orders wait, and are rejected after six hours.
  { kind: 'no_answer', pool: 'sim:LINK-USD:1', ...span('2026-03-07T00:00:00Z', '2026-03-07T12:00:00Z') },
  // Orders wait until the answer comes late, and fill then.
  {
    kind: 'no_answer',
    pool: 'sim:AVAX-USD:1',
    ...span('2026-03-09T12:00:00Z', '2026-03-09T15:00:00Z'),
    answersAt: Date.parse('2026-03-09T16:00:00Z'),
  },
  // What is held is stale at a close.
  { kind: 'no_answer', pool: 'sim:AAVE-USD:2', ...span('2026-03-12T15:00:00Z', '2026-03-13T02:00:00Z') },
];

async function recompute(league: Pick<League, 'url'>): Promise<Ended> {
  const child = spawn('python3', [join(repository, 'examples/recompute/recompute.py'), league.url], {
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return await untilEnded(child, undefined);
}

async function act(league: League, action: OperatorAction['action'], about: OperatorAction['about']): Promise<void> {
  const id = `act_${action}_${about.id}`;
  await insertAction(league.app.storage.db, { id, at: league.now(), action, about, reason: 'Test.' });
}

/** Orders of all bots, at three instants of the day. */
async function playDay(league: League, bots: readonly Bot[], uniform: () => number): Promise<void> {
  for (const hour of [13, 18, 23]) {
    const midnight = Math.floor(league.now() / 86_400_000) * 86_400_000;
    await league.advanceTo(midnight + hour * 3_600_000 + Math.floor(uniform() * 3_000_000));
    for (const bot of bots) {
      if (uniform() < 0.4) continue;
      const symbols =
        bot === bots.at(-1)
          ? ['SHOP-CAD', 'RY-CAD']
          : ['BTC-USD', 'ETH-USD', 'SOL-USD', 'LINK-USD', 'AVAX-USD', 'AAVE-USD'];
      const chosen = symbols.filter(() => uniform() < 0.5);
      const weights = Object.fromEntries(chosen.map((s) => [s, Number((uniform() / chosen.length).toFixed(6))]));
      await bot.weights(weights, {
        sandbox: uniform() < 0.15,
        reason: uniform() < 0.5 ? 'Ünïcode "reason"' : undefined,
      });
    }
  }
  await league.advanceTo(Math.ceil(league.now() / 86_400_000) * 86_400_000);
}

describe.skipIf(!hasPython)('the recomputation in Python (needs python3)', () => {
  let league: League;
  beforeAll(async () => {
    league = await openLeague({ start, faults });
    const uniform = seededUniform(11);
    const bots: Bot[] = [];
    for (let i = 0; i < 5; i++) bots.push(await league.enter());
    bots.push(await league.enter({ league: 'tsx_stocks' }));
    await bots[0]?.weights({ 'AAVE-USD': 0.3, 'UNI-USD': 0.2 });
    const known = new Map<Bot | undefined, Breaks>();
    const step = async (victim: Bot | undefined, kind: FaultKind, what: 'begin' | 'end'): Promise<void> => {
      const breaks = known.get(victim) ?? createBreaks(league, victim as Bot, switchedOff, missedClose);
      known.set(victim, breaks);
      await breaks[kind]?.[what]();
    };
    for (let day = 0; day < days; day++) {
      if (day === 10) await bots[0]?.weights({ 'AAVE-USD': 0.3, 'UNI-USD': 0.2 });
      if (day === 14) await act(league, 'suspend', uni);
      if (day === 20) await act(league, 'delist', uni);
      if (day === 17) await bots[4]?.retire('enough');
      // The operator retires a bot by mistake, and takes it back; and voids a Monday, whose week is decided again on Tuesday.
      if (day === 25) {
        const mistaken = bots[3]?.id ?? '';
        await retireBot(league.app.storage.db, mistaken, 'Test.');
        await league.advance({ minutes: 10 });
        await reinstateBot(league.app.storage.db, mistaken, 'Test.');
      }
      if (day === 28) await act(league, 'void_close', { kind: 'close', id: 'spot_crypto/2026-03-30' });
      // A bot is set aside for a day and a close; a close of a Monday is missed, so that its week is decided on Tuesday.
      if (day === 13) await step(bots[5], 'close cannot be stored', 'begin');
      if (day === 14) await step(bots[5], 'close cannot be stored', 'end');
      if (day === 22) {
        await step(bots[2], 'bot cannot be read', 'begin');
        await bots[2]?.weights({ 'BTC-USD': 0.3 });
      }
      if (day === 23) await step(bots[2], 'bot cannot be read', 'end');
      await playDay(
        league,
        bots.filter((b, i) => i > 0 && (i !== 4 || day < 17)),
        uniform,
      );
    }
    await league.advance({ hours: 7 });
  }, 300_000);
  afterAll(() => league.close());

  test('agrees in every receipt, price, fill, close, rank and champion of a month', async () => {
    const { code, stdout, stderr } = await recompute(league);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const counted = new Map(
      [...stdout.matchAll(/([\d,]+) × (.*)\n/g)].map(([, n, what]) => [what, Number(n?.replaceAll(',', ''))]),
    );
    expect(stdout).toMatch(/All holds\.\n$/);
    expect(counted.get('fill')).toBeGreaterThan(150);
    expect(counted.get('rejection')).toBeGreaterThan(3);
    expect(counted.get('champion')).toBeGreaterThanOrEqual(8);
    expect(counted.get('what a delisting pays')).toBe(1);
    expect(counted.get('values and ranks')).toBeGreaterThan(days);
    expect(counted.get('what is readmitted was set aside')).toBe(1);
    expect(counted.get('a voided close is the last one')).toBe(1);
    const failed = [...stdout.matchAll(/^By its own word this service failed: (\w+) \S+ at (\S+)$/gm)];
    expect(failed.map(([, kind, at]) => [kind, at])).toEqual([
      ['close_missed', '2026-03-16T00:00:00.000Z'],
      ['set_aside', expect.stringMatching(/^2026-03-24T/)],
      ['value_kept', '2026-03-25T00:00:00.000Z'],
      ['readmitted', '2026-03-25T00:05:00.000Z'],
    ]);
  });

  test.each([
    ['a trade', 'ledger.fills', 'trades', '["BTC-USD"', '["ETH-USD "', /DIFFERS: hash of an outcome/],
    ['a reading', 'ledger.mark_readings', 'readings', '"sim:BTC-USD:1":"1', '"sim:BTC-USD:1":"01', /DIFFERS: readings/],
    ['a reason', 'intake.orders', 'reason', 'Ünïcode', 'Unicode', /DIFFERS: receipt/],
    ['the value of a close', 'ledger.closes', 'value', '1', '2', /DIFFERS: hash of a board/],
    ['a registration', 'ledger.log_bundles', 'entries', '"name":"Trader"', '"name":"Winner"', /DIFFERS: tile of tiles/],
  ])('finds %s that was changed', async (_, table, column, from, to, said) => {
    const own = await leagueOfTest({ start });
    const bot = await own.enter({ name: 'Trader' });
    await bot.weights({ 'BTC-USD': 0.5 }, { reason: 'Ünïcode' });
    await own.advance({ hours: 25 });
    const cast =
      table === 'ledger.closes'
        ? sql`cast(replace(cast(${sql.ref(column)} as text), ${from}, ${to}) as bigint)`
        : sql`replace(${sql.ref(column)}, ${from}, ${to})`;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${cast}`.execute(own.app.storage.db);
    const { code, stderr } = await recompute(own);
    expect(stderr).toMatch(said);
    expect(code).toBe(1);
  });

  test('counts what rooms of the service pay', async () => {
    const own = await leagueOfTest({ start });
    const bot = await own.enter();
    await bot.weights({ 'BTC-USD': 0.5 });
    const idle = await own.enter({ name: 'Idle' });
    const first = own.now();
    const paid = (id: string, cash: string): Payout => ({
      kind: 'payout',
      botId: id,
      league: 'spot_crypto',
      cash: parseFixed(cash, moneyScale),
      why: { room: 'rounds', id: `round_${cash}` },
      ...(id === idle.id ? { scoredAt: first + 20 * 60_000 } : {}),
    });
    const engine = await engineWithRoom(own, async ({ mark }) =>
      mark === first + 20 * 60_000 ? [paid(bot.id, '25'), paid(bot.id, '-5'), paid(idle.id, '7.5')] : [],
    );
    await engine.runUntil(first + 25 * 3_600_000);
    await own.advance({ hours: 26 });
    const { code, stdout, stderr } = await recompute(own);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('3 × a payout to a bot that is there');
  });

  test('names marks that were late and marks that were caught up', async () => {
    const own = await openWatchedLeague({ start: '2026-03-02T20:58:00Z' });
    try {
      await own.inTime('2026-03-02T21:30:00Z');
      await own.advanceTo('2026-03-02T22:02:00Z');
      await own.see();
      await own.inTime('2026-03-02T22:10:00Z');
      const { code, stdout, stderr } = await recompute(own);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const failed = [...stdout.matchAll(/^By its own word this service failed: (\w+) (\S+) at \S+$/gm)];
      expect(failed.map(([, kind, from]) => `${kind} ${from}`).toSorted()).toEqual([
        'late_mark 2026-03-02T21:35:00.000Z',
        'outage 2026-03-02T21:35:00.000Z',
      ]);
    } finally {
      await own.close();
    }
  });
});
