/**
 * A process of role web beside the one that serves, both as they are started: how soon it shows what changed there, what a read costs each, and the memory of each.
 * `--loads` leaves the first out, `--million` measures the memory of both with a million bots alone. With `--polls` its session that listens is ended as often as it comes, so that looks alone are left.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { leagues } from '../src/league/catalogue.ts';
import { pause } from '../src/lib/loop.ts';
import { createTestDatabase } from '../test/harness/database.ts';
import { freePort } from '../test/harness/free-port.ts';
import { benchEngines, fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, wrk } from './load.ts';

const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '8');
const changes = 100;
const closes = 12;
const bots = Number(process.env['PAPERTAPE_BENCH_BOTS'] ?? '1000000');
const start = '2026-03-02T22:30:00Z';
/** A close in so many seconds, and 288 marks between two of them. */
const secondsPerClose = 5;
const board = '/api/leaderboard?league=spot_crypto&per_page=50';

interface Process {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const agent = new Agent({ keepAlive: true });

async function ask(url: string, method = 'GET', body?: unknown, key?: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) };
    const asked = request(url, { method, agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      // A reader that is refused on a busy machine comes again, and has seen nothing.
      const isRefused = (): boolean => method === 'GET' && answer.statusCode === 503;
      answer.on('end', () => (answer.statusCode === 200 || isRefused() ? resolve(text) : reject(new Error(text))));
    });
    asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function startProcess(env: Readonly<Record<string, string>>): Promise<Process> {
  const main = join(import.meta.dirname, '../dist/main.js');
  const child: ChildProcess = spawn(process.execPath, [main, 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', PAPERTAPE_HOUSE: 'off', PAPERTAPE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream as NonNullable<typeof stream> }).on('line', (line) => {
        said += `${line}\n`;
        const ready = /"message":"ready","url":"([^"]+)"/.exec(line)?.[1];
        if (ready !== undefined) resolve(ready);
      });
    void ended.then(() => reject(new Error(`it ended: ${said}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Both processes on a database to throw away, for as long as `work` takes. */
async function withBoth<T>(
  speed: number,
  work: (both: { writer: Process; web: Process }) => Promise<T>,
  seed?: (url: string) => Promise<void>,
): Promise<T> {
  const database = await createTestDatabase('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'papertape-bench-'));
  const processes: Process[] = [];
  const cut = process.argv.includes('--polls') ? await cutListening(database.env['DATABASE_URL'] ?? '') : undefined;
  try {
    const env = {
      ...database.env,
      DATA_DIR: folder,
      PAPERTAPE_PRICES: 'simulated:readers',
      PAPERTAPE_CLOCK_START: start,
      PAPERTAPE_CLOCK_SPEED: String(speed),
    };
    const serve = async (role: string): Promise<Process> => {
      const started = await startProcess({ ...env, PORT: String(await freePort()), PAPERTAPE_ROLE: role });
      processes.push(started);
      return started;
    };
    if (seed) {
      await (await serve('all')).stop();
      await seed(database.env['DATABASE_URL'] ?? '');
    }
    const writer = await serve('all');
    return await work({ writer, web: await serve('web') });
  } finally {
    await cut?.();
    for (const each of processes.toReversed()) await each.stop();
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
}

/** @returns ends it. */
async function cutListening(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let isOver = false;
  const over = (async () => {
    while (!isOver)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'papertape listen'`,
      );
  })();
  return async () => {
    isOver = true;
    await over;
    await client.end();
  };
}

async function register(url: string, name: string): Promise<{ agent_id: string; api_key: string }> {
  const contact = `${name.toLowerCase().replaceAll(' ', '')}@example.test`;
  const entrant = { name, company: 'Works', contact, country: 'CA', league: 'spot_crypto' };
  return JSON.parse(await ask(`${url}/api/agents/register`, 'POST', entrant)) as { agent_id: string; api_key: string };
}

/** Milliseconds from the answer of the process that serves until the other one shows the change. */
async function profileChanges(): Promise<number[]> {
  return await withBoth(1, async ({ writer, web }) => {
    const bot = await register(writer.url, 'Bench');
    const took: number[] = [];
    for (let n = 0; n < changes; n++) {
      const description = `A description that is number ${n}`;
      await ask(`${writer.url}/api/agents/${bot.agent_id}/profile`, 'POST', { description }, bot.api_key);
      const from = performance.now();
      while (!(await ask(`${web.url}/api/agents/${bot.agent_id}`)).includes(description));
      took.push(performance.now() - from);
    }
    return took;
  });
}

/** Milliseconds from when the process that serves shows the board of a close until the other one does; and whether a board was ever older than one before it. */
async function closesSeen(): Promise<number[]> {
  return await withBoth(86_400 / secondsPerClose, async ({ writer, web }) => {
    await register(writer.url, 'Bench');
    const seen = new Map<Process, Map<string, number>>([writer, web].map((each) => [each, new Map()]));
    await Promise.all(
      [...seen].map(async ([{ url }, at]) => {
        let last = '';
        while (at.size < closes) {
          const asOf = /"as_of":"([^"]+)"/.exec(await ask(url + board))?.[1] ?? '';
          if (asOf === '') continue;
          if (asOf < last) throw new Error(`a board of ${asOf} after one of ${last}`);
          last = asOf;
          if (!at.has(asOf)) at.set(asOf, performance.now());
        }
      }),
    );
    const [first, second] = [...seen.values()] as [Map<string, number>, Map<string, number>];
    return [...second].flatMap(([asOf, at]) => (first.has(asOf) ? [Math.max(0, at - (first.get(asOf) ?? 0))] : []));
  });
}

