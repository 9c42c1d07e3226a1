/** The seed of a simulated market that has ended, as it was published: kept with the data, so that it can be checked without the file. */
import type { Instant } from '../lib/clock.ts';
import { windowMs } from '../lib/time.ts';
import type { PriceSource } from '../sources/source.ts';
import { seedHash, type MarketSeed } from '../sources/simulated/seed.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { EngineLog } from './log.job.ts';
import { readMeta, writeMeta } from './progress.sql.ts';

const key = 'opened_seed';

export interface OpenedSeed extends MarketSeed {
  /** The mark at which it was published. */
  readonly mark: Instant;
}

export async function readOpenedSeed(db: Db | Trx): Promise<OpenedSeed | undefined> {
  const text = await readMeta(db, key);
  return text === undefined ? undefined : (JSON.parse(text) as OpenedSeed);
}

/** When the windows of the last orders are over, so that nobody orders who knows the seed. */
export function opensAt(endedAt: Instant | undefined): Instant | undefined {
  return endedAt === undefined ? undefined : endedAt + windowMs;
}

export interface SeedOpening {
  readonly trx: Trx;
  readonly source: PriceSource;
  readonly log: EngineLog;
  readonly endedAt: Instant | undefined;
}

/** Publishes the seed at the mark where it is due. */
export async function openSeed({ trx, source, log, endedAt }: SeedOpening, mark: Instant): Promise<void> {
  if (mark !== opensAt(endedAt)) return;
  const secret = source.revealSeed?.();
  if (!secret) return;
  log.openSeed({ hash: seedHash(secret), salt: secret.salt, seed: secret.seed });
  await writeMeta(trx, key, JSON.stringify({ mark, ...secret }));
}
