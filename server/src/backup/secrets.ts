/** The files of a league that stand beside its database, each readable by its owner only: keys, what was signed last, the seed of a market. */
import { join } from 'node:path';
import { seedFile } from '../engine/market-seed.ts';
import { housePath } from '../house/house-file.ts';
import { removeLeftovers, writeDurably } from '../lib/durable-file.ts';
import { readPrivateFile } from '../lib/private-file.ts';
import { SetupError } from '../lib/setup-error.ts';
import { logKeyFile } from '../log/open-log.ts';
import { signedFile } from '../log/last-signed.ts';
import { masterFile } from '../rounds/master.ts';

/** Where a service keeps them. */
export interface SecretPlaces {
  readonly dataDir: string;
  readonly logKeyFile: string | undefined;
}

/** Name in a backup -> text. */
export type SecretFiles = ReadonlyMap<string, string>;

const names = {
  key: 'log.key',
  signed: 'log.key.signed',
  seed: 'market.seed',
  house: 'house.json',
  rounds: 'rounds.key',
} as const;
export const keyName = names.key;

/** In the folder of a backup. */
export const secretFolder = 'secrets';

/** @param seedHash of a market whose seed was drawn; undefined of every other. */
function pathsOf(places: SecretPlaces, seedHash: string | undefined): ReadonlyMap<string, string> {
  const key = logKeyFile(places);
  return new Map([
    [names.key, key],
    [names.signed, signedFile(key)],
    ...(seedHash === undefined ? [] : [[names.seed, seedFile(places, seedHash)] as const]),
    [names.house, housePath(places.dataDir)],
    [names.rounds, masterFile(places)],
  ]);
}

/** @throws SetupError when the league could not be served without one that is not there. */
export function readSecretFiles(places: SecretPlaces, seedHash: string | undefined): SecretFiles {
  const found = new Map<string, string>();
  for (const [name, path] of pathsOf(places, seedHash)) {
    const text = readPrivateFile(path);
    if (text !== undefined) found.set(name, text);
    else if (name === names.key || name === names.seed)
      throw new SetupError(
        `The file ${path} is not there, and the league cannot be served without it.`,
        'Set DATA_DIR and PAPERTAPE_LOG_KEY_FILE as the service has them; papertape backup --without-secrets leaves such files out.',
      );
  }
  return found;
}

/** Where a file of a backup stands, below its folder. */
export const secretPath = (name: string): string => `${secretFolder}/${name}`;

export function writeToBackup(folder: string, files: SecretFiles): void {
  for (const [name, text] of files) writeDurably(join(folder, secretPath(name)), text, { isPrivate: true });
}

export function readFromBackup(folder: string): SecretFiles {
  const found = new Map<string, string>();
  for (const name of Object.values(names)) {
    const text = readPrivateFile(join(folder, secretPath(name)));
    if (text !== undefined) found.set(name, text);
  }
  return found;
}

/**
 * Puts files where a service looks for them. What is there stays when it is the same, or knows more: a key file with a newer key behind, a
 * longer log that was signed, the house bots' newer memory.
 * @param isTrial writes nothing. @throws SetupError when another league's file is there.
 */
export function putSecretFiles(
  files: SecretFiles,
  places: SecretPlaces,
  seedHash: string | undefined,
  isTrial = false,
): void {
  const paths = pathsOf(places, seedHash);
  for (const [name, text] of files) {
    const path = paths.get(name);
    if (path === undefined) continue;
    if (!isTrial) removeLeftovers(path);
    const there = readPrivateFile(path);
    if (there !== undefined && staysAt(name, there, text)) continue;
    if (there !== undefined && name !== names.signed)
      throw new SetupError(
        `The file ${path} is there already, and is of another league.`,
        'Give this league a data folder of its own with DATA_DIR, and set PAPERTAPE_LOG_KEY_FILE to a file of its own where it is set.',
      );
    if (!isTrial) writeDurably(path, text, { isPrivate: true });
  }
}

function staysAt(name: string, there: string, text: string): boolean {
  if (name === names.house) return true;
  if (name === names.signed) return Number.parseInt(there, 10) >= Number.parseInt(text, 10);
  return name === names.key ? there.startsWith(text) : there === text;
}
