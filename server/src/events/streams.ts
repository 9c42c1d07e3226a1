/**
 * Event streams (server-sent events): a connection that is told what happens to a bot. It holds a cursor, reads on from it when told that
 * there may be more, and waits for the reader before it reads further: no more than one page is ever buffered, and a reader that takes
 * nothing is let go. It loses nothing by that, for it comes back with the cursor of the last event that it has.
 */
import type { ServerResponse } from 'node:http';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { errorText, type Log } from '../lib/log.ts';
import { countedAs } from '../lib/address.ts';
import { encodeCursor, type Cursor } from './cursor.ts';
import type { Followers } from './followers.ts';
import type { EventOwner, EventReader } from './read-events.ts';
import type { Turns } from './turns.ts';

export interface StreamReader {
  readonly bot: EventOwner;
  /** The address that it is counted under. */
  readonly client: string;
  /** Is its key still good? Asked before anything is sent. */
  readonly mayRead: () => Promise<boolean>;
}

export interface EventStreams {
  /** Throws ApiError (429) when there are too many. Call it before anything is answered. */
  admit(reader: StreamReader): void;
  /** Goes on until either side closes. The head of the answer must have been written. */
  open(reader: StreamReader, from: Cursor, response: ServerResponse): void;
  /** Streams that are open. */
  count(): number;
  /** Ends all streams; no more are admitted. */
  close(): void;
}

export interface StreamsDeps {
  readonly events: EventReader;
  readonly followers: Followers;
  readonly turns: Turns;
  readonly log: Log;
  /** Are streams counted by address? */
  readonly limited: boolean;
  /** Calls back every `streamHeartbeatSeconds` until the answer is called. */
  readonly heartbeat: (beat: () => void) => () => void;
}

/** Events that are read and written at once. */
const eventsPerWrite = 20;
const beatsStalledMax = limits.streamStallSeconds / limits.streamHeartbeatSeconds;
/** How long a stream that was ended may take to send its last bytes. */
const lingerMsMax = 1_000;
/** How long a reader whose connection broke is to wait. */
const retryMs = 2_000;

export function createEventStreams(deps: StreamsDeps): EventStreams {
  const open = new Set<{ beat(): void; end(): void }>();
  const byBot = new Map<string, number>();
  const byAddress = new Map<string, number>();
  let stopHeart: (() => void) | undefined;
  let closed = false;

  function admit({ bot, client }: StreamReader): void {
    if (closed) throw tooMany('The service is stopping.', 5);
    if ((byBot.get(bot.botId) ?? 0) >= limits.streamsPerBotMax)
      throw tooMany(`${bot.botId} has ${limits.streamsPerBotMax} event streams open.`, limits.streamHeartbeatSeconds);
    if (deps.limited && (byAddress.get(countedAs(client)) ?? 0) >= limits.streamsPerAddressMax)
      throw tooMany(
        `This address has ${limits.streamsPerAddressMax} event streams open.`,
        limits.streamHeartbeatSeconds,
      );
  }

  return {
    admit,
    open({ bot, client, mayRead }, from, response) {
      const address = countedAs(client);
      let cursor = from;
      let dirty = true;
      let pumping = false;
      let stalledBeats = 0;
      let gone = false;
      let linger: NodeJS.Timeout | undefined;
      const stream = {
        beat(): void {
          if (response.writableNeedDrain) {
            if (++stalledBeats >= beatsStalledMax) response.destroy();
            return;
          }
          stalledBeats = 0;
          response.write(': \n\n');
          // An old key is dead at once, also where nothing happens.
          void mayRead().then((good) => (good ? undefined : end()), end);
        },
        end,
      };
      const leave = deps.followers.add({
        botId: bot.botId,
        // While it reads, the cursor is behind what it will have told of.
        expectsOutcome: () => pumping || cursor.fills < cursor.orders,
        wake() {
          dirty = true;
          void pump();
        },
      });
      count(byBot, bot.botId, 1);
      count(byAddress, address, 1);
      open.add(stream);
      stopHeart ??= deps.heartbeat(() => {
        for (const s of open) s.beat();
      });
      response.on('close', () => {
        gone = true;
        clearTimeout(linger);
        leave();
        open.delete(stream);
        count(byBot, bot.botId, -1);
        count(byAddress, address, -1);
        if (open.size === 0) {
          stopHeart?.();
          stopHeart = undefined;
        }
      });
      // A broken connection closes, too; without a listener it would end the process.
      response.on('error', () => undefined);
      // An id without data is remembered by the reader and told to nobody: it can come back before the first event.
      response.write(`retry: ${retryMs}\nid: ${encodeCursor(bot.botId, cursor)}\n\n`);
      void pump();

      function end(): void {
        if (gone) return;
        gone = true;
        // One who does not take what was written would never see the end.
        if (response.writableNeedDrain) response.destroy();
        else response.end();
        // Closing the service waits for open answers: it does not wait for ever.
        linger = setTimeout(() => response.destroy(), lingerMsMax).unref();
      }

      async function pump(): Promise<void> {
        if (pumping) return;
        pumping = true;
        try {
          while (dirty && !gone) {
            dirty = false;
            if (!(await mayRead())) return end();
            const page = await deps.turns(() => deps.events.read(bot, cursor, eventsPerWrite));
            if (gone) return;
            cursor = page.next;
            if (page.more) dirty = true;
            const text = page.events
              .map((e) => `id: ${e.cursor}\nevent: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`)
              .join('');
            if (text !== '' && !response.write(text)) {
              await drained(response);
              stalledBeats = 0;
            }
          }
        } catch (e) {
          deps.log.warn('an event stream was broken off', { agent_id: bot.botId, error: errorText(e) });
          end();
        } finally {
          pumping = false;
        }
        // Woken between the last look and here.
        if (dirty && !gone) void pump();
      }
    },
    count: () => open.size,
    close() {
      closed = true;
      for (const s of open) s.end();
    },
  };
}

/** Resolves when the reader has taken what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
    if (response.destroyed) go();
  });
}

function count(of: Map<string, number>, key: string, by: 1 | -1): void {
  const n = (of.get(key) ?? 0) + by;
  if (n > 0) of.set(key, n);
  else of.delete(key);
}

function tooMany(detail: string, retryAfterSeconds: number): ApiError {
  return new ApiError('too_many_streams', detail, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

/** The heartbeat on real time. */
export function realHeartbeat(beat: () => void): () => void {
  const timer = setInterval(beat, limits.streamHeartbeatSeconds * 1000).unref();
  return () => clearInterval(timer);
}
