/** Pages written anew, the name of a pack, and what is drawn of it. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256Bytes } from '../../lib/hash.ts';
import { bundleText, parseBundle, saltOf, sourceOf } from './bundle.ts';
import { packBytesMax } from './check.ts';
import { readPackFolder } from './folder.ts';
import { readPack } from './read.ts';
import { sitePages } from './site.ts';
import { packSource } from './source.ts';
import { packOf } from './store.ts';

const files = readPackFolder(new URL('../../../../examples/pack', import.meta.url).pathname);

test('a page is written anew in the frame of all pages', () => {
  const html =
    '<!DOCTYPE html><html><head><title>A &amp; B</title></head><body>a&nbsp;&lt;b <br/><a href="#x" title="&quot;">c</a><!-- d --></body></html>';
  const { pages, findings } = sitePages(new Map([['site/index.html', Buffer.from(html)]]));
  expect(findings).toEqual([]);
  expect(pages[0]).toMatchObject({ path: '', html: expect.stringContaining('<title>A &amp; B</title>') });
  expect(pages[0]?.html).toContain('<body>\na\u00A0&lt;b <br><a href="#x" title="&quot;">c</a>\n<footer>');
});

test('a pack has one name for one service, and goes through its text', async () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const bundle = { salt: saltOf(one, files), files };
  const source = sourceOf(bundle);
  expect(source).toMatch(/^pack:[0-9a-f]{64}$/);
  expect(sourceOf({ salt: saltOf(other, files), files })).not.toBe(source);
  expect(sourceOf(parseBundle(bundleText(bundle))!)).toBe(source);
  expect((await packOf(source, bundleText(bundle)))?.id).toBe(source);
  const changed = new Map(files).set('keys.jsonl', Buffer.from('{}'));
  expect(await packOf(source, bundleText({ ...bundle, files: changed }))).toBeUndefined();
  for (const text of ['', '{}', 'null', '{"format":"papertape-pack-file/1"}'])
    expect(await packOf(source, text)).toBeUndefined();
});

test('each bot gets one item of each pool, and a task is of the same items for all', () => {
  const { pack } = readPack(files);
  const source = packSource(pack!, 'pack:');
  const plan = source.plan('web_q_a', '2026-W47-3', [3, 4, 5, 6, 7], sha256Bytes('plan'));
  expect(plan.slots.map(({ task_id: id, level, weight }) => [id, level, weight])).toEqual([
    ['t01', 1, 1],
    ['t02', 1, 1],
    ['t03', 2, 2],
    ['t04', 2, 2],
  ]);
  const pools = plan.slots.map(({ settings }) => settings['items'] as string[]);
  expect(pools.flat().toSorted()).toEqual(['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8']);
  expect(pools.map(({ length }) => length)).toEqual([2, 2, 2, 2]);
  const variants = Array.from({ length: 60 }, (_, i) => source.variant(plan, sha256Bytes(`variant ${i}`)));
  const told = new Set(variants.map(({ tasks }) => tasks[0]?.prompt));
  expect([2, 4, 6]).toContain(told.size);
  expect(source.variant(plan, sha256Bytes('variant 0')).tasks).toEqual(variants[0]?.tasks);
  expect(variants[0]?.page('index.html')).toBe(variants[0]?.page(''));
  expect(variants[0]?.page('nothing.html')).toBeUndefined();
});

test('a folder has at most 16 MiB and 5,000 files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const large = join(folder, 'large');
  writeFileSync(large, '');
  truncateSync(large, packBytesMax);
  expect(readPackFolder(folder).size).toBe(1);
  truncateSync(large, packBytesMax + 1);
  expect(() => readPackFolder(folder)).toThrow(/has 1 files of 16777217 bytes together/);
  rmSync(large);
  for (let i = 0; i < 5_000; i++) writeFileSync(join(folder, String(i)), '');
  expect(readPackFolder(folder).size).toBe(5_000);
  writeFileSync(join(folder, 'more'), '');
  expect(() => readPackFolder(folder)).toThrow(/has 5001 files/);
  expect(() => readPackFolder(join(folder, 'none'))).toThrow(/There is no folder/);
});
