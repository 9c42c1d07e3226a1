/**
 * The public log of the service: who signs it, and its checkpoints. A signature is made when it is asked for: heads are in the ledger,
 * one for a size, and Ed25519 signs the same text in the same way each time. So nothing of it is lost or doubled by a crash. Beside the key
 * stands what was signed last, so that data that was set back is never signed as another log (last-signed.ts).
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keysAfter, type LogHead } from '../engine/log.sql.ts';
import { logHashes } from '../engine/log-store.ts';
import { keyNote } from '../flow/mark/entries.ts';
import type { Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Db } from '../storage/storage.ts';
import { formatCheckpoint, type Tree } from '../tlog/checkpoint.ts';
import { createSigner, formatKey, formatNote, isKeyName, parseKey, signLine, type NoteSigner } from '../tlog/note.ts';
import { emptyRoot } from '../tlog/tree.ts';
import { readLogKeys, writeLogKeys } from './key-file.ts';
import { createLastSigned, notSigned, signedFile } from './last-signed.ts';
import { insertKey } from './log.sql.ts';

export interface PublicLog {
  /** The name of the log. */
  readonly origin: string;
  /** The key that signs, as a vkey. */
  readonly key: string;
  /**
   * The signed checkpoint of a tree. @param lines further lines below the log's own.
   * @throws ApiError `log_set_back` while the data does not go on from what was signed, or where its root is not that of the entries.
   */
  sign(tree: Tree, lines?: readonly string[]): Promise<string>;
  /** Why nothing is signed; null while all is well. */
  problem(): string | null;
}

export interface LogSettings {
  readonly dataDir: string;
  readonly baseUrl: string | undefined;
  readonly logKeyFile: string | undefined;
  readonly logOrigin: string | undefined;
}

export const logKeyFile = ({ dataDir, logKeyFile: file }: Pick<LogSettings, 'dataDir' | 'logKeyFile'>): string =>
  file ?? join(dataDir, 'log.key');

/** Before the first mark. */
export const noTree: Pick<LogHead, 'size' | 'root'> = { size: 0, root: emptyRoot };

/** @throws SetupError when the key is not the one that this data's log was signed by. */
export async function openPublicLog(db: Db, settings: LogSettings, now: Instant, log: Log): Promise<PublicLog> {
  const file = logKeyFile(settings);
  const known = await keysAfter(db, 0);
  const last = known.at(-1);
  const signers = readLogKeys(file) ?? (last ? undefined : makeKey(file, settings));
  if (!signers) {
    throw new SetupError(
      `The key of the public log is not there: ${file}.`,
      'Put it back from a copy, or set PAPERTAPE_LOG_KEY_FILE to where it is. Without it nobody can tell that the log goes on.',
    );
  }
  const signer = signers.at(-1) as NoteSigner;
  const key = formatKey(signer.key);
  if (last?.key !== key) await keepKey(db, file, signers, last, now);
  const { name: origin } = signer.key;
  const lastSigned = createLastSigned(db, signedFile(file), log);
  // The operator is told at the start, not when somebody asks. What else is wrong shows when something is to be signed.
  await lastSigned.check().catch(() => undefined);
  return {
    origin,
    key,
    problem: () => lastSigned.problem(),
    async sign(tree, lines = []) {
      await lastSigned.check();
      await checkRoot(db, tree, log);
      const text = formatCheckpoint({ origin, ...tree });
      return formatNote(text, [signLine(signer, text), ...lines]);
    },
  };
}

/**
 * The log as a process tells of it that does not sign. @param problem what the one that signs says.
 * @throws SetupError where no log has begun.
 */
export async function readPublicLog(db: Db, problem: () => string | null): Promise<PublicLog> {
  const last = (await keysAfter(db, 0)).at(-1);
  const origin = last && parseKey(last.key)?.name;
  if (!last || origin === undefined)
    throw new SetupError(
      'The public log of this league has not begun.',
      'Start a process that serves the league first.',
    );
  return { origin, key: last.key, problem, sign: () => Promise.reject(notSigned('This process does not sign.')) };
}

/** Heads and tiles are apart: a head that was changed is not signed, or readers would have the log's own word for another past. */
async function checkRoot(db: Db, { size, root }: Tree, log: Log): Promise<void> {
  const [made = emptyRoot] = size === 0 ? [] : await logHashes(db, size, [[0, size]]);
  if (made.equals(root)) return;
  const why = `The root that the data has for ${size} entries is not the one that the entries make.`;
  log.error('a checkpoint of the public log is not signed: its root was changed', { size, root: root.toString('hex') });
  throw notSigned(why);
}

function makeKey(file: string, settings: LogSettings): readonly NoteSigner[] | undefined {
  writeLogKeys(file, [createSigner(originOf(settings), 'note')], true);
  return readLogKeys(file);
}

/** The name of a new log. Where no address is known to be its own, it is a random one: a witness must not take two logs for one. */
function originOf({ baseUrl, logOrigin }: LogSettings): string {
  const address = baseUrl?.replace(/^https?:\/\//, '');
  const origin = logOrigin ?? address;
  return origin !== undefined && isKeyName(origin) ? origin : `papertape.invalid/${randomBytes(8).toString('hex')}`;
}

/** The first key of the data, or one that the key before passes the log on to. */
async function keepKey(
  db: Db,
  file: string,
  signers: readonly NoteSigner[],
  last: { readonly number: number; readonly key: string } | undefined,
  now: Instant,
): Promise<void> {
  const at = signers.findIndex((s) => formatKey(s.key) === last?.key);
  if (last && at < 0) {
    throw new SetupError(
      `The key file ${file} is not the one that the public log of this data was signed by, ${last.key}.`,
      'Put the file back from a copy, or give this run a data folder of its own with DATA_DIR.',
    );
  }
  let number = last?.number ?? 0;
  for (const [i, { key }] of signers.entries()) {
    if (last ? i <= at : i < signers.length - 1) continue;
    const before = last ? signers[i - 1] : undefined;
    const vkey = formatKey(key);
    const signature = before ? signLine(before, keyNote(vkey, now)) : null;
    await insertKey(db, { number: ++number, at: now, key: vkey, signature });
  }
}
