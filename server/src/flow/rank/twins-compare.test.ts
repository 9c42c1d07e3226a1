import { describe, expect, test } from 'vitest';
import { compareLeague, monthBegun, twinsFrom } from './twins-compare.ts';
import { twinBotsMax } from './twins.ts';

const close = Date.parse('2026-12-01T00:00:00Z');

describe('a league compared once a month', () => {
  test('at the first close of it', () => {
    expect(monthBegun(close)).toBe('2026-12');
    expect(monthBegun(close - 86_400_000)).toBeUndefined();
    expect(monthBegun(close + 86_400_000)).toBeUndefined();
    expect(new Date(twinsFrom(close)).toISOString()).toBe('2026-10-01T00:00:00.000Z');
  });

  const league = async (bots: number, held = 'BTC-USD') => {
    let asked = false;
    async function* values() {
      asked = true;
      for (const agent_id of ['A', 'B', 'C']) {
        yield Array.from({ length: 40 }, (_, k) => ({
          agent_id,
          value: BigInt(Math.round(1e13 * (1 + 0.1 * Math.sin(k * (agent_id === 'C' ? 1.3 : 1.7))))),
        }));
      }
    }
    const holdings = async () =>
      new Map([
        ['A', '{"BTC-USD":"1"}'],
        ['B', `{"${held}":"2"}`],
        ['C', '{}'],
      ]);
    const found = await compareLeague({ league: 'spot_crypto', month: '2026-12', bots, values, holdings });
    return { ...found, asked };
  };

  test('up to 2,000 bots', async () => {
    const { run, notes } = await league(twinBotsMax);
    expect(run).toEqual({ state: 'done', bots: 2_000, compared: 3, pairs: 1 });
    expect(notes).toEqual([
      {
        league: 'spot_crypto',
        month: '2026-12',
        botId: 'A',
        otherId: 'B',
        kind: 'twin',
        correlation: '1.000000',
        days: 39,
        sameSymbol: 'BTC-USD',
        total: 1,
      },
      expect.objectContaining({ botId: 'B', otherId: 'A' }),
    ]);
  });

  test('with why only where both hold the same one symbol', async () => {
    for (const held of ['ETH-USD', 'ETH-USD":"1","BTC-USD'])
      expect((await league(3, held)).notes.map((n) => n.sameSymbol)).toEqual([null, null]);
  });

  test('and above not, without a look at them', async () => {
    const { run, notes, asked } = await league(twinBotsMax + 1);
    expect(run).toEqual({ state: 'too_many_bots', bots: 2_001, compared: 0, pairs: 0 });
    expect(notes).toEqual([]);
    expect(asked).toBe(false);
  });
});
