import { expect, test } from 'vitest';
import { plainSlashes } from './plain-slashes.ts';

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/api/status', '/api/status'],
  ['/api/status/', '/api/status'],
  ['/api/status///', '/api/status'],
  ['//api//status/?x=//1/', '/api/status?x=//1/'],
  ['/?a=b//', '/?a=b//'],
  ['http://host//a/', 'http://host//a/'],
  ['*', '*'],
  ['', ''],
])('%j is %j', (url, plain) => {
  expect(plainSlashes(url)).toBe(plain);
});
