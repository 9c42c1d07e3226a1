/** The manual that the service carries: the very files, for people and for programs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
});
afterAll(() => league.close());

const documents = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);

test('every document of docs/ is there as the very file, and as a page that names it', async () => {
  expect(documents.length).toBeGreaterThan(50);
  for (const path of [
    ...documents,
    'README.md',
    'CHANGELOG.md',
    'client/README.md',
    'python/README.md',
    'judges/README.md',
    'server/README.md',
  ]) {
    const text = readFileSync(join(repository, path), 'utf8');
    const file = await get(league, `/${path}`);
    expect([path, file.status, file.headers.get('content-type')]).toEqual([path, 200, 'text/markdown; charset=utf-8']);
    expect(file.text).toBe(text);
    const address = `/${path.replace('.md', '')}`;
    expect(file.headers.get('link')).toContain(`<${address}>; rel="canonical"; type="text/html"`);
    const page = await get(league, address);
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
    expect(page.headers.get('link')).toContain(`</${path}>; rel="alternate"; type="text/markdown"`);
    expect(page.text.split('<h1 ')).toHaveLength(2);
    // A document that wants an entity has to be shown what it stands for, and none is.
    expect(text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')).not.toMatch(/&#?\w+;/);
  }
});

test('asked for Markdown the address of the page answers with the file; what was read is not sent again', async () => {
  const file = await get(league, '/docs/bots/receipts', { headers: { accept: 'text/markdown' } });
  expect(file.text).toBe(readFileSync(join(repository, 'docs/bots/receipts.md'), 'utf8'));
  for (const path of ['/docs/bots/receipts', '/docs/bots/receipts.md', '/examples/python/bot.py', '/LICENSE']) {
    const first = await get(league, path);
    const again = await get(league, path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([path, first.status, again.status]).toEqual([path, 200, 304]);
  }
});

test('the short address leads to the list of documents, and nothing else of the repository can be read', async () => {
  expect((await get(league, '/docs')).text).toContain('<h1 id="documents">');
  expect((await get(league, '/api')).text).toMatch(/^# Papertape\n/);
  for (const path of [
    '/docs/bots/none',
    '/docs/bots/none.md',
    '/docs/..%2Fpackage.md',
    '/docs/..%2F..%2Fetc/passwd',
    '/examples/cron/none.ts',
    '/examples/..%2Fserver/package.json',
    '/package.json',
    '/server/package.json',
  ])
    expect([path, (await get(league, path)).status]).toEqual([path, 404]);
});

test('a document that is not there: the page leads to the list', async () => {
  const { text } = await get(league, '/docs/bots/none');
  expect(text).toContain('There is no document docs/bots/none.md in the manual.');
  expect(text).toContain('href="/docs/README"');
});
