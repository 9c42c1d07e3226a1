/**
 * Plays an adversary against honest bots through the product's own steps (backtest/), and judges it by the product's own figures: it wins
 * when its best bot beats every buy-and-hold baseline, the whole 95% interval of its daily return above the market is above zero, and
 * luck among its maker's own bots explains less than 5% of so good a record.
 */
import { figuresOf } from '../../../src/flow/rank/statistics.ts';
import { drawdownScale } from '../../../src/flow/close/close.ts';
import { excessInterval, standings, type Standing } from '../../../src/backtest/result.ts';
import { runArena } from '../../../src/backtest/run.ts';
import { decisionTimes } from '../../../src/backtest/schedule.ts';
import type { Instant } from '../../../src/lib/clock.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { markMs } from '../../../src/lib/time.ts';
import type { Adversary, Ticket, Venue } from './adversary.ts';

/** A record that luck explains with less than this is not put down to luck. */
export const luckMax = 0.05;

export interface Verdict {
  readonly adversary: string;
  /** Of its best bot. */
  readonly best: string;
  readonly returnPct: number;
  readonly marketPct: number;
  /** Low end of the 95% interval of its daily return above the market, percent; null for a record too short. */
  readonly excessLow: number | null;
  readonly luck: number | null;
  readonly luckOwn: number | null;
  readonly beatsMarket: boolean;
  readonly wins: boolean;
  /** What its strategies were refused or threw, if anything. */
  readonly failures: readonly string[];
  readonly standings: readonly Standing[];
}

export interface Tournament {
  readonly from: Instant;
  readonly to: Instant;
  readonly seed: string;
  /** Milliseconds between decisions. */
  readonly everyMs?: number;
}

/** @param now real milliseconds, for the watchdog of strategies. */
export function judge(adversary: Adversary, venue: Venue, { from, to, seed, everyMs = markMs }: Tournament): Verdict {
  const tickets = adversary.tickets(venue);
  const { arena } = runArena({
    source: venue.source,
    league: venue.league,
    from,
    to,
    schedule: decisionTimes(`${everyMs / 60_000}m`),
    seed,
    entrants: [...tickets, ...honestField()],
    decisionMsMax: 60_000,
    now: () => performance.now(),
  });
  const all = standings(arena);
  const own = new Set(tickets.map((t) => t.name));
  const best = all.find((s) => own.has(s.name));
  const record = best?.bot.at?.record;
  if (!best || !record) throw new Error(`${adversary.id} has no bot with a close`);
  const figures = figuresOf(record, {
    board: arena.context(),
    ownBots: tickets.length,
    maxDrawdown: Number(best.bot.at?.drawdown.max ?? 0n) / 10 ** drawdownScale,
  });
  const excess = excessInterval(arena, best.bot);
  const wins =
    best.failure === undefined &&
    best.beatsMarket &&
    (excess?.low ?? 0) > 0 &&
    figures.luck_own !== null &&
    figures.luck_own < luckMax;
  return {
    adversary: adversary.id,
    best: best.name,
    returnPct: best.returnBps / 100,
    marketPct: (arena.baselines.at(-1)?.find((b) => b.id === 'equal_weight')?.return_bps ?? 0) / 100,
    excessLow: excess?.low ?? null,
    luck: figures.luck,
    luckOwn: figures.luck_own,
    beatsMarket: best.beatsMarket,
    wins,
    failures: all.flatMap((s) => (s.failure && own.has(s.name) ? [`${s.failure.code}: ${s.failure.what}`] : [])),
    standings: all,
  };
}

/** Acts at the first decision of a day, or of a Monday. */
export function daily(decide: Ticket['decide']): Ticket['decide'] {
  return (state) => (state.at.endsWith('T00:00:00.000Z') ? decide(state) : undefined);
}

export function weekly(decide: Ticket['decide']): Ticket['decide'] {
  return daily((state) => (new Date(state.at).getUTCDay() === 1 ? decide(state) : undefined));
}

/** Equal shares whose sum is never above 1. */
export function shares(symbols: readonly string[]): Record<string, number> {
  const share = Math.floor(1e6 / Math.max(1, symbols.length)) / 1e6;
  return Object.fromEntries(symbols.map((s) => [s, share]));
}

/** Who plays for the sake of it: equal weight, one that holds, and some that draw lots. */
export function honestField(): Ticket[] {
  let bought = false;
  const hold: Ticket = {
    name: 'honest: buys once',
    decide({ symbols }) {
      if (bought) return undefined;
      bought = true;
      return shares(symbols);
    },
  };
  return [
    { name: 'honest: equal weight', decide: daily(({ symbols }) => shares(symbols)) },
    hold,
    ...Array.from({ length: 6 }, (_, i) => lots(`honest: lots ${i + 1}`, i + 1)),
  ];
}

/** Holds a random half of the symbols, drawn anew every Monday and at the start. */
export function lots(name: string, seed: number): Ticket {
  const uniform = seededUniform(seed * 7919);
  let begun = false;
  const draw: Ticket['decide'] = ({ symbols }) => {
    const drawn = symbols.filter(() => uniform() < 0.5);
    return shares(drawn.length > 0 ? drawn : symbols.slice(0, 1));
  };
  const later = weekly(draw);
  return {
    name,
    decide(state) {
      if (begun) return later(state);
      begun = true;
      return draw(state);
    },
  };
}
