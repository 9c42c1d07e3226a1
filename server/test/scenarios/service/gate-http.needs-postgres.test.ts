/**
 * The gate of the intake before real processes: one that serves and three of role web, whose clocks are wrong by up to 2 seconds, take orders of the same bots by HTTP while marks are closed. At random one of role web is
 * killed and another one is started in its place, one stands still for 1 to 10 seconds, and messages come half. Whatever is stored before a mark was there when the mark was closed, and so is in its root. The same
 * without the gate finds late orders and wrong roots, so that the test would see them. `gate.needs-postgres.test.ts` does it with writers at the storage, which are quicker.
 *
 * PAPERTAPE_GATE_HTTP_MARKS (12) says how many marks, PAPERTAPE_GATE_SEED repeats what is done when. `npm run cluster-test` is the long form, in which a mark has to be closed in time, too.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { iso } from '../../../src/lib/clock.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { markMs } from '../../../src/lib/time.ts';
import { gateLock } from '../../../src/storage/gate-names.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { until } from '../../acceptance/service-process.ts';
import { hasPostgres } from '../../harness/own-postgres.ts';
import { onPostgres } from '../../harness/postgres.ts';
import type { RunningRole } from '../../harness/role.ts';
import {
  brokenLinks,
  eachTakesOrders,
  enterAt,
  orderAt,
  startSeveral,
  type Entered,
  type Several,
} from '../../harness/several.ts';
import { within } from '../../harness/within.ts';
import { wrongClock } from '../../harness/wrong-clock.ts';
import { noteClosings, type Closing, type Closings } from './gate-closings.ts';
import { startLoad, wronglyStored, type Load } from './gate-load.ts';

const marks = Number(process.env['PAPERTAPE_GATE_HTTP_MARKS'] ?? '12');
const seed = Number(process.env['PAPERTAPE_GATE_SEED'] ?? String(Date.now() % 1_000_000));
/** A mark each 1.5 seconds. */
const speed = 200;
const skewsMs = [-2_000, 700, 2_000];
const botCount = 6;
/** How often, at a mark, one is killed, and how often one is stopped. */
const [killShare, stopShare] = [0.15, 0.5];
/** On a machine that does much else, no orders may come between two marks: that many times as many marks are waited for. */
const emptyShare = 10;
/** As many marks tell how long closing takes, whatever else the machine does. */
const timedMarksMin = 100;
/** Within so many marks orders have to stand behind one that is closed, where there is no gate. */
const marksWithoutGate = 20;

// oxlint-disable-next-line no-console -- the seed, and what was measured, must be seen
const say = (text: string): void => console.log(`the gate by HTTP: ${text}`);

/** A place of a process of role web. */
interface Place {
  readonly skewMs: number;
  running: RunningRole;
  /** Neither stopped nor killed. */
  isUp: boolean;
}

