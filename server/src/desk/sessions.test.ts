/** Sessions and wrong tokens at their exact edges. */
import { expect, test } from 'vitest';
import { seededBytes } from '../lib/seeded-random.ts';
import {
  createAttempts,
  createSessions,
  idleMsMax,
  sessionMsMax,
  sessionsMax,
  wrongTokensMax,
  wrongTokensMs,
} from './sessions.ts';

function stepped() {
  let at = 1_000_000;
  return { now: () => at, pass: (ms: number) => void (at += ms) };
}

test('a session ends when it was not used for an hour, and 12 hours after it began however it is used', () => {
  const { now, pass } = stepped();
  const sessions = createSessions({ now, random: seededBytes('desk') });
  const kept = sessions.begin();
  pass(idleMsMax - 1);
  expect(sessions.find(kept)).toBeDefined();
  pass(idleMsMax);
  expect(sessions.find(kept)).toBeUndefined();
  const busy = sessions.begin();
  for (let used = 0; used + idleMsMax - 1 < sessionMsMax; used += idleMsMax - 1) {
    expect(sessions.find(busy), `${used}`).toBeDefined();
    pass(idleMsMax - 1);
  }
  const age = Math.floor((sessionMsMax - 1) / (idleMsMax - 1)) * (idleMsMax - 1);
  expect(sessions.find(busy)).toBeDefined();
  pass(sessionMsMax - 1 - age);
  expect(sessions.find(busy)).toBeDefined();
  pass(1);
  expect(sessions.find(busy)).toBeUndefined();
});

test('what a browser keeps differs each time, and opens its own session only', () => {
  const { now } = stepped();
  const sessions = createSessions({ now, random: seededBytes('desk') });
  const kept = Array.from({ length: sessionsMax }, () => sessions.begin());
  expect(new Set(kept).size).toBe(sessionsMax);
  expect(new Set(kept.map((k) => sessions.find(k)?.formKey)).size).toBe(sessionsMax);
  sessions.end(kept[3]);
  expect(kept.map((k) => sessions.find(k) !== undefined)).toEqual(kept.map((_, i) => i !== 3));
  expect([undefined, '', 'x'.repeat(43)].map((none) => sessions.find(none))).toEqual([undefined, undefined, undefined]);
});

test('the tenth wrong token of an address shuts it until 15 minutes after the first; a /64 is one address', () => {
  const { now, pass } = stepped();
  const attempts = createAttempts(now);
  for (let i = 0; i < wrongTokensMax; i++) {
    expect(attempts.waitMs('203.0.113.9'), `${i}`).toBe(0);
    attempts.failed('203.0.113.9');
    attempts.failed(`2001:db8::${i + 1}`);
  }
  expect(attempts.waitMs('203.0.113.9')).toBe(wrongTokensMs);
  expect(attempts.waitMs('2001:db8::ffff')).toBe(wrongTokensMs);
  expect(attempts.waitMs('2001:db8:0:1::1')).toBe(0);
  expect(attempts.waitMs('203.0.113.10')).toBe(0);
  pass(wrongTokensMs - 1);
  expect(attempts.waitMs('203.0.113.9')).toBe(1);
  pass(1);
  expect(attempts.waitMs('203.0.113.9')).toBe(0);
  attempts.failed('203.0.113.9');
  expect(attempts.waitMs('203.0.113.9')).toBe(0);
});

test('so many addresses are remembered, and no more', () => {
  const { now } = stepped();
  const attempts = createAttempts(now);
  const shut = '198.51.100.1';
  for (let i = 0; i < wrongTokensMax; i++) attempts.failed(shut);
  for (let i = 0; i < 9_999; i++) attempts.failed(`10.0.${i >> 8}.${i & 255}`);
  expect(attempts.waitMs(shut)).toBeGreaterThan(0);
  attempts.failed('10.1.0.0');
  expect(attempts.waitMs(shut)).toBe(0);
});
