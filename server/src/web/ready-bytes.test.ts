import { expect, test } from 'vitest';
import { createReadyBytes, matchesTag, tagOf } from './ready-bytes.ts';

const keep = (ready: ReturnType<typeof createReadyBytes>, url: string, topic: string, text = url) =>
  ready.keep(url, topic, ready.version(topic), Buffer.from(text), 'text/plain');

test('kept until its topic changes; `*` changes with every topic', () => {
  const ready = createReadyBytes();
  for (const [url, topic] of [
    ['/a', 'one'],
    ['/b', 'two'],
    ['/c', '*'],
  ] as const)
    keep(ready, url, topic);
  ready.drop(['one']);
  expect([ready.get('/a'), ready.get('/b')?.bytes.toString(), ready.get('/c')]).toEqual([undefined, '/b', undefined]);
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
    expect(entry.bytes.toString()).toBe('old');
    expect(ready.get('/a')).toBeUndefined();
  }
});

test('a very long URL is not kept, and the same URL is kept once', () => {
  const ready = createReadyBytes();
  const long = `/?${'x'.repeat(500)}`;
  keep(ready, long, 'one');
  expect(ready.get(long)).toBeUndefined();
  keep(ready, '/a', 'one', 'first');
  keep(ready, '/a', 'one', 'second');
  expect(ready.get('/a')?.bytes.toString()).toBe('second');
});

test('at most 64 MB are kept: the oldest make room', () => {
  const ready = createReadyBytes();
  const megabytes = 'x'.repeat(20 * 1024 * 1024);
  for (const url of ['/1', '/2', '/3', '/4']) keep(ready, url, 'one', megabytes);
  expect(['/1', '/2', '/3', '/4'].map((u) => ready.get(u) !== undefined)).toEqual([false, true, true, true]);
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
