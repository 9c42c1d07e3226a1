/**
 * What the entries of the log must be to each other, whatever they say of prices: marks without a gap, each order of a registered bot
 * with the next number of that bot, one outcome in time for each order that counts and none for any other, closes of the bots that are
 * there, tiers from which bots move. `replay/` makes outcomes and closes themselves again.
 */
import type { LogEntry, LogEntryOf } from 'papertape-contract/log-entries';
import { iso } from '../../../lib/clock.ts';
import { markMs } from '../../../lib/time.ts';
import { firstMarkOf } from '../../../engine/origin.ts';
import { standsLast } from '../../../operator/late.ts';
import type { Steps } from '../../check/steps.ts';
import type { Book } from '../book.ts';
import type { LoggedMark } from '../marks.ts';
import { botRules } from './bots.ts';
import { closeRules } from './closes.ts';
import type { AtMark, EntryRules } from './context.ts';
import { checkMarket } from './market.ts';
import { orderRules } from './orders.ts';

/** The next mark: what is wrong with it is told, and what it says is put into the book. */
export function checkMark(book: Book, steps: Steps, logged: LoggedMark): void {
  const { mark, entries } = logged;
  const before = steps.tally().differs;
  const at: AtMark = { book, differs: (...difference) => steps.differs(...difference), mark };
  const opened = Date.parse(book.opening?.opened_at ?? '');
  const due = book.mark === undefined ? firstMarkOf(opened) : book.mark + markMs;
  if (mark !== due) steps.differs('the mark that comes next', iso(mark), Number.isNaN(due) ? 'none' : iso(due));
  const orders = orderRules(at);
  const closes = closeRules(at);
  const rules: EntryRules = { ...botRules(at), ...orders, ...closes };
  let place = 0;
  for (const { index, entry } of entries) {
    const next = placeOf(entry, place);
    if (next < place) steps.differs(`place of entry ${index} in its mark`, entry.type, 'an earlier place');
    place = Math.max(place, next);
    (rules[entry.type] as ((of: LogEntryOf<typeof entry.type>, name: string) => void) | undefined)?.(
      entry,
      `entry ${index}`,
    );
  }
  orders.end();
  closes.end();
  checkMarket(at, logged);
  book.mark = mark;
  if (steps.tally().differs === before) steps.ok(`entries of the mark ${iso(mark)}`);
}

/** The place of each type within a mark. Prices stand behind outcomes, and at a close once more; incidents that tell how marks went last. */
const places: Readonly<Record<LogEntry['type'], number>> = {
  log: 0,
  mark: 1,
  key: 2,
  bot: 3,
  retired: 4,
  order: 5,
  action: 6,
  seed: 7,
  incident: 8,
  delisting: 9,
  outcome: 11,
  prices: 12,
  payout: 13,
  fact: 14,
  move: 16,
  week: 16,
  close: 16,
};
const voidedMoves = 10;
const pricesOfClose = 15;
const toldLast = 17;

function placeOf(entry: LogEntry, before: number): number {
  if (entry.type === 'move' && entry.why === 'voided') return voidedMoves;
  if (entry.type === 'incident' && standsLast(entry)) return toldLast;
  return entry.type === 'prices' && before > places.prices ? pricesOfClose : places[entry.type];
}
