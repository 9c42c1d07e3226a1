/**
 * What the log signed last, in a file beside its key: size and root. A database that was set back to a backup makes other entries from there
 * on, and a signature on them would be proof of a fork. So nothing is signed that does not go on from this.
 */
import { lastHead } from '../engine/log.sql.ts';
import { logHashes } from '../engine/log-store.ts';
import { ApiError } from 'papertape-contract/errors';
import { readPrivateFile, writePrivateFile } from '../lib/private-file.ts';
import { errorText, type Log } from '../lib/log.ts';
import type { Db } from '../storage/storage.ts';
import type { Tree } from '../tlog/checkpoint.ts';

export interface LastSigned {
  /** Notes the newest tree before anything of it is signed. @throws ApiError `log_set_back` when the data does not go on from what was signed. */
  check(): Promise<void>;
  /** Why nothing is signed, in words for the operator and for readers; null while all is well. */
  problem(): string | null;
}

/** Where it is noted what a key signed last. */
export const signedFile = (keyFile: string): string => `${keyFile}.signed`;

export function createLastSigned(db: Db, file: string, log: Log): LastSigned {
  let last = readTree(file);
  let problem: string | null = null;
  let turn: Promise<void> = Promise.resolve();

  async function goOn(): Promise<void> {
    const head = await lastHead(db);
    const wrong = last && (await setBack(db, last, head));
    if (wrong && problem === null)
      log.error('the public log is not signed: the data was set back', { file, why: wrong, fix });
    problem = wrong ?? null;
    if (wrong) throw notSigned(wrong);
    if (!head || head.size === last?.size) return;
    const { size, root } = head;
    writePrivateFile(file, `${size} ${root.toString('hex')}\n`, false);
    last = { size, root };
  }

  return {
    async check() {
      const mine = turn.then(goOn);
      turn = mine.catch(() => undefined);
      await mine.catch((e: unknown) => {
        if (!(e instanceof ApiError))
          log.error('what the public log signed last cannot be noted', { error: errorText(e) });
        throw e;
      });
    },
    problem: () => problem,
  };
}

/** It takes an operator: longer than the client and `papertape verify` wait by themselves for an answer. */
const retryAfterSeconds = '3600';

export const notSigned = (why: string): ApiError =>
  new ApiError('log_set_back', why, { headers: { 'Retry-After': retryAfterSeconds } });

const fix =
  'Bring back the newest data. If it is lost for good, tell readers and witnesses, and remove the file: whoever kept a checkpoint will see that entries are missing.';

/** What is wrong with the log of the data; undefined when it begins with what was signed. */
async function setBack(db: Db, last: Tree, head: Tree | undefined): Promise<string | undefined> {
  const size = head?.size ?? 0;
  const what = `It signed ${last.size} entries with the root ${last.root.toString('hex')}`;
  if (size < last.size) return `${what}, and the data has ${size}: it was set back to an earlier state.`;
  if (last.size === 0) return undefined;
  const root = size === last.size ? head?.root : (await logHashes(db, size, [[0, last.size]]))[0];
  return root?.equals(last.root) ? undefined : `${what}, and the data has other entries.`;
}

function readTree(file: string): Tree | undefined {
  const [, size, root] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(readPrivateFile(file) ?? '') ?? [];
  return root === undefined ? undefined : { size: Number(size), root: Buffer.from(root, 'hex') };
}
