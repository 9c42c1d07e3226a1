/** Rounds on a stepped clock, where nothing is worked out by itself. */
import { dayMs, hourMs, markMs } from '../../src/lib/time.ts';
import type { Generator } from '../../src/rounds/source.ts';
import { openLeague, type Bot, type League, type LeagueOptions } from './league.ts';
import { sumsOf } from './sums.ts';

/** A league that holds rounds in tests of what is around rounds; its bots are asked for sums. */
export const sumsLeague = 'deal_finder';

export function sumRounds(generator: Generator = sumsOf(sumsLeague)): {
  readonly generators: ReadonlyMap<string, Generator>;
} {
  return { generators: new Map([[sumsLeague, generator]]) };
}

/** Where of a day something is worked out: behind the opening, what is asked; behind the close, the scores. */
const stops = [0, markMs, 23 * hourMs, 23 * hourMs + markMs, dayMs];

/** Steps the clock to an instant as time would pass, so that what rounds need is worked out when it is needed. */
export async function playTo(league: League, instant: string | number): Promise<void> {
  const end = typeof instant === 'number' ? instant : Date.parse(instant);
  await league.app.deps.rounds.run();
  while (league.now() < end) {
    const now = league.now();
    const day = Math.floor(now / dayMs) * dayMs;
    await league.advanceTo(Math.min(end, ...stops.map((stop) => day + stop).filter((stop) => stop > now)));
    await league.app.deps.rounds.run();
  }
}

/** The first round after a start on a Monday evening. */
export const firstRound = '2026-W10-3';

interface OpenRound {
  readonly at?: string;
  readonly generator?: Generator;
  readonly master?: Buffer;
  /** How many bots more have entered before it opened. */
  readonly others?: number;
}

/** A league with a bot whose round is open, or that stands at another instant of that day. */
export async function openRound(
  { at = '2026-03-04T00:05:00Z', generator, master, others: count = 0 }: OpenRound = {},
  options: LeagueOptions = {},
): Promise<{ readonly league: League; readonly bot: Bot; readonly others: readonly Bot[] }> {
  const rounds = { ...sumRounds(generator), ...(master ? { master } : {}) };
  const league = await openLeague({
    start: '2026-03-02T23:50:00Z',
    ...options,
    overrides: { ...options.overrides, rounds },
  });
  const bot = await league.enter({ league: sumsLeague });
  const others: Bot[] = [];
  for (let i = 0; i < count; i++) others.push(await league.enter({ league: sumsLeague }));
  await playTo(league, at);
  return { league, bot, others };
}
