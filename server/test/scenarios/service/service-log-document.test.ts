/** docs/operators/service-log.md names messages that the service has, at the levels at which it writes them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../acceptance/service-process.ts';

const text = readFileSync(join(repository, 'docs/operators/service-log.md'), 'utf8');
const rows = [...text.matchAll(/^\| `([^`]+)` \| ([a-z, ]+) \|/gm)].map(([, message = '', levels = '']) => ({
  message,
  levels: levels.split(', '),
}));
const source = globSync('server/src/**/*.ts', { cwd: repository })
  .map((file) => readFileSync(join(repository, file), 'utf8'))
  .join('\n');

test('every message of the table is one that the service writes', () => {
  expect(rows.length).toBeGreaterThan(15);
  const missing = rows.filter(({ message, levels }) => {
    const calls = new RegExp(`\\.(\\w+)\\((?:\\s*)'${message}'|\\['([^\\]]*)\\]\\('${message}'`, 'g');
    const found = [...source.matchAll(calls)].map(([call, level]) => level ?? call);
    return (
      !levels.every((level) => found.some((said) => said.includes(level))) &&
      !(message === 'incident' && source.includes("]('incident'"))
    );
  });
  expect(missing).toEqual([]);
});
