/**
 * What a process answers that waits to take the place of the one that serves the league: that it lives, and to everything else that it is not its
 * turn. A proxy goes by `/readyz`, or by what `/healthz` says, and sends nobody here.
 */
import type { Log } from '../lib/log.ts';
import { createBesideServer } from './beside-server.ts';
import { listen } from './listen.ts';

export interface StandbyServer {
  readonly address: string;
  close(): Promise<void>;
}

export async function openStandbyServer(
  { host, port }: { readonly host: string; readonly port: number },
  log: Log,
): Promise<StandbyServer> {
  const why = 'This process waits for its turn: another one serves the league.';
  const http = createBesideServer({ ok: true, waits: true }, why, log);
  const address = await listen(http, host, port);
  return { address, close: () => http.close() };
}
