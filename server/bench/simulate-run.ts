/**
 * A simulated league: bots with plain strategies trade through a stretch of time on a stepped clock, as fast as the engine can.
 * The same settings give the same league, to the last byte, on either engine.
 *
 * Orders take the real path (stamp, receipt, intake), just not HTTP. A bot decides on the prices of the last step before its own
 * time (days; hours when it trades hourly), so it never sees what is still to come.
 */
import { createApp, type App } from '../dist/app.js';
import { seatsByLeague } from '../dist/bots/seats.js';
import type { Settings } from '../dist/config/config.js';
import { limits } from 'papertape-contract/limits';
import type { Board } from 'papertape-contract/board';
import type { EngineProgress } from '../dist/engine/progress.js';
import { readWeights } from '../dist/flow/order/order.js';
import { submitOrder, type OrderingBot } from '../dist/flow/order/submit.job.js';
import { dayMs, markMs, weekMs, weekStart } from '../dist/lib/time.js';
import { createSteppedClock, isoDate, type Instant, type SteppedClock } from '../dist/lib/clock.js';
import { formatFixed, priceScale } from '../dist/lib/decimal.js';
import { silentLog } from '../dist/lib/log.js';
import { seededBytes, seededUniform } from '../dist/lib/seeded-random.js';
import type { PriceSource } from '../dist/sources/source.js';
import { boardView } from '../dist/read/board-view.js';
import { countMoves } from '../dist/read/weeks.sql.js';
import { houseBots } from '../dist/house/house-bots.js';
import { priceRuleMakers, weightTexts } from '../dist/house/strategies/sample-bots.js';
import { equalShares, type PriceSample, type PriceRule, type Uniform } from '../dist/house/strategies/price-rule.js';
import type { SymbolId } from '../dist/league/symbol.js';

export type Every = 'hourly' | 'daily' | 'weekly';

const hourMs = 3_600_000;
const periods: Readonly<Record<Every, { readonly ms: number; readonly stepMs: number }>> = {
  hourly: { ms: hourMs, stepMs: hourMs },
  daily: { ms: dayMs, stepMs: dayMs },
  weekly: { ms: weekMs, stepMs: dayMs },
};
/** Monday 00:00 UTC: where weeks, and with them days and hours, start. */
const firstMonday = weekStart(weekMs);
/** Prices that a bot may look back at: a quarter of daily ones. */
const samplesMax = 90;
/** Boards are compared between runs, so the address in them must not depend on the settings. */
const boardBaseUrl = 'http://papertape.invalid';

export interface SimulationOptions {
  readonly from: Instant;
  readonly to: Instant;
  /** How many enter in all. */
  readonly bots: number;
  /** Seats of a tier: who finds none waits for a promotion to free one. */
  readonly seats: number;
  /** Are the first four the house bots? */
  readonly house: boolean;
  readonly seed: string;
  readonly every: Every;
  readonly league: string;
  readonly source: PriceSource;
  readonly onProgress?: (at: Instant, totals: SimulationTotals) => void;
}

/** Seats of a tier when nothing else is said: all bots enter at once. */
export function seatsFor(bots: number): number {
  return Math.max(bots, limits.botsPerTierMax);
}

export interface SimulationTotals {
  readonly marks: number;
  readonly orders: number;
  readonly fills: number;
  readonly rejections: number;
  readonly closes: number;
}

export interface SimulationResult extends SimulationTotals {
  /** Orders without an outcome at the end. */
  readonly pending: number;
  /** Every page of the final board. */
  readonly board: readonly Board[];
  /** Promotions and relegations. */
  readonly moves: number;
}

interface SimulatedBot extends OrderingBot {
  readonly rule: PriceRule;
  /** Its own time within the week, day or hour, milliseconds. */
  readonly offset: number;
}

export async function runSimulation(settings: Settings, options: SimulationOptions): Promise<SimulationResult> {
  const clock = createSteppedClock(options.from);
  /** What was committed in the step under way. */
  const step: EngineProgress[] = [];
  const app = await createApp(settings, {
    clock,
    onCommit: (done) => step.push(done),
    source: options.source,
    random: seededBytes(`papertape simulate ${options.seed}`),
    botsPerTier: options.seats,
    durability: 'off',
    log: silentLog,
  });
  try {
    const totals = await playLeague(app, clock, options, step);
    return {
      ...totals,
      pending: totals.orders - totals.fills - totals.rejections,
      board: await finalBoard(app, options),
      moves: await countMoves(app.deps.db, { league: options.league }),
    };
  } finally {
    await app.close();
  }
}

async function playLeague(
  app: App,
  clock: SteppedClock,
  options: SimulationOptions,
  step: EngineProgress[],
): Promise<SimulationTotals> {
  const { from, to, every, league } = options;
  const { ms: periodMs, stepMs } = periods[every];
  const bots: SimulatedBot[] = [];
  const entrants = createEntrants(app, options, periodMs);
  await entrants.enter(bots);
  const history: PriceSample[] = [];
  /** Whose turn came before there were prices. */
  const late: SimulatedBot[] = [];
  const totals = { marks: 0, orders: 0, fills: 0, rejections: 0, closes: 0 };
  const advance = async (instant: Instant): Promise<void> => {
    clock.set(instant);
    await app.runEngine();
    count(totals, step.splice(0));
    options.onProgress?.(instant, totals);
  };
  let start = from;
  while (start < to) {
    const end = Math.min(Math.floor(start / stepMs) * stepMs + stepMs, to);
    const stored: Promise<unknown>[] = [];
    const before = late.splice(0).map((bot) => ({ bot, at: start }));
    for (const { bot, at } of [...before, ...turnsBetween(bots, start, end, periodMs)]) {
      if (history.length === 0) {
        late.push(bot);
        continue;
      }
      const read = readWeights(weightTexts(decisionOf(bot.rule, history)));
      if ('problem' in read) continue;
      clock.set(at);
      stored.push(
        submitOrder(app.deps, bot, { date: isoDate(at), weights: read.weights, sandbox: false, reason: null }),
      );
    }
    totals.orders += stored.length;
    await Promise.all(stored);
    await advance(end);
    // A step is a day at most: whoever a Monday lets in enters on that Monday.
    if (weekStart(end) === end) await entrants.enter(bots);
    const sample = await samplePrices(app, league);
    if (sample.size > 0) history.push(sample);
    if (history.length > samplesMax) history.shift();
    start = end;
  }
  return totals;
}

