/** Strategies on recorded minutes, hours and days of a fund in New York, around Thanksgiving of 2026. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Strategy } from 'papertape-client';
import { afterAll, expect, test } from 'vitest';
import { writeSessions } from '../../test/harness/session-recording.ts';
import { decisionTimes } from './schedule.ts';
import { iso } from '../lib/clock.ts';
import { openPrices } from './prices-file.ts';
import { runArena } from './run.ts';

const wednesday = Date.parse('2026-11-25T00:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'papertape-sessions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const half: Strategy = ({ symbols }) => ({ [symbols.at(-1) ?? 'SPY-USD']: 0.5 });

function play(stepSeconds: number, every: string, league = 'etfs', decide = half) {
  writeSessions(folder, wednesday, 7, stepSeconds);
  const arrivals: string[] = [];
  const { arena } = runArena({
    source: openPrices(folder, league),
    league,
    schedule: decisionTimes(every),
    entrants: [{ name: 'one', decide }],
    seed: '1',
    decisionMsMax: 10_000,
    onOutcome: (_bot, { receivedAt, result }) =>
      void arrivals.push(`${iso(receivedAt).slice(8, 16)} ${result.outcome}`),
    now: () => performance.now(),
  });
  const bot = arena.bots[0];
  return { arrivals, failures: [...arena.failures.values()], sent: bot?.sent, refused: bot?.refused };
}

test('an order outside the sessions is refused and counted, and the strategy goes on', () => {
  const { arrivals, failures, sent, refused } = play(60, '30m');
  expect(failures).toEqual([]);
  const ofDay = (day: string): string[] => arrivals.filter((a) => a.startsWith(day));
  expect(ofDay('26')).toEqual([]);
  expect(ofDay('27')).toEqual(['14:30', '15:00', '15:30', '16:00', '16:30', '17:00'].map((t) => `27T${t} filled`));
  expect(ofDay('28')).toEqual([]);
  expect(ofDay('30')[0]).toBe('30T14:30 filled');
  expect(arrivals.every((a) => a.endsWith('filled'))).toBe(true);
  expect(sent).toBe(arrivals.length);
  expect(Object.keys(refused ?? {})).toEqual(['market_closed']);
});

test('by the day: at midnight the exchange is closed', () => {
  const { arrivals, failures, sent, refused } = play(60, 'day');
  expect([arrivals, failures, sent]).toEqual([[], [], 0]);
  expect(refused).toEqual({ market_closed: 6 });
});

test('prices of an hour are played within the sessions, of a day around the clock', () => {
  expect(play(3_600, '30m').arrivals.filter((a) => a.startsWith('27'))).toEqual([
    '27T15:30 filled',
    '27T16:00 filled',
    '27T16:30 filled',
    '27T17:00 filled',
  ]);
  const daily = play(86_400, 'day');
  expect(daily.refused).toEqual({});
  expect(daily.arrivals.length).toBeGreaterThan(3);
  expect(daily.arrivals.every((a) => a.endsWith('filled'))).toBe(true);
});

test('who holds the fund cannot trade a coin until it opens, who holds none can', () => {
  const { arrivals, refused } = play(60, '2h', 'multi', ({ at }) => {
    const buys = at.startsWith('2026-11-27T16');
    return buys ? { 'SPY-USD': 0.5 } : { 'BTC-USD': 0.5 };
  });
  const from = (first: string, last: string): string[] => arrivals.filter((a) => a >= first && a < last);
  expect(from('26', '27T16')).toHaveLength(20);
  expect(from('27T16', '30T18')).toEqual(['27T16:00 filled', '30T16:00 filled']);
  expect(from('30T18', '31')).toHaveLength(3);
  expect(refused).toEqual({ market_closed: 35 });
});
