/** What a house bot does: it enters a league, and sends one order a day. Each call is one attempt. */
import type { Client } from 'papertape-client';
import { iso, isoDate } from '../lib/clock.ts';
import { closeAfter, dayMs } from '../lib/time.ts';
import { createClients } from './clients.ts';
import { samplesOf, withDay, withPast } from './history.ts';
import { decideOrder, samplesMax, type HouseBot } from './house-bots.ts';
import type { HouseDeps } from './house-deps.ts';
import type { DailyPrices } from './house-file.ts';

export interface Player<Bot = HouseBot> {
  readonly league: string;
  readonly bot: Bot;
  /** Real milliseconds; before that nothing is tried. */
  notBefore: number;
}

/** Both throw what the client throws. */
export interface Moves<Bot = HouseBot> {
  readonly enter: (player: Player<Bot>) => Promise<void>;
  readonly takeTurn: (player: Player<Bot>) => Promise<void>;
}

export function createMoves(deps: HouseDeps): Moves {
  const { file, now, realNow, retryMs, pace } = deps;
  const clients = createClients(deps);
  const { open } = clients;

  /** By league: real milliseconds before which one of its markets is closed. */
  const closedUntil = new Map<string, number>();

  /** Today's prices, once a day; every bot of the league decides on the same. @returns false while there are none. */
  async function notePrices(league: string, date: string): Promise<boolean> {
    const kept = file.league(league);
    if (kept.history.at(-1)?.date === date) return true;
    const { symbols } = await open.universe(league);
    const opens = symbols.flatMap((s) => (s.opens_at === null ? [] : [Date.parse(s.opens_at)]));
    closedUntil.set(league, opens.length === 0 ? 0 : realNow() + deps.realMsUntil(Math.max(...opens)));
    const prices: Record<string, string> = {};
    for (const { symbol, tradable, opens_at: closed, last_price: last } of symbols)
      if ((tradable || closed !== null) && last !== null) prices[symbol] = last;
    if (Object.keys(prices).length === 0) return false;
    const known = withDay(kept.history, { date, prices }, samplesMax);
    kept.history =
      known.length < samplesMax ? withPast(known, await closesBefore(open, league, date), samplesMax) : known;
    return true;
  }

  async function takeTurn(player: Player): Promise<void> {
    const { league, bot } = player;
    const kept = file.league(league);
    const seat = kept.seats[bot.id];
    if (!seat) throw new Error(`${bot.id} has no seat in ${league}`);
    const date = isoDate(now());
    const isPriced = await notePrices(league, date);
    // Tomorrow's prices are noted whatever is closed: a day without them would begin the history anew.
    const tomorrow = realNow() + deps.realMsUntil(closeAfter(now()));
    player.notBefore = isPriced ? Math.min(closedUntil.get(league) ?? 0, tomorrow) : realNow() + retryMs;
    if (player.notBefore > realNow()) return;
    const { weights, reason } = decideOrder(bot, samplesOf(kept.history));
    await pace();
    // One decision a day is one order, also when the answer was lost or the service was ended before it could be kept.
    await clients.of(seat).weights(weights, { date, reason, idempotencyKey: `house ${date}` });
    kept.doneOn[bot.id] = date;
    file.save();
  }

  return {
    enter: ({ league, bot }) => clients.enter(league, bot, { style: bot.rule.kind, description: bot.rule.description }),
    takeTurn,
  };
}

/** The closes of days that are over, by the day after: what a bot would have noted then, if it had been there. */
async function closesBefore(
  open: Pick<Client, 'prices'>,
  league: string,
  date: string,
): Promise<Map<string, DailyPrices['prices']>> {
  const to = Date.parse(date);
  const from = iso(to - samplesMax * dayMs);
  const { starts, series } = await open.prices({ league, every: '1d', columns: ['close'], from, to: iso(to) });
  const days = new Map<string, DailyPrices['prices']>();
  let known: DailyPrices['prices'] = {};
  for (const [i, start] of starts.entries()) {
    const closes = series.flatMap(({ symbol, close }) => {
      const price = close?.[i] ?? null;
      return price === null ? [] : [[symbol, String(price)] as const];
    });
    // A market that was closed has its last price still.
    known = { ...known, ...Object.fromEntries(closes) };
    if (Object.keys(known).length > 0) days.set(isoDate(Date.parse(start) + dayMs), known);
  }
  return days;
}
