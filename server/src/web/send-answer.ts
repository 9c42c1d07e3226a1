/** Sends what the handler of an operation answers, with the head that its kind of answer has. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { kind, replyOf, type RawReply, type Reply, type StreamReply } from 'papertape-contract/replies';
import { headersOfEveryAnswer } from './headers.ts';
import { keptUrl } from './kept-url.ts';
import { rateHeaders } from './rate-limit/rate-limiter.ts';
import type { KeptAnswers } from './serve-ready.ts';
import { jsonType, sendPrivate, sendPublic, sendReady } from './reply.ts';

export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
) => FastifyReply | Promise<FastifyReply>;

export function answerSender({ ready, own }: KeptAnswers, operation: OperationFacts): SendAnswer {
  const { freshness, headers, answer: spec } = operation;
  const type = 'document' in spec ? spec.contentType : jsonType;
  const asText = 'document' in spec && !isJson(spec.document) ? (body: unknown) => body as string : JSON.stringify;
  const known = operation.query.map(({ name }) => name);

  const sendBody: SendAnswer =
    freshness !== 'private'
      ? (request, reply, body) => sendPublic(request, reply, asText(body), type, headers)
      : 'document' in spec
        ? (_, reply, body) => reply.code(200).header('Cache-Control', 'no-store').type(type).send(asText(body))
        : (_, reply, body) => sendPrivate(reply, body);

  function sendKept(request: FastifyRequest, reply: FastifyReply, kept: Kept) {
    const { topic, headers: own } = kept;
    const extra = () => ({ ...headers, ...(typeof own === 'function' ? own() : own) });
    const isText = kept[kind] === 'kept text';
    const make = isText ? kept.make : async () => asText(await kept.make());
    const url = keptUrl(request, known);
    return sendReady({ ready }, request, reply, topic, (isText ? kept.type : undefined) ?? type, url, make, extra);
  }

  async function sendOwn(request: FastifyRequest, reply: FastifyReply, answer: Own) {
    const { botId, make, headers: more, counts } = answer;
    const version = own.version(botId);
    const { body, until } = await make();
    // As it is looked for before the framework.
    const { url = '' } = request.raw;
    const place = { url, botId, byKey: operation.key === 'required', until, version };
    const entry = own.keep(place, Buffer.from(asText(body)), { 'Content-Type': type, ...headers, ...more }, counts);
    return reply.code(200).headers(entry.headers).send(entry.bytes);
  }

  return (request, reply, answer) => {
    const special = replyOf(answer);
    if (!special) return sendBody(request, reply, answer);
    switch (special[kind]) {
      case 'once':
        if (special.replayed) reply.header('Idempotency-Replayed', 'true');
        return sendPrivate(reply, special.body);
      case 'kept':
      case 'kept text':
        return sendKept(request, reply, special);
      case 'private':
        return sendPrivate(reply, special.body);
      case 'own':
        return sendOwn(request, reply, special);
      case 'text':
        return sendPublic(request, reply, special.text, special.type, { ...headers, ...special.headers });
      case 'raw':
        return sendRaw(reply, special);
      case 'stream':
        return sendStream(request, reply, special);
    }
  };
}

type Own = Extract<Reply, { readonly [kind]: 'own' }>;
type Kept = Extract<Reply, { readonly [kind]: 'kept' | 'kept text' }>;

function isJson(type: string): boolean {
  return type.includes('json');
}

function sendRaw(reply: FastifyReply, { status, headers, payload }: RawReply): FastifyReply {
  reply.code(status).header('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers))
    if (value === null) reply.removeHeader(name);
    else reply.header(name, value);
  return reply.send(payload);
}

function sendStream(request: FastifyRequest, reply: FastifyReply, { headers, open }: StreamReply): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headersOfEveryAnswer,
    'X-Request-Id': request.id,
    ...(request.taken.length > 0 ? rateHeaders(request.taken) : {}),
    'Cache-Control': 'no-store',
    ...headers,
  });
  open(reply.raw as never);
  return reply;
}
