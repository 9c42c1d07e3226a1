/** `papertape cluster`: who serves the league, who waits for its place, and how its database stands, as PostgreSQL tells it. */
import { Command } from 'commander';
import { environment, type Environment } from '../config/env.ts';
import { lastMarkDone } from '../engine/progress.sql.ts';
import { countDueCloses, openMark } from '../engine/shared-close/open-mark.sql.ts';
import { iso } from '../lib/clock.ts';
import { createClockOffset } from '../lib/clock-offset.ts';
import { realNow, steadyNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { markMs } from '../lib/time.ts';
import { closedThrough } from '../storage/gate.sql.ts';
import { readCluster } from '../storage/topics.sql.ts';
import {
  enginesSeen,
  followersSeen,
  processesSeen,
  serverSeen,
  timeSeen,
  websSeen,
  type FollowerSeen,
  type ProcessSeen,
} from '../storage/cluster.sql.ts';
import type { Storage } from '../storage/storage.ts';
import { columns } from './columns.ts';
import { withLeague } from './with-league.ts';

export function clusterCommand(): Command {
  return new Command('cluster')
    .description(
      'Show who serves a league on PostgreSQL, who waits to take its place, who answers readers and who closes leagues beside it, which servers follow the database, how far its clock is from that of this machine, and how far the marks are. Reads only. Exit code 1 when nobody serves.',
    )
    .option('--json', 'as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      process.exitCode = await runCluster(environment(), (text) => process.stdout.write(text), json);
    });
}

/** @returns the exit code. */
export async function runCluster(env: Environment, write: (text: string) => void, json: boolean): Promise<number> {
  return await withLeague(env, async (storage) => {
    if (storage.engine !== 'postgres')
      throw new SetupError(
        'This league is on the embedded engine, which one process serves.',
        'Set DATABASE_URL to the PostgreSQL that the processes were started with.',
      );
    const seen = await look(storage);
    write(json ? `${JSON.stringify(seen, undefined, 2)}\n` : `${text(seen)}\n`);
    return seen.processes.some(({ state }) => state === 'serving') ? 0 : 1;
  });
}

interface Cluster {
  readonly processes: readonly ProcessSeen[];
  /** What the process that serves tells of itself; null while it has told nothing. */
  readonly serving: { readonly role: 'all'; readonly address: string | null; readonly version: string } | null;
  readonly webs: readonly WebProcess[];
  readonly engines: readonly EngineProcess[];
  readonly primary: string;
  readonly followers: readonly FollowerSeen[];
  /** How far the clock of the primary is ahead of this machine's, and how wrong that is at most. */
  readonly clock_offset_ms: number;
  readonly clock_error_ms: number;
  /** Nothing stamped before it is stored any more; null before the first mark. */
  readonly closed_through: string | null;
  readonly last_mark: string | null;
  /** The mark whose close is under way, shared with processes of role engine, and how many leagues are left. */
  readonly open_mark: { readonly mark: string; readonly leagues_left: number } | null;
}

interface WebProcess {
  readonly role: 'web';
  readonly address: string;
  readonly version: string;
  readonly since_ms: number;
  readonly still_ms: number;
  /** Marks that are done and not shown there yet. */
  readonly marks_behind: number;
}

interface EngineProcess {
  readonly role: 'engine';
  readonly address: string;
  readonly version: string;
  readonly since_ms: number;
  readonly still_ms: number;
}

async function engineProcesses(db: Storage['db']): Promise<EngineProcess[]> {
  return (await enginesSeen(db)).map(({ address, port, version, sinceMs, stillMs }) => ({
    role: 'engine',
    address: `${address ?? 'local'}:${port}`,
    version,
    since_ms: sinceMs,
    still_ms: stillMs,
  }));
}

async function webProcesses(db: Storage['db'], last: number | undefined): Promise<WebProcess[]> {
  return (await websSeen(db)).map(({ address, port, version, mark, sinceMs, stillMs }) => ({
    role: 'web',
    address: `${address ?? 'local'}:${port}`,
    version,
    since_ms: sinceMs,
    still_ms: stillMs,
    marks_behind: Math.max(0, ((last ?? 0) - (mark ?? last ?? 0)) / markMs),
  }));
}

