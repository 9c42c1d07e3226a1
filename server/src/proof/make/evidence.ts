/** What the evidence of fills and closes is read from. */
import { marketVersions } from '../../engine/progress.sql.ts';
import type { Universe } from '../../league/universe.ts';
import type { Db } from '../../storage/storage.ts';
import type { EvidenceDeps } from './price-evidence-view.ts';

/** What is proved never changes; proofs are made again after a close, which may be voided: they name the price source as it is now. */
export const provedTopic = 'proofs';

export async function evidence(db: Db, { pools }: Pick<Universe, 'pools'>): Promise<EvidenceDeps> {
  return { db, versions: await marketVersions(db), pools };
}
