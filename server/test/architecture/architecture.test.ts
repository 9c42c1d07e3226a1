/** docs/contributing/architecture.md names every folder of server/src and every stage of flow/, and nothing that is not there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rooms } from './rooms.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/contributing/architecture.md'), 'utf8');

test('the first table names the folders of server/src, in an order that the fences allow', () => {
  const named = tableAfter('| folder of `server/src/` |');
  expect(named.toSorted()).toEqual(foldersOf('server/src'));
  for (const [i, folder] of named.entries())
    for (const below of rooms.get(folder) ?? []) {
      const at = named.indexOf(below);
      expect([folder, below, at < i]).toEqual([folder, below, true]);
    }
});

test('the second table names the stages of flow/', () => {
  const named = tableAfter('| stage of `server/src/flow/` |');
  expect(named.toSorted()).toEqual(foldersOf('server/src/flow'));
  expect(named).toEqual([...rooms.keys()].filter((room) => room.startsWith('flow/')).map((room) => room.slice(5)));
});

test('what a fact is: one definition, in flow/mark/mark.ts and here', () => {
  const words = (markdown: string): string => markdown.replaceAll(/^ \* ?/gm, '').replaceAll(/\s+/g, ' ');
  const definition = /Facts are what came[^]*?need not be folded again\./;
  const [inCode] = definition.exec(words(readFileSync(join(root, 'server/src/flow/mark/mark.ts'), 'utf8'))) ?? [];
  expect(inCode).toBeDefined();
  expect(words(text)).toContain(inCode);
});

test('it fits two pages', () => {
  expect(text.split('\n').length).toBeLessThanOrEqual(120);
});

/** The folders in the first column of a table. */
function tableAfter(head: string): string[] {
  const rows = text.slice(text.indexOf(head)).split('\n\n')[0]!.split('\n').slice(2);
  return rows.map((row) => /^\| `([\w-]+)\/`/.exec(row)?.[1] ?? row);
}

function foldersOf(folder: string): string[] {
  return (
    readdirSync(join(root, folder), { withFileTypes: true })
      // Its last file is on its way into the contract's workspace.
      .filter((entry) => entry.isDirectory() && entry.name !== 'contract')
      .map((entry) => entry.name)
      .toSorted()
  );
}
