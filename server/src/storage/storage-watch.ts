/** What the log says of the database: statements that took long, and that it was lost and is back. */
import type { Log } from '../lib/log.ts';

export interface StorageWatch {
  /** A statement was answered, or failed, after so many milliseconds. Its text has no values, which go beside it. */
  statement(text: string, ms: number): void;
  /** The database answered, or could not be reached or broke off. */
  answered(isAnswer: boolean, why?: string): void;
}

/** Characters of a statement that the log holds. */
const textLengthMax = 500;

/** @param thread whose connections they are. */
export function createStorageWatch(
  log: Log,
  { thread, slowMs }: { readonly thread: 'requests' | 'engine'; readonly slowMs: number },
): StorageWatch {
  let isLost = false;
  return {
    statement(text, ms) {
      if (ms < slowMs) return;
      log.warn('slow statement', {
        thread,
        ms: Math.round(ms),
        sql: text.replaceAll(/\s+/g, ' ').slice(0, textLengthMax),
      });
    },
    answered(isAnswer, why) {
      if (isAnswer !== isLost) return;
      isLost = !isAnswer;
      if (isLost) log.warn('the database is lost', { thread, error: why });
      else log.info('the database answers again', { thread });
    },
  };
}
