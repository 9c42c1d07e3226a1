/**
 * /mcp against the protocol's own conformance suite and its inspector, as the programs that they are. Most scenarios of the suite call
 * tools of a server made for it (`test_simple_text` …), which this one is not: those fail, and are listed. Every other one has to pass.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLeague, type League } from '../server/test/harness/league.ts';
import { runProgram } from './programs.ts';

let league: League;
let folder: string;
beforeAll(async () => {
  league = await openLeague();
  folder = await mkdtemp(join(tmpdir(), 'papertape-mcp-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await league.close();
});

/** The end of the suite's report: `✓ ping: 2 passed, 0 failed`. */
async function scenarios(revision: readonly string[]): Promise<Map<string, string>> {
  const { output: report } = await runProgram('@modelcontextprotocol/conformance/dist/index.js', [
    'server',
    '--url',
    `${league.url}/mcp`,
    ...revision,
    '-o',
    join(folder, revision.join('')),
  ]);
  const lines = [...report.matchAll(/^[✓✗] ([\w-]+): (\d+ passed, \d+ failed)/gm)];
  expect(lines.length, report.slice(-2_000)).toBeGreaterThan(20);
  return new Map(lines.map(([, name = '', result = '']) => [name, result]));
}

/** What has to pass whole, of both revisions and of each. */
const ofBoth = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'];
const ofTheNew = [
  'caching',
  'http-header-validation',
  'sep-2164-resource-not-found',
  'server-sse-multiple-streams',
  'input-required-result-missing-input-response',
  'input-required-result-unsupported-methods',
  'input-required-result-ignore-extra-params',
  'input-required-result-validate-input',
];
const ofTheOld = ['server-initialize', 'ping'];

test('revision 2026-07-28: everything that needs no tools of the suite', async () => {
  const found = await scenarios(['--requirements', '2026-07-28']);
  for (const name of [...ofBoth, ...ofTheNew]) expect(found.get(name), name).toMatch(/^[1-9]\d* passed, 0 failed$/);
  // Its four others call tools that report on the suite's own server.
  expect(found.get('server-stateless')).toBe('24 passed, 4 failed');
});

test('revision 2025-11-25: everything that needs no tools of the suite', async () => {
  const found = await scenarios(['--spec-version', '2025-11-25']);
  for (const name of [...ofBoth, ...ofTheOld]) expect(found.get(name), name).toMatch(/^[1-9]\d* passed, 0 failed$/);
});

test('the inspector lists the tools and calls one', async () => {
  const inspect = async (...args: string[]): Promise<unknown> => {
    const { output: text } = await runProgram('@modelcontextprotocol/inspector/cli/build/cli.js', [
      '--cli',
      `${league.url}/mcp`,
      '--transport',
      'http',
      ...args,
    ]);
    return JSON.parse(text.slice(text.indexOf('{'))) as unknown;
  };
  const { tools } = (await inspect('--method', 'tools/list')) as { tools: unknown[] };
  expect(tools).toHaveLength(24);
  const symbol = ['--tool-arg', 'league=spot_crypto', '--tool-arg', 'symbol=BTC-USD'];
  const answer = await inspect('--method', 'tools/call', '--tool-name', 'arena_validate', ...symbol);
  expect(answer).toMatchObject({ structuredContent: { symbol: 'BTC-USD', valid: true } });
});
