/**
 * What rounds did to a bot. Its place is 1 and one more for each bot that scored more; the return of a round is what its pay is of the cash
 * before, in percent with four decimals, rounded down.
 *
 * Example: 104125.5 that becomes 104176.12894186 is a return of 0.0486.
 */
import type { AgentRounds } from 'papertape-contract/round';
import { iso } from '../lib/clock.ts';
import { moneyScale, parseFixed } from '../lib/decimal.ts';
import type { Db } from '../storage/storage.ts';
import { parseRoundId } from './calendar.ts';
import type { Result } from './facts.ts';
import { countRoundsOfBot, placesOfBot, resultsOfBot, roundsOfBot } from './listing.sql.ts';
import { factsOfRounds, type Rows } from './rounds.sql.ts';

export interface RoundsBot {
  readonly botId: string;
  readonly league: string;
}

/** What a round did, as a list and a sheet tell it. */
export type Did = Omit<AgentRounds['rounds'][number], 'round' | 'round_id' | 'scored_at' | 'reversed'>;

/** A page of them, the newest first, and how many there are in all. */
export async function agentRounds(
  db: Db,
  { botId, league }: RoundsBot,
  rows: Rows,
): Promise<Pick<AgentRounds, 'total' | 'rounds'>> {
  const rounds = await roundsOfBot(db, botId, rows);
  const ids = rounds.map((r) => r.id);
  const did = await whatRoundsDid(db, botId, ids);
  const reversed = new Set((await factsOfRounds(db, ids)).filter((f) => f.name === 'reversed').map((f) => f.id));
  return {
    total: await countRoundsOfBot(db, botId),
    rounds: rounds.flatMap(({ id, scoredAt }) => {
      const [round, what] = [parseRoundId([league], id), did.get(id)];
      if (!round || !what) return [];
      return { round: round.name, round_id: id, scored_at: iso(scoredAt), ...what, reversed: reversed.has(id) };
    }),
  };
}

/** By round; those that did nothing to the bot are not there. */
export async function whatRoundsDid(db: Db, botId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Did>> {
  const places = await placesOfBot(db, botId, ids);
  return new Map([...(await resultsOfBot(db, botId, ids))].map(([id, result]) => [id, didOf(result, places.get(id))]));
}

function didOf(
  { score, par, cash_before, cash_after }: Result,
  at: { readonly place: number; readonly of: number } | undefined,
): Did {
  const [before, after] = [parseFixed(cash_before, moneyScale), parseFixed(cash_after, moneyScale)];
  return {
    score,
    par,
    place: at?.place ?? null,
    of: at?.of ?? null,
    return_pct: returnPct(before, after),
    cash_before,
    cash_after,
  };
}

/** Rounded down, as pay is. */
export function returnPct(before: bigint, after: bigint): number {
  if (before === 0n) return 0;
  const scaled = (after - before) * 1_000_000n;
  const whole = scaled / before;
  return Number(scaled % before < 0n ? whole - 1n : whole) / 10_000;
}
