/**
 * A day's file: facts in, lines of JSON out, each with the hash of the line before, so that no line can be changed, dropped or put in
 * without all after it changing. The first line names the hash of the whole file of the day before: one hash stands for all days up to it.
 *
 * Public form (docs/bots/proof.md): UTF-8, one JSON object per line, `prev` = SHA-256 of the line before without its line feed, "" in the
 * first; the hash of a file is the SHA-256 of its uncompressed text.
 *
 * Example: {"kind":"day","format":"papertape-day/1","date":"2026-11-22",…,"prev":""}, then {"kind":"mark",…,"prev":"9c1f…"}.
 */
import { createHash, hash } from 'node:crypto';

export const dayFormat = 'papertape-day/1';

export interface DayLines {
  /** The line as text, without its line feed. Its kind and the hash of the line before are not to be given again. */
  line(
    kind: string,
    fields: Readonly<Record<string, unknown>> & { readonly kind?: never; readonly prev?: never },
  ): string;
  /** Hash of the text so far. */
  digest(): string;
  count(): number;
}

export function createDayLines(): DayLines {
  const whole = createHash('sha256');
  let prev = '';
  let count = 0;
  return {
    line(kind, fields) {
      const text = JSON.stringify({ kind, ...fields, prev }, (_key, v: unknown) =>
        typeof v === 'bigint' ? v.toString() : v,
      );
      prev = hash('sha256', text, 'hex');
      whole.update(text).update('\n');
      count++;
      return text;
    },
    digest: () => whole.copy().digest('hex'),
    count: () => count,
  };
}

export function dayFileName(date: string): string {
  return `papertape-${date}.jsonl.gz`;
}

/** The date of a file's name; undefined when it is not one of ours. */
export function dateOfFileName(name: string): string | undefined {
  return /^papertape-(\d{4}-\d\d-\d\d)\.jsonl\.gz$/.exec(name)?.[1];
}
