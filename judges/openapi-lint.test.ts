/** What linters that others keep say of openapi.json: Redocly's strict rules, and Spectral's with those of OWASP. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openapiDocument } from '../server/src/published/openapi.ts';
import { operations } from '../server/test/harness/operations.ts';
import { runProgram } from './programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'papertape-openapi-'));
/** The whole, and a part of it. */
const documents = [undefined, ['Orders' as const]].map((tags, i) => {
  const file = join(folder, `openapi-${i}.json`);
  writeFileSync(file, JSON.stringify(openapiDocument(operations, 'judged', tags), null, 2));
  return file;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('redocly finds no fault', async () => {
  const { code, output } = await runProgram('@redocly/cli/bin/cli.js', [
    'lint',
    ...documents,
    '--extends=recommended-strict',
  ]);
  expect(code, output).toBe(0);
});

test('spectral finds no fault, nor does OWASP', async () => {
  const { code, output } = await runProgram('@stoplight/spectral-cli/dist/index.js', [
    'lint',
    ...documents,
    '--ruleset',
    'spectral.yaml',
    '--fail-severity=warn',
  ]);
  expect(code, output).toBe(0);
});
