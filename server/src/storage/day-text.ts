/**
 * What stands in `ledger.mark_readings` in place of a text that was moved into the file of its day: where the text is, and its hash. So whoever
 * has the file has the text, and a file that was changed is found out without the public log.
 *
 * Example: {"day":"2026-11-22","mark":1763769600000,"attempt":0,"sha256":"ab…"}, and behind it the blocks of a chain, which the audit looks for.
 */
import { sha256 } from '../lib/hash.ts';
import { isoDate, type Instant } from '../lib/clock.ts';

/** A text of readings as a day's file has it. */
export interface MovedText {
  /** The date whose file has it: that of the mark at which it was read. */
  readonly day: string;
  readonly mark: Instant;
  readonly attempt: number;
  readonly sha256: string;
}

const opening = '{"day":"';

/** What stands in place of a text from now on. @param readAt the mark at which it was read. */
export function movedText(mark: Instant, attempt: number, readAt: Instant, text: string): string {
  const moved: MovedText = { day: isoDate(readAt), mark, attempt, sha256: sha256(text) };
  const blocks = (JSON.parse(text) as { readonly blocks?: unknown }).blocks;
  return JSON.stringify({ ...moved, ...(blocks === undefined ? {} : { blocks }) });
}

/** @returns undefined of a text that stands where it always stood. */
export function readMovedText(text: string): MovedText | undefined {
  return text.startsWith(opening) ? (JSON.parse(text) as MovedText) : undefined;
}
