/** What changes portfolios besides fills: delistings, compared with what is stored of them, and payouts, which are facts. */
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import { messageOf } from '../lib/text.ts';
import type { StoredFact } from '../flow/mark/facts.sql.ts';
import type { StoredPayout } from '../flow/mark/payouts.sql.ts';
import { applyChange, delistingOf } from '../flow/mark/portfolio.ts';
import { delistingRow } from '../flow/mark/portfolio.sql.ts';
import { isPresent } from '../flow/mark/presence.ts';
import { baselinePays } from '../flow/mark/room-baselines.ts';
import { checkPayout } from '../flow/mark/rooms.ts';
import type { RowOf } from '../storage/bulk.ts';
import type { Audit } from './open-audit.ts';

type Folded = Pick<Audit, 'bots' | 'differences'>;

/**
 * Turns a symbol into cash everywhere and compares with what is stored of it.
 * @param held all that is stored of it at the mark. @returns how many rows there are or must be.
 */
export function cashOut(
  { bots, differences }: Folded,
  symbol: SymbolId,
  price: bigint,
  mark: Instant,
  held: readonly RowOf<'ledger.delistings'>[],
): number {
  const expected: RowOf<'ledger.delistings'>[] = [];
  for (const bot of bots.values()) {
    const delisting = delistingOf(bot.now.portfolio, symbol, price);
    if (!delisting) continue;
    bot.now = applyChange(bot.now, delisting);
    expected.push(delistingRow({ ...delisting, botId: bot.id }, mark));
  }
  return differences.rows('ledger.delistings', expected, held);
}

/** Adds a payout, which is a fact, to the portfolio of its bot. */
export function pay({ bots, differences }: Folded, payout: StoredPayout): void {
  const bot = bots.get(payout.botId);
  try {
    checkPayout(payout.why.room, payout, bot && isPresent(bot, payout.mark) ? bot.league : undefined);
    if (bot) bot.now = applyChange(bot.now, payout);
  } catch (e) {
    const key = `${payout.botId} ${payout.why.room} ${payout.why.id}`;
    differences.add('ledger.payouts', key, 'row', 'a payout that may be made', messageOf(e));
  }
}

/** Adds what rooms noted of baselines, which are facts, to what baselines hold. */
export function payNoted(
  { marks, baselineMarks, differences }: Pick<Audit, 'marks' | 'baselineMarks' | 'differences'>,
  facts: readonly StoredFact[],
  mark: Instant,
): void {
  for (const fact of facts) {
    try {
      for (const worth of marks.payBaselines(baselinePays([fact]), mark).marks) baselineMarks.expect(worth);
    } catch (e) {
      differences.add('ledger.room_facts', fact.id, 'text', 'baselines that may be paid', messageOf(e));
    }
  }
}
