/**
 * Writes log lines to standard error. Each line is one JSON object with a static message and fields. Callers put no secret, key or e-mail
 * address into them.
 */

export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'off';

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

const order: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const limit = order.indexOf(level);
  const at =
    (l: LogLevel) =>
    (message: string, fields?: LogFields): void => {
      if (order.indexOf(l) > limit) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level: l, message, ...fields })}\n`);
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

export const silentLog: Log = createLog('off');

/** The text of whatever was thrown. */
export function errorText(e: unknown): string {
  return e instanceof Error ? (e.stack ?? e.message) : String(e);
}
