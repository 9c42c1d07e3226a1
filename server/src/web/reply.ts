/** Sending answers: fresh JSON, and ready bytes with their ETag. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  chosenEncoding,
  matchesTag,
  readyEntry,
  type ExtraHeaders,
  type ReadyBytes,
  type ReadyEntry,
} from './ready-bytes.ts';

export const jsonType = 'application/json; charset=utf-8';

/** An answer that nobody may keep. */
export function sendPrivate(reply: FastifyReply, body: unknown, status = 200): FastifyReply {
  return reply.code(status).header('Cache-Control', 'no-store').type(jsonType).send(JSON.stringify(body));
}

/** An answer for everyone that is made anew each time. It has the same head as ready bytes have. */
export function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | Uint8Array,
  type = jsonType,
  headers?: ExtraHeaders,
): FastifyReply {
  return sendEntry(request, reply, readyEntry(Buffer.from(text), type, headers));
}

/**
 * An answer that is the same for all until the topic changes. @param url what it is kept under (kept-url.ts). @param headers asked for when the
 * answer is made.
 */
export async function sendReady(
  { ready }: { readonly ready: ReadyBytes },
  request: FastifyRequest,
  reply: FastifyReply,
  topic: string,
  type: string,
  url: string,
  make: () => Promise<string>,
  headers?: ExtraHeaders | (() => ExtraHeaders),
): Promise<FastifyReply> {
  let entry = ready.get(url);
  if (!entry) {
    const version = ready.version(topic);
    const bytes = Buffer.from(await ready.make(make));
    entry = ready.keep(url, topic, version, bytes, type, typeof headers === 'function' ? headers() : headers);
  }
  return sendEntry(request, reply, entry);
}

function sendEntry(request: FastifyRequest, reply: FastifyReply, entry: ReadyEntry): FastifyReply {
  const form = entry.form(chosenEncoding(request.headers['accept-encoding']));
  if (matchesTag(request.headers['if-none-match'], form.etag)) return reply.code(304).headers(form.headers304).send();
  return reply.code(200).headers(form.headers).send(form.bytes);
}
