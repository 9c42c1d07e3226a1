/**
 * A client that a generator makes of the served openapi.json: its types compile strictly, and a bot that is written with nothing else
 * plays a league of the real service; once directly, once with Prism between the two, which holds every answer against the document.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { operations } from '../server/test/harness/operations.ts';
import { runProgram, startPrism } from './programs.ts';
import { withLeague } from './running-league.ts';

const folder = fileURLToPath(new URL('./generated-client/', import.meta.url));
const made = `${folder}dist/openapi.d.ts`;

const document = `${folder}dist/openapi.json`;

beforeAll(() => rm(`${folder}dist`, { recursive: true, force: true }));

test('types are made of the openapi.json that the service serves', async () => {
  await withLeague(async ({ url }) => {
    const ended = await runProgram('openapi-typescript/bin/cli.js', [`${url}/openapi.json`, '--output', made]);
    expect(ended, ended.output).toMatchObject({ code: 0 });
    await writeFile(document, await (await fetch(`${url}/openapi.json`)).text());
  });
  expect(await readFile(made, 'utf8')).toContain('export interface paths');
});

test('a bot compiles against them under every strict option', async () => {
  const ended = await runProgram('typescript/bin/tsc', ['--project', folder]);
  expect(ended, ended.output).toMatchObject({ code: 0 });
});

test('it plays a league: at least one operation of every tag', async () => {
  await withLeague(async ({ url }) => expectPlayed(url));
});

test('it plays one through Prism, which has nothing to say', async () => {
  await withLeague(async ({ url }) => {
    const prism = await startPrism(document, url);
    try {
      await expectPlayed(prism.url);
    } finally {
      await prism.stop();
    }
  });
});

async function expectPlayed(url: string): Promise<void> {
  const { code, output } = await runProgram(`${folder}dist/bot.js`, [url]);
  expect(code, output).toBe(0);
  const called = new Set((JSON.parse(output) as [string, string][]).map((call) => call.join(' ')));
  const tags = operations.filter((o) => called.has(`${o.method} ${o.path}`)).map((o) => o.tag);
  expect(new Set(tags)).toEqual(new Set(operations.map((o) => o.tag)));
}
