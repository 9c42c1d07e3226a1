/** What the log says of the database: statements that took long, and that it was lost and is back. */
import type { Log } from '../lib/log.ts';

export interface StorageWatch {
  /** A statement was answered, or failed, after so many milliseconds. Its text has no values, which go beside it. */
  statement(text: string, ms: number): void;
  /** The database answered, or could not be reached or broke off. */
  answered(isAnswer: boolean, why?: string): void;
  /** Statements so far. */
  readonly answeredCount: () => number;
}

/** Characters of a statement that the log holds. */
const textLengthMax = 500;

/** A statement in one line, and not longer than somebody wants to read. */
export function statementText(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').slice(0, textLengthMax);
}

interface WatchOptions {
  /** Whose connections they are. */
  readonly thread: 'requests' | 'engine';
  readonly slowMs: number;
  /** Told of every statement. */
  readonly onStatement?: ((text: string, ms: number) => void) | undefined;
}

export function createStorageWatch(log: Log, { thread, slowMs, onStatement }: WatchOptions): StorageWatch {
  let isLost = false;
  let count = 0;
  return {
    answeredCount: () => count,
    statement(text, ms) {
      count++;
      onStatement?.(text, ms);
      if (ms >= slowMs) log.warn('slow statement', { thread, ms: Math.round(ms), sql: statementText(text) });
    },
    answered(isAnswer, why) {
      if (isAnswer !== isLost) return;
      isLost = !isAnswer;
      if (isLost) log.warn('the database is lost', { thread, error: why });
      else log.info('the database answers again', { thread });
    },
  };
}
