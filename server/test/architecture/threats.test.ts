/** Every row of docs/operators/threats.md names a test that is there, or a decision. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const rows = rowsOf(readFileSync(join(root, 'docs/operators/threats.md'), 'utf8'));

test('there are seven groups, and each has its rows', () => {
  expect([...new Set(rows.map((row) => row.group))]).toEqual([
    'A clever bot',
    'A dishonest operator',
    'A lying endpoint or price source',
    'A failing database or disk',
    'A flood',
    "A stranger with someone's name",
    "A stranger at the operator's page",
  ]);
  expect(rows.length).toBeGreaterThan(60);
});

test.each(rows)('$threat', ({ shownBy }) => {
  expect(faultsOf(shownBy)).toEqual([]);
});

describe('a row that names nothing that is there', () => {
  const here = 'test/architecture/threats.test.ts';
  test.each([
    ['nothing', 'Somebody looks after it.', 'neither a test nor a decision'],
    ['a file that is not there', '`test/no.test.ts` "a test"', 'no file server/test/no.test.ts'],
    ['a test that is not there', `\`${here}\` "no such ${'test'}"`, `${here} has no test "no such test"`],
    ['a group of tests', `\`${here}\` "a row that names nothing that is there"`, 'has no test'],
    ['a file without a test', `\`${here}\``, 'neither a test nor a decision'],
    ['a decision that is not there', '[decision 9](../decisions/0009-no.md)', 'no file docs/decisions/0009-no.md'],
    [
      'another number than the link',
      '[decision 8](../decisions/0009-late-prices-and-suspension.md)',
      'is not decision 8',
    ],
    ['a good test and something else', `\`${here}\` "$threat", and \`more\``, 'is read by nobody'],
  ])('is found: %s', (_, cell, fault) => {
    expect(faultsOf(cell).join()).toContain(fault);
  });

  test('and a good one is not', () => {
    const decision = '[decision 9](../decisions/0009-late-prices-and-suspension.md)';
    expect(faultsOf(`\`${here}\` "$threat", \`${here}\` "is found: %s", ${decision}`)).toEqual([]);
  });
});

interface Row {
  readonly group: string;
  readonly threat: string;
  readonly shownBy: string;
}

/** The rows of all tables, their heads left out. */
function rowsOf(markdown: string): Row[] {
  return markdown.split('\n## ').flatMap((section) => {
    const [group = ''] = section.split('\n');
    return section.split('\n').flatMap((line) => {
      const [, threat = '', , shownBy = '', ...more] = line.split('|').map((cell) => cell.trim());
      if (!line.startsWith('|') || threat === 'what is tried' || threat.startsWith('---')) return [];
      return [{ group, threat, shownBy: more.length === 1 ? shownBy : '' }];
    });
  });
}

/** What is wrong with the last cell of a row. */
function faultsOf(cell: string): string[] {
  const tests = [...cell.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, path = '', name = '']) => testFault(path, name));
  const decisions = [...cell.matchAll(/\[decision (\d+)\]\(\.\.\/(decisions\/(\d+)-[^)]*)\)/g)].map(
    ([, shown, path = '', number]) =>
      !existsSync(join(root, 'docs', path))
        ? `no file docs/${path}`
        : Number(shown) !== Number(number) && `${path} is not decision ${shown}`,
  );
  const rest = cell.replaceAll(/`[^`]+` "[^"]+"|\[decision \d+\]\([^)]*\)|,|\s/g, '');
  const faults = [...tests, ...decisions].filter((fault) => fault !== false);
  if (tests.length + decisions.length === 0) return ['neither a test nor a decision'];
  return rest === '' ? faults : [...faults, `"${rest}" is read by nobody`];
}

/** @param path below `server/`. */
function testFault(path: string, name: string): string | false {
  if (!/\.test\.tsx?$/.test(path) || !existsSync(join(root, 'server', path))) return `no file server/${path}`;
  return !namesOf(readFileSync(join(root, 'server', path), 'utf8')).has(name) && `${path} has no test "${name}"`;
}

/** Names of tests as they are written: the first text behind `test(` or `it(`, or behind the list of a `test.each`. */
function namesOf(source: string): Set<string> {
  const names = new Set<string>();
  for (const [, before = '', , name = ''] of source.matchAll(/(^.*?)\(\s*(['"`])((?:(?!\2).)*)\2,\s/gm))
    if (/(?:^|\s)(?:test|it)(?:\.each\(.*\))?$|^\s*\](?: as const)?\)$|^\s*\)$/.test(before)) names.add(name);
  return names;
}
