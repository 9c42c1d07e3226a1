/** A round held from an operator's pack: added, committed to, answered, scored, published and verified; nothing of it is told before. */
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAuditCommand } from '../../../src/cli/audit.ts';
import { addPack } from '../../../src/cli/rounds-packs.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { parseRoundName, type Round } from '../../../src/rounds/calendar.ts';
import type { Committed } from '../../../src/rounds/facts.ts';
import type { League } from '../../harness/league.ts';
import { folderOfTest, leagueOfTest } from '../../harness/of-test.ts';
import { playTo } from '../../harness/rounds.ts';
import { sumsOf } from '../../harness/sums.ts';

const name = 'web_q_a';
const example = new URL('../../../../examples/pack', import.meta.url).pathname;
const round = parseRoundName(name, '2026-W10-3') as Round;

async function add(league: League, folder: string, of = round.name): Promise<string> {
  let said = '';
  const write = (text: string): void => void (said += text);
  await addPack(league.database.env, { folder, round: of, write });
  return said;
}

async function verified(league: League, of: Round): Promise<{ readonly code: number; readonly said: string }> {
  const said: string[] = [];
  const generators = new Map([[name, sumsOf(name)]]);
  const write = (line: string): void => void said.push(line);
  const code = await runVerify(of.id, { url: league.url, generators, write, now: () => league.now() });
  return { code, said: said.join('\n') };
}

/** The right answer to a task of the example, as who has its keys knows it. */
function keyOf(prompt: string): unknown {
  const lines = (file: string): Record<string, unknown>[] =>
    readFileSync(join(example, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const wordings = (item: Record<string, unknown>): string[] => (item['variants'] ?? [item['prompt']]) as string[];
  const item = lines('items.jsonl').find((each) => wordings(each).some((wording) => prompt.startsWith(wording)));
  const second = lines('second.jsonl').find(({ id }) => id === item?.['id']);
  const n = wordings(item ?? {}).findIndex((wording) => prompt.startsWith(wording));
  return second?.['answer'] ?? (second?.['answers'] as unknown[] | undefined)?.[n];
}

test('a round is held from a pack from end to end', async () => {
  const rounds = { generators: new Map([[name, sumsOf(name)]]) };
  const league = await leagueOfTest({ start: '2026-03-02T23:50:00Z', overrides: { rounds } });
  const [best, other] = [await league.enter({ league: name }), await league.enter({ league: name })];
  // The promises of the next days are there when the pack comes.
  await league.app.deps.rounds.run();
  const said = await add(league, example);
  const source = /pack:[0-9a-f]{64}/.exec(said)?.[0] ?? '';
  expect(said).toBe(
    `2026-W10-3 of web_q_a will be held from ${source}; the service commits to it at 2026-03-03T00:00:00.000Z.\n`,
  );
  const packs = league.app.deps.rounds.packs;
  const stored = join(packs, `${source.slice(5)}.json`);
  expect([stored, join(packs, 'rounds.json')].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  const before = readFileSync(stored);
  expect(await add(league, example)).toBe(said);
  expect(readFileSync(stored)).toEqual(before);
  await expect(add(league, example, '2026-W10-4')).rejects.toThrow('This pack is that of web_q_a 2026-W10-3.');
  await expect(add(league, example, '2026-W10-8')).rejects.toThrow('2026-W10-8 names no round.');

  await playTo(league, '2026-03-03T00:00:00Z');
  const committed = async (): Promise<Committed> =>
    (await best.round(name, round.name)).facts['committed'] as unknown as Committed;
  expect(await committed()).toMatchObject({ source, items: 4 });
  const changed = folderOfTest();
  cpSync(example, changed, { recursive: true });
  await expect(add(league, changed)).rejects.toThrow('2026-W10-3 of web_q_a is committed to already.');
  writeFileSync(join(changed, 'notes.txt'), 'x');
  await expect(add(league, changed, '2026-W10-5')).rejects.toThrow(
    /does not stand the check:\n {2}notes.txt: it is no part of a pack\./,
  );

  const pack = (): Promise<Response> => fetch(`${league.url}/rounds/${round.id}/pack`);
  for (const at of ['2026-03-03T12:00:00Z', '2026-03-04T00:05:00Z']) {
    await playTo(league, at);
    expect((await pack()).status).toBe(404);
  }
  const { tasks, files, site } = await best.tasks();
  expect(tasks.map((task) => task.level)).toEqual([1, 1, 2, 2]);
  const first = await (await fetch(site!)).text();
  expect(first).toContain('<h1>Sallow Reach Library</h1>');
  const rules = await fetch(`${site}rules/loans.html`);
  expect([rules.status, rules.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ]);
  expect((await fetch(`${site}rules/../index.html`)).status).toBe(200);
  expect((await fetch(`${site}rules/none.html`)).status).toBe(404);
  expect(await (await fetch(files[0]!.url)).text()).toContain('reader,title,borrowed,returned');
  await best.answer(Object.fromEntries(tasks.map(({ task_id: id, prompt }) => [id, keyOf(prompt)])) as never);
  const theirs = await other.tasks();
  await other.answer(Object.fromEntries(theirs.tasks.map(({ task_id: id, example: of }) => [id, of])) as never);
  await playTo(league, '2026-03-04T23:00:00Z');
  expect((await pack()).status).toBe(404);

  await playTo(league, '2026-03-05T00:10:00Z');
  const { results } = await best.roundResults(name, round.name);
  const scores = new Map(results.map((r) => [r.agent_id, r.score]));
  expect([scores.get(best.id), (scores.get(other.id) ?? 0) <= 300_000]).toEqual([1_000_000, true]);
  expect(await (await pack()).text()).toBe(before.toString());
  const held = await verified(league, round);
  expect([held.code, held.said.match(/^(DIFFERS|NOT CHECKED).*$/gm)]).toEqual([0, null]);
  const audit: string[] = [];
  expect(await runAuditCommand(league.database.env, { write: (line) => void audit.push(line) })).toBe(0);
  expect(audit.join('')).not.toContain('not here');

  // The round after it is one of the generator again.
  const next = parseRoundName(name, '2026-W10-4') as Round;
  expect((await best.round(name, next.name)).facts['committed']).toMatchObject({
    source: 'generated:sums/1:5',
    items: 10,
  });
  expect((await fetch(`${league.url}/rounds/${next.id}/pack`)).status).toBe(404);

  // Whoever publishes another pack than the one that was committed to is found out.
  writeFileSync(stored, before.toString().replace(/"salt":"./, '"salt":"g'));
  const changedPack = await verified(league, round);
  expect([changedPack.code, changedPack.said]).toEqual([
    1,
    expect.stringContaining('the published pack is the one that was committed to'),
  ]);
});