describe.skipIf(!hasPostgres)('the gate of the intake, by HTTP', () => {
  let several: Several;
  let closings: Closings;
  let places: Place[];
  const bots: Entered[] = [];
  const random = seededUniform(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const up = (): Place[] => places.filter(({ isUp }) => isUp);
  const upWebs = (): RunningRole[] => up().map(({ running }) => running);

  beforeAll(async () => {
    say(`PAPERTAPE_GATE_SEED=${seed}`);
    const env = {
      PAPERTAPE_PRICES: 'simulated:gate',
      PAPERTAPE_CLOCK_START: '2026-03-02T12:00:00Z',
      PAPERTAPE_CLOCK_SPEED: String(speed),
      ...wrongClock(-1_000),
    };
    several = await within('one process that serves and three of role web', startSeveral(env, skewsMs.map(wrongClock)));
    places = several.webs.map((running, nth) => ({ skewMs: skewsMs[nth] as number, running, isUp: true }));
    for (let nth = 0; nth < botCount; nth++) bots.push(await enterAt(several.serving, `Bot${nth}`));
    await eachTakesOrders(several, bots[0] as Entered);
    closings = await noteClosings(several.server.url);
  });
  afterAll(() => several?.end());

  async function closedThrough(mark: number): Promise<void> {
    await until(`the intake is closed for the mark ${iso(mark)}`, async () =>
      (await closings.through()) >= mark ? true : undefined,
    );
  }

  async function doneThrough(mark: number): Promise<void> {
    await until(`the mark ${iso(mark)} is done`, async () => ((await closings.done()) >= mark ? true : undefined));
  }

  /** A mark waits for neither: not for the one that is gone, and not for the one that comes. */
  async function replace(place: Place): Promise<void> {
    place.isUp = false;
    place.running.service.process.kill('SIGKILL');
    const started = several.startWeb(wrongClock(place.skewMs));
    place.running = await within('a process of role web in place of one that was killed', started);
    place.isUp = true;
  }

  async function standStill(place: Place, ms: number, end: AbortSignal): Promise<void> {
    place.isUp = false;
    place.running.service.process.kill('SIGSTOP');
    await pause(ms, undefined, { signal: end }).catch(() => undefined);
    place.running.service.process.kill('SIGCONT');
    place.isUp = true;
  }

  /** One of role web at least goes on, and one at most is begun at a time, which takes the processor of several marks. Only marks before which orders were taken count. */
  async function closeMarks(load: Load): Promise<readonly Closing[]> {
    const under: Promise<void>[] = [];
    const end = new AbortController();
    let starting = 0;
    const begin = (work: Promise<void>): void => {
      work.catch(() => undefined);
      under.push(work);
    };
    const first = (await closings.through()) + markMs;
    for (let nth = 0, counted = 0; counted < marks; nth++) {
      if (nth > emptyShare * marks) throw new Error(`orders were taken before ${counted} of ${nth} marks alone`);
      const [how, draw] = [one(['left', 'cut'] as const), random()];
      begin(load.sendHalf(one(upWebs()), how));
      const what = nth === 0 || draw < killShare ? 'kill' : nth === 1 || draw < killShare + stopShare ? 'stop' : 'none';
      if (what === 'kill' && starting === 0 && up().length > 1) {
        starting++;
        begin(replace(one(up())).finally(() => starting--));
      }
      if (what === 'stop' && up().length > 1) begin(standStill(one(up()), 1_000 + random() * 9_000, end.signal));
      await closedThrough(first + nth * markMs);
      counted = (await closings.from(first)).filter(({ orders }) => orders > 0).length;
    }
    end.abort();
    await Promise.all(under);
    return await closings.from(first);
  }

  /** How late the process that serves was by itself is in the first figures, too: what a busy machine costs is not in the second ones, which are of the gate. */
  function expectInTime(closed: readonly Closing[]): void {
    const figures = (of: 'afterMs' | 'heldMs'): readonly [median: number, p99: number, worst: number] => {
      const sorted = closed.map((closing) => Math.round(closing[of])).toSorted((x, y) => x - y);
      return [0.5, 0.99, 1].map((share) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0) as [
        number,
        number,
        number,
      ];
    };
    const [after, held] = [figures('afterMs'), figures('heldMs')];
    const told = [after, held].map(([median, p99, worst]) => `median ${median} ms, p99 ${p99} ms, worst ${worst} ms`);
    const orders = closed.reduce((sum, closing) => sum + closing.orders, 0);
    say(`${closed.length} marks, ${orders} orders, due to closed ${told[0]}, of that at the gate ${told[1]}`);
    const [, p99, worst] = after;
    if (marks < timedMarksMin) return;
    expect(p99).toBeLessThan(1_000);
    expect(worst).toBeLessThan(3_000);
  }

  /** Everything that is stored now is before a mark that is done. @returns what the audit finds. */
  async function audited(): Promise<readonly unknown[]> {
    const [last] = await onPostgres(several.server.url, 'select max(received_at)::float8 as at from intake.orders');
    await doneThrough(Math.ceil((Number(last?.['at']) + 1) / markMs) * markMs);
    const storage = openStorage({ engine: 'postgres', url: several.server.url });
    try {
      return (await within('the audit', runAudit(storage))).differences;
    } finally {
      await storage.close();
    }
  }

  const none = { orders: 0, marks: 0 };

  test(
    `${marks} marks, clocks wrong by up to 2 s, kills, stops and halves: no order behind a closed mark, no wrong root`,
    async () => {
      const load = startLoad(upWebs, bots, seededUniform(seed + 1));
      let closed: readonly Closing[];
      try {
        closed = await closeMarks(load);
      } finally {
        await load.stop();
      }
      expectInTime(closed);
      say(`${load.acknowledged.size} acknowledged, ${load.halves()} halves`);
      expect(load.strange).toEqual([]);
      expect(await closings.late()).toEqual(none);
      expect(await wronglyStored(several.server.url, load)).toEqual([]);
      expect(await brokenLinks(several.server)).toBe(0);
      expect(await audited()).toEqual([]);
      expect(load.acknowledged.size).toBeGreaterThanOrEqual(marks);
    },
    300_000 + marks * 10_000,
  );

  /** Orders stand between their stamp and their commit at every process of role web until the mark behind them is done, or waits for them. @returns which of the two. */
  async function heldOverMark(): Promise<'waited' | 'done'> {
    const { url } = several.server;
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    try {
      await holder.query('begin; lock table intake.orders in share mode');
      const answered = places.map(({ running }, nth) => orderAt(running, bots[nth] as Entered));
      for (const each of answered) each.catch(() => undefined);
      await until('each process of role web waits with an order that is stamped', async () => {
        const [row] = await onPostgres(
          url,
          `select count(*)::int as n from pg_locks where relation = 'intake.orders'::regclass and mode = 'RowExclusiveLock' and not granted`,
        );
        return Number(row?.['n']) >= places.length ? true : undefined;
      });
      const mark = (await closings.through()) + markMs;
      const became = await until('the mark behind their stamps is done, or waits at the gate', async () => {
        const [row] = await onPostgres(
          url,
          `select count(*)::int as n from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted
             and classid::bigint = ${gateLock} >> 32 and objid::bigint = ${gateLock} & 4294967295`,
        );
        if (Number(row?.['n']) > 0) return 'waited';
        return (await closings.done()) >= mark ? 'done' : undefined;
      });
      await holder.query('rollback');
      await within('the orders are answered', Promise.allSettled(answered));
      await doneThrough(mark);
      return became;
    } finally {
      await holder.end();
    }
  }

  test('a mark waits for orders that are stamped before it and not committed', async () => {
    for (let nth = 0; nth < 2; nth++) expect(await heldOverMark()).toBe('waited');
    expect(await closings.late()).toEqual(none);
    expect(await audited()).toEqual([]);
  });

  test(`without the gate the same leaves orders behind a closed mark and wrong roots, within ${marksWithoutGate} marks`, async () => {
    await onPostgres(
      several.server.url,
      `create or replace function intake.enter_timed(stamp bigint, earliest_ms float8, latest_ms float8) returns boolean language sql as $$ select true $$`,
      `create or replace function intake.enter(stamp bigint) returns boolean language sql as $$ select true $$`,
    );
    const last = (await closings.through()) + marksWithoutGate * markMs;
    do expect(await heldOverMark()).toBe('done');
    while ((await closings.late()).orders === 0 && (await closings.through()) < last);
    const late = await closings.late();
    const differences = await audited();
    say(
      `without it ${late.orders} orders behind ${late.marks} marks, and the audit finds ${differences.length} differences`,
    );
    expect(late.orders).toBeGreaterThan(0);
    expect(differences).not.toEqual([]);
    expect(JSON.stringify(differences)).toContain('ledger.log_');
  });
});
