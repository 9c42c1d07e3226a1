import { expect, test } from 'vitest';
import { createOwnBytes, type OwnBytes, type OwnPlace } from './own-bytes.ts';

const at = (own: OwnBytes, more: Partial<OwnPlace> = {}): OwnPlace => {
  const place = { url: '/tasks', botId: 'agt_1', byKey: true, ...more };
  return { ...place, version: own.version(place.botId) };
};

function keep(own: OwnBytes, text: string, more: Partial<OwnPlace> = {}): void {
  own.keep(at(own, more), Buffer.from(text), {}, []);
}

const read = (own: OwnBytes, url = '/tasks', bot?: string): string | undefined =>
  own.get(url, () => bot)?.bytes.toString();

test('what takes a key is for the bot of the key alone, and what does not is for whoever has the address', () => {
  const own = createOwnBytes(() => 0);
  keep(own, 'of one');
  keep(own, 'of two', { botId: 'agt_2' });
  keep(own, 'page', { url: '/page', byKey: false });
  expect([read(own, '/tasks', 'agt_1'), read(own, '/tasks', 'agt_2')]).toEqual(['of one', 'of two']);
  expect([read(own, '/tasks'), read(own, '/tasks', 'agt_3'), read(own, '/tasks', '')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([read(own, '/page'), read(own, '/page', 'agt_2')]).toEqual(['page', 'page']);
  // Nobody is asked for the bot of a key where nothing is kept for one.
  own.get('/page', () => expect.fail('asked'));
  own.get('/other', () => expect.fail('asked'));
});

test('a change of the bot drops all that is kept for it and nothing else, and a mark drops everything', () => {
  const own = createOwnBytes(() => 0);
  const keepAll = (): void => {
    keep(own, 'tasks');
    keep(own, 'page', { url: '/page', byKey: false });
    keep(own, 'of two', { botId: 'agt_2' });
  };
  keepAll();
  own.changed('agt_1');
  expect([read(own, '/tasks', 'agt_1'), read(own, '/page'), read(own, '/tasks', 'agt_2')]).toEqual([
    undefined,
    undefined,
    'of two',
  ]);
  keepAll();
  own.dropAll();
  expect([read(own, '/tasks', 'agt_1'), read(own, '/page'), read(own, '/tasks', 'agt_2')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('what was made before a change and comes after it is served once and not kept', () => {
  const own = createOwnBytes(() => 0);
  own.changed('agt_1');
  for (const change of [() => own.changed('agt_1'), () => own.dropAll()]) {
    const before = at(own);
    change();
    expect(own.keep(before, Buffer.from('old'), {}, []).bytes.toString()).toBe('old');
    expect(read(own, '/tasks', 'agt_1')).toBeUndefined();
  }
});

test('from its instant on it is not served, and what comes after it is not kept', () => {
  let now = 10;
  const own = createOwnBytes(() => now);
  keep(own, 'open', { until: 12 });
  now = 11;
  expect(read(own, '/tasks', 'agt_1')).toBe('open');
  now = 12;
  expect(read(own, '/tasks', 'agt_1')).toBeUndefined();
  keep(own, 'late', { until: 12 });
  now = 11;
  expect(read(own, '/tasks', 'agt_1')).toBe('open');
});

test('nobody else may keep it, and its head is complete', () => {
  const own = createOwnBytes(() => 0);
  const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src 'none'" };
  const counts = [['pagesPerBot', 'agt_1']] as const;
  const entry = own.keep(at(own), Buffer.from('page'), headers, counts);
  expect(entry.headers).toMatchObject({ ...headers, 'Cache-Control': 'no-store', 'Content-Length': 4 });
  expect(entry.head.filter((_, i) => i % 2 === 0)).toEqual(Object.keys(entry.headers));
  expect(own.get('/tasks', () => 'agt_1')?.counts).toBe(counts);
});

test('at most 16 MB are kept: the oldest make room; what is very large, or has a very long address, is not kept', () => {
  const own = createOwnBytes(() => 0);
  const large = 'x'.repeat(250_000);
  for (let i = 0; i < 80; i++) keep(own, large, { url: `/${i}` });
  const left = Array.from({ length: 80 }, (_, i) => i).filter((i) => read(own, `/${i}`, 'agt_1') !== undefined);
  expect(left).toEqual(Array.from({ length: 66 }, (_, i) => i + 14));
  keep(own, 'x'.repeat(300_000), { url: '/large' });
  keep(own, 'x', { url: `/${'x'.repeat(500)}` });
  expect([read(own, '/large', 'agt_1'), read(own, `/${'x'.repeat(500)}`, 'agt_1')]).toEqual([undefined, undefined]);
});
