/**
 * The house bots at work: seats, and one order a day each, through the public HTTP API with the published client, as anybody's bots.
 * Only the registration knows them: it lets the holder of the house token have their names. 429 and 503 are obeyed.
 */
import { createClient, PapertapeError, type Client } from 'papertape-client';
import { isoDate, type Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { withDay, samplesOf } from './history.ts';
import { decideOrder, houseBots, samplesMax, type HouseBot } from './house-bots.ts';
import type { HouseFile, HouseSeat } from './house-file.ts';
import { createLoopbackFetch } from './loopback-fetch.ts';
import { turnsAt } from './schedule.ts';

export interface HouseDeps {
  /** Where this process reaches the service. */
  readonly baseUrl: string;
  /** Proves to the registration that the bots are the service's own. */
  readonly token: string;
  /** Leagues to be in. */
  readonly leagues: readonly string[];
  readonly file: HouseFile;
  /** The league's time. */
  readonly now: () => Instant;
  /** Real milliseconds: what a service asks to wait is real time. */
  readonly realNow: () => number;
  /** Real milliseconds after which something is tried again that nothing is said of. */
  readonly retryMs: number;
  /** Called before each write: keeps the bots from using up what one address may send. */
  readonly pace: () => Promise<void>;
  readonly stop: AbortSignal;
  readonly log: Log;
}

export interface House {
  /**
   * Registers the bots that have no seat and takes the turns that are due.
   * @returns how long to wait: until a turn of the league's clock, or less, in real milliseconds, when something is to be tried again.
   */
  run(): Promise<{ readonly nextTurn: Instant; readonly retryInMs: number }>;
}

interface Player {
  readonly league: string;
  readonly bot: HouseBot;
  /** Real milliseconds; before that nothing is tried. */
  notBefore: number;
}

/** A refusal that only a person can end is looked at again after an hour. */
const refusedMs = 3_600_000;

export function createHouse(deps: HouseDeps): House {
  const { file, now, realNow, retryMs, pace, stop, log } = deps;
  const authorization = { authorization: `Bearer ${deps.token}` };
  const fetch = createLoopbackFetch((path) =>
    path === '/api/agents/register' ? authorization : {},
  ) as typeof globalThis.fetch;
  // One attempt a call: this file decides when to try again, and a stopping service does not wait for it.
  const clientOf = (seat?: HouseSeat): Client =>
    createClient({ baseUrl: deps.baseUrl, fetch, attemptsMax: 1, now, ...seat });
  const open = clientOf();
  const players: Player[] = houseBots.flatMap((bot) => deps.leagues.map((league) => ({ league, bot, notBefore: 0 })));

  async function enter({ league, bot }: Player): Promise<void> {
    await pace();
    const { kind, description } = bot.strategy;
    const seat = await open.register({
      name: bot.name,
      icon: bot.icon,
      company: 'Papertape',
      contact: 'house@papertape.invalid',
      country: 'CA',
      league,
      style: kind,
      description: `${description} A house bot: run by the service, treated like every other bot.`,
    });
    const kept = file.league(league);
    kept.seats[bot.id] = { agentId: seat.agent_id, apiKey: seat.api_key };
    file.save();
  }

  /** Today's prices, once a day; every bot of the league decides on the same. @returns false while there are none. */
  async function notePrices(league: string, date: string): Promise<boolean> {
    const kept = file.league(league);
    if (kept.history.at(-1)?.date === date) return true;
    const { symbols } = await open.universe(league);
    const prices: Record<string, string> = {};
    for (const s of symbols) if (s.tradable && s.last_price !== null) prices[s.symbol] = s.last_price;
    if (Object.keys(prices).length === 0) return false;
    kept.history = withDay(kept.history, { date, prices }, samplesMax);
    return true;
  }

  async function takeTurn(player: Player): Promise<void> {
    const { league, bot } = player;
    const kept = file.league(league);
    const seat = kept.seats[bot.id];
    if (!seat) throw new Error(`${bot.id} has no seat in ${league}`);
    const date = isoDate(now());
    if (!(await notePrices(league, date))) {
      player.notBefore = realNow() + retryMs;
      return;
    }
    const { weights, reason } = decideOrder(bot, samplesOf(kept.history));
    await pace();
    // One decision a day is one order, also when the answer was lost or the service was ended before it could be kept.
    await clientOf(seat).weights(weights, { date, reason, idempotencyKey: `house ${date}` });
    kept.doneOn[bot.id] = date;
    file.save();
  }

  function noteFailure(player: Player, e: unknown): void {
    if (!(e instanceof PapertapeError)) throw e;
    const { league, bot } = player;
    const kept = file.league(league);
    const passes = e.status === 0 || e.status === 429 || e.status >= 500;
    log[passes ? 'debug' : 'info']('a house bot was refused', { league, bot: bot.id, code: e.code, detail: e.detail });
    if (e.status === 401) {
      // The file is of other data, or the key was changed elsewhere.
      delete kept.seats[bot.id];
      delete kept.doneOn[bot.id];
      player.notBefore = realNow();
    } else if (e.code === 'idempotency_conflict') {
      // Today's order is there: prices have moved since it was sent.
      kept.doneOn[bot.id] = isoDate(now());
      file.save();
    } else if (!passes) player.notBefore = realNow() + refusedMs;
    else player.notBefore = realNow() + (e.retryAfterSeconds === null ? retryMs : e.retryAfterSeconds * 1000);
  }

  async function each(of: readonly Player[], act: (player: Player) => Promise<void>): Promise<void> {
    for (const player of of) {
      if (stop.aborted) return;
      if (player.notBefore > realNow()) continue;
      try {
        await act(player);
      } catch (e) {
        if (stop.aborted) return;
        noteFailure(player, e);
      }
    }
  }

  const seatOf = ({ league, bot }: Player): HouseSeat | undefined => file.league(league).seats[bot.id];
  const turns = (): { due: Player[]; next: Instant } => {
    const { due, next } = turnsAt(
      now(),
      players.map(({ league, bot }) => file.league(league).doneOn[bot.id]),
    );
    return { due: due.map((i) => players[i] as Player), next };
  };

  return {
    async run() {
      await each(
        players.filter((p) => !seatOf(p)),
        enter,
      );
      await each(
        turns().due.filter((p) => seatOf(p)),
        takeTurn,
      );
      const { due, next } = turns();
      const left = players.filter((p) => !seatOf(p) || due.includes(p));
      const retryInMs = Math.min(Number.POSITIVE_INFINITY, ...left.map((p) => Math.max(0, p.notBefore - realNow())));
      return { nextTurn: next, retryInMs };
    },
  };
}
