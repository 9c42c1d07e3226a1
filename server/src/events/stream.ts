/** The event stream of a bot: it holds a cursor, and is told by the followers that there may be something behind it. */
import type { Writable } from 'node:stream';
import { errorText, type Log } from '../lib/log.ts';
import { openMessageStream } from '../lib/streams/stream.ts';
import type { StreamReader, Streams } from '../lib/streams/streams.ts';
import type { Turns } from '../lib/streams/turns.ts';
import { encodeCursor, type Cursor } from './cursor.ts';
import type { Followers } from './followers.ts';
import type { EventOwner, EventReader } from './read-events.ts';

export interface EventStreamReader {
  readonly bot: EventOwner;
  /** The address that it is counted under. */
  readonly client: string;
  /** Is its key still good? Asked before anything is sent: an old key is dead at once, also where nothing happens. */
  readonly mayRead: () => Promise<boolean>;
}

export interface EventStreams {
  /** Throws ApiError (429) when there are too many. Call it before anything is answered. */
  admit(reader: EventStreamReader): void;
  /** Goes on until either side closes. The head of the answer must have been written. */
  open(reader: EventStreamReader, from: Cursor, response: Writable): void;
}

export interface EventStreamsDeps {
  readonly events: EventReader;
  readonly followers: Followers;
  readonly turns: Turns;
  readonly streams: Streams;
  readonly log: Log;
}

/** Events that are read and written at once. */
const eventsPerWrite = 20;

export function createEventStreams(deps: EventStreamsDeps): EventStreams {
  const counted = ({ bot, client }: EventStreamReader): StreamReader => ({ botId: bot.botId, client });
  return {
    admit: (reader) => deps.streams.admit(counted(reader)),
    open: (reader, from, response) =>
      deps.streams.open(counted(reader), response, () => openEventStream(deps, reader, from, response)),
  };
}

function openEventStream(
  { events, followers, turns, log }: EventStreamsDeps,
  { bot, mayRead }: EventStreamReader,
  from: Cursor,
  response: Writable,
) {
  const { botId, league } = bot;
  let cursor = from;
  const leave = followers.add({
    botId,
    league,
    // While it reads, the cursor is behind what it will have told of.
    expectsOutcome: () => stream.isBusy() || cursor.fills < cursor.orders,
    wake: () => stream.wake(),
  });
  const stream = openMessageStream(
    {
      id: encodeCursor(botId, cursor),
      async next() {
        if (!(await mayRead())) return undefined;
        const page = await turns(() => events.read(bot, cursor, eventsPerWrite));
        cursor = page.next;
        const text = page.events.map((e) => `id: ${e.cursor}\nevent: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`);
        return { text: text.join(''), more: page.more };
      },
      mayRead,
      onFault: (e) => log.warn('an event stream was broken off', { agent_id: botId, error: errorText(e) }),
      onEnd: leave,
    },
    response,
  );
  return stream;
}
