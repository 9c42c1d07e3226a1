/** The files of a pack, read from its folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { SetupError } from '../../lib/setup-error.ts';
import type { PackFiles } from './format.ts';
import { packBytesMax } from './check.ts';

const filesMax = 5_000;

/** @throws SetupError where there is no folder, or it is no pack by its size. */
export function readPackFolder(folder: string): PackFiles {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new SetupError(`There is no folder ${folder}.`, 'Name the folder of a pack (docs/operators/rounds.md).');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  if (paths.length > filesMax || bytes > packBytesMax)
    throw new SetupError(
      `${folder} has ${paths.length} files of ${bytes} bytes together; a pack has at most ${filesMax} of ${packBytesMax}.`,
      'Take files out of it.',
    );
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)]));
}
