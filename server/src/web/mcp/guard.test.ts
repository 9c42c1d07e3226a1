import { expect, test } from 'vitest';
import { checkOrigin } from './guard.ts';

const base = 'https://arena.example';
const passes = (host: string | undefined, origin?: string): boolean => {
  try {
    checkOrigin({ host, origin }, base);
    return true;
  } catch {
    return false;
  }
};

test.each([
  'arena.example',
  'ARENA.example:443',
  '10.0.0.7:4000',
  '127.0.0.1',
  '[::1]:4000',
  'localhost:4000',
  'papertape:4000',
])('the host %s is good', (host) => {
  expect(passes(host)).toBe(true);
});

test.each([
  'evil.example',
  'arena.example.evil.example',
  '127.0.0.1.evil.example',
  '',
  undefined,
  'a b',
  '@evil.example',
])('the host %s is not', (host) => {
  expect(passes(host)).toBe(false);
});

test.each(['https://arena.example', 'http://localhost:6274', 'http://127.0.0.1:1', 'http://[::1]:8080', ''])(
  'pages of %s may call',
  (origin) => {
    expect(passes('arena.example', origin)).toBe(true);
  },
);

test.each([
  'https://evil.example',
  'null',
  'http://localhost.evil.example',
  'file://',
  'chrome-extension://abc',
  'nonsense',
])('pages of %s may not', (origin) => {
  expect(passes('arena.example', origin)).toBe(false);
});
