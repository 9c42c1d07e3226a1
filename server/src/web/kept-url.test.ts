import { expect, test } from 'vitest';
import { keptUrl } from './kept-url.ts';

const key = (url: string, names: string[] = ['league', 'limit']): string =>
  keptUrl({ url, query: Object.fromEntries(new URL(url, 'http://x').searchParams) }, names);

test.each([
  ['/a', '/a'],
  ['/a?', '/a'],
  ['/a?x=1&y', '/a'],
  ['/a?limit=5&x=1&league=multi', '/a?league=multi&limit=5'],
  ['/a?league=multi&limit=5', '/a?league=multi&limit=5'],
  ['/a?le%61gue=m%75lti', '/a?league=multi'],
  ['/a?league=', '/a?league='],
  ['/%61/%7e/%2e', '/a/~/.'],
])('%s is kept as %s', (url, kept) => expect(key(url)).toBe(kept));

test('what is not the same address is not kept as one', () => {
  const urls = ['/a/b', '/a%2fb', '/a%252Fb', '/%2561', '/%61', '/a?league=a%26limit=5', '/a?league=a&limit=5'];
  expect(new Set(urls.map((url) => key(url))).size).toBe(urls.length);
});

test('parameters that an operation does not know are no part of it', () =>
  expect(key('/a?league=multi', [])).toBe('/a'));
