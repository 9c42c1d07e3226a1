/** From `--prices PATH` to a source: one CSV file, or a folder as docs/replay.md describes it. */
import { copyFileSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { SetupError } from '../lib/setup-error.ts';
import { createReplaySource, type ReplaySource } from '../market/replay/replay.ts';

/** Throws a SetupError that names file, line and remedy. */
export function openPrices(path: string): ReplaySource {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new SetupError(`There is no file ${path}.`, 'Name recorded prices with --prices (docs/replay.md).');
  return found.isDirectory() ? createReplaySource({ folder: path }) : openFile(path);
}

/** A folder that holds the one file, for as long as it takes to read it. */
function openFile(path: string): ReplaySource {
  if (extname(path) !== '.csv')
    throw new SetupError(`${path} is no CSV file.`, 'Name a .csv file or a folder of them (docs/replay.md).');
  const folder = mkdtempSync(join(tmpdir(), 'papertape-prices-'));
  try {
    const inside = join(folder, basename(path));
    try {
      symlinkSync(resolve(path), inside);
    } catch {
      // Windows lets only administrators link.
      copyFileSync(path, inside);
    }
    const source = createReplaySource({ folder });
    return { ...source, description: source.description.replace(basename(folder), basename(path)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
