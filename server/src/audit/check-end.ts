/** What must hold after the last mark: portfolios, baselines, what waits, when each symbol was agreed, and no row besides. */
import type { Instant } from '../lib/clock.ts';
import { readMeta } from '../engine/progress.sql.ts';
import { encodeHoldings } from '../flow/fill/portfolio-text.ts';
import { startPortfolio } from '../flow/mark/portfolio.ts';
import { portfolioFields } from '../flow/mark/portfolio.sql.ts';
import type { Database } from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';
import type { Audit } from './marks.ts';
import { baselineRows, countRows, portfoliosAfter, rowsPerChunk, strayFills, waitingRows } from './audit.sql.ts';
import type { Differences, Fields } from './differences.ts';
import { keyOf, type FoldedBot } from './folded-bot.ts';

export async function checkEnd(
  { trx, differences, bots, record, marks, orders, closes }: Audit,
  until: Instant,
): Promise<void> {
  const waiting = new Map((await waitingRows(trx)).map((w) => [keyOf(w), w]));
  for (const order of orders.finish(until)) {
    const key = keyOf(order);
    const { league, window_start } = order;
    differences.compare(
      'ledger.waiting_orders',
      key,
      { league, window_start },
      waiting.get(key) as unknown as Fields | undefined,
    );
    waiting.delete(key);
  }
  for (const [key, row] of waiting)
    differences.compare('ledger.waiting_orders', key, undefined, row as unknown as Fields);
  await checkPortfolios(trx, differences, bots);
  checkRetirements(differences, bots);
  await closes.checkLadder(trx);
  const stored = new Map((await baselineRows(trx)).map((b) => [`${b.league} ${b.baseline_id}`, b]));
  for (const [league, { windowStart, list }] of marks.baselines) {
    for (const b of list) {
      const key = `${league} ${b.id}`;
      const expected = {
        window_start: windowStart,
        cash: b.portfolio.cash,
        holdings: encodeHoldings(b.portfolio.holdings),
      };
      differences.compare('ledger.baselines', key, expected, stored.get(key) as unknown as Fields | undefined);
      stored.delete(key);
    }
  }
  for (const [key, row] of stored) differences.compare('ledger.baselines', key, undefined, row as unknown as Fields);
  const agreed = Object.fromEntries(await record.agreedAt(until));
  const found = JSON.parse((await readMeta(trx, 'agreed')) ?? '{}') as Record<string, number>;
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

async function checkPortfolios(
  trx: Trx,
  differences: Differences,
  bots: ReadonlyMap<string, FoldedBot>,
): Promise<void> {
  const expected = new Set([...bots.values()].filter((b) => b.now !== startPortfolio).map((b) => b.id));
  for (let after = ''; ;) {
    const rows = await portfoliosAfter(trx, after, rowsPerChunk);
    for (const row of rows) {
      const bot = expected.has(row.agent_id) ? bots.get(row.agent_id) : undefined;
      differences.compare('ledger.portfolios', row.agent_id, bot && botFields(bot), row as unknown as Fields);
      expected.delete(row.agent_id);
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.agent_id;
  }
  for (const id of expected) {
    const bot = bots.get(id);
    if (bot) differences.compare('ledger.portfolios', id, botFields(bot), undefined);
  }
}

function botFields(bot: FoldedBot): Fields {
  return { league: bot.league, ...portfolioFields(bot.now) };
}

/** Rows that no step looked at: of a bot, an order, a mark or a league that there is not. */
export async function checkCounts({ trx, differences, orders, closes, rows }: Audit): Promise<void> {
  for (const fill of await strayFills(trx, 100)) {
    differences.add('ledger.fills', keyOf(fill), 'row', 'an order that it is the outcome of', fill.order_id);
    orders.tally.fills++;
  }
  const expected: [keyof Database, number][] = [
    ['ledger.mark_readings', rows.readings],
    ['ledger.mark_roots', rows.roots],
    ['ledger.payouts', rows.payouts],
    ['ledger.price_vectors', rows.vectors],
    ['ledger.fills', orders.tally.fills],
    ['ledger.closes', closes.counts.closes],
    ['ledger.records', closes.counts.records],
    ['ledger.boards', closes.counts.boards],
    ['ledger.board_blocks', closes.counts.blocks],
    ['ledger.delistings', rows.delistings],
  ];
  for (const [table, count] of expected) {
    const found = await countRows(trx, table);
    if (found !== count && (found > count || differences.count() === 0))
      differences.add(table, 'all', 'rows', count, found);
  }
}
