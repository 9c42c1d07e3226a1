/**
 * The Python client against the real service, and a real witness: the tests in python/tests, whose clock is the one of the league. They are run by
 * the oldest Python that the client is for where there is one, otherwise by the machine's own; what asks no service is run by both.
 */
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilEnded, type Ended } from '../../harness/command.ts';
import { startLocalRates, type LocalRates } from '../../../../examples/payments-local/local-rates.ts';
import { anyRecipient, bookReport } from '../../harness/booked-extra.ts';
import { postEntry } from '../../harness/showcase.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { createOperatorsWitness } from '../../harness/operators-witness.ts';
import { playTo, sumRounds } from '../../harness/rounds.ts';
import { oldestPython, pythonPath } from '../../harness/python.ts';
import { openWatchedLeague, type WatchedLeague } from '../../harness/watched-league.ts';
import { patienceMs } from '../../harness/patience.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const folder = join(repository, 'python');
const modules = readdirSync(join(folder, 'tests'))
  .filter((name) => name.startsWith('test_'))
  .map((name) => name.replace('.py', ''));

/** Its league takes its clock for the real one, and a witness sees its marks. */
const watchedModule = 'test_witnesses';
const stranger = createOperatorsWitness('stranger.test').vkey;

let league: League;
/** Has a pro seat. */
let reported: Bot;
let watched: WatchedLeague;
let rates: LocalRates;
let clock: Server;
let watchedClock: Server;
beforeAll(async () => {
  const apart = {
    kind: 'apart',
    pool: 'sim:SOL-USD:2',
    factor: 1.05,
    from: start,
    to: start + 60 * 86_400_000,
  } as const;
  rates = await startLocalRates(() => Math.floor(Date.now() / 1_000));
  const env = {
    PAPERTAPE_WEBHOOKS: 'local',
    PAPERTAPE_PAY_RECIPIENT: anyRecipient,
    PAPERTAPE_PAY_RATES: rates.setting,
  };
  league = await openLeague({ faults: [apart], env, overrides: { rounds: sumRounds() } });
  reported = await league.enter({ name: 'Reported', league: 'crypto_l3' });
  await bookReport(league, reported.id);
  await postEntry(league, reported);
  watched = await openWatchedLeague({ start: '2026-03-02T20:58:00Z' });
  clock = await openClock(async (asked) => await moved(Number(asked.get('minutes'))));
  watchedClock = await openClock(async (asked) => {
    const until = new Date(watched.now() + Number(asked.get('minutes')) * 60_000).toISOString();
    if (asked.get('seen') === 'in time') await watched.inTime(until);
    else await watched.advanceTo(until);
    if (asked.get('seen') === 'late') await watched.see();
    return new Date(watched.now()).toISOString();
  });
});
afterAll(async () => {
  for (const each of [clock, watchedClock]) {
    each.closeAllConnections();
    each.close();
  }
  await league.close();
  await rates.close();
  await watched.close();
});

async function openClock(move: (asked: URLSearchParams) => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => {
    void move(new URL(request.url ?? '', 'http://localhost').searchParams).then(
      (instant) => response.end(instant),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function moved(minutes: number): Promise<string> {
  if (minutes > 0) await playTo(league, league.now() + minutes * 60_000);
  await league.app.runWebhooks();
  return new Date(league.now()).toISOString();
}

async function unittest(module: string, python = oldestPython ?? pythonPath): Promise<Ended> {
  const isWatched = module === watchedModule;
  const { port } = (isWatched ? watchedClock : clock).address() as AddressInfo;
  const child = spawn(python ?? '', ['-W', 'error', '-m', 'unittest', '-v', `tests.${module}`], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: join(folder, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      PAPERTAPE_TEST_URL: isWatched ? watched.url : league.url,
      PAPERTAPE_TEST_CLOCK: `http://127.0.0.1:${port}`,
      PAPERTAPE_TEST_WITNESS: watched.vkey,
      PAPERTAPE_TEST_STRANGER: stranger,
      PAPERTAPE_TEST_PRO: `${reported.id} ${reported.key}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceMs,
  });
  return await untilEnded(child);
}

test.skipIf(oldestPython === undefined || pythonPath === undefined)(
  'what asks no service holds on the machine’s own Python beside 3.9',
  async () => {
    const { code, stderr } = await unittest('test_pure', pythonPath);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/\nOK\b/)]);
  },
);

describe.skipIf((oldestPython ?? pythonPath) === undefined)('the Python client (needs python3)', () => {
  test.each(modules)('%s', async (module) => {
    const { code, stderr } = await unittest(module);
    expect(stderr).toMatch(/\nOK\b/);
    const written = readFileSync(join(folder, 'tests', `${module}.py`), 'utf8').match(/^ {4}def test_/gm);
    expect(stderr.match(/ \.\.\. (?:ok|skipped)/g)).toHaveLength(written?.length ?? 0);
    expect(code).toBe(0);
    // numpy and pandas may be there or not; a test of the service is never left out.
    if (module !== 'test_pure') expect(stderr).not.toContain('skipped');
  });
});
