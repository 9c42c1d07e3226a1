/**
 * GETs while a hundred hostile programs, and then as many workbooks, are graded in the thread beside the requests: the 99th percentile stays under 100 ms. Beside it the same GETs
 * without grading, since the machine may do other things.
 */
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from '../test/harness/database.ts';
import { fixed, printResults } from './lib.ts';
import { serveScript } from './load.ts';

const p99MsMax = 100;
const connections = 4;
/** Between the answer and the next request: a service that is asked without pause refuses some for the load. */
const pauseMs = 10;

interface Done {
  readonly began?: true;
  readonly gradedMs?: number;
  readonly contained?: number;
}

export async function run(): Promise<void> {
  for (const what of ['programs', 'workbooks']) await runOf(what);
}

async function runOf(what: string): Promise<void> {
  const database = await createTestDatabase('sqlite');
  let phase: 'before' | 'grading' | 'after' = 'before';
  let done: Done = {};
  const service = await serveScript<{ readonly url: string }>(
    [join(import.meta.dirname, 'programs-server.ts'), what],
    { ...database.env, PORT: '0', PAPERTAPE_LIMITS: 'off', PAPERTAPE_HOUSE: 'off', PAPERTAPE_LOG: 'error' },
    (line) => {
      const said = JSON.parse(line) as Done;
      if (said.began) phase = 'grading';
      if (said.gradedMs === undefined) return;
      done = said;
      phase = 'after';
    },
  );
  const took = { before: [] as number[], grading: [] as number[], after: [] as number[] };
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const ask = async (): Promise<void> => {
      while (phase !== 'after') {
        const [at, began] = [phase, performance.now()];
        await fetched(agent, `${service.said.url}/api/leagues`);
        took[at].push(performance.now() - began);
        await pause(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: connections }, ask));
  } finally {
    agent.destroy();
    await service.stop();
    await database.drop();
  }
  const [calm, busy] = [p99(took.before), p99(took.grading)];
  if (done.contained !== 100) throw new Error(`${done.contained ?? 0} of 100 ${what} were contained`);
  printResults([
    {
      work: `GET while 100 hostile ${what} are graded (${fixed((done.gradedMs ?? 0) / 100, 1)} ms each), p99`,
      ours: `${fixed(busy, 1)} ms`,
      ceiling: `${fixed(calm, 1)} ms without`,
      ratio: fixed(busy / calm),
      target: `under ${p99MsMax} ms: ${busy < p99MsMax ? 'yes' : 'no'}`,
    },
  ]);
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

function fetched(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))));
    }).on('error', reject);
  });
}
