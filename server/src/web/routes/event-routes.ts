/** Events of a bot: lists, streams, webhooks. All of them for its key only. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { eventType, webhookRequest, type EventList, type EventType, type WebhookView } from 'papertape-contract/event';
import type { KnownBot } from '../../bots/registry.ts';
import { decodeCursor, encodeCursor, firstCursor, type Cursor } from '../../events/cursor.ts';
import type { EventReader } from '../../events/read-events.ts';
import type { EventStreams } from '../../events/streams.ts';
import { webhookUrlProblem, type WebhookPlaces } from '../../events/webhook-target.ts';
import { webhookState, type Webhooks } from '../../events/webhooks.ts';
import { iso } from '../../lib/clock.ts';
import type { WebhooksTable } from '../../storage/database.ts';
import { headersOfEveryAnswer } from '../headers.ts';
import type { Routes } from '../http.ts';
import { rateHeaders } from '../rate-limit/rate-limiter.ts';
import { bodyBytes, bodyObject, query, readBody, wholeNumber } from '../request.ts';
import { shown } from '../../lib/text.ts';
import { idempotencyKey, ownBot, sendAnswer } from './agent-routes.ts';
import type { RouteDeps } from './deps.ts';
import { sendPrivate } from './reply.ts';

/** What events are made of, beside what every route has. */
export interface EventDeps {
  readonly events: EventReader;
  readonly streams: EventStreams;
  readonly webhooks: Webhooks;
  readonly webhookPlaces: WebhookPlaces;
}

export function eventRoutes(routes: Routes, deps: RouteDeps, own: EventDeps): void {
  const { events, streams, webhooks } = own;

  routes.get('/api/agents/:agent_id/events', async (request, reply) => {
    const bot = await ownBot(deps, request);
    if (request.method === 'GET' && asksForStream(request)) return await openStream(bot, request, reply);
    const from = await cursorOf(bot, 'since', query(request, 'since'));
    const limit = wholeNumber(request, 'limit', eventsDefault, limits.eventsPerPageMax);
    const page = await events.read(bot, from, limit);
    const body: EventList = {
      agent_id: bot.botId,
      events: [...page.events],
      next: encodeCursor(bot.botId, page.next),
      more: page.more,
    };
    return sendPrivate(reply, body);
  });

  async function openStream(bot: KnownBot, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { authorization, 'last-event-id': last } = request.headers;
    const reader = {
      bot: bot,
      client: request.client,
      mayRead: () =>
        deps.registry.authenticate(authorization).then(
          (known) => known.botId === bot.botId,
          (e: unknown) => {
            if (e instanceof ApiError) return false;
            throw e;
          },
        ),
    };
    // A browser that comes back sends the id that it has, and the address with the `since` of the first time.
    const from = last
      ? await cursorOf(bot, 'Last-Event-ID', String(last))
      : await cursorOf(bot, 'since', query(request, 'since'));
    streams.admit(reader);
    reply.hijack();
    reply.raw.writeHead(200, {
      ...headersOfEveryAnswer,
      'X-Request-Id': request.id,
      ...(request.taken.length > 0 ? rateHeaders(request.taken) : {}),
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // A proxy that gathers bytes would hold events back.
      'X-Accel-Buffering': 'no',
      Connection: 'close',
    });
    streams.open(reader, from, reply.raw);
    return reply;
  }

  async function cursorOf(bot: KnownBot, name: string, text: string | undefined): Promise<Cursor> {
    if (text === undefined) return firstCursor;
    if (text === 'now') return await events.now(bot);
    const cursor = decodeCursor(bot.botId, text);
    if (!cursor)
      throw new ApiError('invalid_query', `${name} is "${shown(text)}"; it must be "now" or a cursor of this bot.`);
    if (!(await events.isKnown(bot, cursor)))
      throw new ApiError('invalid_query', `${name} is a cursor from after what this service has.`, {
        fix: 'The service was set back to an earlier copy of its data. Read again without it, or with "now".',
      });
    return cursor;
  }

  routes.get('/api/agents/:agent_id/webhook', async (request, reply) => {
    const { botId } = await ownBot(deps, request);
    return sendPrivate(reply, webhookView(botId, webhooks.of(botId), null, []));
  });

  routes.post('/api/agents/:agent_id/webhook', async (request, reply) => {
    const bot = await ownBot(deps, request);
    const { value, warnings } = readBody(webhookRequest, bodyObject(request));
    const problem = value.url === '' ? undefined : webhookUrlProblem(value.url, own.webhookPlaces);
    if (problem !== undefined) throw new ApiError('invalid_field', `url ${problem}.`);
    const { botId } = bot;
    const answer = await deps.idempotency.run(
      { header: idempotencyKey(request), scope: `webhook ${botId}`, body: bodyBytes(request) },
      async (keep) => {
        try {
          if (value.url === '') {
            const cleared = { status: 200, body: webhookView(botId, undefined, null, warnings) };
            await webhooks.clear(botId, keep(cleared));
            return cleared;
          }
          const setTo = { url: value.url, types: [...new Set(value.events ?? [])] };
          const answered = (row: WebhooksTable) => ({
            status: 200,
            body: webhookView(botId, row, row.secret, warnings),
          });
          return answered(await webhooks.set(bot, setTo, (row) => keep(answered(row))));
        } catch (cause) {
          throw new ApiError('storage_unavailable', 'The database did not take the webhook; nothing was changed.', {
            cause,
            headers: { 'Retry-After': '5' },
          });
        }
      },
    );
    return sendAnswer(reply, answer);
  });
}

/** Events in an answer when nothing is said. */
const eventsDefault = 50;

function asksForStream(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/event-stream') === true;
}

function webhookView(
  botId: string,
  row: WebhooksTable | undefined,
  secret: string | null,
  warnings: string[],
): WebhookView {
  const at = (t: bigint | null | undefined): string | null => (t === null || t === undefined ? null : iso(Number(t)));
  const types = row ? (JSON.parse(row.types) as EventType[]) : [];
  return {
    agent_id: botId,
    webhook_id: row?.webhook_id ?? null,
    url: row?.url ?? null,
    events: !row ? [] : types.length > 0 ? types : [...eventType.options],
    secret,
    state: row ? webhookState(row) : 'none',
    reason: !row ? null : row.paused_at === null ? row.last_error : `${row.last_error ?? ''} ${pausedFix}`.trim(),
    cursor: row?.position ?? null,
    last_delivery_at: at(row?.delivered_at),
    last_attempt_at: at(row?.last_try_at),
    last_status: row?.last_status === null || row === undefined ? null : Number(row.last_status),
    failures: Number(row?.failures ?? 0n),
    next_attempt_at: at(row?.next_try_at),
    warnings,
  };
}

const pausedFix = 'Deliveries are paused; set the webhook again to go on from where it stood.';
