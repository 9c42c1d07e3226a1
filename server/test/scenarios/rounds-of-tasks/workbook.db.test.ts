/** Workbooks that bots send over HTTP: each is acknowledged, a hostile one scores 0 with its reason, and the service goes on. */
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zip } from '../../../src/rounds/files/zip.ts';
import { officeTasks } from '../../../src/rounds/generators/office_tasks/v2/index.ts';
import { crawl } from '../../harness/crawl.ts';
import { get, okJson } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { firstRound, playTo } from '../../harness/rounds.ts';
import { call } from '../mcp/tool-calls.ts';

const league = 'office_tasks';
const relations = (target: string): Buffer =>
  Buffer.from(`<a><Relationship Id="r" Type="x/officeDocument" Target="${target}"/></a>`);
const partsOf = (book: string): Buffer =>
  zip([
    { name: '_rels/.rels', bytes: relations('b.xml') },
    { name: 'b.xml', bytes: Buffer.from(book) },
  ]);

/** 30 MB of the same letter, in an archive of 29 KB whose directory says so. */
function bomb(): Buffer {
  const packed = zip([{ name: 'a', bytes: deflateRawSync(Buffer.alloc(30_000_000, 'a')) }]);
  const directory = packed.readUInt32LE(packed.length - 6);
  for (const at of [8, directory + 10]) packed.writeUInt16LE(8, at);
  for (const at of [22, directory + 24]) packed.writeUInt32LE(30_000_000, at);
  return packed;
}

/** What a bot sends, and why it scores 0. */
const hostile: Readonly<Record<string, readonly [Buffer, string]>> = {
  empty: [Buffer.alloc(0), 'the file is empty'],
  bomb: [bomb(), 'the file unpacks to more than 2097152 bytes'],
  doctype: [partsOf('<!DOCTYPE a [<!ENTITY a "aaaa">]><a>&a;</a>'), 'a part of the file has a DOCTYPE'],
  itself: [zip([{ name: '_rels/.rels', bytes: relations('_rels/.rels') }]), 'the inputs are not those that were given'],
};

let of: League;
let good: Bot;
const bots = new Map<string, { readonly bot: Bot; readonly id: string }>();

const workbookOf = async (bot: Bot): Promise<string> => {
  const { tasks } = await bot.tasks();
  return tasks.find(({ grader }) => grader['id'] === 'workbook')?.task_id ?? '';
};

beforeAll(async () => {
  of = await openLeague({ start: '2026-03-02T23:50:00Z', overrides: { rounds: { master: Buffer.alloc(32, 5) } } });
  good = await of.enter({ league });
  for (const name of Object.keys(hostile)) bots.set(name, { bot: await of.enter({ league }), id: '' });
  await playTo(of, '2026-03-04T00:05:00Z');
});
afterAll(() => of.close());

test('what is sent is acknowledged whatever it is, and nobody is told more before the close', async () => {
  for (const [name, [bytes]] of Object.entries(hostile)) {
    const { bot } = bots.get(name) as { readonly bot: Bot };
    const id = await workbookOf(bot);
    bots.set(name, { bot, id });
    const acknowledged = await bot.answer({ [id]: { xlsx: bytes.toString('base64') } });
    expect(acknowledged).toMatchObject({ not_understood: {}, receipt: { sequence: 1 } });
    expect(Object.keys(JSON.parse(acknowledged.answers_text) as object)).toEqual([id]);
  }
  const id = await workbookOf(good);
  const refused = await good.answer({ [id]: { xlsx: 'no base64!' }, t99: null }).catch((e: unknown) => e);
  expect(String(refused)).toContain('xlsx must match');
  const seen = await crawl(good);
  await good.answer(Object.fromEntries(await seen.solve((shown) => officeTasks.second(shown))));
});

test('after the close each scores 0 with its reason, and the round is scored and paid', async () => {
  await playTo(of, '2026-03-05T00:05:00Z');
  okJson(await get(of, '/api/status'));
  const { results } = await of.client.roundResults(league, firstRound);
  expect(results).toHaveLength(1 + bots.size);
  expect(results[0]).toMatchObject({ agent_id: good.id, score: 1_000_000 });
  for (const [name, { bot, id }] of bots) {
    const own = results.find(({ agent_id: agent }) => agent === bot.id)?.tasks.find((each) => each.task_id === id);
    expect([name, own?.score, own?.why]).toEqual([name, 0, hostile[name]?.[1]]);
  }
});

test('practice tells at once why a workbook is not read', async () => {
  const seed = { seed: 'first' };
  const { tasks } = await of.client.practice(league, seed);
  const id = tasks.find(({ grader }) => grader['id'] === 'workbook')?.task_id ?? '';
  const seen = await crawl({ tasks: () => of.client.practice(league, seed) });
  const answers = await seen.solve((shown) => officeTasks.second(shown));
  const { xlsx = '' } = answers.get(id) as { readonly xlsx?: string };
  // Parts are stored, so a formula can be changed where it stands; its checksum is not true then.
  const changed = Buffer.from(Buffer.from(xlsx, 'base64').toString('latin1').replace('<f>SUM(', '<f>SIN('), 'latin1');
  const tried = await of.client.tryAnswers(league, { [id]: { xlsx: changed.toString('base64') } }, seed);
  expect(tried.tasks.find((each) => each.task_id === id)).toMatchObject({
    score: 0,
    why: 'a part of the file is not of the size or checksum that it states',
  });
  // A model is told the same, without the file that was expected.
  const byTool = await call(of, 'arena_try_round', { league, ...seed, answers: { [id]: { xlsx: '' } } });
  expect(JSON.stringify(byTool.structuredContent)).toContain('the file is empty');
  expect(JSON.stringify(byTool)).not.toContain('UEsD');
});
