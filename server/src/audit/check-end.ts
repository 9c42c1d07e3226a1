/** What must hold after the last mark: portfolios, baselines, what waits, when each symbol was agreed, and no row besides. */
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import { readInstants } from '../engine/progress.sql.ts';
import { baselineRows } from '../flow/mark/baselines.sql.ts';
import { startPortfolio } from '../flow/mark/portfolio.ts';
import { portfolioRow } from '../flow/mark/portfolio.sql.ts';
import { waitingRow } from '../flow/mark/queue.sql.ts';
import type { Database } from '../storage/database.ts';
import { countRows } from '../storage/find.ts';
import { heldRows, strayFills } from './audit.sql.ts';
import { keyOf, type Differences } from './differences.ts';
import type { FoldedBot } from './folded-bot.ts';
import type { Audit } from './open-audit.ts';

export async function checkEnd(
  { data, differences, bots, record, marks, orders, closes, stale }: Audit,
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
  await differences.table('ledger.stale_prices', stale, (row) => row, heldRows(data, 'ledger.stale_prices'));
  const agreed = await record.agreedAt(until);
  compareInstants(differences, 'agreed', agreed, await readInstants(data.trx, 'agreed'));
  // What was read before the pools agreed again decides nothing.
  const isLater = ([symbol, at]: readonly [SymbolId, Instant]): boolean => at > (agreed.get(symbol) ?? Infinity);
  const read = [...(await readInstants(data.trx, 'read'))].filter(isLater);
  const readAfter = new Map<SymbolId, Instant>();
  for (const symbol of agreed.keys()) {
    const at = await record.record.readAt(symbol, until);
    if (at !== undefined) readAfter.set(symbol, at);
  }
  compareInstants(differences, 'read', readAfter, new Map(read));
}

function compareInstants(
  differences: Differences,
  key: string,
  expected: ReadonlyMap<SymbolId, Instant>,
  found: ReadonlyMap<SymbolId, Instant>,
): void {
  differences.compare('ledger.meta', key, Object.fromEntries(expected), Object.fromEntries(found));
  for (const [symbol, at] of found)
    if (!expected.has(symbol)) differences.add('ledger.meta', key, symbol, undefined, at);
}

/** A bot's row follows the entry of the log a moment later: it may say nothing yet, and nothing else than the entry does. */
function checkRetirements(differences: Differences, bots: ReadonlyMap<string, FoldedBot>): void {
  for (const { id, retiredByLogAt, retiredByOperatorAt, reinstatedFrom } of bots.values()) {
    const isBehind = retiredByOperatorAt === undefined && retiredByLogAt === reinstatedFrom;
    if (retiredByLogAt !== undefined && retiredByLogAt !== retiredByOperatorAt && !isBehind)
      differences.add('intake.bots', id, 'retired_at', retiredByOperatorAt, retiredByLogAt);
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
