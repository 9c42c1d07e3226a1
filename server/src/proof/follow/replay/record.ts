/** Readings and the market of the marks that are done again: each as the log has its hash. */
import { iso, type Instant } from '../../../lib/clock.ts';
import { hourMs, windowMs } from '../../../lib/time.ts';
import { sha256 } from '../../../lib/hash.ts';
import { createReadingsRecord, type MarkAnswer } from '../../../flow/mark/readings-record.ts';
import { decodeMarket, poolsAt, type MarketVersion } from '../../../flow/price/market.ts';
import type { Steps } from '../../check/steps.ts';
import type { Book } from '../book.ts';
import type { LoggedMark } from '../marks.ts';
import type { Facts } from './facts.ts';
import type { ReplayState } from './state.ts';

export type ReplayRecord = ReturnType<typeof createReplayRecord>;

/** Marks whose readings may be asked for again: the window of an order that waits, and 24 hours until a symbol is suspended. */
const keptMs = 25 * hourMs;

interface ReplayRecordInput {
  readonly state: ReplayState;
  readonly steps: Steps;
  readonly facts: Facts;
  readonly book: Book;
  readonly firstMark: Instant;
}

export function createReplayRecord({ state, steps, facts, book, firstMark }: ReplayRecordInput) {
  const versions: MarketVersion[] = state.markets.flatMap((text) => decodeMarket(`[${text}]`));
  let market = sha256(state.markets.at(-1) ?? '');

  async function readOld(mark: Instant): Promise<readonly MarkAnswer[]> {
    const hash = state.readings.get(mark);
    if (hash === undefined)
      throw new Error(`the readings of ${iso(mark)} are needed, and their hash is no longer kept`);
    const own = (await facts.readings(mark, hash)).filter((row) => row.mark === mark);
    return [...own, ...(state.late.get(mark) ?? [])];
  }

  const readings = createReadingsRecord({
    versions,
    firstMark,
    suspended: state.suspended,
    differs: (key, field, expected, found) => steps.differs(`${field} of the readings of ${key}`, found, expected),
    readOld,
    agreed: state.agreed,
  });

  /**
   * Readings are kept back to where a symbol was last agreed, since that price may be needed when it is resumed, and back to the oldest
   * window of an order that is open: those of a bot that is set aside wait without a limit.
   */
  function forget(mark: Instant): void {
    const live = [...state.agreed.known].filter(([symbol]) => state.suspended.get(symbol)?.kind !== 'delisted');
    let oldest = Math.min(mark, ...live.map(([, at]) => at - windowMs));
    for (const botId of book.waiting) oldest = Math.min(oldest, book.bots.get(botId)?.open[0]?.windowStart ?? mark);
    for (const kept of state.readings.keys()) {
      if (kept >= Math.min(oldest, mark - keptMs)) break;
      state.readings.delete(kept);
      state.late.delete(kept);
    }
  }

  return {
    record: readings.record,
    /** Pools of the market that was in force then. */
    poolsAt: (readAt: Instant) => poolsAt(versions, readAt),
    /** Notes the first agreements of symbols. */
    noteFirst: async (mark: Instant): Promise<void> => await readings.noteFirst(mark),
    /** The market that the mark names: it prices the windows that start after the mark. */
    async open({ mark, head }: LoggedMark): Promise<void> {
      if (head.market === market) return;
      const text = await facts.market(head.market);
      const [version] = decodeMarket(`[${text}]`);
      if (!version) throw new Error('the market is none');
      if (versions.length > 0)
        steps.same(`mark from which the market ${head.market} holds`, iso(version.from), iso(mark));
      versions.push(version);
      state.markets.push(text);
      market = head.market;
    },
    read(mark: Instant, hash: string, rows: readonly MarkAnswer[]): void {
      state.readings.set(mark, hash);
      readings.addMark(
        mark,
        rows.filter((row) => row.mark === mark),
      );
      for (const row of rows.filter((r) => r.mark !== mark)) {
        state.late.set(row.mark, [...(state.late.get(row.mark) ?? []), row]);
        readings.addLate(row);
      }
      if (mark % hourMs === 0) forget(mark);
    },
  };
}
