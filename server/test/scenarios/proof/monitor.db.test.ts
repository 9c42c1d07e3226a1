/** `papertape monitor`: goes on from what it kept, across restarts, and tells what differs once it does. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMonitor } from '../../../src/cli/monitor.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let state: string;
const bots: Bot[] = [];
let asked: string[] = [];

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), 'papertape-monitor-'));
  league = await openLeague({ start: '2026-03-01T20:00:00Z' });
  for (let i = 0; i < 3; i++) bots.push(await league.enter({ name: `Bot ${i}` }));
  for (const [i, bot] of bots.entries()) await bot.weights({ 'BTC-USD': 0.2 * (i + 1) });
  await league.advance({ hours: 5 });
});
afterAll(async () => {
  await league.close();
  rmSync(state, { recursive: true });
});

/** @param change what the service answers to a path, otherwise than it does. */
async function monitor(change?: (path: string, body: string) => string): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  asked = [];
  const between: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    asked.push(pathname);
    const answer = await fetch(input, init);
    if (!change || pathname.startsWith('/tile/')) return answer;
    return new Response(change(pathname, await answer.text()), answer);
  };
  const sleep = async (): Promise<void> => undefined;
  const write = (line: string): void => void lines.push(line);
  const code = await runMonitor({ url: league.url, state, once: true, write, fetch: between, sleep });
  return { code, lines };
}

test('a first round does every mark again, a day at a time', async () => {
  const { code, lines } = await monitor();
  expect([code, lines]).toEqual([
    0,
    [
      expect.stringMatching(/^ +\d+ entries, up to the mark 2026-03-02T00:00:00.000Z: all holds\.$/),
      expect.stringMatching(/^ +\d+ entries, up to the mark 2026-03-02T01:00:00.000Z: all holds\.$/),
    ],
  ]);
});

test('a later round does the new marks only', async () => {
  for (const bot of bots) await bot.weights({ 'ETH-USD': 0.5 });
  await league.advanceTo('2026-03-03T00:30:00Z');
  expect((await monitor()).code).toBe(0);
  const marks = asked.filter((path) => path.startsWith('/api/log/readings/'));
  // Those of the new marks, and of the first windows that end after the restart.
  expect(marks.length).toBeLessThan(24 * 12 + 20);
  expect(asked.filter((path) => path.startsWith('/api/fills/'))).toHaveLength(3);
  expect((await monitor()).code).toBe(0);
  expect(asked.filter((path) => path.startsWith('/api/fills/'))).toEqual([]);
});

test('what differs is told, kept nowhere as good, and found again', async () => {
  for (const bot of bots) await bot.weights({ 'ETH-USD': 0.1 });
  await league.advance({ hours: 1 });
  const before = readFileSync(join(state, 'state.json'), 'utf8');
  const changed = (path: string, body: string): string =>
    path.startsWith('/api/fills/') ? body.replace(/"value_after":"\d/, '"value_after":"2') : body;
  for (let i = 0; i < 2; i++) {
    const { code, lines } = await monitor(changed);
    expect(code).toBe(1);
    expect(lines.filter((line) => line.startsWith('DIFFERS'))[0]).toMatch(/^DIFFERS {2}value after/);
    expect(readFileSync(join(state, 'state.json'), 'utf8')).toBe(before);
  }
  expect((await monitor()).code).toBe(0);
});

test('another log of the same key is found, and both signed checkpoints are kept', async () => {
  const file = join(state, 'state.json');
  const good = readFileSync(file, 'utf8');
  const { note } = (JSON.parse(good) as { state: { log: { note: string } } }).state.log;
  const [, , root = ''] = note.split('\n');
  // As if another root had been signed for the entries that are kept.
  writeFileSync(
    file,
    good.replaceAll(
      root,
      root.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
    ),
  );
  await league.advance({ minutes: 10 });
  const { code, lines } = await monitor();
  expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^DIFFERS {2}the log goes on from the \d+ entries/)]);
  const kept = lines.find((line) => line.includes('checkpoints-after-')) ?? '';
  const evidence = readFileSync(kept.replace(/.* in (.*)\.$/, '$1'), 'utf8');
  expect(evidence.match(/— \S+ \S+\n/g)).toHaveLength(2);
  writeFileSync(file, good);
  expect((await monitor()).code).toBe(0);
});
