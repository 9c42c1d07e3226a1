/**
 * The house bots at work: seats, one order or sheet of answers a day each, and one drawing a week and trading league, through the public HTTP API with the published client, as anybody's bots.
 * Only the registration knows them: it lets the holder of the house token have their names. 429 and 503 are obeyed.
 */
import { PapertapeError } from 'papertape-client';
import { isoDate, type Instant } from '../lib/clock.ts';
import { houseBots } from './house-bots.ts';
import type { HouseDeps } from './house-deps.ts';
import type { HouseSeat } from './house-file.ts';
import { createMoves, type Moves, type Player } from './moves.ts';
import { turnsAt } from './schedule.ts';
import { solverBots } from './solvers/solver-bots.ts';
import { createSolverMoves, type SolverDeps } from './solvers/solver-moves.ts';
import { hourMs } from '../lib/time.ts';
import { createWeekPosts, type WeekPosts } from './week-posts.ts';

export interface House {
  /**
   * Registers the bots that have no seat and takes the turns that are due.
   * @returns how long to wait: until a turn of the league's clock, or less, in real milliseconds, when something is to be tried again.
   */
  run(): Promise<{ readonly nextTurn: Instant; readonly retryInMs: number }>;
}

/** A refusal that only a person can end is looked at again after an hour. */
const refusedMs = hourMs;

/** Those of trading leagues. */
export function createHouse(deps: HouseDeps): House {
  return houseOf(deps, houseBots, createMoves(deps), createWeekPosts(deps));
}

/** Those of task leagues. */
export function createSolvers(deps: SolverDeps): House {
  return houseOf(deps, solverBots, createSolverMoves(deps));
}

function houseOf<Bot extends { readonly id: string }>(
  deps: HouseDeps,
  bots: readonly Bot[],
  { enter, takeTurn }: Moves<Bot>,
  posts?: WeekPosts<Bot>,
): House {
  const { file, now, realNow, stop } = deps;
  const players: Player<Bot>[] = bots.flatMap((bot) => deps.leagues.map((league) => ({ league, bot, notBefore: 0 })));
  // Players apart: a drawing that is refused delays no order.
  const posters: Player<Bot>[] = bots
    .slice(0, 1)
    .flatMap((bot) => deps.leagues.map((league) => ({ league, bot, notBefore: 0 })));

  async function each(of: readonly Player<Bot>[], act: (player: Player<Bot>) => Promise<void>): Promise<void> {
    for (const player of of) {
      if (stop.aborted) return;
      if (player.notBefore > realNow()) continue;
      try {
        await act(player);
      } catch (e) {
        if (stop.aborted) return;
        noteFailure(deps, player, e);
      }
    }
  }

  const seatOf = ({ league, bot }: Player<Bot>): HouseSeat | undefined => file.league(league).seats[bot.id];
  const drawingsDue = (): Player<Bot>[] => posters.filter((p) => seatOf(p) && posts?.isDue(p));
  const turns = (): { due: Player<Bot>[]; next: Instant } => {
    const { due, next } = turnsAt(
      now(),
      players.map(({ league, bot }) => file.league(league).doneOn[bot.id]),
    );
    return { due: due.map((i) => players[i] as Player<Bot>), next };
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
      if (posts) await each(drawingsDue(), posts.post);
      const { due, next } = turns();
      const left = [...players.filter((p) => !seatOf(p) || due.includes(p)), ...drawingsDue()];
      const retryInMs = Math.min(Number.POSITIVE_INFINITY, ...left.map((p) => Math.max(0, p.notBefore - realNow())));
      return { nextTurn: next, retryInMs };
    },
  };
}

/** The round of the day is over for the bot; tomorrow there is another one. */
const noRound: readonly string[] = ['round_not_found', 'round_void', 'round_closed', 'not_in_round'];

function noteFailure(
  { file, now, realNow, realMsUntil, retryMs, log }: HouseDeps,
  player: Player<{ readonly id: string }>,
  e: unknown,
): void {
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
  } else if (noRound.includes(e.code)) {
    kept.doneOn[bot.id] = isoDate(now());
  } else if (e.code === 'round_not_ready') {
    // Its tasks are there within minutes of the league's clock.
    player.notBefore = realNow() + retryMs;
  } else if (e.opensAt !== null) player.notBefore = realNow() + realMsUntil(Date.parse(e.opensAt));
  else if (!passes) player.notBefore = realNow() + refusedMs;
  else player.notBefore = realNow() + (e.retryAfterSeconds === null ? retryMs : e.retryAfterSeconds * 1000);
}
