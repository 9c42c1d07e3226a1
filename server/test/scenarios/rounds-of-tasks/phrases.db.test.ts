/** A round of the deal finder in an operator's words: bots are shown them, nothing tells them before, and everybody makes the round again. */
import { expect, test } from 'vitest';
import { runAuditCommand } from '../../../src/cli/audit.ts';
import { addPack } from '../../../src/cli/rounds-packs.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { parseRoundName, type Round } from '../../../src/rounds/calendar.ts';
import { generators } from '../../../src/rounds/generators.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { playTo } from '../../harness/rounds.ts';

const name = 'deal_finder';
const folder = new URL('../../../../examples/phrases', import.meta.url).pathname;
const round = parseRoundName(name, '2026-W10-3') as Round;
const ownShop = 'Anchor and Son';

test('a round is held in the words of a pack from end to end', async () => {
  const league = await leagueOfTest({ start: '2026-03-02T23:50:00Z' });
  const bot = await league.enter({ league: name });
  await league.app.deps.rounds.run();
  let said = '';
  await addPack(league.database.env, { folder, round: round.name, write: (text) => void (said += text) });
  const source = /pack:[0-9a-f]{64}/.exec(said)?.[0] ?? '';
  await playTo(league, '2026-03-03T00:00:00Z');
  expect((await bot.round(name, round.name)).facts['committed']).toMatchObject({ source, items: 10 });
  const pack = (): Promise<Response> => fetch(`${league.url}/rounds/${round.id}/pack`);

  await playTo(league, '2026-03-04T00:05:00Z');
  expect((await pack()).status).toBe(404);
  const { tasks, files } = await bot.tasks();
  const catalogue = await (await fetch(files.find((file) => file.name === 'catalogue.json')!.url)).text();
  const shops = (JSON.parse(catalogue) as { readonly shops: readonly { readonly name: string }[] }).shops;
  const { default: own } = await import('../../../src/rounds/generators/deal_finder/v1/phrases.json', {
    with: { type: 'json' },
  });
  expect(shops.map((shop) => shop.name).filter((shop) => own.shops.includes(shop))).toEqual([]);
  await bot.answer(Object.fromEntries(tasks.map(({ task_id: id, example }) => [id, example])) as never);

  await playTo(league, '2026-03-05T00:10:00Z');
  expect((await bot.roundResults(name, round.name)).results).toHaveLength(1);
  const published = (await (await pack()).json()) as { readonly files: Readonly<Record<string, string>> };
  expect(Buffer.from(published.files['phrases.json'] ?? '', 'base64').toString()).toContain(ownShop);
  const told: string[] = [];
  const write = (line: string): void => void told.push(line);
  expect(await runVerify(round.id, { url: league.url, generators, write, now: () => league.now() })).toBe(0);
  expect(told.join('\n').match(/^(DIFFERS|NOT CHECKED).*$/gm)).toBeNull();
  const audit: string[] = [];
  expect(await runAuditCommand(league.database.env, { write: (line) => void audit.push(line) })).toBe(0);
  expect(audit.join('')).not.toContain('not here');
});
