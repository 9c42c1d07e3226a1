/**
 * Writes log lines. Each is one JSON object with a static message and fields. Callers put no secret, key or mail address into them; what
 * comes in all the same, in the text of somebody else's error say, is taken out of the line (lib/scrub.ts).
 */
import { createScrub, type Scrub } from './scrub.ts';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'off';

/** Of a line. */
export type LineLevel = Exclude<LogLevel, 'off'>;

/** A line has three fields of its own. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>> & {
  readonly time?: never;
  readonly level?: never;
  readonly message?: never;
};

export type Log = Readonly<Record<LineLevel, (message: string, fields?: LogFields) => void>>;

const order: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/** @param take given every line of that level and of those above it. */
export function levelledLog(
  level: LogLevel,
  take: (level: LineLevel, message: string, fields: LogFields) => void,
): Log {
  const limit = order.indexOf(level);
  const at =
    (l: LineLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (order.indexOf(l) <= limit) take(l, message, fields);
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
  scrub: Scrub = createScrub(),
): Log {
  return levelledLog(level, (l, message, fields) => write(scrub(logLine(l, message, fields))));
}

/** Ends with a line feed. */
export function logLine(level: LineLevel, message: string, fields: LogFields): string {
  return `${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`;
}

export const silentLog: Log = createLog('off');

/** The text of whatever was thrown. */
export function errorText(e: unknown): string {
  return e instanceof Error ? (e.stack ?? e.message) : String(e);
}
