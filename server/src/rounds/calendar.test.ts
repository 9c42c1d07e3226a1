import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { dayMs, hourMs } from '../lib/time.ts';
import { parseRoundId, parseRoundName, roundAt, roundIdFloor, roundIdPattern, weeklyEnding } from './calendar.ts';

const cadences = fc.constantFrom('daily' as const, 'weekly' as const);
const wednesday = Date.parse('2026-11-18T09:14:03.118Z');
const instants = fc.integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2100-01-01T00:00:00Z') });

test('a round is the day in which an instant lies, named by its ISO week date', () => {
  const round = roundAt('deal_finder', wednesday);
  expect({ ...round, id: '' }).toEqual({
    id: '',
    league: 'deal_finder',
    cadence: 'daily',
    name: '2026-W47-3',
    week: '2026-W47',
    committedAt: Date.parse('2026-11-17T00:00:00Z'),
    opensAt: Date.parse('2026-11-18T00:00:00Z'),
    closesAt: Date.parse('2026-11-18T23:00:00Z'),
  });
  expect(round.id).toMatch(roundIdPattern);
});

test('a weekly round is the ISO week in which an instant lies, and has its name', () => {
  const round = roundAt('deal_finder', wednesday, 'weekly');
  expect({ ...round, id: '' }).toEqual({
    id: '',
    league: 'deal_finder',
    cadence: 'weekly',
    name: '2026-W47',
    week: '2026-W47',
    committedAt: Date.parse('2026-11-15T00:00:00Z'),
    opensAt: Date.parse('2026-11-16T00:00:00Z'),
    closesAt: Date.parse('2026-11-22T23:00:00Z'),
  });
  expect(round.id).toMatch(roundIdPattern);
  expect(round.id.endsWith(weeklyEnding('deal_finder'))).toBe(true);
  const monday = roundAt('deal_finder', round.opensAt);
  expect(monday.id).not.toBe(round.id);
  expect(monday.id.slice(0, 13)).toBe(round.id.slice(0, 13));
});

test.each([
  ['2027-01-01T00:00:00Z', '2026-W53-5'],
  ['2026-12-31T23:59:59.999Z', '2026-W53-4'],
  ['2027-01-04T00:00:00Z', '2027-W01-1'],
])('the round of %s is %s', (at, name) => expect(roundAt('web_q_a', Date.parse(at)).name).toBe(name));

test('names and ids are read back', () => {
  fc.assert(
    fc.property(instants, cadences, (at, cadence) => {
      const round = roundAt('deal_finder', at, cadence);
      expect(parseRoundName('deal_finder', round.name)).toEqual(round);
      expect(parseRoundId(['web_q_a', 'deal_finder'], round.id)).toEqual(round);
      expect(parseRoundId(['web_q_a'], round.id)).toBeUndefined();
      expect(round.closesAt - round.opensAt).toBe(((cadence === 'weekly' ? 6 : 0) * 24 + 23) * hourMs);
      expect(round.opensAt <= at).toBe(true);
    }),
  );
});

test('ids sort by the opening, and the floor of an opening stands between those before and those from it on', () => {
  fc.assert(
    fc.property(instants, (at) => {
      const [before, round] = [roundAt('web_q_a', at - dayMs), roundAt('deal_finder', at)];
      expect(before.id < round.id).toBe(true);
      const floor = roundIdFloor(round.opensAt);
      expect(floor).toMatch(roundIdPattern);
      expect(before.id < floor && floor <= round.id, `${iso(round.opensAt)} ${floor} ${round.id}`).toBe(true);
    }),
  );
});

test.each([
  '2026-W47-8',
  '2026-W47-0',
  '2025-W53-1',
  '2026-W54',
  '2026-W47-',
  '2026-47-3',
  '',
  'rnd_',
  '2026-W47-3\u0000',
])('%j names no round', (text) => {
  expect(parseRoundName('deal_finder', text)).toBeUndefined();
  expect(parseRoundId(['deal_finder'], text)).toBeUndefined();
});
