/** The sample bots of the demo: they enter and trade through HTTP with the published client, as anybody's bot does. */
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, PapertapeError, type Client } from 'papertape-client';
import { seededBytes, seededUniform } from '../lib/seeded-random.ts';
import { equalWeight } from '../house/strategies/equal-weight.ts';
import { meanReversion } from '../house/strategies/mean-reversion.ts';
import { minVariance } from '../house/strategies/min-variance.ts';
import { momentum } from '../house/strategies/momentum.ts';
import { randomPicks } from '../house/strategies/random-picks.ts';
import { weightTexts } from '../house/strategies/sample-bots.ts';
import { between, type PriceSample, type PriceRuleMaker } from '../house/strategies/price-rule.ts';

export const demoLeague = 'spot_crypto';

interface DemoBot {
  readonly name: string;
  readonly icon: string;
  readonly company: string;
  readonly country: string;
  readonly makeRule: PriceRuleMaker;
}

export const demoBots: readonly DemoBot[] = [
  { name: 'Steady Tortoise', icon: '🐢', company: 'Slow & Sure Capital', country: 'CA', makeRule: equalWeight },
  { name: 'Hasty Hare', icon: '🐇', company: 'Meadow Labs', country: 'GB', makeRule: momentum },
  { name: 'Surfing Otter', icon: '🦦', company: 'Kelp Forest Research', country: 'US', makeRule: momentum },
  { name: 'Bargain Badger', icon: '🦡', company: 'Second Hand Quants', country: 'IE', makeRule: meanReversion },
  { name: 'Rubber Duck', icon: '🦆', company: 'Debug & Daughters', country: 'DE', makeRule: meanReversion },
  { name: 'Sleepy Sloth', icon: '🦥', company: 'Hammock Asset Watching', country: 'BR', makeRule: minVariance },
  { name: 'Careful Snail', icon: '🐌', company: 'Shell Company', country: 'FR', makeRule: minVariance },
  { name: 'Dart Monkey', icon: '🐒', company: 'Blindfold Investments', country: 'SG', makeRule: randomPicks },
  { name: 'Coin Flipper', icon: '🪙', company: 'Fifty-Fifty Partners', country: 'NZ', makeRule: randomPicks },
  { name: 'Index Owl', icon: '🦉', company: 'Night School', country: 'JP', makeRule: equalWeight },
  { name: 'Trend Comet', icon: '☄️', company: 'Orbit Works', country: 'IN', makeRule: momentum },
  { name: 'Contrary Crab', icon: '🦀', company: 'Sideways Holdings', country: 'PT', makeRule: meanReversion },
];

/** What a seat is proved with. */
export interface Seat {
  readonly agentId: string;
  readonly apiKey: string;
}

export interface DemoTally {
  orders: number;
  filled: number;
  rejected: number;
}

export interface DemoBotsInput {
  readonly baseUrl: string;
  /** Real milliseconds for an hour of the league's clock. */
  readonly hourMs: number;
  readonly stop: AbortSignal;
  readonly onNote: (line: string) => void;
}

/** Prices, one a mark, that a bot may look back at: few, so that all of them trade before the first close. */
const samplesMax = 12;
/** A bot trades every one to four hours of the league's clock, at random. */
const hoursBetweenTurns = { min: 1, max: 4 };
/** Prices are looked at once a mark, but not more often than this. */
const lookMsMin = 200;

/** Registers the bots that have no seat yet. */
export async function enterBots(baseUrl: string, seats: Map<string, Seat>): Promise<void> {
  const client = createClient({ baseUrl });
  for (const [i, { name, icon, company, country, makeRule }] of demoBots.entries()) {
    if (seats.has(name)) continue;
    const { kind, description } = makeRule(seededUniform(i), samplesMax);
    const contact = `bot${i + 1}@papertape.example`;
    const seat = await client.register({
      name,
      icon,
      company,
      country,
      contact,
      league: demoLeague,
      style: kind,
      description,
    });
    seats.set(name, { agentId: seat.agent_id, apiKey: seat.api_key });
  }
}

/** Lets the bots trade until `stop`. @param tally counts as they go. */
export async function runBots(input: DemoBotsInput, seats: ReadonlyMap<string, Seat>, tally: DemoTally): Promise<void> {
  const history: PriceSample[] = [];
  const bots = demoBots.map((bot, i) => {
    const seat = seats.get(bot.name);
    const client = createClient({ baseUrl: input.baseUrl, ...seat });
    return untilStopped(input.stop, () => trade(input, { ...bot, seed: i }, client, history, tally));
  });
  await Promise.all([untilStopped(input.stop, () => watchPrices(input, history)), ...bots]);
}

async function untilStopped(stop: AbortSignal, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (e) {
    if (!stop.aborted) throw e;
  }
}

async function watchPrices({ baseUrl, hourMs, stop, onNote }: DemoBotsInput, history: PriceSample[]): Promise<void> {
  const client = createClient({ baseUrl });
  for (;;) {
    const universe = await orNote(onNote, 'prices', () => client.universe(demoLeague));
    const prices = (universe?.symbols ?? []).filter((s) => s.tradable && s.last_price !== null);
    if (prices.length > 0) history.push(new Map(prices.map((s) => [s.symbol, Number(s.last_price)])));
    if (history.length > samplesMax) history.shift();
    await pause(Math.max(hourMs / 12, lookMsMin), undefined, { signal: stop });
  }
}

async function trade(
  { hourMs, stop, onNote }: DemoBotsInput,
  { name, makeRule, seed }: DemoBot & { readonly seed: number },
  client: Client,
  history: readonly PriceSample[],
  tally: DemoTally,
): Promise<void> {
  const uniform = seededUniform(seededBytes(`papertape demo ${seed}`)(4).readUInt32BE());
  const { decide, kind } = makeRule(seededUniform(seed), samplesMax);
  for (;;) {
    const weights = history.length === 0 ? new Map<string, string>() : weightTexts(decide(history));
    if (weights.size > 0) {
      const order = await orNote(onNote, name, async () => {
        const taken = await client.weights(Object.fromEntries(weights), { reason: `My ${kind} says so.` });
        tally.orders++;
        return client.waitForOrder(taken.order_id, {
          pollMs: Math.max(hourMs / 12, lookMsMin),
          signal: stop,
        });
      });
      if (order?.state === 'filled') tally.filled++;
      if (order?.state === 'rejected') tally.rejected++;
    }
    const hours =
      weights.size > 0 ? between(uniform, hoursBetweenTurns.min * 60, hoursBetweenTurns.max * 60) / 60 : 1 / 12;
    await pause(Math.max(hours * hourMs, lookMsMin), undefined, { signal: stop });
  }
}

/** A refusal is shown and the bot goes on: it will ask again at its next turn. */
async function orNote<T>(note: (line: string) => void, who: string, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (e) {
    if (!(e instanceof PapertapeError) || e.code === 'unreachable') throw e;
    note(`${who}: ${e.message}`);
    return undefined;
  }
}
