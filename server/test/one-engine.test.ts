import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alone, longest, measured, oneEngineIsEnough } from './one-engine.ts';

const cwd = join(import.meta.dirname, '../..');

test.each(oneEngineIsEnough)('%s names files that open a database', (pattern) => {
  expect(globSync(pattern, { cwd }).filter((path) => path.includes('.db.test.'))).not.toEqual([]);
});

test.each([...measured, ...alone])('%s is there', (path) => {
  expect(globSync(path, { cwd })).toEqual([path]);
});

test.each(longest)('%s is one file', (name) => {
  expect(globSync(`server/test/**/${name}.*test.ts`, { cwd })).toHaveLength(1);
});
