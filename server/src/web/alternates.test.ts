import { describe, expect, test } from 'vitest';
import { createAlternates, pageOfAlternate, prefersMarkdown } from './alternates.ts';

describe('addresses of alternates', () => {
  const alternates = createAlternates();
  for (const path of ['/', '/seats', '/bots/:agent_id']) alternates.add(path);

  test.each([
    ['/', '/index.md'],
    ['/?league=a&page=2', '/index.md?league=a&page=2'],
    ['/seats', '/seats.md'],
    ['/bots/agt_1?page=2#trades', '/bots/agt_1.md?page=2#trades'],
  ])('%s -> %s, and back', (page, alternate) => {
    expect(alternates.of(page)).toBe(alternate);
    expect(pageOfAlternate(alternate)).toBe(page);
  });

  test.each(['/seats.md', '/bots/agt_1.md', '/bots/', '/bots/a/b', '/api/seats', 'https://a.b/seats', '//a/seats', ''])(
    'there is none of %s',
    (url) => {
      expect(alternates.of(url)).toBeUndefined();
    },
  );
});

describe('who wants Markdown', () => {
  test.each([
    ['text/markdown', true],
    ['text/markdown, text/html, */*', true],
    ['text/html;q=0.8, Text/Markdown; q=0.8', true],
    ['text/html, text/markdown;q=0.9', false],
    ['text/markdown;q=0, */*', false],
    ['text/html,application/xhtml+xml,*/*;q=0.8', false],
    ['*/*', false],
    [undefined, false],
  ])('%s: %s', (accept, wants) => {
    expect(prefersMarkdown(accept)).toBe(wants);
  });
});
