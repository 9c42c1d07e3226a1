/** The service on a terminal, which `script` makes: people read a banner there, and stop it with Ctrl+C. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../acceptance/service-process.ts';

test('a banner instead of the lines of the start, and lines of the log after it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-terminal-'));
  const command = `exec ${join(repository, 'node_modules/.bin/node')} ${join(repository, 'server/dist/main.js')} serve`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', PAPERTAPE_HOUSE: 'off', PAPERTAPE_PROXY: 'mistyped' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    const code = await new Promise<number | null>((done, failed) => {
      child.on('error', failed);
      child.on('close', done);
      child.stdout.on('data', (text: Buffer) => {
        const before = said;
        said += text.toString();
        if (said.includes('Ctrl+C') && !before.includes('Ctrl+C')) child.stdin.write('\u0003');
      });
    });
    expect(code, said).toBe(0);
    const lines = said.replaceAll('^C', '').split(/\r?\n/).filter(Boolean);
    expect(lines[0]).toMatch(/^Papertape is open at http:\/\/127\.0\.0\.1:\d+$/);
    expect(said).toContain('unknown   PAPERTAPE_PROXY is no setting');
    const messages = lines
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { message: string }).message);
    expect(messages).toEqual(['stop', 'stopped']);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});
