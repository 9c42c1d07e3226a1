/** `npm start`, installed and built already, to the first 200: under 2 s; at rest under 150 MB (resident, read where /proc is). */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createTestDatabase } from '../test/harness/database.ts';
import { fixed, printResults, whole } from './lib.ts';

const rounds = 5;
const root = new URL('../..', import.meta.url).pathname;

export async function run(): Promise<void> {
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round++) starts.push(await start());
  const median = (pick: (s: Start) => number): number =>
    starts.map(pick).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  printResults([
    {
      work: '`npm start` to the first 200, installed already',
      ours: `${fixed(median((s) => s.seconds))} s`,
      ceiling: '',
      ratio: '',
      target: '< 2 s',
    },
    { work: 'at rest, resident', ours: `${whole(median((s) => s.mb))} MB`, ceiling: '', ratio: '', target: '< 150 MB' },
  ]);
}

interface Start {
  readonly seconds: number;
  readonly mb: number;
}

async function start(): Promise<Start> {
  const database = await createTestDatabase('sqlite');
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...database.env, PORT: '0', PAPERTAPE_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // npm, a shell and the service: ended together
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /"message":"ready","url":"([^"]+)"/.exec(line)?.[1];
        if (found) resolve(found);
      });
      void ended.then(() => reject(new Error('npm start ended')));
    });
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the first answer was ${answer.status}`);
    const seconds = (performance.now() - started) / 1000;
    // At rest: what the first answers left behind is given back within a few seconds.
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    return { seconds, mb: residentMb(child.pid ?? 0) };
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
    await database.drop();
  }
}

/** Resident memory of the service: the largest of the group that `npm start` began. */
function residentMb(group: number): number {
  if (!existsSync('/proc/self/status')) return Number.NaN;
  let largest = 0;
  for (const pid of descendants(group)) {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (command.includes('main.js')) largest = Math.max(largest, Number(kb ?? 0) / 1024);
  }
  return largest;
}

function descendants(pid: number): number[] {
  const children = `/proc/${pid}/task/${pid}/children`;
  const own = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
  return [pid, ...own.flatMap(descendants)];
}
