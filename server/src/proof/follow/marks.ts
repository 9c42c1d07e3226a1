/** Entries of the log by the marks that they belong to. */
import { logEntry, type LogEntry, type LogEntryOf } from 'papertape-contract/log-entries';
import type { Instant } from '../../lib/clock.ts';
import type { Steps } from '../check/steps.ts';

export interface ReadEntry {
  /** Its place in the log, counted from 0. */
  readonly index: number;
  readonly text: string;
  readonly entry: LogEntry;
}

/** A mark and all entries that belong to it, its own included. */
export interface LoggedMark {
  readonly mark: Instant;
  readonly head: LogEntryOf<'mark'>;
  readonly entries: readonly ReadEntry[];
}

/** The entries of a type, in order. */
export function entriesOf<Type extends LogEntry['type']>(
  { entries }: LoggedMark,
  type: Type,
): readonly (LogEntryOf<Type> & { readonly index: number })[] {
  return entries.flatMap(({ index, entry }) =>
    entry.type === type ? [{ ...(entry as LogEntryOf<Type>), index }] : [],
  );
}

export interface MarkGrouping {
  /** The next entry of the log. @returns the mark before, when this entry begins another one. */
  add(index: number, text: string): LoggedMark | undefined;
  /** At the end of a tree, where a mark is whole, too. */
  take(): LoggedMark | undefined;
}

/** An entry that is none is told, and left out. @param opened is given entry 0. */
export function groupByMark(steps: Steps, opened: (entry: LogEntryOf<'log'>) => void): MarkGrouping {
  let open: { head: LogEntryOf<'mark'>; entries: ReadEntry[] } | undefined;

  function take(): LoggedMark | undefined {
    const taken = open && { mark: Date.parse(open.head.mark), ...open };
    open = undefined;
    return taken;
  }

  return {
    take,
    add(index, text) {
      const entry = readEntry(steps, index, text);
      if (!entry) return undefined;
      if ((entry.type === 'log') !== (index === 0)) {
        steps.differs(`entry ${index}`, entry.type, index === 0 ? 'the opening of the log' : 'another type');
        return undefined;
      }
      if (entry.type === 'log') {
        opened(entry);
        return undefined;
      }
      const before = entry.type === 'mark' ? take() : undefined;
      if (entry.type === 'mark') open = { head: entry, entries: [] };
      if (open) open.entries.push({ index, text, entry });
      else steps.differs(`entry ${index}`, entry.type, 'the beginning of a mark');
      return before;
    },
  };
}

/** An entry has one spelling: its members stand in their order, and nothing stands between them. */
function readEntry(steps: Steps, index: number, text: string): LogEntry | undefined {
  try {
    const entry = logEntry.parse(JSON.parse(text));
    if (JSON.stringify(entry) === text) return entry;
    steps.differs(`entry ${index}`, text, JSON.stringify(entry));
  } catch {
    steps.differs(`entry ${index}`, text, 'an entry of the published form');
  }
  return undefined;
}
