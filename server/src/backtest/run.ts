/** A run from its options to its result: prices opened, entrants named and seeded, the arena played to the end. */
import { dayMs, markMs } from '../lib/time.ts';
import { limits } from 'papertape-contract/limits';
import { iso, type Instant } from '../lib/clock.ts';
import { seededUniform } from '../lib/seeded-random.ts';
import { SetupError } from '../lib/setup-error.ts';
import { sha256 } from '../lib/hash.ts';
import type { ReplaySource } from '../sources/replay/replay.ts';
import type { Schedule, Strategy } from 'papertape-client';
import { createArena, type Arena, type Entrant } from './backtest.ts';
import type { Outcome } from './bot.ts';
import { playArena } from './guard.ts';
import { createHistory } from './history.ts';
import { createUniverse } from '../league/universe.ts';
import { createArenaMarket, type ArenaMarket } from './market.ts';

export interface RunOptions {
  readonly source: ReplaySource;
  readonly league: string;
  /** Marks; default: the first and the last 00:00 UTC that the recording covers. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly schedule: Schedule;
  readonly entrants: readonly { readonly name: string; readonly decide: Strategy }[];
  readonly seed: string;
  readonly decisionMsMax: number;
  readonly onOutcome?: (bot: number, outcome: Outcome) => void;
  readonly onProgress?: (done: number, total: number, at: Instant) => void;
  /** Before the first mark. */
  readonly onOpen?: (opened: Run) => void;
  /** Real milliseconds. */
  readonly now: () => number;
}

export interface Run {
  readonly arena: Arena;
  readonly market: ArenaMarket;
  readonly from: Instant;
  readonly to: Instant;
}

/** Bots below which a tenth of a tier is less than one: there are no tiers then. */
export const ladderBotsMin = 10;

/** Throws a SetupError on times or a league that the prices do not have. */
export function runArena(options: RunOptions): Run {
  const { source, league, schedule, seed } = options;
  const { from, to } = spanOf(options);
  const market = createArenaMarket(source, league, from);
  if (!market)
    throw new SetupError(
      `These prices have nothing to trade in ${league}.`,
      `Take a --league ${pricedLeagues(source)}.`,
    );
  const entrants: Entrant[] = options.entrants.map((e) => ({
    ...e,
    random: seededUniform(Number.parseInt(sha256(`${e.name} ${seed}`).slice(0, 8), 16)),
  }));
  const arena = createArena({
    market,
    history: createHistory(market, source.coverage.from, to, schedule),
    from,
    to,
    schedule,
    entrants,
    seats: Math.max(limits.botsPerTierMax, entrants.length),
    ladder: entrants.length >= ladderBotsMin,
    ...(options.onOutcome ? { onOutcome: options.onOutcome } : {}),
  });
  const run = { arena, market, from, to };
  options.onOpen?.(run);
  playArena(arena, entrants, {
    decisionMsMax: options.decisionMsMax,
    now: options.now,
    onSlice: () => options.onProgress?.(arena.now() - from, to - from, arena.now()),
  });
  return run;
}

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

function spanOf({ source, from: wantedFrom, to: wantedTo, schedule }: RunOptions): Span {
  const { coverage } = source;
  const whole = wholeSpan(coverage, schedule);
  const from = wantedFrom ?? whole.from;
  const to = wantedTo ?? whole.to;
  if (wantedFrom === undefined && wantedTo === undefined && to <= from)
    throw new SetupError(
      `These prices go from ${iso(coverage.from)} to ${iso(coverage.to)}: every ${schedule.text}, there is no decision and an hour after it in them.`,
      'Decide more often, with --every hour, or play them when there are more.',
    );
  for (const [flag, t] of [
    ['--from', from],
    ['--to', to],
  ] as const) {
    if (t % markMs !== 0)
      throw new SetupError(`${flag} ${iso(t)} is no mark.`, 'Give a date, or an instant on a multiple of 5 minutes.');
    if (t < coverage.from || t > coverage.to) {
      throw new SetupError(
        `These prices do not cover ${flag} ${iso(t)}.`,
        `They go from ${iso(coverage.from)} to ${iso(coverage.to)}: choose --from and --to within.`,
      );
    }
  }
  if (to > from) return { from, to };
  throw new SetupError(`--to ${iso(to)} does not come after --from ${iso(from)}.`, 'Give a stretch of time.');
}

/** From the first to the last close that the prices cover; where there are not two, from the first decision to the last close or full hour. */
function wholeSpan(coverage: Span, schedule: Schedule): Span {
  // At the very end of the recording a price has held for as long as it may, and is one no longer.
  const last = (ms: number): Instant => Math.floor((coverage.to - 1) / ms) * ms;
  const closes = { from: Math.ceil(coverage.from / dayMs) * dayMs, to: last(dayMs) };
  if (closes.to > closes.from) return closes;
  const from = schedule.next(Math.ceil(coverage.from / markMs) * markMs);
  // A value is made at a close: the last one ends it, if a decision comes an hour before it.
  return { from, to: from + hourMs <= closes.to ? closes.to : from + hourMs <= last(hourMs) ? last(hourMs) : from };
}

const hourMs = 3_600_000;

/** `that they price: spot_crypto, multi`. */
function pricedLeagues(source: RunOptions['source']): string {
  const priced = [...createUniverse(source).leagues.values()].filter(({ symbols }) => symbols.size > 0);
  const ids = priced.map(({ league }) => league.id);
  return ids.length === 0 ? 'with other prices: no league has a symbol of these' : `that they price: ${ids.join(', ')}`;
}
