/** With `--pgbouncer`: PgBouncer between the processes and the primary, which it reaches through HAProxy, with the settings of docs/operators/cluster.md. */
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram, type Program } from '../onchain-local/processes.ts';
import type { Cleanup } from '../onchain-local/run-to-end.ts';
import { serverUser } from './servers.ts';

export interface PoolerOf {
  readonly folder: string;
  /** `pgbouncer.ini` and `userlist.txt`, as the document has them. */
  readonly ini: string;
  readonly users: string;
  readonly onThisMachine: (text: string) => string;
  readonly cleanup: Cleanup;
}

/** Like PostgreSQL, it refuses to run as root. */
export function startPooler({ folder, ini, users, onThisMachine, cleanup }: PoolerOf): Program {
  const as = serverUser();
  const home = join(folder, 'pgbouncer');
  mkdirSync(home);
  const file = join(home, 'pgbouncer.ini');
  const list = join(home, 'userlist.txt');
  writeFileSync(file, onThisMachine(ini).replaceAll('/etc/pgbouncer', home));
  writeFileSync(list, users);
  // It holds the password in plain text: nobody else reads it.
  chmodSync(list, 0o600);
  if ('uid' in as) for (const path of [home, file, list]) chownSync(path, as.uid, as.gid);
  const pooler = startProgram('pgbouncer', [file], { as });
  cleanup.push(() => pooler.stop());
  return pooler;
}
