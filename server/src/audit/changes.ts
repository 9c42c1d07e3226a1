/** What changes portfolios besides fills: delistings, compared with what is stored of them, and payouts, which are facts. */
import type { SymbolId } from '../league/symbol.ts';
import { iso, type Instant } from '../lib/clock.ts';
import type { DelistingsTable } from '../storage/database.ts';
import type { StoredPayout } from '../flow/mark/payouts.sql.ts';
import { applyChange, delistingOf } from '../flow/mark/portfolio.ts';
import { delistingFields } from '../flow/mark/portfolio.sql.ts';
import { isPresent } from '../flow/mark/presence.ts';
import { checkPayout } from '../flow/mark/rooms.ts';
import { message, type Differences, type Fields } from './differences.ts';
import type { FoldedBot } from './folded-bot.ts';

export interface Changes {
  /** Turns a symbol into cash everywhere and compares with what is stored of it. @returns rows expected. */
  cashOut(symbol: SymbolId, price: bigint, mark: Instant, found: readonly DelistingsTable[]): number;
  /** Adds a payout, which is a fact, to the portfolio of its bot. */
  pay(payout: StoredPayout): void;
}

export function createChanges(bots: ReadonlyMap<string, FoldedBot>, differences: Differences): Changes {
  return {
    cashOut(symbol, price, mark, found) {
      const stored = new Map(found.filter((d) => d.symbol === symbol).map((d) => [d.agent_id, d]));
      let rows = 0;
      for (const bot of bots.values()) {
        const delisting = delistingOf(bot.now.portfolio, symbol, price);
        if (!delisting) continue;
        bot.now = applyChange(bot.now, delisting);
        const key = `${bot.id} ${symbol} ${iso(mark)}`;
        differences.compare(
          'ledger.delistings',
          key,
          delistingFields(delisting),
          stored.get(bot.id) as unknown as Fields | undefined,
        );
        stored.delete(bot.id);
        rows++;
      }
      for (const extra of stored.values()) {
        differences.compare(
          'ledger.delistings',
          `${extra.agent_id} ${symbol} ${iso(mark)}`,
          undefined,
          extra as unknown as Fields,
        );
        rows++;
      }
      return rows;
    },
    pay(payout) {
      const bot = bots.get(payout.botId);
      try {
        checkPayout(payout.why.room, payout, bot && isPresent(bot, payout.mark) ? bot.league : undefined);
        if (bot) bot.now = applyChange(bot.now, payout);
      } catch (e) {
        const key = `${payout.botId} ${payout.why.room} ${payout.why.id}`;
        differences.add('ledger.payouts', key, 'row', 'a payout that may be made', message(e));
      }
    },
  };
}
