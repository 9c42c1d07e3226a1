/** A folder of what is kept of a log: the state in one file, which is replaced whole, and what there is to show against the log. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
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

  function write(path: string, text: string): void {
    mkdirSync(folder, { recursive: true });
    const opened = openSync(`${path}.new`, 'w');
    try {
      writeSync(opened, text);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(`${path}.new`, path);
    const held = openSync(folder, 'r');
    fsyncSync(held);
    closeSync(held);
  }

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
    store: (state) => write(file, encodeState({ format, state })),
    keepEvidence(name, text) {
      write(join(folder, name), text);
      return join(folder, name);
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
