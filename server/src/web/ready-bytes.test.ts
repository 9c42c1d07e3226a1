import { randomFillSync } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chosenEncoding, createReadyBytes, matchesTag, tagOf } from './ready-bytes.ts';

const keep = (ready: ReturnType<typeof createReadyBytes>, url: string, topic: string, text = url) =>
  ready.keep(url, topic, ready.version(topic), Buffer.from(text), 'text/plain');

/** Bytes of the largest answer that is kept. */
const largest = 512 * 1024;

test('kept until its topic changes; `*` changes with every topic', () => {
  const ready = createReadyBytes();
  for (const [url, topic] of [
    ['/a', 'one'],
    ['/b', 'two'],
    ['/c', '*'],
  ] as const)
    keep(ready, url, topic);
  ready.drop(['one']);
  expect([ready.get('/a'), ready.get('/b')?.form('identity').bytes.toString(), ready.get('/c')]).toEqual([
    undefined,
    '/b',
    undefined,
  ]);
  ready.drop([]);
  expect(ready.get('/b')).toBeDefined();
  ready.dropAll();
  expect(ready.get('/b')).toBeUndefined();
});

test('an answer that was made before a change and comes after it is served once and not kept', () => {
  const ready = createReadyBytes();
  for (const change of [() => ready.drop(['one']), () => ready.dropAll()]) {
    const version = ready.version('one');
    change();
    const entry = ready.keep('/a', 'one', version, Buffer.from('old'), 'text/plain');
    expect(entry.form('identity').bytes.toString()).toBe('old');
    expect(ready.get('/a')).toBeUndefined();
  }
});

test('what depends on everything is good until the next mark is due; what depends on a league is not asked', () => {
  let due = 1;
  const ready = createReadyBytes(() => due);
  keep(ready, '/all', '*', 'before');
  keep(ready, '/one', 'one');
  const made = ready.version('*');
  expect(ready.get('/all')).toBeDefined();
  due++;
  expect([ready.get('/all'), ready.get('/one')?.form('identity').bytes.toString()]).toEqual([undefined, '/one']);
  ready.keep('/all', '*', made, Buffer.from('made before it was due'), 'text/plain');
  expect(ready.get('/all')).toBeUndefined();
  keep(ready, '/all', '*', 'after');
  expect(ready.get('/all')?.form('identity').bytes.toString()).toBe('after');
});

test('a very long URL is not kept, and the same URL is kept once', () => {
  const ready = createReadyBytes();
  const long = `/?${'x'.repeat(500)}`;
  keep(ready, long, 'one');
  expect(ready.get(long)).toBeUndefined();
  keep(ready, '/a', 'one', 'first');
  keep(ready, '/a', 'one', 'second');
  expect(ready.get('/a')?.form('identity').bytes.toString()).toBe('second');
});

test('at most 24 MB are kept: the oldest make room', () => {
  const ready = createReadyBytes();
  const urls = Array.from({ length: 60 }, (_, i) => `/${i}`);
  for (const url of urls) keep(ready, url, 'one', 'x'.repeat(largest));
  const isKept = urls.map((url) => ready.get(url) !== undefined);
  expect(isKept).toEqual(urls.map((_, i) => i >= 60 - 47));
});

test('an answer of more than half a megabyte is not kept, and compressed quickly', () => {
  const ready = createReadyBytes();
  const text = JSON.stringify(Array.from({ length: 60_000 }, (_, i) => i * 7_919));
  keep(ready, '/small', 'one', 'x');
  keep(ready, '/edge', 'one', text.slice(0, largest));
  const entry = keep(ready, '/large', 'one', text.slice(0, largest + 1));
  expect(['/small', '/edge', '/large'].map((u) => ready.get(u) !== undefined)).toEqual([true, true, false]);
  const [kept, quick] = [ready.get('/edge')?.form('gzip').bytes.length ?? 0, entry.form('gzip').bytes.length];
  expect(quick).toBeGreaterThan(kept + 1_000);
  expect(gunzipSync(entry.form('gzip').bytes).toString()).toBe(text.slice(0, largest + 1));
  expect(brotliDecompressSync(entry.form('br').bytes).toString()).toBe(text.slice(0, largest + 1));
});

