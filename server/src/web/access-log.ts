/**
 * The access log, where the operator asks for one: a line for every request that was answered, on whichever way. A client stands in it under
 * a name that is made of its address and a key, which is drawn at the start and kept nowhere: requests of one client can be told from
 * those of others while the process runs, and nobody finds the address in it (docs/decisions/0052-a-log-that-tells.md). What follows the
 * `?` of a URL is left out: anything may stand there.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { countedAs } from '../lib/address.ts';
import type { Log } from '../lib/log.ts';
import type { ClientAddress } from './client-address.ts';
import { withoutToken } from './send-error.ts';
import type { BotOf } from './serve-ready.ts';

/** To be told of every request before it is answered. */
export type AccessLog = (request: IncomingMessage, response: ServerResponse) => void;

/** Characters of a path, which is as long as a client wants. */
const pathLengthMax = 200;

export function createAccessLog(log: Log, addressOf: ClientAddress, botOf: BotOf): AccessLog {
  const key = randomBytes(32);
  const nameOf = (address: string): string =>
    createHmac('sha256', key).update(countedAs(address)).digest('base64url').slice(0, 12);
  return (request, response) => {
    const begun = performance.now();
    const { method, headers } = request;
    // Later the connection may be over, and the URL another one.
    const client = nameOf(addressOf(request));
    const path = withoutToken(request.url ?? '').split('?', 1)[0] ?? '';
    response.once('close', () =>
      log.info('request', {
        method,
        path: path.slice(0, pathLengthMax),
        // An answer that did not come to its end has no status of worth.
        status: response.writableFinished ? response.statusCode : undefined,
        ms: Math.round((performance.now() - begun) * 10) / 10,
        client,
        agent_id: botOf(headers.authorization),
      }),
    );
  };
}
