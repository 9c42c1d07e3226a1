/**
 * Portman makes a collection of requests of openapi.json, each operation as its examples say and each limit overstepped, and Newman sends
 * them to the real service. portman/portman.json says what is asked and expected; README.md why.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../client/src/index.ts';
import { until } from '../server/test/acceptance/service-process.ts';
import { firstMarket } from '../server/test/harness/log-reader.ts';
import { contactKeyIn, contactLink, mailSettings, press } from '../server/test/harness/mailed.ts';
import { operations } from '../server/test/harness/operations.ts';
import { openPostOffice, type PostOffice } from '../server/test/harness/post-office.ts';
import { runProgram } from './programs.ts';
import { league, playToClose, withLeague } from './running-league.ts';

interface Execution {
  readonly item: { readonly name: string };
  readonly response?: { readonly code: number };
  readonly assertions?: readonly { readonly assertion: string; readonly error?: { readonly message: string } }[];
}

const config = fileURLToPath(new URL('./portman/portman.json', import.meta.url));
let executions: readonly Execution[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'papertape-portman-'));
  const office = await openPostOffice();
  await withLeague(async ({ url, enter }) => {
    const contactKey = await confirmedKey(url, office);
    const bot = await enter('Contract tested');
    const rotating = await enter('Rotating');
    const retiring = await enter('Retiring');
    const superseded = await enter('Superseded');
    const { orderId, close } = await playToClose(bot);
    const { mark } = await bot.client.orderProof(orderId);
    const { rules_version } = await bot.client.order(orderId);
    const { maker_id } = await bot.client.agent(bot.id);
    const document = join(folder, 'openapi.json');
    await writeFile(document, await (await fetch(`${url}/openapi.json`)).text());
    const collection = join(folder, 'collection.json');
    const made = await runProgram(
      '@apideck/portman/bin/portman',
      ['--local', document, '--baseUrl', url, '--portmanConfigFile', config, '--output', collection],
      { cwd: folder },
    );
    if (made.code !== 0) throw new Error(made.output);
    const variables = {
      agent_id: bot.id,
      key: bot.key,
      order_id: orderId,
      maker_id,
      mark,
      rules_version,
      sha256: await firstMarket(url),
      date: close,
      rotating_id: rotating.id,
      rotating_key: rotating.key,
      retiring_id: retiring.id,
      retiring_key: retiring.key,
      superseded_id: superseded.id,
      superseded_key: superseded.key,
      contact_key: contactKey,
    };
    const report = join(folder, 'report.json');
    const globals = Object.entries(variables).flatMap(([name, value]) => ['--global-var', `${name}=${value}`]);
    const sent = await runProgram(
      'newman/bin/newman.js',
      ['run', collection, ...globals, '--reporters', 'json', '--reporter-json-export', report],
      { cwd: folder },
    );
    // It ends with 1 where an assertion fails: the tests below say which.
    if (sent.code !== 0 && sent.code !== 1) throw new Error(sent.output);
    const { run } = JSON.parse(await readFile(report, 'utf8')) as { run: { executions: readonly Execution[] } };
    executions = run.executions;
  }, mailSettings(office));
  await office.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Of the contact of the example, whose owner has opened the mailed link. */
async function confirmedKey(url: string, office: PostOffice): Promise<string> {
  const example = { company: 'Judges', contact: 'alpha@example.org', country: 'CA', league };
  await createClient({ baseUrl: url }).register({ name: 'Confirmed', ...example });
  const mail = await until('the mail', async () => office.mails[0]);
  return contactKeyIn(await press({ url }, contactLink(mail), { all: 'mine' })) ?? '';
}

/**
 * A round has to be open for those of rounds (server/test/scenarios/rounds-of-tasks has one), a shop for those of orders of extras
 * (server/test/scenarios/payments), a pro seat for what one gives, and an entry for those of the showcase (server/test/scenarios/showcase).
 */
const ofShops = ['createPayOrder', 'getPayOrder', 'getStrategyReport', 'getHistory', 'setAlerts'];
const asked = operations.filter(({ id, tag }) => tag !== 'Rounds' && tag !== 'Showcase' && !ofShops.includes(id));

test.each(asked.map((o) => [o.id, o.summary]))('%s: answers as its examples and its limits say', (_id, summary) => {
  const own = executions.filter(({ item }) => item.name === summary || item.name.startsWith(`${summary}[`));
  const assertions = own.flatMap(({ item, response, assertions: made = [] }) =>
    made.map(({ assertion, error }) => ({ where: `${item.name} ${response?.code}: ${assertion}`, error })),
  );
  expect(assertions.length).toBeGreaterThan(1);
  expect(assertions.filter(({ error }) => error).map(({ where, error }) => `${where}: ${error?.message}`)).toEqual([]);
});

test('every request of the collection belongs to an operation', () => {
  const known = new Set(operations.map((o) => o.summary));
  expect(executions.map(({ item }) => item.name).filter((name) => !known.has(name.split('[')[0] ?? ''))).toEqual([]);
  expect(executions.length).toBeGreaterThan(2 * operations.length);
});
