/** Every example of README.md and docs/ does what it says, against a real league. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLeague, type League } from '../../harness/league.ts';
import { createReader, examplesOf, repository, statements, type Reader } from '../../harness/markdown.ts';

const documents = ['README.md', 'client/README.md', 'python/README.md', ...docs()];

function docs(): string[] {
  return readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
}

for (const path of documents) {
  const examples = examplesOf(readFileSync(join(repository, path), 'utf8')).filter((e) => e.notRun === undefined);
  if (examples.length === 0) continue;
  describe(`the examples of ${path}`, () => {
    let league: League;
    let reader: Reader;
    const backup = mkdtempSync(join(tmpdir(), 'papertape-backup-'));

    beforeAll(async () => {
      // Backups are of the embedded engine's files.
      league = await openLeague({ engine: 'sqlite' });
      reader = createReader(league, { ...league.database.env, BACKUP: backup });
    });
    afterAll(async () => {
      reader.end();
      await league.close();
      rmSync(backup, { recursive: true, force: true });
    });

    for (const e of examples) {
      test(`line ${e.line}: ${e.language}`, async ({ skip }) => {
        const followed = await reader.follow(e);
        if (!followed) skip(`no ${e.runIf} here`);
        expect(followed).toBe(true);
      });
    }
  });
}

test('the documents have examples, and few are left out', () => {
  const all = documents.flatMap((path) => examplesOf(readFileSync(join(repository, path), 'utf8')));
  expect(all.filter((e) => e.notRun === undefined).length).toBeGreaterThan(15);
  expect(all.filter((e) => e.notRun !== undefined).length).toBeLessThan(15);
});

describe('reading Markdown', () => {
  test('statements: joined over backslashes and quotes, comments left out', () => {
    expect(statements("a 1 # it's\n\n# b\nc \\\n  d\ne '{\n}' f")).toEqual(["a 1 # it's", 'c \\\n  d', "e '{\n}' f"]);
    expect(() => statements("a 'b")).toThrow('never ends');
  });

  test('directives belong to the block after them, blank lines aside', () => {
    const [first, second] = examplesOf(
      '<!-- clock: 2 hours -->\n<!-- expect: x -->\n\n```bash\na\n```\n\ntext\n\n```js\nb\n```\n```text\nc\n```\n',
    );
    expect(first).toMatchObject({ language: 'bash', code: 'a', clock: { hours: 2 }, expect: ['x'], line: 4 });
    expect(second).toMatchObject({ language: 'js', code: 'b', clock: undefined, expect: [] });
  });

  test('what would silently not be run is refused', () => {
    expect(() => examplesOf('```sh\na\n```')).toThrow('tag it');
    expect(() => examplesOf('<!-- clok: 1 days -->\n```bash\na\n```')).toThrow('no directive');
  });

  test('a failing example fails', async () => {
    const league = await openLeague({ engine: 'sqlite' });
    const reader = createReader(league);
    const run = (text: string): Promise<boolean> => reader.follow(examplesOf(text)[0]!);
    await expect(run('```bash\ncurl -s http://127.0.0.1:4000/api/nothing\n```')).rejects.toThrow('not_found');
    await expect(run('```bash\nexit 3\n```')).rejects.toThrow('exit 3');
    await expect(run('```bash\nKEY=ptk_...\n```')).rejects.toThrow('no answer before');
    await expect(run('<!-- expect: b -->\n```bash\necho a\n```')).rejects.toThrow('no "b"');
    await expect(run("```js\nthrow new Error('x');\n```")).rejects.toThrow('exit 1');
    await expect(run('```json\n{a}\n```')).rejects.toThrow('JSON');
    reader.end();
    await league.close();
  });
});
