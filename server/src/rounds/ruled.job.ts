/**
 * What the operator decided of rounds, at the mark at which it is applied: a round is void until it is scored, a task of it is struck until it is
 * closed, and a scored one is taken back until the next of its league is scored. What comes too late makes no fact.
 */
import type { Instant } from '../lib/clock.ts';
import { moneyScale, parseFixed } from '../lib/decimal.ts';
import { botsToPay } from '../flow/mark/payouts.sql.ts';
import { baselineCash } from '../flow/mark/baselines.sql.ts';
import { baselinesFact } from '../flow/mark/room-baselines.ts';
import type { Payout } from '../flow/mark/portfolio.ts';
import { goneAt } from '../flow/mark/presence.sql.ts';
import type { RoomFact } from '../flow/mark/rooms.ts';
import type { Trx } from '../storage/storage.ts';
import { baselinesReversed } from './baselines.ts';
import {
  isTask,
  readFacts,
  reversalOf,
  roundsRoom,
  type Result,
  type Reversed,
  type Struck,
  type Voided,
} from './facts.ts';
import { factsOfRounds, resultsOfRounds, scoredAfter, type Ruling } from './rounds.sql.ts';
import type { FactName } from './states.ts';

type Ruled = { readonly name: 'void'; readonly fact: Voided } | { readonly name: 'struck'; readonly fact: Struck };

/** Facts of a round that was committed to and has not ended. @param items how many tasks it has. */
export function ruledOf(names: ReadonlySet<FactName>, items: number, rulings: readonly Ruling[]): Ruled[] {
  return rulings.flatMap(({ action, task, reason }): Ruled[] => {
    if (action === 'void_round') return [{ name: 'void', fact: { reason: `operator: ${reason}` } }];
    if (action !== 'strike_task' || !names.has('keyed') || names.has('closed')) return [];
    return isTask(task, items) ? [{ name: 'struck', fact: { task, reason } }] : [];
  });
}

/** The pay of a round is taken back from every bot that is there. @param decided at this mark so far. */
export async function reversed(
  db: Trx,
  mark: Instant,
  { roundId, reason }: Ruling,
  decided: readonly (Payout | RoomFact)[],
): Promise<(Payout | RoomFact)[]> {
  const stored = await factsOfRounds(db, [roundId]);
  const facts = readFacts(stored);
  const league = stored[0]?.about ?? '';
  const now = decided.filter((d) => d.kind === 'fact');
  const isScoredNow = now.some((d) => d.name === 'scored' && d.about === league && d.id > roundId);
  const isReversedNow = now.some((d) => d.name === 'reversed' && d.id === roundId);
  if (!facts.scored || facts.reversed || isScoredNow || isReversedNow) return [];
  if (await scoredAfter(db, league, roundId)) return [];
  const results = await resultsOfRounds(db, [roundId]);
  const ids = results.flatMap(({ botId }) => botId ?? []);
  const bots = await botsToPay(db, ids, mark, await goneAt(db, mark));
  const payouts = results.flatMap(({ botId, text }): Payout[] => {
    if (botId === null || !bots.has(botId)) return [];
    const cash = -paidBy(JSON.parse(text) as Result);
    return [{ kind: 'payout', botId, league, cash, why: { room: roundsRoom, id: reversalOf(roundId) } }];
  });
  const fact = (name: string, id: string, of: object): RoomFact => {
    return { kind: 'fact', room: roundsRoom, name, id, botId: null, about: league, text: JSON.stringify(of) };
  };
  const cash = await baselineCash(db, league, 'median');
  return [
    fact('reversed', roundId, { reason, bots: payouts.length } satisfies Reversed),
    ...(facts.baselines && cash !== undefined
      ? [fact(baselinesFact, reversalOf(roundId), baselinesReversed(facts.baselines, cash))]
      : []),
    ...payouts,
  ];
}

/** 10⁻⁸ dollars. */
function paidBy({ cash_before: before, cash_after: after }: Result): bigint {
  return parseFixed(after, moneyScale) - parseFixed(before, moneyScale);
}