async function look({ db }: Storage): Promise<Cluster> {
  const { address, port } = await serverSeen(db);
  const [closed, last] = [await closedThrough(db), await lastMarkDone(db)];
  const { serving } = await readCluster(db);
  const open = await openMark(db);
  return {
    processes: await processesSeen(db),
    serving: serving && { role: 'all', address: serving.address, version: serving.version },
    webs: await webProcesses(db, last),
    engines: await engineProcesses(db),
    primary: address === null ? 'a socket of this machine' : `${address}:${port}`,
    followers: await followersSeen(db),
    ...(await clockSeen(db)),
    closed_through: closed === undefined ? null : iso(closed),
    last_mark: last === undefined ? null : iso(last),
    open_mark: open ? { mark: iso(open.mark), leagues_left: await countDueCloses(db) } : null,
  };
}

/** The first questions take longer: the least round trip counts. */
const questions = 5;

async function clockSeen(db: Storage['db']): Promise<Pick<Cluster, 'clock_offset_ms' | 'clock_error_ms'>> {
  const estimate = createClockOffset();
  for (let asked = 0; asked < questions; asked++) {
    const askedAt = steadyNow();
    const theirs = await timeSeen(db);
    estimate.add({ askedAt, answeredAt: steadyNow(), theirs });
  }
  const [steady, real] = [steadyNow(), realNow()];
  const { offsetMs, errorMs } = estimate.at(steady) ?? { offsetMs: Number.NaN, errorMs: Number.NaN };
  return { clock_offset_ms: tenths(steady + offsetMs - real), clock_error_ms: tenths(errorMs) };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Of a row. */
const cells = 5;

function text({
  processes,
  serving,
  webs,
  engines,
  primary,
  followers,
  closed_through,
  last_mark,
  open_mark,
  ...clock
}: Cluster): string {
  const rows = [
    ...processes.map((p) => [
      p.state,
      p.address ?? 'local',
      `for ${seconds(p.sinceMs)}`,
      `spoke ${seconds(p.stillMs)} ago`,
      ...(p.state === 'serving' && serving ? [`${serving.version} at ${serving.address ?? 'no known address'}`] : []),
    ]),
    ...webs.map((w) => [
      'web',
      w.address,
      `for ${seconds(w.since_ms)}`,
      `spoke ${seconds(w.still_ms)} ago`,
      `${w.version}, ${w.marks_behind} ${w.marks_behind === 1 ? 'mark' : 'marks'} behind`,
    ]),
    ...engines.map((e) => [
      'engine',
      e.address,
      `for ${seconds(e.since_ms)}`,
      `spoke ${seconds(e.still_ms)} ago`,
      e.version,
    ]),
    ['primary', primary],
    ['clock', 'primary', `${aheadText(clock.clock_offset_ms)} this machine`, `within ${clock.clock_error_ms} ms`],
    ...followers.map((f) => ['follower', f.address ?? 'local', `${f.name}, ${f.sync}`, behind(f)]),
  ];
  const marks = `closed through ${closed_through ?? 'no mark'}, last mark done ${last_mark ?? 'none'}${openText(open_mark)}`;
  const nobody = processes.some(({ state }) => state === 'serving') ? [] : ['nobody serves this league'];
  const whole = rows.map((row) => Array.from({ length: cells }, (_, i) => row[i] ?? ''));
  return [...columns(whole), marks, ...nobody].join('\n');
}

function openText(open: Cluster['open_mark']): string {
  return open ? `, ${open.leagues_left} leagues to be closed at ${open.mark}` : '';
}

function aheadText(ms: number): string {
  return ms < 0 ? `${-ms} ms behind` : `${ms} ms ahead of`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function behind({ behindBytes }: FollowerSeen): string {
  return behindBytes === null ? '' : `${behindBytes} bytes behind`;
}
