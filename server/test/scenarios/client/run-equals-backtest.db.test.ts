/** `papertape-bot run` and `papertape backtest` show a strategy the same, digit by digit, and so it decides the same and gets the same fills. */
import { expect, test } from 'vitest';
import { createClient, type Strategy, type StrategyState } from '../../../../client/src/index.ts';
import { run } from '../../../../client/src/runner.ts';
import { parseSchedule, type Schedule } from '../../../../client/src/schedule.ts';
import type { RunState } from '../../../../client/src/run-state.ts';
import { runArena } from '../../../src/backtest/run.ts';
import { decisionTimes } from '../../../src/backtest/schedule.ts';
import { encodeTrades } from '../../../src/flow/fill/portfolio-text.ts';
import { formatFixed, priceScale } from '../../../src/lib/decimal.ts';
import { realNow } from '../../../src/lib/real-clock.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { createReplaySource } from '../../../src/sources/replay/replay.ts';
import { folderOfTest, leagueOfTest } from '../../harness/of-test.ts';
import { unpackMinutes } from '../../harness/recorded.ts';
import { roughPrices } from '../../harness/rough-prices.ts';

const halfHour = 1_800_000;

/** All that a strategy is shown, and what it made of it. */
interface Seen extends Omit<StrategyState, 'history' | 'random'> {
  readonly history: Readonly<Record<string, (number | null)[]>>;
  readonly weights_sent: unknown;
}

/** Weights that hang on every part of the state: a digit of difference in any of them shows in all that follow. */
function watched(seen: Seen[], of: Played): Strategy {
  const after = decisions(of).filter((at) => at > of.from);
  return (state) => {
    const before = after.filter((at) => at <= Date.parse(state.at)).length;
    const past = (symbol: string, n: number): (number | null)[] =>
      // The recording of the backtest begins before the service does, which knows no price of its first instant.
      before === 0 ? [] : state.history(symbol, Math.min(n, before));
    const uniform = seededUniform(Date.parse(state.at) / 300_000);
    const weights: Record<string, number> = {};
    let left = 1;
    for (const symbol of before === 0 || uniform() < 0.2 ? [] : state.symbols) {
      const prices = past(symbol, 5);
      const rise = (prices.at(-1) ?? 1) / (prices[0] ?? 1);
      const share =
        Math.floor(
          Math.min(left, uniform() * 0.4 * rise * (1 + (state.weights[symbol] ?? 0)) * (100_000 / state.value)) * 1e5,
        ) / 1e5;
      if (share <= 0 || (left -= share) < 0) break;
      weights[symbol] = share;
    }
    const sent = Object.keys(weights).length === 0 ? undefined : weights;
    const { history: _, random: __, ...shown } = state;
    seen.push({
      ...shown,
      history: Object.fromEntries(state.symbols.map((s) => [s, past(s, 100)])),
      weights_sent: sent,
    });
    return sent;
  };
}

interface Played {
  readonly folder: string;
  readonly from: number;
  readonly to: number;
  readonly every: string;
  /** The clock of the service goes on by so much: every decision is met. */
  readonly stepMs: number;
}

function decisions({ from, to, every }: Played): number[] {
  const schedule = decisionTimes(every);
  const all: number[] = [];
  for (let at = schedule.next(from); at < to; at = schedule.next(at + 1)) all.push(at);
  return all;
}

test.each([1, 2])('a rough market: gaps, suspensions, waits, rejections, CAD (seed %i)', async (seed) => {
  const from = Date.parse('2026-03-02T00:00:00Z');
  const folder = roughPrices(folderOfTest(), from, 23 * 24 + 30, seed);
  const live = await expectSame({ folder, from, to: from + 22 * 48 * halfHour, every: '6h', stepMs: 6 * halfHour });
  expect(live.some((seen) => Object.values(seen.history).some((prices) => prices.includes(null)))).toBe(true);
});

