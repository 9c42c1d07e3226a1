import { version } from '../../lib/version.ts';
import { enginesSeen } from '../../storage/cluster.sql.ts';
import type { Db } from '../../storage/storage.ts';

/** A process of role engine speaks once a second. */
const silentMsMax = 5_000;

/** Processes of role engine that close leagues as this program does. PostgreSQL. */
export async function countEngines(db: Db, rulesVersion: string): Promise<number> {
  const seen = await enginesSeen(db);
  return seen.filter((e) => e.stillMs < silentMsMax && e.version === version && e.rulesVersion === rulesVersion).length;
}
