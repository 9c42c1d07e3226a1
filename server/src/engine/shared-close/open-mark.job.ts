/** Opens a mark: its close is left to whoever comes, once the transaction of its other steps is committed. */
import type { ClosePrices } from '../../flow/close/close.ts';
import type { Instant } from '../../lib/clock.ts';
import { version } from '../../lib/version.ts';
import type { EngineLog } from '../log.job.ts';
import type { MarkInput } from '../mark-input.ts';
import { hintAtWork, insertDueCloses, insertOpenMark } from './open-mark.sql.ts';
import type { DueClose } from './open-mark.ts';

interface LeftClose {
  readonly mark: Instant;
  readonly prices: ClosePrices;
  readonly due: readonly DueClose[];
}

export interface Opening {
  /** The close is left to several processes. The mark has not ended then, and none may follow it in the transaction. */
  leave(close: LeftClose): void;
  isOpen(): boolean;
  /** Writes what the public log has by now, and that the mark is open, if it is. */
  store(entries: Pick<EngineLog, 'leaveOpen' | 'flush'>): Promise<void>;
}

export function createOpening({ trx, deps, state }: MarkInput): Opening {
  let left: LeftClose | undefined;
  return {
    leave: (close) => void (left = close),
    isOpen: () => left !== undefined,
    async store(entries) {
      const firstOrder = left && entries.leaveOpen();
      await entries.flush();
      if (!left || firstOrder === undefined) return;
      const { mark, prices, due } = left;
      const { appender, lastIncident, lastKey, anyToldLast: toldLast } = state.log;
      const { rulesVersion, storage } = deps;
      const at = { mark, size: appender.size(), firstOrder, lastIncident, lastKey, toldLast };
      state.open = { ...at, prices, version, rulesVersion };
      await insertOpenMark(trx, state.open);
      await insertDueCloses(trx, storage.insertMany, due);
      if (storage.engine === 'postgres') await hintAtWork(trx);
    },
  };
}
