/**
 * The end of a simulated market with a secret seed: the seed that is published is the one that the log began with, it is published when the windows of
 * the last orders are over, neither earlier nor later, and no order comes after it.
 *
 * Example: the operator ends the market at 00:10. The seed stands at 00:40, and no window of an order that counts starts at 00:40 or later.
 */
import { iso } from '../../../lib/clock.ts';
import { opensAt } from '../../../engine/opened-seed.ts';
import { secretSourceId, seedHashOf } from '../../../sources/simulated/seed.ts';
import { entriesOf, type LoggedMark } from '../marks.ts';
import type { AtMark } from './context.ts';

export function checkMarket({ book, differs, mark }: AtMark, logged: LoggedMark): void {
  const seeds = entriesOf(logged, 'seed');
  for (const { index, seed, salt, hash } of seeds) {
    const id = secretSourceId({ seed, salt });
    if (id !== book.opening?.price_source) differs(`seed in entry ${index}`, id, book.opening?.price_source);
    if (id !== `simulated:sha256:${hash}`) differs(`hash of the seed in entry ${index}`, hash, id);
  }
  // A book that an earlier version kept does not know whether the market has ended.
  if (book.endedAt === undefined || seedHashOf(book.opening?.price_source ?? '') === undefined) return;
  if (entriesOf(logged, 'incident').some(({ kind }) => kind === 'market_ended')) book.endedAt ??= mark;
  const due = opensAt(book.endedAt ?? undefined);
  const expected = mark === due ? 1 : 0;
  if (seeds.length !== expected)
    differs(
      `entries at ${iso(mark)} that publish the seed`,
      seeds.length,
      due === undefined ? 'none before the market has ended' : `${expected}: it is published at ${iso(due)}`,
    );
  if (due === undefined || mark < due) return;
  for (const { index, agent_id: botId, counts } of entriesOf(logged, 'order'))
    if (counts) differs(`entry ${index}`, `an order of ${botId} that counts`, 'none, since the seed is public');
}