test('three days of recorded minutes, an order an hour', async () => {
  const folder = folderOfTest();
  unpackMinutes(folder);
  const from = Date.parse('2023-08-15T00:00:00Z');
  await expectSame({ folder, from, to: from + 3 * 48 * halfHour, every: 'hour', stepMs: halfHour });
});

test('a rough market by cron: at uneven distances, on working days', async () => {
  const from = Date.parse('2026-03-02T00:00:00Z');
  const folder = roughPrices(folderOfTest(), from, 9 * 24 + 30, 3);
  const every = '0 1,7-13/2,20 * * 1-5';
  const live = await expectSame({ folder, from, to: from + 8 * 48 * halfHour, every, stepMs: 2 * halfHour });
  const [monday, , , , , , tuesday] = live.map((seen) => seen.at.slice(8, 16));
  expect([live.length, monday, tuesday]).toEqual([6 * 6, '02T01:00', '03T01:00']);
});

/** Plays live and back, and compares all that was shown, decided and filled. @returns what was seen live. */
async function expectSame(of: Played): Promise<Seen[]> {
  const { folder, from, to, every, stepMs } = of;
  const league = await leagueOfTest({ start: new Date(from).toISOString(), source: createReplaySource({ folder }) });
  const { id, key } = await league.enter();

  const live: Seen[] = [];
  const stop = new AbortController();
  let kept: RunState | null = null;
  const sleep = async (): Promise<void> => {
    if (league.now() + stepMs >= to) return stop.abort();
    await league.advance({ ms: stepMs });
  };
  await league.advance({ ms: 0 });
  const deps = {
    client: createClient({ baseUrl: league.url, agentId: id, apiKey: key, watchLog: false }),
    store: {
      load: async () => kept,
      save: async (state: RunState) => void (kept = state),
      keepReceipt: async () => undefined,
    },
    tell: () => undefined,
    sleep,
    random: () => 0,
    signal: stop.signal,
  };
  await run(deps, {
    url: league.url,
    agentId: id,
    strategy: { name: 'watched', seed: '1', decide: watched(live, of) },
    schedule: parseSchedule(every) as Schedule,
    historyMs: 60 * 48 * halfHour,
    sandbox: false,
    // A run that begins between two instants would make up for the last one; a backtest begins with the next.
    now: decisions(of)[0] === from,
    once: false,
  });
  await league.advanceTo(to);

  const played: Seen[] = [];
  const fills: unknown[] = [];
  const { arena } = runArena({
    source: createReplaySource({ folder }),
    league: 'spot_crypto',
    from,
    to,
    schedule: decisionTimes(every),
    entrants: [{ name: 'watched', decide: watched(played, of) }],
    seed: '1',
    decisionMsMax: 10_000,
    onOutcome: (_bot, { window, result }) =>
      fills.push([
        BigInt(window.start),
        result.outcome === 'filled' ? encodeTrades(result.trades, (p) => formatFixed(p, priceScale)) : '[]',
      ]),
    now: realNow,
  });
  expect([...arena.failures.values()]).toEqual([]);

  expect(live).toHaveLength(played.length);
  expect(live).toHaveLength(decisions(of).length);
  for (const [i, seen] of live.entries()) {
    const { prices, value, ...shown } = played[i] as Seen;
    // Before its first window is over the service has no prices.
    expect(seen, seen.at).toEqual({ ...shown, value, prices: Date.parse(seen.at) === from ? {} : prices });
  }
  expect(live.filter((seen) => seen.weights_sent !== undefined).length).toBeGreaterThan(live.length / 2);
  const stored = await league.app.deps.db
    .selectFrom('ledger.fills')
    .select(['window_start', 'trades'])
    .where('agent_id', '=', id)
    .orderBy('sequence')
    .execute();
  expect(stored.map((fill) => [fill.window_start, fill.trades])).toEqual(fills);
  expect((kept as RunState | null)?.done).toBe(new Date(decisions(of).at(-1) ?? 0).toISOString());
  return live;
}