function spread(took: readonly number[]): string {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number): string => fixed(sorted[Math.ceil(sorted.length * share) - 1] ?? 0, 1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms of ${sorted.length}`;
}

/** Linux counts processor time in hundredths of a second, behind the name, which may hold spaces. */
function processorMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function residentMb(pid: number, what = 'VmRSS'): string {
  return `${whole(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)} MB`;
}

async function loads(): Promise<Result[]> {
  return await withBoth(1, async ({ writer, web }) => {
    for (let n = 0; n < 50; n++) await register(writer.url, `Bench ${n}`);
    const results: Result[] = [];
    for (const path of [board, '/leagues/spot_crypto']) {
      const measured = async (served: Process): Promise<string> => {
        // Once by one reader: of many at once each would have it made.
        await ask(served.url + path);
        await wrk(served.url + path, 2);
        const before = processorMicros(served.pid);
        const load = await wrk(served.url + path, seconds);
        const micros = (processorMicros(served.pid) - before) / load.requests;
        return `${whole(load.perSecond)}/s, ${fixed(micros, 1)} µs of processor time`;
      };
      const [one, other] = [await measured(writer), await measured(web)];
      const before = [writer, web].map(({ pid }) => processorMicros(pid));
      const together = await Promise.all([writer, web].map(({ url }) => wrk(url + path, seconds)));
      const requests = together.reduce((sum, { requests: n }) => sum + n, 0);
      const spent = [writer, web].reduce((sum, { pid }, i) => sum + processorMicros(pid) - (before[i] ?? 0), 0);
      const perSecond = together.reduce((sum, { perSecond: n }) => sum + n, 0);
      results.push({ work: `GET ${path}, the process that serves`, ours: one, ceiling: '', ratio: '', target: '' });
      results.push({ work: 'the same, role web', ours: other, ceiling: '', ratio: '', target: '' });
      const both = `${whole(perSecond)}/s, ${fixed(spent / requests, 1)} µs of processor time`;
      results.push({ work: 'the same, both at once', ours: both, ceiling: '', ratio: '', target: '' });
    }
    const memory = `${residentMb(writer.pid)} and ${residentMb(web.pid)}`;
    results.push({
      work: 'resident memory behind that, serving and web',
      ours: memory,
      ceiling: '',
      ratio: '',
      target: '',
    });
    return results;
  });
}

/** A million bots, or PAPERTAPE_BENCH_BOTS, without orders in 20 leagues, the trading ones and some of tasks, that were there before the clock began: nobody registers so many at once. */
async function seedMillion(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const isTrading = ({ kind }: (typeof leagues)[number]): number => (kind.id === 'trading' ? 1 : 0);
  const ids = leagues.toSorted((a, b) => isTrading(b) - isTrading(a)).map(({ id }) => id);
  await client.query(
    `insert into intake.bots
       (agent_id, league, name, name_key, company, contact, maker_id, country, registered_at, key_hash, house)
     select 'agt_' || lpad(to_hex(i), 16, '0'), ($1::text[])[1 + i % cardinality($1::text[])], 'Bot ' || i, 'bot' || i,
       'Company ' || i / 10, 'maker' || i / 10 || '@example.test', 'mkr_' || lpad(to_hex(i / 10), 16, '0'), 'CA', $2,
       encode(sha256(('key' || i)::bytea), 'hex'), 0
     from generate_series(0, $3::int - 1) as i`,
    [ids.slice(0, 20), Date.parse(start), bots],
  );
  await client.query('analyze');
  await client.end();
}

/** Memory at rest behind pages, and at most while a close values all of them. */
async function million(): Promise<Result[]> {
  const work = async ({ writer, web }: { writer: Process; web: Process }): Promise<Result[]> => {
    const both = [writer, web];
    const before = both.map(({ pid }) => residentMb(pid)).join(' and ');
    // The marks that came due while it was seeded take in a million registrations at once, which counts by itself.
    while ((await ask(`${writer.url}/readyz`)).includes('not_ready')) await pause(500);
    const behind = both.map(({ pid }) => residentMb(pid, 'VmHWM')).join(' and ');
    for (const { pid } of both) writeFileSync(`/proc/${pid}/clear_refs`, '5');
    while (!(await ask(web.url + board)).includes('"as_of":"2026')) await pause(500);
    const close = both.map(({ pid }) => residentMb(pid, 'VmHWM')).join(' and ');
    const line = (what: string, ours: string): Result => ({ work: what, ours, ceiling: '', ratio: '', target: '' });
    return [
      line(`${whole(bots)} bots, resident memory at the start, serving and web`, before),
      line('at most until no mark is late', behind),
      line('at most until the close of all of them is done', close),
    ];
  };
  return await withBoth(60, work, seedMillion);
}

export async function run(): Promise<void> {
  if (!(await benchEngines()).includes('postgres')) return;
  if (process.argv.includes('--million')) {
    printResults(await million());
    return;
  }
  const line = (work: string, ours: string, target: string): Result => ({ work, ours, ceiling: '', ratio: '', target });
  const target = process.argv.includes('--polls') ? '< 1,500 ms' : 'p99 < 150 ms';
  if (!process.argv.includes('--loads')) {
    printResults([line('a profile change is seen at the other process', spread(await profileChanges()), target)]);
    printResults([line('a close is seen at the other process', spread(await closesSeen()), target)]);
  }
  if (hasWrk()) printResults(await loads());
  else console.log('wrk is not installed (Debian package wrk): loads are not measured');
}
