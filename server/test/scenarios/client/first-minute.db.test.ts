/** A bot that looks back 30 days trades within its first minute: the past comes from the service, and nobody waits until it has been seen. */
import { expect, test } from 'vitest';
import { createClient, parseSchedule, type Schedule, type Strategy } from '../../../../client/src/index.ts';
import { run } from '../../../../client/src/runner.ts';
import type { RunState } from '../../../../client/src/run-state.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { countedLeague } from '../../harness/counting-way.ts';

const lookback = 30;
const most = { seconds: 60, requests: 15, bytes: 60_000 };

test('from its registration to an order by 30 days of momentum: seconds, requests and bytes are counted', async () => {
  // Three symbols: a month of all of the catalogue takes a minute to be done.
  const origin = Date.parse('2026-03-02T00:00:00Z');
  const source = createSimulatedSource({ seed: 7, origin, symbols: ['BTC-USD', 'ETH-USD', 'SOL-USD'] });
  const { league, url, received } = await countedLeague({ source });
  await league.advance({ days: lookback + 1 });
  const began = league.now();
  const before = received();
  let requests = 0;
  /** Whatever anyone waits for passes on the clock of the league, too. */
  const sleep = async (ms: number): Promise<void> => await league.advance({ ms });
  const counting: typeof fetch = async (...args) => (requests++, await fetch(...args));
  const newcomer = createClient({ baseUrl: url, sleep, fetch: counting });
  const { agent_id: agentId, api_key: apiKey } = await newcomer.register({
    name: 'Thirty days',
    company: 'Works',
    contact: 'thirty@example.test',
    country: 'CA',
    league: 'spot_crypto',
  });

  let looked = 0;
  const decide: Strategy = ({ symbols, history }) => {
    const rising = symbols.flatMap((symbol) => {
      const past = history(symbol, lookback + 1);
      const [then, now] = [past[0], past.at(-1)];
      if (past.length === lookback + 1 && !past.includes(null)) looked++;
      return then && now ? [{ symbol, rise: now / then }] : [];
    });
    const best = rising.toSorted((a, b) => b.rise - a.rise).slice(0, 3);
    return Object.fromEntries(best.map(({ symbol }) => [symbol, 0.33]));
  };
  let kept: RunState | null = null;
  const store = {
    load: async () => kept,
    save: async (state: RunState) => void (kept = state),
    keepReceipt: async () => undefined,
  };
  const client = createClient({ baseUrl: url, agentId, apiKey, sleep, fetch: counting });
  const rest = { tell: () => undefined, sleep, random: () => 0.5, signal: new AbortController().signal };
  await run(
    { client, store, ...rest },
    {
      url,
      agentId,
      strategy: { name: 'thirty', seed: '1', decide },
      schedule: parseSchedule('day') as Schedule,
      historyMs: 45 * 86_400_000,
      sandbox: true,
      now: true,
      once: true,
    },
  );

  const took = { seconds: (league.now() - began) / 1000, requests, bytes: received() - before };
  // oxlint-disable-next-line no-console -- what was measured must be seen
  console.log(`first order by ${lookback} days of history: ${JSON.stringify(took)}`);
  const { orders } = await client.orders();
  expect(orders.map(({ sandbox, state }) => [sandbox, state])).toEqual([
    [false, 'pending'],
    [true, 'pending'],
  ]);
  const { symbols } = await client.universe('spot_crypto');
  // The rehearsal and the decision both saw all of them.
  expect(looked).toBe(2 * symbols.length);
  for (const of of ['seconds', 'requests', 'bytes'] as const) expect(took[of], of).toBeLessThanOrEqual(most[of]);
  await league.advance({ minutes: 40 });
  expect((await client.trades()).trades.map(({ side }) => side)).toEqual(['buy', 'buy', 'buy']);
});
