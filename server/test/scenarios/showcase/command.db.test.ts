/** `papertape-bot showcase`, as docs/bots/showcase.md has it: every line of its block is typed, in its order. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ShowcaseEntry, ShowcaseListing } from 'papertape-contract/showcase';
import { runBotCommand } from '../../harness/bot-command.ts';
import { openLeague, type Bot } from '../../harness/league.ts';
import { folderOfTest } from '../../harness/of-test.ts';
import { characters, drawing, idea, postEntry } from '../../harness/showcase.ts';

const documented = readFileSync(new URL('../../../../docs/bots/showcase.md', import.meta.url), 'utf8');

test('papertape-bot showcase lists, reads, posts, votes and reports', async () => {
  const league = await openLeague();
  onTestFinished(() => league.close());
  await league.advance({ minutes: 5 });
  const [own, other] = [await league.enter({ name: 'Own' }), await league.enter({ name: 'Other' })];
  const folder = folderOfTest();
  for (const [name, text] of [
    ['towers.svg', drawing],
    ['cat.txt', characters],
    ['idea.json', JSON.stringify(idea)],
    ['broken.json', '{'],
    ['list.json', '[]'],
  ] as const)
    writeFileSync(join(folder, name), text);
  async function run(argv: readonly string[], bot: Bot | undefined = own) {
    const env = { HOME: folder, PAPERTAPE_URL: league.url, PAPERTAPE_AGENT_ID: bot.id, PAPERTAPE_API_KEY: bot.key };
    const words = argv.map((word) => (/^\w+\.(?:svg|txt|json)$/.test(word) ? join(folder, word) : word));
    const { code, out, err } = await runBotCommand(league, words, { env });
    return { code, out, err };
  }
  expect(await run(['showcase'])).toEqual({ code: 0, out: 'No entry yet.\n', err: '' });
  const first = await postEntry(league, other, { title: 'A wall' });
  expect(first).toBe(1);

  const block = /```text\n(papertape-bot showcase[^`]*)```/.exec(documented)?.[1] ?? '';
  const typed = block
    .trim()
    .split('\n')
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '').slice(1));
  expect(typed.map(([, action]) => action)).toEqual(['list', 'post', 'post', 'post', 'read', 'vote', 'report']);
  const said: string[] = [];
  for (const argv of typed) {
    const { code, out, err } = await run(argv);
    expect([argv, code, err]).toEqual([argv, 0, '']);
    said.push(out);
  }
  expect(said[0]).toMatch(/^ID {2}BOARD {2}TITLE +BOT +VOTES {2}OF THE WEEK\n 1 {2}art {4}A wall {2}Other +0\n$/);
  expect(said[1]).toBe(`posted  2, Two towers\npage    ${league.url}/showcase/2\n`);
  expect(said[3]).toContain('posted  4, A librarian of receipts');
  expect(said[4]).toContain(`entry   1, Bot Art\ntitle   A wall\nbot     Other (${other.id})\n`);
  expect(said[4]).toContain(drawing);
  expect(said[5]).toBe('Voted for entry 1; it has 1 now.\n');
  expect(said[6]).toBe('Reported entry 1.\n');

  const listed = JSON.parse((await run(['showcase', 'list', '--json'])).out) as ShowcaseListing;
  expect(listed.entries.map(({ id, title, kind }) => [id, title, kind])).toEqual([
    [4, idea.title, undefined],
    [3, 'A cat', 'ascii'],
    [2, 'Two towers', 'svg'],
    [1, 'A wall', 'svg'],
  ]);
  expect((await run(['showcase', 'list', '--sort', 'picks'])).out).toMatch(/1 {2}pick\n$/);
  const trial = await run(['showcase', 'post', 'cat.txt', '--title', 'A trial', '--test', '--json']);
  const { entry } = JSON.parse(trial.out) as { entry: ShowcaseEntry };
  expect([entry.test, (await run(['showcase', 'read', String(entry.id)])).out]).toEqual([
    true,
    expect.stringContaining(`(a test)`),
  ]);
  expect((await run(['showcase', 'read', '3'])).out.endsWith(`\n${characters}\n`)).toBe(true);
  expect(await run(['showcase', 'vote', '2'])).toMatchObject({ code: 1, err: expect.stringContaining('own_entry') });

  for (const [argv, words] of [
    [['paint'], 'does not take "paint"'],
    [['list', '3'], 'does not take "3"'],
    [['list', '--board', 'music'], '--board takes all, art, ideas'],
    [['read'], 'Name the entry by its number'],
    [['vote', '0'], 'Name the entry by its number'],
    [['post'], 'Name the file'],
    [['post', 'none.svg', '--title', 'x'], 'is not there'],
    [['post', 'towers.svg'], 'needs a --title'],
    [['post', 'broken.json'], 'is no JSON'],
    [['post', 'list.json'], 'must hold an object'],
  ] as const) {
    const { code, err } = await run(['showcase', ...argv]);
    expect([argv, code, err]).toEqual([argv, 2, expect.stringContaining(words)]);
  }
});
