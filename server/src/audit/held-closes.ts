/** Stored closes, read some hundred days at a time: their key leads with the bot, not with the day. */
import { iso, type Instant } from '../lib/clock.ts';
import { closeAfter, dayMs, isClose } from '../lib/time.ts';
import type { Trx } from '../storage/storage.ts';
import { closesOfBots, rowsPerChunk, type HeldClose } from './audit.sql.ts';
import type { Differences } from './differences.ts';

/** Closes held at once, and the days that they may span. */
const closesHeldMax = 50_000;
const closeDaysMax = 400;

/** @param ids bots in order of id. */
export function createHeldCloses(
  trx: Trx,
  differences: Differences,
  ids: readonly string[],
  { from: first, to: last }: { readonly from: Instant; readonly to: Instant },
) {
  const days = Math.max(1, Math.min(closeDaysMax, Math.floor(closesHeldMax / Math.max(1, ids.length))));
  let to = isClose(first) ? first : closeAfter(first);
  let held = new Map<Instant, Map<string, HeldClose>>();

  async function load(): Promise<void> {
    const from = to;
    to = Math.min(from + days * dayMs, last + 1);
    held = new Map();
    for (let i = 0; i < ids.length; i += rowsPerChunk) {
      const chunk = ids.slice(i, i + rowsPerChunk);
      const range = { after: ids[i - 1] ?? '', last: chunk.at(-1) as string };
      for (const row of await closesOfBots(trx, range, from, to)) {
        const bots = held.get(row.at) ?? new Map<string, HeldClose>();
        held.set(row.at, bots.set(row.botId, row));
      }
    }
    for (const at of held.keys()) {
      if (!isClose(at)) differences.add('ledger.closes', iso(at), 'close', 'a close', iso(at));
    }
  }

  return {
    /** What is stored of a close, by bot; asked for in order, once each. */
    async at(close: Instant): Promise<Map<string, HeldClose>> {
      while (close >= to) await load();
      const closes = held.get(close) ?? new Map<string, HeldClose>();
      held.delete(close);
      return closes;
    },
  };
}
