/** What must hold after the last mark: portfolios, baselines, what waits, when each symbol was agreed, and no row besides. */
import type { Instant } from '../lib/clock.ts';
import { readMeta } from '../engine/progress.sql.ts';
import { baselineRows } from '../flow/mark/baselines.sql.ts';
import { startPortfolio } from '../flow/mark/portfolio.ts';
import { portfolioRow } from '../flow/mark/portfolio.sql.ts';
import { waitingRow } from '../flow/mark/queue.sql.ts';
import type { Database } from '../storage/database.ts';
import { countRows, heldRows, strayFills } from './audit.sql.ts';
import { keyOf, type Differences } from './differences.ts';
import type { FoldedBot } from './folded-bot.ts';
import type { Audit } from './open-audit.ts';

export async function checkEnd(
  { data, differences, bots, record, marks, orders, closes }: Audit,
  until: Instant,
): Promise<void> {
  const waiting = heldRows(data, 'ledger.waiting_orders');
  await differences.table('ledger.waiting_orders', orders.finish(until), waitingRow, waiting);
  const changed = [...bots.values()].filter((b) => b.now !== startPortfolio);
  const portfolios = heldRows(data, 'ledger.portfolios');
  await differences.table('ledger.portfolios', changed, (b) => portfolioRow({ ...b, botId: b.id }), portfolios);
  checkRetirements(differences, bots);
  await closes.ladder.check(data);
  const baselines = [...marks.baselines].flatMap(([league, of]) => baselineRows(league, of));
  await differences.table('ledger.baselines', baselines, (row) => row, heldRows(data, 'ledger.baselines'));
  const agreed = Object.fromEntries(await record.agreedAt(until));
  const found = JSON.parse((await readMeta(data.trx, 'agreed')) ?? '{}') as Record<string, number>;
  differences.compare('ledger.meta', 'agreed', agreed, found);
  for (const symbol of Object.keys(found)) {
    if (agreed[symbol] === undefined) differences.add('ledger.meta', 'agreed', symbol, undefined, found[symbol]);
  }
}

/** A bot's row follows the operator's entry a moment later: it may say nothing yet, and nothing else than the entry does. */
function checkRetirements(differences: Differences, bots: ReadonlyMap<string, FoldedBot>): void {
  for (const { id, retiredAt, retiredBy, retiredByOperatorAt } of bots.values()) {
    if (retiredBy === 'operator' && retiredAt !== retiredByOperatorAt)
      differences.add('intake.bots', id, 'retired_at', retiredByOperatorAt, retiredAt);
  }
}

/** Rows that no step looked at: of a bot, an order, a mark or a league that there is not. */
export async function checkCounts({ data, differences, orders, closes, rows }: Audit): Promise<void> {
  for (const fill of await strayFills(data.trx, 100)) {
    const key = keyOf('ledger.fills', fill);
    differences.add('ledger.fills', key, 'row', 'an order that it is the outcome of', fill.order_id);
    orders.tally.fills++;
  }
  const expected = { ...rows, ...closes.rows, 'ledger.fills': orders.tally.fills };
  for (const [table, count] of Object.entries(expected) as [keyof Database, number][]) {
    const found = await countRows(data.trx, table);
    if (found !== count && (found > count || differences.count() === 0))
      differences.add(table, 'all', 'rows', count, found);
  }
}