/** What a rule decides; until it has seen enough prices the whole universe in equal parts, so that the seat does not lapse. */
function decisionOf(rule: PriceRule, history: readonly PriceSample[]): ReadonlyMap<SymbolId, number> {
  if (history.length >= rule.samples) return rule.decide(history);
  return equalShares([...(history.at(-1)?.keys() ?? [])], 1);
}

function count(
  totals: { marks: number; fills: number; rejections: number; closes: number },
  step: readonly EngineProgress[],
): void {
  for (const done of step) {
    totals.marks += done.marks;
    totals.fills += done.filled;
    totals.rejections += done.rejected;
  }
  // A step is a day at most, so there is one close in it or none.
  if (step.some((done) => done.closed)) totals.closes++;
}

/** Bots that are still to enter: as many as there are seats, the rest as promotions free them. */
interface Entrants {
  /** Registers who finds a seat now. @param bots in order of their offsets. */
  enter(bots: SimulatedBot[]): Promise<void>;
}

function createEntrants(app: App, options: SimulationOptions, periodMs: number): Entrants {
  const { bots: wanted, seats } = options;
  const seeds = seededBytes(`papertape simulate bots ${options.seed}`);
  let entered = 0;
  return {
    async enter(bots) {
      if (entered === wanted) return;
      let free = seats - ((await seatsByLeague(app.deps.db)).get(options.league)?.[0]?.held ?? 0);
      if (free <= 0) return;
      for (; free > 0 && entered < wanted; free--) {
        const uniform = seededUniform(seeds(4).readUInt32BE());
        bots.push(await registerBot(app, options, entered, uniform, periodMs));
        entered++;
      }
      bots.sort((a, b) => a.offset - b.offset);
    },
  };
}

async function registerBot(
  app: App,
  { bots, league, house }: SimulationOptions,
  i: number,
  uniform: Uniform,
  periodMs: number,
): Promise<SimulatedBot> {
  const own = house ? houseBots[i] : undefined;
  const make = priceRuleMakers[i % priceRuleMakers.length] as (typeof priceRuleMakers)[number];
  const rule = own?.rule ?? make(uniform, samplesMax);
  const maker = Math.floor(i / limits.botsPerMakerAndLeagueMax) + 1;
  const { bot } = await app.deps.registration.register(
    {
      name: own?.name ?? `${rule.kind} ${String(i + 1).padStart(String(bots).length, '0')}`,
      company: own ? 'Papertape' : `Simulated maker ${maker}`,
      contact: own ? 'house@papertape.invalid' : `maker${maker}@papertape.invalid`,
      country: 'CA',
      league,
      style: rule.kind,
      description: rule.description,
    },
    undefined,
    undefined,
    own !== undefined,
  );
  const offset = Math.floor(uniform() * periodMs);
  return { botId: bot.botId, league, keyHash: bot.keyHash, head: { sequence: 0, receipt: '' }, rule, offset };
}

/** Whose turn it is in [start, end), in order of time. A step lies within one period. @param bots in order of their offsets. */
function* turnsBetween(
  bots: readonly SimulatedBot[],
  start: Instant,
  end: Instant,
  periodMs: number,
): Iterable<{ readonly bot: SimulatedBot; readonly at: Instant }> {
  const period = Math.floor((start - firstMonday) / periodMs) * periodMs + firstMonday;
  for (const bot of bots) {
    const at = period + bot.offset;
    if (at >= start && at < end) yield { bot, at };
  }
}

/** The league's prices of the window that ends now, as every visitor of GET /api/universe sees them. */
async function samplePrices({ deps }: App, league: string): Promise<PriceSample> {
  const { usd } = await deps.market.snapshot();
  const sample = new Map<string, number>();
  for (const symbol of deps.universe.leagues.get(league)?.symbols.keys() ?? []) {
    const price = usd.get(symbol);
    if (price?.state === 'agreed') sample.set(symbol, Number(formatFixed(price.price, priceScale)));
  }
  return sample;
}

async function finalBoard({ deps }: App, { league, to }: SimulationOptions): Promise<Board[]> {
  const pages: Board[] = [];
  let last = 1;
  for (let page = 1; page <= last; page++) {
    const board = await boardView(deps.db, {
      league,
      page,
      per_page: limits.perPageMax,
      now: to,
      priceSource: deps.market.info,
      baseUrl: boardBaseUrl,
    });
    pages.push(board);
    last = board.pages;
  }
  return pages;
}

/** Marks between two instants, both ends included. */
export function marksBetween(from: Instant, to: Instant): number {
  return Math.floor(to / markMs) - Math.ceil(from / markMs) + 1;
}
