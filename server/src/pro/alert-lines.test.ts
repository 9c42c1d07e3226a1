import { expect, it } from 'vitest';
import type { AgentEvent } from 'papertape-contract/event';
import type { Incident } from '../operator/incident.ts';
import { eventLine, incidentLine } from './alert-lines.ts';

const all = ['rank_change', 'fill', 'rejection', 'tier_change', 'incident'] as const;
const common = { id: 'x', at: '2026-03-03T00:00:00.000Z', cursor: 'evt_x' };
const close = (move: number | null): AgentEvent => ({
  ...common,
  type: 'close',
  data: {
    league: 'spot_crypto',
    date: '2026-03-03',
    value_usd: 101_000,
    return_pct: 1,
    rank: 3,
    tied: false,
    of: 40,
    move,
    stale: false,
  },
});

it('a close is an alert when the rank changed', () => {
  expect(eventLine(close(2), all)).toBe('2026-03-03: rank 3 of 40, up 2; $101000.00 (1.00%).');
  expect(eventLine(close(-1), all)).toContain('down 1');
  expect([eventLine(close(0), all), eventLine(close(null), all)]).toEqual([undefined, undefined]);
  expect(eventLine(close(2), ['fill'])).toBeUndefined();
});

it('a tier change names both tiers, and only where it is wanted', () => {
  const move: AgentEvent = {
    ...common,
    type: 'tier_move',
    data: {
      league: 'spot_crypto',
      week: '2026-W10',
      close: '2026-03-09T00:00:00.000Z',
      from: 'Qualifying',
      to: 'Division 4',
      why: 'promoted',
      place: 1,
      week_return_pct: 3,
    },
  };
  expect(eventLine(move, ['tier_change'])).toBe(
    '2026-03-03 00:00 UTC: from Qualifying to Division 4 (promoted, 2026-W10).',
  );
  expect(eventLine(move, ['fill'])).toBeUndefined();
});

it('an incident is an alert of those whom it concerns', () => {
  const of = { botId: 'agt_a', league: 'multi', symbols: new Set(['BTC-USD']) };
  const line = (kind: Incident['about']['kind'], id: string): string | undefined =>
    incidentLine(
      {
        id: 7,
        atMark: 0,
        kind: 'suspended',
        about: { kind, id },
        price: null,
        priceAt: null,
        by: 'engine',
        reason: 'r',
      },
      all,
      of,
    );
  expect(line('symbol', 'BTC-USD')).toBe('1970-01-01 00:00 UTC: incident 7, suspended (BTC-USD): r');
  const others = [line('bot', 'agt_a'), line('league', 'multi'), line('close', 'multi/2026-03-02'), line('mark', 'm')];
  expect(others.every((l) => l !== undefined)).toBe(true);
  const strange = [line('symbol', 'X'), line('bot', 'agt_b'), line('league', 'tokenized'), line('close', 'multix/1')];
  expect(strange).toEqual([undefined, undefined, undefined, undefined]);
});
