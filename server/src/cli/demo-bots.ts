/** The sample bots of the demo: they enter and trade through HTTP with the published client, as anybody's bot does. */
import { createClient, PapertapeError } from 'papertape-client';
import { seededBytes, seededUniform } from '../lib/seeded-random.ts';
import { defaultLeagueId } from '../league/catalogue.ts';
import { equalWeight } from '../house/strategies/equal-weight.ts';
import { meanReversion } from '../house/strategies/mean-reversion.ts';
import { minVariance } from '../house/strategies/min-variance.ts';
import { momentum } from '../house/strategies/momentum.ts';
import { randomPicks } from '../house/strategies/random-picks.ts';
import { weightTexts } from '../house/strategies/sample-bots.ts';
import { between, type PriceSample, type PriceRuleMaker } from '../house/strategies/price-rule.ts';

/** The one that the front page shows. */
export const demoLeague = defaultLeagueId;

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

/** Prices, one a mark, that a bot may look back at: few, so that all of them trade before the first close. */
const samplesMax = 12;
/** A bot trades every one to four hours of the league's clock, at random. */
const hoursBetweenTurns = { min: 1, max: 4 };
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

/** Sample bots at work, one look at the league at a time. */
export interface DemoBots {
  /** Looks at the prices, and lets those trade whose turn it is. @param now real milliseconds. @returns how many orders were sent. */
  look(now: number): Promise<number>;
}

export interface DemoBotsInput {
  readonly baseUrl: string;
  /** Real milliseconds for an hour of the league's clock. */
  readonly hourMs: number;
  readonly onNote: (line: string) => void;
}

export function createDemoBots({ baseUrl, hourMs, onNote }: DemoBotsInput, seats: ReadonlyMap<string, Seat>): DemoBots {
  const open = createClient({ baseUrl });
  const history: PriceSample[] = [];
  const bots = demoBots.map(({ name, makeRule }, seed) => ({
    name,
    rule: makeRule(seededUniform(seed), samplesMax),
    client: createClient({ baseUrl, ...seats.get(name) }),
    uniform: seededUniform(seededBytes(`papertape demo ${seed}`)(4).readUInt32BE()),
    /** Real milliseconds. */
    nextTurn: 0,
  }));

  /** A refusal is shown and the bot goes on: it will ask again at its next turn. */
  async function orNote<T>(who: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (e) {
      if (!(e instanceof PapertapeError) || e.code === 'unreachable') throw e;
      onNote(`${who}: ${e.message}`);
      return undefined;
    }
  }

  return {
    async look(now) {
      const universe = await orNote('prices', () => open.universe(demoLeague));
      const prices = (universe?.symbols ?? []).filter((s) => s.tradable && s.last_price !== null);
      if (prices.length > 0) history.push(new Map(prices.map((s) => [s.symbol, Number(s.last_price)])));
      if (history.length > samplesMax) history.shift();
      let sent = 0;
      for (const bot of history.length === 0 ? [] : bots.filter(({ nextTurn }) => nextTurn <= now)) {
        const weights = weightTexts(bot.rule.decide(history));
        if (weights.size === 0) continue;
        const reason = `My ${bot.rule.kind} says so.`;
        if (await orNote(bot.name, () => bot.client.weights(Object.fromEntries(weights), { reason }))) sent++;
        const { min, max } = hoursBetweenTurns;
        bot.nextTurn = now + (between(bot.uniform, min * 60, max * 60) / 60) * hourMs;
      }
      return sent;
    },
  };
}
