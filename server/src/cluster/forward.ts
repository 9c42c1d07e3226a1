/**
 * Hands requests on to the process that serves, and its answers back, as they come: bodies are not read, and streams go on as long as both sides
 * want them. What concerns one connection alone is left out (RFC 9110, 7.6.1), and the client's address is told as this process knows it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { ApiError } from 'papertape-contract/errors';
import { HttpAgent, httpRequest } from '../lib/node-http.ts';
import { errorText, type Log } from '../lib/log.ts';
import type { AskedElsewhere } from '../web/elsewhere.ts';

export interface Forwarder {
  send(asked: AskedElsewhere, refuse: (e: ApiError) => void): void;
  /** Ends streams, which go on for ever, and those that would begin; other answers under way are finished. */
  endStreams(): void;
  /** Once they are: ends the connections to the process that serves. */
  close(): void;
}

export interface ForwarderDeps {
  /** Where the process that serves is reached; undefined while none is. */
  readonly to: () => string | undefined;
  /** Why none is. */
  readonly whyNobody: () => string;
  /** Is the connection that of a proxy that the operator named? */
  readonly isProxy: (peer: string) => boolean;
  readonly log: Log;
  /** Told of every answer. */
  readonly onAnswer: (status: number) => void;
}

/** A process that stands still takes the connection and says nothing. It answers for itself within 10 seconds. */
const silentMsMax = 30_000;

export function createForwarder({ to, whyNobody, isProxy, log, onAnswer }: ForwarderDeps): Forwarder {
  const agent = new HttpAgent({ keepAlive: true, maxFreeSockets: 64 });
  const streams = new Set<ServerResponse>();
  let areStreamsEnded = false;

  function answer(response: ServerResponse, answered: IncomingMessage): void {
    const { statusCode: status = 502, statusMessage = '', rawHeaders, headers } = answered;
    const isStream = headers['content-type']?.startsWith('text/event-stream') === true;
    if (isStream && areStreamsEnded) {
      answered.destroy();
      response.destroy();
      return;
    }
    response.sendDate = false;
    response.writeHead(status, statusMessage, headersOn(rawHeaders, headers.connection));
    if (isStream) {
      streams.add(response);
      response.flushHeaders();
    }
    onAnswer(status);
    pipeline(answered, response, () => streams.delete(response));
  }

  function sendTo(address: string, asked: AskedElsewhere, refuse: (e: ApiError) => void): void {
    const { request, response, url } = asked;
    const { hostname, port } = new URL(address);
    const onward = httpRequest({
      agent,
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      method: request.method ?? 'GET',
      path: url,
      headers: onwardHeaders(asked, isProxy),
      setDefaultHeaders: false,
    });
    onward.setTimeout(silentMsMax, () => onward.destroy(new Error(`no answer within ${silentMsMax} ms`)));
    onward.on('response', (answered) => {
      onward.setTimeout(0);
      answer(response, answered);
    });
    onward.on('error', (e) => {
      if (response.headersSent) response.destroy();
      else if (!response.destroyed) {
        log.warn('the process that serves did not answer', { address, error: errorText(e) });
        refuse(nobodyServes('The process that serves the league does not answer.'));
      }
    });
    response.once('close', () => {
      if (!response.writableFinished) onward.destroy();
    });
    request.pipe(onward);
  }

  return {
    send(asked, refuse) {
      const address = to();
      if (address === undefined) refuse(nobodyServes(whyNobody()));
      else sendTo(address, asked, refuse);
    },
    endStreams() {
      areStreamsEnded = true;
      for (const response of streams) response.destroy();
    },
    // Not before: it ends those, too, on which an answer is waited for.
    close: () => agent.destroy(),
  };
}

function nobodyServes(detail: string): ApiError {
  const fix =
    'Send the same request again after Retry-After seconds, with the same Idempotency-Key. Public reads without a key are answered meanwhile.';
  return new ApiError('not_ready', detail, { fix, headers: { 'Retry-After': '2' } });
}

const ofOneConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** @param raw name, value, name, value. @param connection names fields that are of the connection, too. @returns the same form. */
function headersOn(raw: readonly string[], connection: string | undefined): string[] {
  const named = new Set(connection?.split(',').map((name) => name.trim().toLowerCase()));
  const on: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name, value] = [raw[i] as string, raw[i + 1] as string];
    const lower = name.toLowerCase();
    if (!ofOneConnection.has(lower) && !named.has(lower)) on.push(name, value);
  }
  return on;
}

/** What a request says of its own way is worth what whoever said it is: the serving process believes this one, so this one repeats no stranger. */
const ofTheWay = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']);

function onwardHeaders({ request, addressOf }: AskedElsewhere, isProxy: (peer: string) => boolean): readonly string[] {
  const { rawHeaders, headers, socket } = request;
  const kept = headersOn(rawHeaders, headers.connection);
  const on = kept.flatMap((name, i) =>
    i % 2 === 0 && !ofTheWay.has(name.toLowerCase()) ? [name, kept[i + 1] ?? ''] : [],
  );
  on.push('X-Forwarded-For', addressOf(request));
  const isBehindProxy = isProxy(socket.remoteAddress ?? '');
  const scheme = isBehindProxy ? headers['x-forwarded-proto'] : 'http';
  if (typeof scheme === 'string') on.push('X-Forwarded-Proto', scheme);
  // A body without a length comes in chunks, and goes on so.
  if (headers['transfer-encoding'] !== undefined) on.push('Transfer-Encoding', 'chunked');
  on.push('Connection', 'keep-alive');
  return on;
}
