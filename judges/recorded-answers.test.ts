/**
 * Every answer that the scenario tests were given, held against openapi.json by Prism: a real `prism proxy`, behind it a server that
 * gives the recorded answers once more. The tests hold them against it by a validator of their own (server/test/harness/answers.ts);
 * this is the second opinion, of one that reads headers and formats too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openapiDocument } from '../server/src/published/openapi.ts';
import { operations } from '../server/test/harness/operations.ts';
import { repository } from '../server/test/acceptance/service-process.ts';
import { statusesOnTheWay } from '../server/test/harness/answers.ts';
import { readRecordedAnswers, type RecordedAnswer } from '../server/test/harness/answer-record.ts';
import { startPrism, type PrismProxy } from './programs.ts';

/** Names the answer that is wanted. */
const wanted = 'x-recorded-answer';
const atOnce = 8;
/** Longer ones come from tests that hand requests to the framework; over HTTP no server here reads heads of more than 16 KB. */
const urlCharactersMax = 8_000;

const described = openapiDocument(operations, 'judged') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
};
const folder = mkdtempSync(join(tmpdir(), 'papertape-prism-'));
let answers: readonly RecordedAnswer[] = [];
let again: Server | undefined;
let prism: PrismProxy | undefined;
beforeAll(async () => {
  answers = readRecordedAnswers(await recordedAnswers());
  const document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(described));
  again = createServer((request, response) => {
    const answer = answers[Number(request.headers[wanted])];
    if (!answer) throw new Error(`${request.url}: which answer?`);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await once(again.listen(0, '127.0.0.1'), 'listening');
  prism = await startPrism(document, `http://127.0.0.1:${(again.address() as AddressInfo).port}`);
}, 1_200_000);
afterAll(async () => {
  await prism?.stop();
  again?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(operations)('$id: every recorded answer is what openapi.json says', async ({ id, method, path }) => {
  const declared = new Set(Object.keys(described.paths[path]?.[method]?.responses ?? {}));
  // What any request may be answered is said of all operations once, where Prism does not read it.
  const own = [...answers.entries()].filter(
    ([, a]) =>
      a.operation === id &&
      a.url.length <= urlCharactersMax &&
      (declared.has(String(a.status)) || !statusesOnTheWay.has(a.status)),
  );
  expect(own.length).toBeGreaterThan(0);
  const violations: string[] = [];
  const rest = own.values();
  const judgeRest = async (): Promise<void> => {
    for (const [index, answer] of rest) {
      const problem = await problemOf(index, answer);
      if (problem !== undefined) violations.push(problem);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, judgeRest));
  expect(violations).toEqual([]);
});

/** Folder of the answers: of a run that was before, which PAPERTAPE_TEST_ANSWERS names, or else of one now. */
async function recordedAnswers(): Promise<string> {
  const given = process.env['PAPERTAPE_TEST_ANSWERS'];
  if (given) return resolve(repository, given);
  const made = join(folder, 'answers');
  const vitest = [
    join(repository, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'db',
    'server/test/scenarios',
  ];
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const run = spawn(process.execPath, vitest, {
    cwd: repository,
    env: { ...Object.fromEntries(outer), PAPERTAPE_TEST_ANSWERS: made },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(run, 'close')) as [number | null];
  if (code !== 0) throw new Error('the scenario tests fail: first mend them, then judge');
  return made;
}

/** Prism gives the answer back as it was, or it has something to say. */
async function problemOf(index: number, { method, url, status }: RecordedAnswer): Promise<string | undefined> {
  // Prism wants some key where the document asks for one; whether it was good is told by the answer.
  const headers = { [wanted]: `${index}`, authorization: 'Bearer any' };
  const judged = await fetch(`${prism?.url}${url}`, { method, headers });
  const text = await judged.text();
  const violations = judged.headers.get('sl-violations');
  if (violations === null && judged.status === status) return undefined;
  return `${method} ${url.slice(0, 200)} ${status}: ${violations ?? `Prism answers ${judged.status} ${text}`}`.slice(
    0,
    1_000,
  );
}
