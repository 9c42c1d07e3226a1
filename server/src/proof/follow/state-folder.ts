/** A folder of what is kept of a log: the state in one file, which is replaced whole, and what there is to show against the log. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../lib/durable-file.ts';
import { SetupError } from '../../lib/setup-error.ts';
import { decodeState, encodeState } from './state-text.ts';

export interface StateFolder<State> {
  /** Undefined when nothing is kept yet. @throws SetupError when it cannot be read. */
  load(): State | undefined;
  /** It is on the disk, whole, before this returns. */
  store(state: State): void;
  /** @returns the file. */
  keepEvidence(name: string, text: string): string;
}

/** @param format names what the state is of, and its form. */
export function openStateFolder<State>(folder: string, format: string): StateFolder<State> {
  const file = join(folder, 'state.json');

  return {
    load() {
      let text: string;
      try {
        text = readFileSync(file, 'utf8');
      } catch (e) {
        if ((e as { code?: string }).code === 'ENOENT') return undefined;
        throw new SetupError(`${file} cannot be read: ${String(e)}.`, 'Give its user the right to read it.');
      }
      const kept = parsed(text);
      if (kept?.format === format) return kept.state as State;
      throw new SetupError(`${file} does not hold ${format}.`, 'Put it back from a copy, or name another folder.');
    },
    store: (state) => writeDurably(file, encodeState({ format, state })),
    keepEvidence(name, text) {
      const evidence = join(folder, name);
      writeDurably(evidence, text);
      return evidence;
    },
  };
}

function parsed(text: string): { readonly format?: unknown; readonly state?: unknown } | undefined {
  try {
    return decodeState(text) as { readonly format?: unknown; readonly state?: unknown };
  } catch {
    return undefined;
  }
}
