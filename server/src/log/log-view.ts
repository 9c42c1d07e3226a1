/** The public log and its witnesses, as they are told of. */
import type { LogSummary, LogView, LogWitness } from 'papertape-contract/log';
import { lastHead } from '../engine/log.sql.ts';
import { iso } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import type { ConfiguredWitness } from '../tlog/ask-witness.ts';
import { formatKey } from '../tlog/note.ts';
import { lastCosignature } from './log.sql.ts';
import { noTree, type PublicLog } from './open-log.ts';

export interface LogDeps {
  readonly db: Db;
  readonly publicLog: PublicLog;
  readonly config: { readonly witnesses: readonly ConfiguredWitness[] };
}

const how =
  'A transparency log as in C2SP tlog-tiles over RFC 6962: GET /checkpoint has the signed root, GET /tile/entries/000 the first 256 entries, GET /tile/0/000 their hashes. Keep the last checkpoint that you saw, and ask for a consistency proof out of tiles before you believe a newer one.';

export async function logView({ db, publicLog, config }: LogDeps, baseUrl: string): Promise<LogView> {
  const head = await lastHead(db);
  const { size, root } = head ?? noTree;
  return {
    origin: publicLog.origin,
    key: publicLog.key,
    size,
    root: root.toString('hex'),
    mark: head ? iso(head.mark) : null,
    witnesses: await witnessesAt(db, config.witnesses, size),
    checkpoint_url: `${baseUrl}/checkpoint`,
    how,
  };
}

export async function logSummary({ db, publicLog, config }: LogDeps): Promise<LogSummary> {
  const { witnesses: configured } = config;
  const head = await lastHead(db);
  const size = head?.size ?? 0;
  const current = (await witnessesAt(db, configured, size)).filter((w) => w.is_current);
  return {
    size,
    mark: head ? iso(head.mark) : null,
    problem: publicLog.problem(),
    done_seconds: head ? (head.doneAt - head.mark) / 1000 : null,
    witnesses: configured.length,
    witnessed: current.length,
    witnessed_at: current.reduce<string | null>((last, { at }) => (at !== null && (last ?? '') < at ? at : last), null),
  };
}

async function witnessesAt(db: Db, configured: readonly ConfiguredWitness[], size: number): Promise<LogWitness[]> {
  return await Promise.all(
    configured.map(async ({ url, key }) => {
      const last = await lastCosignature(db, key.name);
      return {
        name: key.name,
        key: formatKey(key),
        url,
        size: last?.size ?? null,
        at: last ? iso(last.at) : null,
        is_current: last !== undefined && last.size === size,
      };
    }),
  );
}
