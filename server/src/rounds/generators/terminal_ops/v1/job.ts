/** What every job of the league is made of: a tree of files, and the files that must result. */
import type { Draw } from '../../../draw.ts';
import type { TreeEntry } from '../../../files/tar.ts';

export interface Job {
  readonly text: string;
  readonly tree: readonly TreeEntry[];
  /** Name of a resulting file -> its text, in UTF-8. */
  readonly results: Readonly<Record<string, string>>;
}

export type JobMaker = (draw: Draw, level: number) => Job;

export const common =
  'Text that you write is UTF-8; each line ends with one line feed, the last one too, with nothing before or after it. "Sorted" is by bytes, as LC_ALL=C sort does.';

/** Lines as a file of them. */
export function fileOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** By bytes of UTF-8; texts that are sorted here are ASCII. */
export function sorted(lines: readonly string[]): string[] {
  return lines.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

export function text(path: string, content: string, { crlf = false, latin1 = false } = {}): TreeEntry {
  return { path, bytes: Buffer.from(crlf ? content.replaceAll('\n', '\r\n') : content, latin1 ? 'latin1' : 'utf8') };
}

/** @param day days since 2031-01-01. */
export function dateOf(day: number): string {
  return new Date(Date.UTC(2031, 0, 1 + day)).toISOString().slice(0, 10);
}

/** Counts by key, in the order in which keys came. */
export function countBy<T>(
  list: readonly T[],
  key: (each: T) => string,
  amount: (each: T) => number = () => 1,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of list) counts.set(key(each), (counts.get(key(each)) ?? 0) + amount(each));
  return counts;
}
