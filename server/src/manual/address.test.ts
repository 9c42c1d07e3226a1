import { expect, test } from 'vitest';
import { addressOfLink } from './address.ts';

const files = new Set(['docs/README.md', 'docs/bots/rules.md', 'docs/contributing/schema.sql', 'client/README.md']);
const leads = (href: string): string | undefined =>
  addressOfLink('docs/bots/start.md', href, (path) => files.has(path));

test.each([
  ['../README.md#decisions', '/docs/README#decisions'],
  ['rules.md', '/docs/bots/rules'],
  ['rules.md#the-spread', '/docs/bots/rules#the-spread'],
  ['../contributing/schema.sql', '/docs/contributing/schema.sql'],
  ['../../client/README.md', '/client/README'],
  ['#here', '#here'],
  ['https://c2sp.org/tlog-tiles', 'https://c2sp.org/tlog-tiles'],
])('%s leads to %s', (href, address) => {
  expect(leads(href)).toBe(address);
});

test.each(['no.md', '../../../etc/passwd', 'javascript:alert(1)', 'data:text/html,x', '//evil.test/x', '#', ''])(
  '%s leads nowhere',
  (href) => {
    expect(leads(href)).toBeUndefined();
  },
);
