import type { Writable } from 'node:stream';
import type { CallerBot } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import { eventList } from 'papertape-contract/event';
import { limits } from 'papertape-contract/limits';
import { json, operation } from 'papertape-contract/operation';
import { optionalText, wholeNumber } from 'papertape-contract/parameters';
import { stream } from 'papertape-contract/replies';
import { streamHeaders } from '../lib/streams/stream.ts';
import { shown } from '../lib/text.ts';
import { decodeCursor, encodeCursor, firstCursor, type Cursor } from './cursor.ts';
import type { EventReader } from './read-events.ts';
import type { EventStreams } from './stream.ts';

type Deps = {
  readonly events: EventReader;
  readonly eventStreams: EventStreams;
  readonly registry: { readonly authenticate: (authorization: string | undefined) => Promise<CallerBot> };
};

/** Events in an answer when nothing is said. */
const eventsDefault = 50;

export const listEvents = operation({
  id: 'listEvents',
  path: '/api/agents/{agent_id}/events',
  tag: 'Events',
  summary: 'Events of the bot',
  description:
    'What happened to the bot, the oldest first, from a cursor on. With `Accept: text/event-stream` a stream of server-sent events that goes on, and is resumed by Last-Event-ID.',
  key: 'required',
  freshness: 'private',
  query: {
    since: optionalText(
      { pattern: '^(now|evt_[A-Za-z0-9_-]{1,96})$', maxLength: 100 },
      {
        description: 'A cursor of this bot; `now` for what comes from now on; the first event when it is absent.',
        example: 'now',
      },
    ),
    limit: wholeNumber({
      max: limits.eventsPerPageMax,
      standard: eventsDefault,
      description: `Most events in the answer; ${eventsDefault} when it is absent.`,
      example: eventsDefault,
    }),
  },
  answer: json(eventList),
  mcp: {
    name: 'arena_events',
    title: 'Events of my bot',
    description:
      'What happened to your bot, the oldest first: fills, rejections, closes, moves. Go on from `next` as since.',
    said: { since: 'Cursor of an earlier answer; now: only what comes; from the first event when it is absent.' },
  },
  also: ['text/event-stream'],
  codes: ['too_many_streams'],
  async handle(call, { events, eventStreams, registry }: Deps) {
    const { bot, headers, query } = call;
    if (call.method === 'GET' && headers.accept?.includes('text/event-stream') === true) {
      const { authorization, 'last-event-id': last } = headers;
      const reader = {
        bot,
        client: call.client,
        mayRead: () => stillProves(registry, authorization, bot),
      };
      // A browser that comes back sends the id that it has, and the address with the `since` of the first time.
      const from = last
        ? await cursorOf(events, bot, 'Last-Event-ID', String(last))
        : await cursorOf(events, bot, 'since', query.since);
      eventStreams.admit(reader);
      return stream(streamHeaders, (out: Writable) => eventStreams.open(reader, from, out));
    }
    const page = await events.read(bot, await cursorOf(events, bot, 'since', query.since), query.limit);
    return {
      agent_id: bot.botId,
      events: [...page.events],
      next: encodeCursor(bot.botId, page.next),
      more: page.more,
    };
  },
});

async function stillProves(
  registry: Deps['registry'],
  authorization: string | undefined,
  bot: CallerBot,
): Promise<boolean> {
  try {
    return (await registry.authenticate(authorization)).botId === bot.botId;
  } catch (e) {
    if (e instanceof ApiError) return false;
    throw e;
  }
}

async function cursorOf(events: EventReader, bot: CallerBot, name: string, text: string | undefined): Promise<Cursor> {
  if (text === undefined) return firstCursor;
  if (text === 'now') return await events.now(bot);
  const cursor = decodeCursor(bot.botId, text);
  if (!cursor)
    throw new ApiError('invalid_query', `${name} is "${shown(text)}"; it must be "now" or a cursor of this bot.`, {
      example: { query: { [name]: null } },
    });
  if (!(await events.isKnown(bot, cursor)))
    throw new ApiError('invalid_query', `${name} is a cursor from after what this service has.`, {
      fix: 'The service was set back to an earlier copy of its data. Read again without it, or with "now".',
      example: { query: { [name]: null } },
    });
  return cursor;
}
