/** `npm run example:onchain`, as a newcomer runs it, and as one stops it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { repository } from '../acceptance/service-process.ts';
import { patienceMs } from '../harness/patience.ts';
import { anvilPath } from './anvil.ts';

interface Run {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  readonly text: () => string;
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Ids of the processes that belong to this run, itself not counted. */
  readonly others: () => number[];
}

let run: Run | undefined;
afterEach(() => {
  run?.child.kill('SIGKILL');
  for (const pid of run?.others() ?? []) process.kill(pid, 'SIGKILL');
});

function start(command: string, ...args: string[]): Run {
  const id = randomUUID();
  const child = spawn(command, args, {
    cwd: repository,
    // What a newcomer may have set for a service of his own must not matter.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      EXAMPLE_RUN: id,
      PAPERTAPE_PRICES: 'replay:/none',
      PORT: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout?.on('data', (d: Buffer) => (printed += d.toString()));
  child.stderr?.on('data', (d: Buffer) => (printed += d.toString()));
  run = {
    child,
    text: () => printed,
    ended: new Promise((done) => child.once('close', (code, signal) => done(code ?? signal))),
    others: () => processesWith(`EXAMPLE_RUN=${id}`).filter((pid) => pid !== child.pid),
  };
  return run;
}

/** Processes inherit the environment of those that start them. */
function processesWith(variable: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(variable) ? [Number(name)] : [];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

async function says(pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = pattern.exec(run?.text() ?? '');
    if (found) return found;
    if (run?.child.exitCode !== null) throw new Error(`it ended without saying ${pattern}:\n${run?.text()}`);
    await pause(20);
  }
}

/** What is left of it: it ends a moment after its command has. */
async function left(): Promise<readonly number[]> {
  const end = performance.now() + patienceMs;
  while ((run?.others() ?? []).length > 0 && performance.now() < end) await pause(20);
  return run?.others() ?? [];
}

describe.skipIf(anvilPath === undefined)('the on-chain example', () => {
  test('three bots, three fills, each checked against the node; nothing stays', async () => {
    const { ended, text } = start('npm', 'run', 'example:onchain');
    const [, pid = ''] = await says(/A league at http:\S+, process (\d+)\./);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    const code = await ended;
    expect(code, text()).toBe(0);
    expect(text().match(/ USDC +fit$| USDT +fit$| WETH +fit$/gm)).toHaveLength(7);
    expect(text().match(/was filled:$/gm)).toHaveLength(3);
    expect(text().match(/\| buy [\d.]+ [A-Z]+-USD at [\d.]+ USD$/gm)).toHaveLength(5);
    expect(text().match(/papertape verify ord_\w+ --url http:\S+ --rpc 31337=http:\S+ /g)).toHaveLength(3);
    expect(text().match(/\| verify: All holds\. \d+ steps hold\.$/gm)).toHaveLength(3);
    // The first fill is shown with every step: four pools at both ends of the window.
    expect(text().match(/\| ok +cumulative of 31337:0x\w+ at \S+ on 127\.0\.0\.1:\d+$/gm)).toHaveLength(8);
    expect(text()).toContain('3 fills of 3 were checked against the node.');
    expect(run?.others()).toEqual([]);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', 'SIGKILL'],
  ] as const)('%s in the midst of it leaves no process behind', async (signal, code) => {
    const node = resolve(repository, 'node_modules/.bin/node');
    // The program itself: a signal to `npm` would not reach it, as Ctrl+C at a terminal does.
    const { child, ended, others } = start(node, 'examples/onchain-local/run.ts');
    await says(/All ether sent/);
    // A shell and what it holds, for the chain and for the service.
    expect(others().length).toBeGreaterThanOrEqual(4);
    child.kill(signal);
    expect(await ended).toBe(code);
    expect(await left()).toEqual([]);
  });
});
