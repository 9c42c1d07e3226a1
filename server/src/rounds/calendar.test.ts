import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { dayMs, hourMs } from '../lib/time.ts';
import { parseRoundId, parseRoundName, roundAt, roundIdFloor, roundIdPattern } from './calendar.ts';

const wednesday = Date.parse('2026-11-18T09:14:03.118Z');
const instants = fc.integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2100-01-01T00:00:00Z') });

test('a round is the day in which an instant lies, named by its ISO week date', () => {
  const round = roundAt('deal_finder', wednesday);
  expect({ ...round, id: '' }).toEqual({
    id: '',
    league: 'deal_finder',
    name: '2026-W47-3',
    week: '2026-W47',
    committedAt: Date.parse('2026-11-17T00:00:00Z'),
    opensAt: Date.parse('2026-11-18T00:00:00Z'),
    closesAt: Date.parse('2026-11-18T23:00:00Z'),
  });
  expect(round.id).toMatch(roundIdPattern);
});

test.each([
  ['2027-01-01T00:00:00Z', '2026-W53-5'],
  ['2026-12-31T23:59:59.999Z', '2026-W53-4'],
  ['2027-01-04T00:00:00Z', '2027-W01-1'],
])('the round of %s is %s', (at, name) => expect(roundAt('web_q_a', Date.parse(at)).name).toBe(name));

test('names and ids are read back', () => {
  fc.assert(
    fc.property(instants, (at) => {
      const round = roundAt('deal_finder', at);
      expect(parseRoundName('deal_finder', round.name)).toEqual(round);
      expect(parseRoundId(['web_q_a', 'deal_finder'], round.id)).toEqual(round);
      expect(parseRoundId(['web_q_a'], round.id)).toBeUndefined();
      expect(round.closesAt - round.opensAt).toBe(23 * hourMs);
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

test.each(['2026-W47-8', '2026-W47-0', '2025-W53-1', '2026-W47', '2026-47-3', '', 'rnd_', '2026-W47-3\u0000'])(
  '%j names no round',
  (text) => {
    expect(parseRoundName('deal_finder', text)).toBeUndefined();
    expect(parseRoundId(['deal_finder'], text)).toBeUndefined();
  },
);
