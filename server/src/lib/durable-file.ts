/** Files that must outlast a crash: each is replaced whole, and is on the disk once it is written. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface DurableOptions {
  /** Whether only its owner may read the file, and the folder when it is made. */
  readonly isPrivate?: boolean;
  /** Never replaces a file that is there: throws EEXIST instead. */
  readonly isNew?: boolean;
}

/** Makes the folder when it is not there. @throws the error of the file system; the file is as it was before then. */
export function writeDurably(file: string, text: string, { isPrivate, isNew }: DurableOptions = {}): void {
  const fresh = `${file}.${process.pid}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: isPrivate ? 0o700 : 0o777 });
    rmSync(fresh, { force: true });
    writeFileSync(fresh, text, { flag: 'wx', mode: isPrivate ? 0o600 : 0o666, flush: true });
    if (isNew) linkSync(fresh, file);
    else renameSync(fresh, file);
    // The name of a file is on the disk once its folder is.
    syncFile(dirname(file));
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Whether a process that was killed while it wrote `file` durably may have left one of this name beside it. */
export function isLeftoverOf(file: string, name: string): boolean {
  return name.startsWith(`${file}.`) && /^\d+\.new$/.test(name.slice(file.length + 1));
}

/** Removes what killed processes left beside `file`. No other process may be writing that file. */
export function removeLeftovers(file: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (isLeftoverOf(basename(file), name)) rmSync(join(folder, name), { force: true });
}

/** A file, or the names in a folder, are on the disk when it returns. */
export function syncFile(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
