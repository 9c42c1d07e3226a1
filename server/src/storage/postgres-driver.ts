/** PostgreSQL's driver, loaded when it is first asked for: on the embedded engine it would cost each thread 4 MB for nothing. */
import { createRequire } from 'node:module';
import type pg from 'pg';

/** What the driver has and its types leave out. */
interface Inside {
  readonly connection: { readonly stream: { destroy(e?: Error): void } };
}

let driver: typeof pg | undefined;

export function postgresDriver(): typeof pg {
  return (driver ??= createRequire(import.meta.url)('pg') as typeof pg);
}

/** Ends a connection at once, whatever the server does. @param why told to whoever waits for an answer. */
export function dropConnection(client: pg.Client, why?: Error): void {
  (client as unknown as Inside).connection.stream.destroy(why);
}

/** How long a server is given to say good-bye. */
const endMsMax = 1_000;

/** From now on `end` waits so long for the server, and no longer: one that hangs would keep the process from ending. */
export function endInTime(client: pg.Client): void {
  const end = client.end.bind(client) as (...told: unknown[]) => unknown;
  client.end = ((...told: unknown[]) => {
    setTimeout(() => dropConnection(client), endMsMax).unref();
    return end(...told);
  }) as typeof client.end;
}
