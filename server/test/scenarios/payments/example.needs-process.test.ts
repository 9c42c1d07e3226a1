/** `npm run example:payments`, as a newcomer runs it. */
import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { repository } from '../../acceptance/service-process.ts';

/** In real seconds; a quiet machine needs 15. */
const secondsMax = 60;

test('a bot buys a badge on a chain of this machine and wears it, within a minute', async () => {
  const started = performance.now();
  const { code, text } = await runToEnd('npm', ['run', 'example:payments']);
  expect(code, text).toBe(0);
  expect(text).toMatch(/Verified badge: 2 USD, 0\.01348 SOL at 148\.37 \(median\(coinbase,kraken,pyth\)\)/);
  expect(text).toMatch(/solana:\w+\?amount=0\.01348&reference=\w+/);
  const rows = [...text.matchAll(/\| (\{"rank":.*\})/g)].map(([, row = '']) => JSON.parse(row) as object);
  expect(rows).toEqual([false, true].map((verified) => expect.objectContaining({ rank: 1, verified }) as object));
  expect(text).toContain('The shop has 13480000 lamports more than before.');
  expect(text).toMatch(/verified_badge {2}fulfilled {2}0\.01348 of 0\.01348 SOL/);
  expect(text).toMatch(
    /\| at,kind,reference,.*\n.*\| .*,payment,\w+,verified_badge,\w+,\w+,13480000,0\.01348,148\.37,2\.00,/,
  );
  expect(text).toMatch(/\| audit: clean;/);
  expect((performance.now() - started) / 1_000).toBeLessThan(secondsMax);
  // What it started has ended.
  const [, pid = ''] = /A league at http:\S+, process (\d+)\./.exec(text) ?? [];
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

async function runToEnd(command: string, args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(command, args, {
    cwd: repository,
    // What a newcomer may have set for a service of his own must not matter.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PAPERTAPE_PAY_RECIPIENT: 'none', PORT: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (d: Buffer) => (text += d.toString()));
  child.stderr.on('data', (d: Buffer) => (text += d.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, text };
}
