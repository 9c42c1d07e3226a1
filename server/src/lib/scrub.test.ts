import { describe, expect, test } from 'vitest';
import { createScrub } from './scrub.ts';

const key = `ptk_${'A1b2'.repeat(9)}xy`;

describe('what is taken out of a line', () => {
  test.each([
    [`the key ${key} was sent`, 'the key ptk_[secret] was sent'],
    [`a contact's, ptc_${'z'.repeat(38)}.`, "a contact's, ptc_[secret]."],
    ['signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=', 'signed with whsec_[secret]'],
    ['550 5.1.1 <ada+bots@mail.example.org>: no such user', '550 5.1.1 <[mail]>: no such user'],
    ["to o'neil@localhost", 'to [mail]'],
    [
      'connect to postgres://league:hunter2@db.example:5432/league',
      'connect to postgres://[secret]@db.example:5432/league',
    ],
    ['GET /recover/3fae-1_x?y=1', 'GET /recover/…?y=1'],
    ['GET /contact/abc', 'GET /contact/…'],
    ['POST /newsletter/leave/abc', 'POST /newsletter/leave/…'],
    ['POST /alerts/stop/abc', 'POST /alerts/stop/…'],
    ['GET /newsletter/confirm/abc-_?x', 'GET /newsletter/confirm/…?x'],
    ['GET /newsletter/2026-W10', 'GET /newsletter/2026-W10'],
  ])('%s', (line, clean) => {
    expect(createScrub()(line)).toBe(clean);
  });

  test('secrets of the settings, as they stand in JSON, also where one is a part of another', () => {
    const scrub = createScrub(['hunter2"quoted', 'hunter2', 'abc']);
    const line = JSON.stringify({ error: 'password hunter2"quoted of hunter2, and abc' });
    expect(JSON.parse(scrub(line))).toEqual({ error: 'password [secret] of [secret], and abc' });
  });
});

test('what is none stays, the stack of an error among it', () => {
  const scrub = createScrub();
  for (const line of [
    'at run (/srv/node_modules/@fastify/proxy-addr/index.js:7:11)',
    'agt_06h08v9r3qsqf9c7 in spot_crypto at 2026-03-02T10:00:00.000Z',
    '/contact and /recover, /api/agents/recover-key',
  ])
    expect(scrub(line)).toBe(line);
});

test('a line of a megabyte takes as long as it is long', () => {
  const scrub = createScrub();
  const time = (length: number): number => {
    const line = 'a'.repeat(length) + '@';
    // The quickest of five: what else the machine does is not the line's.
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      scrub(line);
      return performance.now() - begun;
    });
    return Math.min(...times);
  };
  time(100_000);
  // Of a quadratic one it would be a hundred times.
  expect(time(1_000_000)).toBeLessThan(40 * Math.max(0.2, time(100_000)));
});
