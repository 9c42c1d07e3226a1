/** Stored closes and boards, read some hundred days at a time: their key leads with the bot, not with the day. */
import { iso, type Instant } from '../lib/clock.ts';
import { closeAfter, dayMs, isClose } from '../lib/time.ts';
import type { BoardsTable } from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';
import { rowsPerChunk } from './audit.sql.ts';
import { boardBlocksOf, boardsOf, closesOfBots } from './closes.sql.ts';
import type { StoredClose, StoredCloseRow } from './closes-fold.ts';
import type { Differences } from './differences.ts';

/** Closes held at once, and the days that they may span. */
const closesHeldMax = 50_000;
const closeDaysMax = 400;

export interface HeldCloses {
  /** What is stored of a close; asked for in order, once each. */
  at(close: Instant): Promise<StoredClose>;
}

/** @param ids bots in order of id. */
export function createHeldCloses(
  trx: Trx,
  differences: Differences,
  ids: readonly string[],
  leagues: readonly string[],
  { from: first, to: last }: { readonly from: Instant; readonly to: Instant },
): HeldCloses {
  const days = Math.max(1, Math.min(closeDaysMax, Math.floor(closesHeldMax / Math.max(1, ids.length))));
  let from = isClose(first) ? first : closeAfter(first);
  let to = from;
  let held = new Map<Instant, Map<string, StoredCloseRow>>();
  let boards = new Map<Instant, Map<string, BoardsTable>>();

  async function load(): Promise<void> {
    from = to;
    to = Math.min(from + days * dayMs, last + 1);
    held = new Map();
    boards = new Map();
    for (let i = 0; i < ids.length; i += rowsPerChunk) {
      const chunk = ids.slice(i, i + rowsPerChunk);
      const range = { after: ids[i - 1] ?? '', last: chunk.at(-1) as string };
      for (const row of await closesOfBots(trx, range, from, to)) put(held, Number(row.close), row.agent_id, row);
    }
    for (const league of leagues)
      for (const b of await boardsOf(trx, league, from, to)) put(boards, Number(b.close), league, b);
    for (const at of [...held.keys(), ...boards.keys()]) {
      if (!isClose(at)) differences.add('ledger.closes', iso(at), 'close', 'a close', iso(at));
    }
  }

  return {
    async at(close: Instant) {
      while (close >= to) await load();
      const closes = held.get(close) ?? new Map<string, StoredCloseRow>();
      held.delete(close);
      return {
        closes,
        boards: boards.get(close) ?? new Map(),
        blocks: (league: string) => boardBlocksOf(trx, league, close),
      };
    },
  };
}

function put<V>(map: Map<Instant, Map<string, V>>, at: Instant, key: string, value: V): void {
  const inner = map.get(at);
  if (inner) inner.set(key, value);
  else map.set(at, new Map([[key, value]]));
}
