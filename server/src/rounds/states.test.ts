import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hourMs, markMs } from '../lib/time.ts';
import { roundAt } from './calendar.ts';
import { nextFact, scoringDaysMax, stateOf, type FactName, type Ready } from './states.ts';

const round = roundAt('deal_finder', Date.parse('2026-11-18T00:00:00Z'));
const { committedAt, opensAt, closesAt } = round;
const prompt: Ready = { prepared: 'yes', graded: true };
const slow: Ready = { prepared: 'no', graded: false };

/** Does every mark of a span and notes each fact with its distance to the opening in minutes. */
function live(readyAt: (mark: number) => Ready, from = committedAt - markMs, to = closesAt + 15 * 24 * hourMs) {
  const names = new Set<FactName>();
  const told: string[] = [];
  for (let mark = from; mark <= to; mark += markMs) {
    for (
      let fact = nextFact(round, names, mark, readyAt(mark));
      fact;
      fact = nextFact(round, names, mark, readyAt(mark))
    ) {
      names.add(fact.name);
      told.push(`${(mark - opensAt) / 60_000} ${fact.reason ?? fact.name}`);
    }
  }
  return told;
}

test('a round whose work is done at once goes through its facts, each at its mark', () => {
  expect(live(() => prompt)).toEqual([
    '-1440 committed',
    '-5 beacon',
    '0 opened',
    '0 keyed',
    '1380 closed',
    '1385 scored',
  ]);
});

test('what is late comes at the mark at which it is there', () => {
  const at = (mark: number): Ready => ({
    prepared: mark >= opensAt + 20 * 60_000 ? 'yes' : 'no',
    graded: mark >= closesAt + 40 * 60_000,
  });
  expect(live(at)).toEqual(['-1440 committed', '-5 beacon', '0 opened', '20 keyed', '1380 closed', '1420 scored']);
});

test('a round that cannot be held is void, and says why', () => {
  expect(live(() => ({ ...prompt, prepared: 'unsound' })).at(-1)).toBe('0 no_sound_variant');
  expect(live(() => slow).at(-1)).toBe('1380 not_ready');
  expect(live(() => ({ ...prompt, graded: false })).at(-1)).toBe(`${1380 + scoringDaysMax * 24 * 60} not_graded`);
  expect(nextFact(round, new Set(['committed']), opensAt, prompt)).toEqual({ name: 'void', reason: 'no_beacon' });
});

test('a round whose commitment was missed never begins', () => {
  expect(live(() => prompt, committedAt + markMs)).toEqual([]);
});

test('whatever is ready when, facts come in one order, each once, and a round ends', () => {
  const order = ['committed', 'beacon', 'opened', 'keyed', 'closed', 'scored'];
  const minutes = fc.integer({ min: -2_000, max: 30_000 });
  fc.assert(
    fc.property(minutes, minutes, (prepared, graded) => {
      const told = live((mark) => ({
        prepared: mark >= opensAt + prepared * 60_000 ? 'yes' : 'no',
        graded: mark >= opensAt + graded * 60_000,
      })).map((line) => line.split(' ')[1] ?? '');
      const last = told.pop() ?? '';
      expect(told).toEqual(order.slice(0, told.length));
      expect(['scored', 'not_ready', 'not_graded']).toContain(last);
    }),
    { numRuns: 20 },
  );
});

test('the state goes by the facts and the clock', () => {
  const all: FactName[] = ['committed', 'beacon', 'opened', 'keyed', 'closed', 'scored'];
  const of = (count: number, now: number) => stateOf(round, new Set(all.slice(0, count)), now);
  expect(of(0, opensAt)).toBe('scheduled');
  expect(of(1, opensAt - 1)).toBe('committed');
  expect(of(4, opensAt)).toBe('open');
  expect(of(4, closesAt - 1)).toBe('open');
  expect(of(4, closesAt)).toBe('closed');
  expect(of(6, closesAt + markMs)).toBe('scored');
  expect(stateOf(round, new Set(['committed', 'void']), opensAt)).toBe('void');
});
