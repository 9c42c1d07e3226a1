/** The Python client against the real service: the tests in python/tests, whose clock is the one of this league. */
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilEnded, type Ended } from '../../harness/command.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { pythonPath } from '../../harness/python.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const folder = join(repository, 'python');
const modules = readdirSync(join(folder, 'tests'))
  .filter((name) => name.startsWith('test_'))
  .map((name) => name.replace('.py', ''));

let league: League;
let clock: Server;
beforeAll(async () => {
  const apart = {
    kind: 'apart',
    pool: 'sim:SOL-USD:2',
    factor: 1.05,
    from: start,
    to: start + 60 * 86_400_000,
  } as const;
  league = await openLeague({ faults: [apart], env: { PAPERTAPE_WEBHOOKS: 'local' } });
  clock = createServer((request, response) => {
    const minutes = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('minutes'));
    void moved(minutes).then(
      (instant) => response.end(instant),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => clock.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  clock.closeAllConnections();
  clock.close();
  await league.close();
});

async function moved(minutes: number): Promise<string> {
  if (minutes > 0) await league.advance({ minutes });
  await league.app.runWebhooks();
  return new Date(league.now()).toISOString();
}

async function unittest(module: string): Promise<Ended> {
  const { port } = clock.address() as AddressInfo;
  const child = spawn(pythonPath ?? '', ['-W', 'error', '-m', 'unittest', '-v', `tests.${module}`], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: join(folder, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      PAPERTAPE_TEST_URL: league.url,
      PAPERTAPE_TEST_CLOCK: `http://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 110_000,
  });
  return await untilEnded(child);
}

describe.skipIf(pythonPath === undefined)('the Python client (needs python3)', () => {
  test.each(modules)('%s', { timeout: 120_000 }, async (module) => {
    const { code, stderr } = await unittest(module);
    expect(stderr).toMatch(/\nOK\b/);
    const written = readFileSync(join(folder, 'tests', `${module}.py`), 'utf8').match(/^ {4}def test_/gm);
    expect(stderr.match(/ \.\.\. (?:ok|skipped)/g)).toHaveLength(written?.length ?? 0);
    expect(code).toBe(0);
    // numpy and pandas may be there or not; a test of the service is never left out.
    if (module !== 'test_pure') expect(stderr).not.toContain('skipped');
  });
});
