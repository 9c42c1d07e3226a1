/** A log whose lines can be looked at and waited for. */
import { createLog, type Log, type LogLevel } from '../../src/lib/log.ts';

export interface TestLog {
  readonly log: Log;
  /** One JSON object each. */
  readonly lines: readonly string[];
  /** Resolves once there is a line with that text. */
  says(text: string): Promise<void>;
}

export function createTestLog(level: LogLevel = 'info'): TestLog {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const log = createLog(level, (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  return {
    log,
    lines,
    says: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!lines.some((line) => line.includes(text))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
