import { expect, test } from 'vitest';
import { dueName, outdated } from './daily.ts';

const at = (text: string): number => Date.parse(text);

test('a backup is due for the last close since the league began', () => {
  const openedAt = at('2026-03-02T10:00:00Z');
  expect(dueName(undefined, openedAt)).toBeUndefined();
  expect(dueName(at('2026-03-02T23:55:00Z'), openedAt)).toBeUndefined();
  expect(dueName(at('2026-03-03T00:00:00Z'), openedAt)).toBe('papertape-2026-03-03');
  expect(dueName(at('2026-03-04T23:55:00Z'), openedAt)).toBe('papertape-2026-03-04');
});

test('the newest ones are kept, and what else is in the folder', () => {
  const names = [
    'papertape-2026-03-04',
    'mine',
    'papertape-2026-03-02',
    'papertape-2026-03-03-kept',
    'papertape-2026-03-03',
  ];
  expect(outdated(names, 2)).toEqual(['papertape-2026-03-02']);
  expect(outdated(names, 3)).toEqual([]);
  expect(outdated(names, 1)).toEqual(['papertape-2026-03-02', 'papertape-2026-03-03']);
});
