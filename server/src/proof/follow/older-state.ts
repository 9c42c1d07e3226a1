/** What an earlier version kept of a log, completed with what this one keeps besides. */
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { markMs } from '../../lib/time.ts';
import { isCaughtUp, noOutage, type OutageFold } from '../../operator/outage.ts';
import type { Book } from './book.ts';
import type { KeptLog } from './follow.ts';
import type { LogReader } from './log-reader.ts';
import type { ReplayedBot, ReplayState } from './replay/state.ts';

/** A book without its outages is of a time before they were told. */
export async function completed(kept: KeptLog, reader: Pick<LogReader, 'times'>): Promise<KeptLog> {
  if ('outage' in kept.book) return kept;
  const { book } = kept as { readonly book: Book };
  return { ...kept, book: { ...book, outage: await outageSoFar(book, reader) } };
}

/** What is replayed of a time before bans: nobody was banned, and the book knows whose bots there are. */
export function completedReplay(
  { bots }: Pick<KeptLog['book'], 'bots'>,
  kept: Omit<ReplayState, 'moderation'> & Partial<Pick<ReplayState, 'moderation'>>,
): ReplayState {
  if (kept.moderation) return { ...kept, moderation: kept.moderation };
  const withMaker = (bot: ReplayedBot): ReplayedBot => ({ ...bot, makerId: bots.get(bot.id)?.makerId ?? '' });
  return {
    ...kept,
    moderation: new Map(),
    bots: new Map([...kept.bots].map(([id, bot]) => [id, withMaker(bot)])),
  };
}

/**
 * The marks that were caught up one behind the other up to the last one that was looked at, by what the service says of them: their trees are not
 * kept, so no cosignature of then can be held against them. An outage that has ended by then was told before, and is not asked for.
 */
async function outageSoFar(book: Book, reader: Pick<LogReader, 'times'>): Promise<OutageFold> {
  const outage = noOutage();
  if (book.opening?.clock !== 'real' || book.mark === undefined) return outage;
  const days = new Map<string, ReadonlyMap<string, Instant>>();
  const doneAt = async (mark: Instant): Promise<Instant | undefined> => {
    const date = isoDate(mark);
    const day = days.get(date) ?? new Map((await reader.times(date)).marks.map((m) => [m.mark, Date.parse(m.done_at)]));
    days.set(date, day);
    return day.get(iso(mark));
  };
  const first = Date.parse(book.opening.opened_at);
  for (let mark = book.mark - (book.lastRead ? markMs : 0); mark > first; mark -= markMs) {
    const done = await doneAt(mark);
    if (done === undefined || !isCaughtUp({ mark, doneAt: done })) break;
    outage.open = { from: mark, to: outage.open?.to ?? mark, until: outage.open?.until ?? done };
  }
  return outage;
}
