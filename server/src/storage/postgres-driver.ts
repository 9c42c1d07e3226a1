/** PostgreSQL's driver, loaded when it is first asked for: on the embedded engine it would cost each thread 4 MB for nothing. */
import { createRequire } from 'node:module';
import type pg from 'pg';

let driver: typeof pg | undefined;

export function postgresDriver(): typeof pg {
  return (driver ??= createRequire(import.meta.url)('pg') as typeof pg);
}
