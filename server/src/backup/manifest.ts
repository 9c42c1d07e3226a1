/**
 * What a backup says of itself, in `backup.json`. It is written last and appears whole: a folder without it holds no backup.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isLeftoverOf, writeDurably } from '../lib/durable-file.ts';
import { SetupError } from '../lib/setup-error.ts';

const manifestName = 'backup.json';

const manifest = z.object({
  format: z.literal('papertape-backup/1'),
  id: z.string().min(1),
  /** On the clock of the machine. */
  made_at: z.string(),
  /** The Papertape that made it. */
  version: z.string(),
  /** The schema of the tables. */
  migrations: z.array(z.string()),
  /** The last mark that it has; null before the first. */
  until: z.string().nullable(),
  /** The public log: entries and root. */
  log: z.object({ size: z.number(), root: z.string() }).nullable(),
  orders: z.number(),
  /** What the audit found different in it: 0 when it is clean. */
  differences: z.number(),
  /** Rows and digest of each table (storage/digest.ts): the same on both engines. */
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  /** By their names in the folder. */
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifest>;
type FileFacts = Manifest['files'][string];

export const hasManifest = (folder: string): boolean => existsSync(join(folder, manifestName));

/** Whether a backup that was killed while it wrote its manifest may have left a file of this name. */
export const isHalfManifest = (name: string): boolean => isLeftoverOf(manifestName, name);

export function writeManifest(folder: string, told: Manifest): void {
  writeDurably(join(folder, manifestName), `${JSON.stringify(told, null, 1)}\n`, { isPrivate: true });
}

/** @throws SetupError when the folder holds no backup. */
export function readManifest(folder: string): Manifest {
  if (!hasManifest(folder))
    throw new SetupError(
      `${folder} holds no backup: ${manifestName} is not there.`,
      'Name the folder of a backup. One that was ended while it was made has no such file, and cannot be used.',
    );
  const read = manifest.safeParse(jsonOf(readFileSync(join(folder, manifestName), 'utf8')));
  if (read.success) return read.data;
  throw new SetupError(`${manifestName} in ${folder} cannot be read.`, 'Take another backup: this one was changed.');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws SetupError when a file is not what it was. */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const [name, { sha256 }] of Object.entries(files)) {
    const path = join(folder, name);
    if (existsSync(path) && (await factsOf(path)).sha256 === sha256) continue;
    throw new SetupError(
      `${name} in ${folder} is not the file that was backed up.`,
      'Take another backup: this one was changed.',
    );
  }
}

export async function factsOf(path: string): Promise<FileFacts> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
