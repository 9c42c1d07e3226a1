/** Workbooks that openpyxl saves: the file that was given, opened, filled in and saved by a library that people use. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { officeTasks } from '../../src/rounds/generators/office_tasks/v2/index.ts';
import { readWorkbook } from '../../src/rounds/workbook/read.ts';
import { repository } from '../harness/markdown.ts';
import { variantOf } from './seed-check.ts';

/** Debian's package is for Debian's Python. */
const python = '/usr/bin/python3';
const hasLibrary = spawnSync(python, ['-c', 'import openpyxl'], { stdio: 'ignore' }).status === 0;

interface Filled {
  readonly xlsx: string;
  readonly sheet: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly array: boolean;
}

function savedBy(filled: readonly Filled[]): string[] {
  const { status, stdout, stderr } = spawnSync(python, [join(repository, 'server/test/rounds/fill-workbook.py')], {
    input: JSON.stringify(filled),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

/** The formulas of the best answer, as they stand in its file. */
function formulasOf(xlsx: string): Record<string, string> {
  const sheets = Buffer.from(xlsx, 'base64').toString('utf8');
  return Object.fromEntries(
    [...sheets.matchAll(/<c r="(B\d)"><f>([^<]*)<\/f>/g)].map(([, cell = '', formula = '']) => [
      cell,
      formula.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ]),
  );
}

describe.skipIf(!hasLibrary)('openpyxl (needs python3-openpyxl)', () => {
  test('what it saves is graded as what our writer writes', () => {
    const given = ['a', 'b', 'c'].map((seed) => {
      const variant = variantOf(officeTasks, seed, [3, 4, 5, 6, 7]);
      const { task_id: id = '' } = variant.tasks.find(({ grader }) => grader.id === 'workbook') ?? {};
      const file = variant.files.find(({ name }) => name === `${id}/workbook.xlsx`)?.bytes ?? Buffer.alloc(0);
      const { xlsx: best } = variant.best.get(id) as { readonly xlsx: string };
      const cells = formulasOf(best);
      expect(Object.keys(cells)).toHaveLength(6);
      const sheet = readWorkbook(file).sheets.at(-1)?.name ?? '';
      const grade = (xlsx: string) => variant.grade(id, variant.keys.get(id) ?? null, { xlsx });
      return { grade, filled: { xlsx: file.toString('base64'), sheet, cells, array: seed === 'b' } };
    });
    const saved = savedBy(
      given.flatMap(({ filled }) => {
        const { B2: _, ...five } = filled.cells;
        return [filled, { ...filled, cells: five }];
      }),
    );
    for (const [i, { grade }] of given.entries()) {
      expect(grade(saved[2 * i] ?? '')).toEqual({ score: 1_000_000, why: '60 of 60 points' });
      expect(grade(saved[2 * i + 1] ?? '')).toEqual({ score: 833_333, why: '50 of 60 points; B2: empty' });
    }
  });
});
