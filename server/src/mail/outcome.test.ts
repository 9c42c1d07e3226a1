import { expect, test } from 'vitest';
import { awayWaitMs, mailWaitMs, outcomeOf, type SmtpFault } from './outcome.ts';

const fault = (command: string, reply?: number, code = 'EENVELOPE'): SmtpFault => ({ code, command, reply });

test('what becomes of a mail by what the server said, and to what', () => {
  for (const [why, isBegun, became] of [
    // Nothing of it was given away.
    [fault('CONN', undefined, 'ECONNREFUSED'), false, 'away'],
    [fault('CONN', 421, 'ECONNECTION'), false, 'away'],
    [fault('AUTH PLAIN', 535, 'EAUTH'), false, 'away'],
    [fault('MAIL FROM', 451), false, 'away'],
    [fault('MAIL FROM', 553), false, 'away'],
    [fault('RCPT TO', 421), false, 'away'],
    [fault('RCPT TO', 450), false, 'later'],
    [fault('RCPT TO', 499), false, 'later'],
    [fault('RCPT TO', 503), false, 'later'],
    [fault('RCPT TO', 500), false, 'refused'],
    [fault('RCPT TO', 550), false, 'refused'],
    [fault('DATA', 452), false, 'later'],
    [fault('DATA', 554), false, 'refused'],
    [fault('API', undefined, 'ESTREAM'), false, 'away'],
    [fault('API', undefined), false, 'refused'],
    // All of it was.
    [fault('DATA', 451, 'EMESSAGE'), true, 'later'],
    [fault('DATA', 554, 'EMESSAGE'), true, 'refused'],
    [fault('CONN', 421, 'ECONNECTION'), true, 'away'],
    [fault('CONN', undefined, 'ETIMEDOUT'), true, 'unclear'],
    [fault('CONN', undefined, 'ECONNECTION'), true, 'unclear'],
    [{ code: undefined, command: undefined, reply: undefined }, true, 'unclear'],
    [{ code: undefined, command: undefined, reply: undefined }, false, 'away'],
  ] as const)
    expect(outcomeOf(why, isBegun), JSON.stringify(why)).toEqual({ became, why });
});

test('waits grow to a bound and stay there', () => {
  const minutes = (of: (n: number) => number): number[] =>
    [1, 2, 3, 4, 5, 6, 7, 8, 100, 10_000].map((n) => of(n) / 60_000);
  expect(minutes(mailWaitMs)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
  expect(minutes(awayWaitMs).map((m) => m * 60)).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600, 600]);
});