test('tags: strong, of the bytes alone; If-None-Match names them in a list, weakly, or by *', () => {
  const tag = tagOf(Buffer.from('x'));
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  expect(tagOf(Buffer.from('y'))).not.toBe(tag);
  for (const header of [tag, `W/${tag}`, `"a", ${tag}`, ` * `, `"a",W/${tag},"b"`])
    expect(matchesTag(header, tag), header).toBe(true);
  for (const header of [undefined, '', '"a"', tag.slice(1, -1), `${tag}x`, '**'])
    expect(matchesTag(header, tag)).toBe(false);
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['deflate', 'identity'],
  ['identity', 'identity'],
  ['GZIP', 'gzip'],
  ['gzip;q=abc', 'gzip'],
])('Accept-Encoding %s is answered in %s', (header, encoding) => expect(chosenEncoding(header)).toBe(encoding));

test('each encoding is made once, with a tag of its own; what is short is sent as it is', () => {
  const ready = createReadyBytes();
  const text = JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ rank: i, name: `Bot ${i}` })));
  keep(ready, '/long', 'one', text);
  keep(ready, '/short', 'one', 'x'.repeat(1_023));
  const long = ready.get('/long');
  const forms = (['identity', 'gzip', 'br'] as const).map((e) => long?.form(e));
  const [plain, gzip, br] = forms;
  if (!plain || !gzip || !br) throw new Error('not kept');
  expect(gunzipSync(gzip.bytes).toString()).toBe(text);
  expect(brotliDecompressSync(br.bytes).toString()).toBe(text);
  expect(new Set(forms.map((f) => f?.etag)).size).toBe(3);
  expect([plain.headers['Content-Encoding'], gzip.headers['Content-Encoding'], br.headers['Content-Encoding']]).toEqual(
    [undefined, 'gzip', 'br'],
  );
  for (const form of [plain, gzip, br]) {
    expect(form.headers['Content-Length']).toBe(form.bytes.length);
    expect(form.headers['Vary']).toBe('Accept-Encoding');
    expect(form.headers304['ETag']).toBe(form.etag);
  }
  expect(br.bytes.length).toBeLessThan(text.length / 4);
  expect(long?.form('gzip')).toBe(gzip);
  expect(ready.get('/short')?.form('br').headers['Content-Encoding']).toBeUndefined();
});

test('what is kept holds no memory but its own: forms and all that is made besides', () => {
  const ready = createReadyBytes();
  const text = JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ rank: i, name: `Bot ${i}` })));
  keep(ready, '/long', 'one', text);
  keep(ready, '/short', 'one', 'x');
  const [long, short] = [ready.get('/long'), ready.get('/short')];
  const kept = [
    ...(['identity', 'gzip', 'br'] as const).map((e) => long?.form(e).bytes),
    short?.form('identity').bytes,
    short?.beside('text', () => Buffer.from('y')),
  ];
  expect(kept.map((bytes) => bytes?.buffer.byteLength)).toEqual(kept.map((bytes) => bytes?.length));
});

test('compressed forms count towards what is kept', () => {
  const ready = createReadyBytes();
  // Bytes that do not compress: each form is as large as the plain one.
  const noise = (): Buffer => randomFillSync(Buffer.alloc(largest));
  const put = (url: string) => ready.keep(url, 'one', ready.version('one'), noise(), 'text/plain');
  put('/first').form('gzip');
  const urls = Array.from({ length: 45 }, (_, i) => `/${i}`);
  for (const url of urls) put(url);
  expect(ready.get('/first')).toBeDefined();
  put('/last');
  expect([ready.get('/first'), ready.get('/0')].map((e) => e !== undefined)).toEqual([false, true]);
});
