/**
 * Documents whose tables say what shows a thing. In: the text of such a document, or the last cell of a row. Out: its rows, or what is wrong
 * with the cell: it names tests that are there, decisions, or commands of package.json, and nothing else.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

interface Row {
  readonly group: string;
  /** The first cell. */
  readonly claim: string;
  /** The last cell; empty when the row has another number of cells than it should. */
  readonly shownBy: string;
}

export function documentOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The rows of all tables of so many columns, their heads left out. */
export function rowsOf(markdown: string, columns: number): Row[] {
  return markdown.split('\n## ').flatMap((section) => {
    const [group = ''] = section.split('\n');
    return section.split('\n').flatMap((line, i, lines) => {
      if (!line.startsWith('|') || line.startsWith('|---') || lines[i + 1]?.startsWith('|---')) return [];
      const cells = line.split('|').map((cell) => cell.trim());
      const claim = cells[1] ?? '';
      return [{ group, claim, shownBy: cells.length === columns + 2 ? (cells[columns] ?? '') : '' }];
    });
  });
}

const sought = /`[^`]+` "[^"]+"|`npm run [^`]+`|\[decision \d+\]\([^)]*\)/g;

/** What is wrong with the last cell of a row. */
export function faultsOf(cell: string): string[] {
  const tests = [...cell.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, path = '', name = '']) => testFault(path, name));
  const decisions = [...cell.matchAll(/\[decision (\d+)\]\(\.\.\/(decisions\/(\d+)-[^)]*)\)/g)].map(
    ([, shown, path = '', number]) =>
      !existsSync(join(root, 'docs', path))
        ? `no file docs/${path}`
        : Number(shown) !== Number(number) && `${path} is not decision ${shown}`,
  );
  const commands = [...cell.matchAll(/`npm run ([\w:-]+)[^`]*`/g)].map(
    ([, name = '']) => !(name in scripts.scripts) && `package.json has no script ${name}`,
  );
  const rest = cell.replaceAll(sought, '').replaceAll(/[,\s]/g, '');
  const faults = [...tests, ...decisions, ...commands].filter((fault) => fault !== false);
  if (tests.length + decisions.length === 0) return ['neither a test nor a decision'];
  return rest === '' ? faults : [...faults, `"${rest}" is read by nobody`];
}

/** @param path below `server/`, or below the repository where it begins with `judges/` or `client/`. */
function testFault(path: string, name: string): string | false {
  const shown = /^(?:judges|client)\//.test(path) ? path : `server/${path}`;
  if (!/\.test\.tsx?$/.test(path) || !existsSync(join(root, shown))) return `no file ${shown}`;
  return !namesOf(readFileSync(join(root, shown), 'utf8')).has(name) && `${path} has no test "${name}"`;
}

/** Names of tests as they are written: the first text behind `test(` or `it(`, or behind the list of a `test.each`. */
function namesOf(source: string): Set<string> {
  const names = new Set<string>();
  for (const [, before = '', , name = ''] of source.matchAll(/(^.*?)\(\s*(['"`])((?:(?!\2).)*)\2,\s/gm))
    if (/(?:^|\s)(?:test|it)(?:\.each\(.*\))?$|^\s*\](?: as const)?\)$|^\s*\)$/.test(before)) names.add(name);
  return names;
}
