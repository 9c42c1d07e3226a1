/** The command as a process: it reads arguments and environment, and ends with the exit code. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorReply, startService } from '../test/fake-service.ts';
import * as sample from '../test/samples.ts';

const registration = [
  'register',
  '--name',
  'Alpha',
  '--company',
  'Acme',
  '--contact',
  'a@b.example',
  '--country',
  'DE',
];

it('registers, and says by its exit code what came of it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'papertape-cli-'));
  await using service = await startService(({ method, url }) =>
    `${method} ${url}` === 'POST /api/agents/register' ? { body: sample.seat } : errorReply(404, 'not_found'),
  );
  const env = { HOME: home, PATH: process.env['PATH'], PAPERTAPE_URL: service.url };
  expect(await papertapeBot(registration, env)).toMatchObject({ code: 0, err: '' });
  expect((await stat(join(home, '.config/papertape/credentials.json'))).mode & 0o777).toBe(0o600);
  expect(await papertapeBot(['orders', 'ord_unknown'], env)).toMatchObject({ code: 1, out: '' });
  expect(await papertapeBot(['nonsense'], env)).toMatchObject({ code: 2, out: '' });
  await rm(home, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function papertapeBot(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...argv], { env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}
