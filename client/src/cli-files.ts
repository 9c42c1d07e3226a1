/** The credentials file on disk. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CliFiles } from './cli-io.ts';

export const nodeFiles: CliFiles = {
  async read(path) {
    let file;
    try {
      file = await open(path, 'r');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
    try {
      // Of the open file, so that the bits are those of the text that is read.
      const { mode } = await file.stat();
      return { text: await file.readFile('utf8'), mode: process.platform === 'win32' ? null : mode & 0o777 };
    } finally {
      await file.close();
    }
  },

  async writeSecret(path, text) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Beside the file and then over it: a crash leaves the old file or the new one, never half a key.
    const temporary = `${path}.${process.pid}.tmp`;
    // A process of the same id may have died while it wrote: in a container every one of them has the id 1.
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(text);
      await file.sync();
      await file.close();
      await rename(temporary, path);
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(temporary, { force: true });
      throw error;
    }
  },

  async append(path, text) {
    const file = await open(path, 'a', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  },
};
