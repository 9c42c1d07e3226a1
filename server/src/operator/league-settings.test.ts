import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  capacityOf,
  foldSetting,
  foldSettings,
  leagueChange,
  leagueIncidents,
  noSettings,
  type LeagueActionKind,
  type LeagueEntry,
} from './league-settings.ts';

const entry = (kind: string, league: string, reason = 'why', capacity?: number): LeagueEntry => ({
  kind,
  atMark: 5,
  about: { id: league },
  reason,
  capacity,
});

describe('what holds for a league after the log', () => {
  it('is the last entry of each kind, league by league', () => {
    const settings = foldSettings([
      entry('league_closed', 'a', 'first'),
      entry('league_hidden', 'a', 'second'),
      entry('capacity_set', 'b', 'third', 120),
      entry('league_opened', 'a', 'fourth'),
      entry('capacity_set', 'b', 'fifth', 90),
    ]);
    expect([...settings]).toEqual([
      ['a', { closed: undefined, hidden: 'second', capacity: undefined, openedAt: 5 }],
      ['b', { closed: undefined, hidden: undefined, capacity: 90, openedAt: undefined }],
    ]);
    expect([capacityOf(settings, 'a', 100), capacityOf(settings, 'b', 100), capacityOf(settings, 'c', 100)]).toEqual([
      100, 90, 100,
    ]);
  });

  it('is not touched by entries about symbols, closes and bots', () => {
    const others = ['suspended', 'resumed', 'delisted', 'price_differs', 'close_voided', 'agent_retired'];
    expect(foldSettings(others.map((kind) => entry(kind, 'a'))).size).toBe(0);
  });
});

const closed = { ...noSettings, closed: 'x' };
const hidden = { ...noSettings, hidden: 'x' };
test.each([
  [{ action: 'close_league' }, noSettings, 0, 'league_closed'],
  [{ action: 'close_league' }, closed, 0, undefined],
  [{ action: 'open_league' }, closed, 0, 'league_opened'],
  [{ action: 'open_league' }, noSettings, 0, undefined],
  [{ action: 'hide_league' }, closed, 0, 'league_hidden'],
  [{ action: 'hide_league' }, hidden, 0, undefined],
  [{ action: 'show_league' }, hidden, 0, 'league_shown'],
  [{ action: 'show_league' }, closed, 0, undefined],
  [{ action: 'set_capacity', capacity: 95 }, noSettings, 95, 'capacity_set'],
  [{ action: 'set_capacity', capacity: 94 }, noSettings, 95, undefined],
  [{ action: 'set_capacity', capacity: 95 }, { ...noSettings, capacity: 95 }, 0, undefined],
  [{ action: 'set_capacity', capacity: 0 }, noSettings, 0, undefined],
  [{ action: 'set_capacity' }, noSettings, 0, undefined],
] as const)('%j on %j with %i bots in a tier: %s', (action, now, fullest, kind) => {
  expect(leagueChange(action, now, fullest)).toBe(kind);
});

it('makes an entry exactly when something is other after it', () => {
  const actions = fc.record({
    action: fc.constantFrom(...(Object.keys(leagueIncidents) as LeagueActionKind[])),
    capacity: fc.integer({ min: 0, max: 4 }),
    fullest: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 20 }), (asked) => {
      const settings = new Map([['a', noSettings]]);
      for (const { action, capacity, fullest } of asked) {
        const before = settings.get('a') ?? noSettings;
        const kind = leagueChange({ action, capacity }, before, fullest);
        const after = new Map(settings);
        foldSetting(after, entry(leagueIncidents[action], 'a', 'why', capacity));
        const isOther = JSON.stringify(after.get('a')) !== JSON.stringify(before);
        const fits = action !== 'set_capacity' || (capacity > 0 && capacity >= fullest);
        expect(kind).toBe(isOther && fits ? leagueIncidents[action] : undefined);
        if (kind) foldSetting(settings, entry(kind, 'a', 'why', capacity));
      }
    }),
  );
});
