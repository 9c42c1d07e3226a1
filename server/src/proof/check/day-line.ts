/** A line of a day's file, and an entry of the public log in it, as they are read: nothing of them is known yet. */

export type Line = Readonly<Record<string, unknown>> & { readonly kind: string };
/** Which members it has, its type says (contract/src/log-entries.ts). */
export type Entry = Readonly<Record<string, unknown>> & { readonly type: string };

/** @throws Error when the member is no text. */
export function str(line: Line | Entry, member: string): string {
  const v = line[member];
  if (typeof v !== 'string') throw new Error(`a line of kind ${String(line['kind'] ?? line['type'])} has no ${member}`);
  return v;
}
