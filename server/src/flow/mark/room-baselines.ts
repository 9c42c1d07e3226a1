/**
 * Baselines that a feature room pays: the baselines of a league and what the room noted of them in, the baselines after it out.
 *
 * A league without symbols has no market to buy and hold. Its room says what its baselines gain or lose, in a fact named `baselines`: JSON from
 * the id of each to its cash before and after, decimal text. The first such fact of a league begins its baselines, with $100,000
 * each. A baseline is paid the difference, so that two facts of one mark add up, as payouts to a bot do.
 *
 * What they were worth before the pay of a mark is kept: a bot's own return counts from before its first round, too.
 *
 * Example: {"par":{"cash_before":"100000","cash_after":"100000"},"median":{"cash_before":"100000","cash_after":"100048.5"}} at the first
 * scored round of a league -> `par` 100,000, `median` 100,048.50, and both 100,000 at the first fills of that mark.
 */
import { countedAmount, moneyScale, parseFixed } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import { startValue } from '../fill/fill.ts';
import { baselineOrder, isOfRoom, type LeagueBaselines } from '../rank/baseline.ts';
import type { RoomFact } from './rooms.ts';

/** The name of the fact. */
export const baselinesFact = 'baselines';

/** What a room makes of the baselines of a league. */
export interface BaselinePay {
  readonly league: string;
  /** USD at `moneyScale`, by id; may be negative. */
  readonly changes: ReadonlyMap<string, bigint>;
}

/** How a baseline stands in the fact; what else the room says of it is its own. */
export interface NotedBaseline {
  /** Decimal text, USD. */
  readonly cash_before: string;
  readonly cash_after: string;
}

/** Throws on a fact that names a baseline which is no room's, or an amount that is none. */
export function baselinePays(facts: readonly Omit<RoomFact, 'kind'>[]): BaselinePay[] {
  return facts
    .filter(({ name }) => name === baselinesFact)
    .map(({ about: league, text }) => {
      const noted = Object.entries(JSON.parse(text) as Readonly<Record<string, NotedBaseline>>);
      return { league, changes: new Map(noted.map(([id, of]) => [id, changeOf(id, of)])) };
    });
}

function changeOf(id: string, { cash_before: before, cash_after: after }: NotedBaseline): bigint {
  if (!isOfRoom(id)) throw new Error(`${id} is no baseline that a room pays`);
  return parseFixed(after, moneyScale) - parseFixed(before, moneyScale);
}

/** @param now undefined before the first pay. */
export function payBaselines(
  now: LeagueBaselines | undefined,
  { league, changes }: BaselinePay,
  mark: Instant,
): LeagueBaselines {
  const { windowStart, list } = now ?? { windowStart: mark, list: [] };
  if (!list.every(({ id }) => isOfRoom(id))) throw new Error(`the baselines of ${league} are bought, not paid`);
  const cash = new Map(list.map(({ id, portfolio }) => [id, portfolio.cash]));
  for (const [id, change] of changes) cash.set(id, countedAmount((cash.get(id) ?? startValue) + change));
  const paid = [...cash].map(([id, of]) => ({ id, portfolio: { cash: of, holdings: new Map() } }));
  return { windowStart, list: paid.sort(baselineOrder) };
}

/** The baselines that a mark begins or pays, as they are before it: those that begin have their start value. */
export function beforePay(now: LeagueBaselines | undefined, { changes }: BaselinePay): LeagueBaselines['list'] {
  if (now) return now.list;
  return [...changes.keys()]
    .map((id) => ({ id, portfolio: { cash: startValue, holdings: new Map() } }))
    .sort(baselineOrder);
}
