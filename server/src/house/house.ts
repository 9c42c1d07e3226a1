/**
 * The house bots at work: seats, and one order a day each, through the public HTTP API with the published client, as anybody's bots.
 * Only the registration knows them: it lets the holder of the house token have their names. 429 and 503 are obeyed.
 */
import { PapertapeError } from 'papertape-client';
import { isoDate, type Instant } from '../lib/clock.ts';
import { houseBots } from './house-bots.ts';
import type { HouseDeps } from './house-deps.ts';
import type { HouseSeat } from './house-file.ts';
import { createMoves, type Player } from './moves.ts';
import { turnsAt } from './schedule.ts';
import { hourMs } from '../lib/time.ts';

export interface House {
  /**
   * Registers the bots that have no seat and takes the turns that are due.
   * @returns how long to wait: until a turn of the league's clock, or less, in real milliseconds, when something is to be tried again.
   */
  run(): Promise<{ readonly nextTurn: Instant; readonly retryInMs: number }>;
}

/** A refusal that only a person can end is looked at again after an hour. */
const refusedMs = hourMs;

export function createHouse(deps: HouseDeps): House {
  const { file, now, realNow, stop } = deps;
  const { enter, takeTurn } = createMoves(deps);
  const players: Player[] = houseBots.flatMap((bot) => deps.leagues.map((league) => ({ league, bot, notBefore: 0 })));

  async function each(of: readonly Player[], act: (player: Player) => Promise<void>): Promise<void> {
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

function noteFailure({ file, now, realNow, realMsUntil, retryMs, log }: HouseDeps, player: Player, e: unknown): void {
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
  } else if (e.opensAt !== null) player.notBefore = realNow() + realMsUntil(Date.parse(e.opensAt));
  else if (!passes) player.notBefore = realNow() + refusedMs;
  else player.notBefore = realNow() + (e.retryAfterSeconds === null ? retryMs : e.retryAfterSeconds * 1000);
}
