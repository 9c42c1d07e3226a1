// What others' tools say of openapi.json: Redocly's strict rules, and Spectral's with those of OWASP. The document is made as the
// service makes it, so nothing has to run.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { openapiDocument } = await import('../server/src/contract/openapi.ts');
const folder = mkdtempSync(join(tmpdir(), 'papertape-openapi-'));
const file = join(folder, 'openapi.json');
writeFileSync(file, JSON.stringify(openapiDocument('check'), null, 2));

const linters = [
  ['redocly', 'node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--extends=recommended-strict'],
  [
    'spectral',
    'node_modules/@stoplight/spectral-cli/dist/index.js',
    'lint',
    file,
    '-r',
    '.spectral.yaml',
    '--fail-severity=warn',
  ],
];
try {
  for (const [name, program, ...args] of linters) {
    const run = spawnSync(process.execPath, [join(root, program), ...args], {
      cwd: root,
      encoding: 'utf8',
      timeout: 120_000,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    });
    if (run.status !== 0) {
      console.error(`openapi.json: ${name} finds fault\n${run.stdout}${run.stderr}${run.error?.message ?? ''}`);
      process.exitCode = 1;
    } else console.log(`openapi.json: ${name} finds no fault`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
