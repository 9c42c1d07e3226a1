/**
 * A day's file: what the public log says of a day, as lines of JSON, and what its hashes stand for. Each line follows from the log, whose
 * root stands in the last one: whoever keeps a checkpoint of the log needs no other hash.
 *
 * Public form (docs/bots/proof.md): UTF-8, one JSON object per line.
 *
 * Example: {"kind":"day","format":"papertape-day/1","date":"2026-11-22",…}, then {"kind":"entries","mark":"2026-11-22T00:00:00.000Z",…}.
 */
import { createHash } from 'node:crypto';

export const dayFormat = 'papertape-day/1';

export interface DayLines {
  /** The line as text, without its line feed. Its kind is not to be given again. */
  line(kind: string, fields: Readonly<Record<string, unknown>> & { readonly kind?: never }): string;
  /** SHA-256 of the text so far. */
  digest(): string;
  count(): number;
}

export function createDayLines(): DayLines {
  const whole = createHash('sha256');
  let count = 0;
  return {
    line(kind, fields) {
      const text = JSON.stringify({ kind, ...fields });
      whole.update(text).update('\n');
      count++;
      return text;
    },
    digest: () => whole.copy().digest('hex'),
    count: () => count,
  };
}
