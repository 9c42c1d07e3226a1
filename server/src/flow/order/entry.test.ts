import { expect, test } from 'vitest';
import type { LeagueUniverse } from '../../league/universe.ts';
import { leagueById } from '../../league/catalogue.ts';
import { leagueKinds } from '../../league/kinds.ts';
import { dayMs, markMs } from '../../lib/time.ts';
import { ordersOpen, type EntryMarket, type EntryTime } from './entry.ts';

const noon = Date.UTC(2026, 10, 22, 12);
const at = (minutes: number) => noon + minutes * 60_000;

function league(id: string, state: LeagueUniverse['state'] = 'live'): LeagueUniverse {
  const found = leagueById.get(id);
  if (!found) throw new Error(`no league ${id}`);
  return { league: found, state, symbols: new Map(), unfit: new Map(), largest: [] };
}

const base = 8453;
const market: EntryMarket = {
  lastMark: noon,
  healthyAt: new Map([[base, noon]]),
  needed: new Map([['spot_crypto', new Set([base])]]),
  settings: new Map(),
  ended: undefined,
  sessions: new Map(),
  suspended: new Map(),
};
const time: EntryTime = {
  now: noon,
  realPerTick: 1,
  readDelayMs: 0,
  openedAt: noon - dayMs,
  coverage: undefined,
  chains: new Map([[base, 'Base']]),
};
const spot = league('spot_crypto');
const open = { open: true, reason: null };

test('the example of the header: open for 10 minutes after the last reading, then closed until the next mark', () => {
  const later = (minutes: number) =>
    ordersOpen(spot, { ...market, lastMark: at(minutes) }, { ...time, now: at(minutes) });
  expect(later(10)).toEqual(open);
  expect(later(15)).toEqual({
    open: false,
    reason: 'Base has given no reading since 2026-11-22T12:00:00.000Z.',
    retryAfterSeconds: 300,
  });
});

test('marks that are late close a league, too, and it says that they are late', () => {
  const now = at(15) + 10_000;
  expect(ordersOpen(spot, market, { ...time, now })).toMatchObject({
    open: false,
    reason: 'Marks are late: prices were last read at 2026-11-22T12:00:00.000Z.',
    retryAfterSeconds: 290,
  });
  expect(ordersOpen(spot, market, { ...time, now: at(14) })).toEqual(open);
});

test('a source that was never healthy is counted from the start of the data, for a day', () => {
  const never = (openedAt: number) =>
    ordersOpen(spot, { ...market, healthyAt: new Map() }, { ...time, openedAt, chains: undefined }).reason;
  expect(never(noon - 2 * markMs)).toBeNull();
  expect(never(noon - 3 * markMs)).toBe(
    'The price source has given no reading since the start at 2026-11-22T11:45:00.000Z.',
  );
  expect(never(noon - 2 * dayMs)).toBe('The price source has given no reading since before 2026-11-21T12:00:00.000Z.');
});

test('a source that no tradable symbol of the league needs closes nothing', () => {
  expect(ordersOpen(spot, { ...market, healthyAt: new Map(), needed: new Map() }, time)).toEqual(open);
});

test('a league is closed for good reasons first: its kind, its universe, the operator, the recorded prices', () => {
  const closed = new Map([['spot_crypto', { closed: 'Pools move.' }]]);
  const reason = (...[l, m = market, t = time]: Partial<Parameters<typeof ordersOpen>>) =>
    ordersOpen(l ?? spot, m, t).reason;
  expect(reason(league('deal_finder', 'preview'))).toBe(leagueKinds.task.notOpen);
  expect(reason(league('spot_crypto', 'preview'))).toBe(leagueKinds.trading.notOpen);
  expect(reason(spot, { ...market, settings: closed })).toBe('The operator has closed it: Pools move.');
  const recorded = (from: number, to: number) => reason(spot, market, { ...time, coverage: { from, to } });
  expect(recorded(noon - dayMs, noon)).toBe('The recorded prices end at 2026-11-22T12:00:00.000Z.');
  expect(recorded(noon + dayMs + 1, noon + 9 * dayMs)).toBe('The recorded prices begin at 2026-11-23T12:00:00.001Z.');
  expect(recorded(noon + dayMs, noon + 9 * dayMs)).toBeNull();
});

test('closed while the exchanges of all its symbols are, and until the first of them opens', () => {
  // Before the opening of New York and Toronto; the sources are not asked for what they cannot have.
  const now = Date.parse('2026-11-23T08:00:00Z');
  const york = { exchange: 'NYSE', stepMs: 60_000 } as const;
  const toronto = { exchange: 'TSX', stepMs: 900_000 } as const;
  const stocks = {
    ...spot,
    symbols: new Map(['A-USD', 'B-USD'].map((s) => [s, {} as never])),
  };
  const closed = (sessions: EntryMarket['sessions'], suspended: EntryMarket['suspended'] = new Map()) =>
    ordersOpen(
      stocks,
      { ...market, lastMark: now, healthyAt: new Map([[base, now]]), sessions, suspended },
      { ...time, now },
    );
  const opensAt = Date.parse('2026-11-23T14:30:00Z');
  const both: EntryMarket['sessions'] = new Map<string, typeof york | typeof toronto>([
    ['A-USD', toronto],
    ['B-USD', york],
  ]);
  expect(closed(both)).toEqual({
    open: false,
    reason: expect.stringMatching(/^Its markets are closed\. .*2026-11-23T14:30:00\.000Z on\.$/) as string,
    opensAt,
  });
  expect(closed(new Map([['A-USD', york]]))).toEqual(open);
  // What is frozen opens no league.
  expect(closed(new Map([['A-USD', toronto]]), new Map([['B-USD', { kind: 'suspended' }]]))).toMatchObject({
    open: false,
    opensAt: Date.parse('2026-11-23T14:40:00Z'),
  });
  expect(closed(both, new Map(['A-USD', 'B-USD'].map((s) => [s, { kind: 'suspended' as const }])))).toEqual(open);
});
