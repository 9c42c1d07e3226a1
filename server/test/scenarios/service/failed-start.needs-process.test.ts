/** A start that fails ends the process, whatever it had opened by then: one that neither serves nor ends is started again by nobody. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../harness/command.ts';
import { availableEngines, createTestDatabase } from '../../harness/database.ts';

const hasPostgres = (await availableEngines()).includes('postgres');

describe.skipIf(!hasPostgres)('a start that fails', () => {
  test('with a store of the limits that is open by then', async () => {
    const database = await createTestDatabase('postgres');
    const folder = mkdtempSync(join(tmpdir(), 'papertape-start-'));
    onTestFinished(async () => {
      rmSync(folder, { recursive: true, force: true });
      await database.drop();
    });
    const key = join(folder, 'log.key');
    writeFileSync(key, 'no key\n', { mode: 0o600 });
    const { code, stderr } = await runCommand({
      env: {
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        PAPERTAPE_LIMITS_STORE: database.env['DATABASE_URL'] as string,
        PAPERTAPE_LOG_KEY_FILE: key,
      },
    });
    expect(stderr).toContain(key);
    expect(code).toBe(2);
  });
});
