import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { budget } from './budget.ts';
import { functions } from './functions.ts';

test('docs/bots/rounds.md lists the functions and the budget', () => {
  const page = readFileSync(new URL('../../../../docs/bots/rounds.md', import.meta.url), 'utf8');
  const listed = /^- Functions: (.*)\.$/m.exec(page)?.[1]?.split(', ');
  expect(listed).toEqual([...functions.keys()].map((name) => `\`${name}\``));
  const { rowsMax, columnsMax, ...told } = budget;
  for (const most of Object.values(told)) expect(page).toContain(most.toLocaleString('en-US'));
  expect([rowsMax, columnsMax]).toEqual([1_048_576, 16_384]);
});
