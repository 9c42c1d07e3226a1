/**
 * Mark: the order of work at a mark. Every five minutes these steps are done, each once, in this order, and a mark is done when all of
 * them are.
 *
 * Facts are what came from outside and could not be worked out again: bots and their orders, the answers of the price source, what the
 * operator asked for, what feature rooms paid out, the market and the rules that were in force. They are appended and never changed.
 * Everything else (prices, fills, incidents, portfolios, closes, ranks, boards, tiers) is a pure fold over the facts, and is stored so
 * that it need not be folded again.
 *
 * Three drivers do the steps. The engine (engine/) loads facts, does the steps and stores what follows. The audit (audit/) loads the same
 * facts, does the same steps and compares what follows with what is stored. The backtest (backtest/) takes facts from a recording and
 * keeps what follows in memory. What is decided in a step is decided by the other files of this folder, for all three.
 *
 * Example: at 12:35 the readings of 12:35 come in, the receipts of the orders that arrived from 12:30 to 12:35 are rooted, orders whose
 * window was 12:05 to 12:35 fill; at 00:00 every portfolio is valued as well, and ranked.
 */
import type { Instant } from '../../lib/clock.ts';
import { isClose } from '../../lib/time.ts';

export const markSteps = [
  /** The readings of the mark are asked of the price source. */
  'read',
  /** Readings that waiting orders lack are asked for once more. */
  'askAgain',
  /** The receipts of the orders whose window begins, and all readings that were had, are chained to the mark before. */
  'log',
  /** Symbols that are agreed over the window that ends are noted. */
  'agree',
  /** What the operator asked for is done. */
  'operate',
  /** Symbols without an agreed price for 24 hours are suspended; those that have one again are resumed. */
  'suspend',
  /** At 00:00 UTC: seats that had no scored fill in 7 days lapse. Who has an order under way keeps its seat. */
  'lapse',
  /** Waiting orders and those whose window ends are decided. */
  'fill',
  /** What feature rooms pay is added to portfolios. */
  'pay',
  /** Leagues whose first window ends get their baselines. */
  'beginBaselines',
  /** The baselines are valued where bots filled for the first time. */
  'valueBaselines',
  /** At 00:00 UTC: portfolios are valued and ranked, league by league. */
  'close',
] as const;

export type MarkStep = (typeof markSteps)[number];

/** What a driver does in each step: at once, or as a promise. */
export type MarkDriver<Done extends void | Promise<void>> = Readonly<Record<MarkStep, (mark: Instant) => Done>>;

const ordinary = markSteps.filter((step) => step !== 'close' && step !== 'lapse');

/** The steps of a mark, in order. */
export function stepsAt(mark: Instant): readonly MarkStep[] {
  return isClose(mark) ? markSteps : ordinary;
}

export async function doMark(driver: MarkDriver<Promise<void>>, mark: Instant): Promise<void> {
  for (const step of stepsAt(mark)) await driver[step](mark);
}
