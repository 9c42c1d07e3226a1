/**
 * An event stream (server-sent events): a connection that is told what happens to a bot. It holds a cursor, reads on from it when told
 * that there may be more, and waits for the reader before it reads further: no more than one page is ever buffered, and a reader that
 * takes nothing is let go. The reader loses nothing by that, for it comes back with the cursor of the last event that it has.
 */
import type { ServerResponse } from 'node:http';
import { limits } from 'papertape-contract/limits';
import { errorText, type Log } from '../lib/log.ts';
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

export interface StreamDeps {
  readonly events: EventReader;
  readonly followers: Followers;
  readonly turns: Turns;
  readonly log: Log;
}

export interface EventStream {
  /** Shows both sides that the connection stands, and lets go a reader that takes nothing. */
  beat(): void;
  end(): void;
}

/** Events that are read and written at once. */
const eventsPerWrite = 20;
const beatsStalledMax = limits.streamStallSeconds / limits.streamHeartbeatSeconds;
/** How long a stream that was ended may take to send its last bytes. */
const lingerMsMax = 1_000;
/** How long a reader whose connection broke is to wait. */
const retryMs = 2_000;

/** Goes on until either side closes. */
export function openEventStream(
  deps: StreamDeps,
  reader: StreamReader,
  from: Cursor,
  response: ServerResponse,
): EventStream {
  const { botId } = reader.bot;
  let cursor = from;
  let dirty = true;
  let pumping = false;
  let stalledBeats = 0;
  let gone = false;
  let linger: NodeJS.Timeout | undefined;
  const leave = deps.followers.add({
    botId,
    // While it reads, the cursor is behind what it will have told of.
    expectsOutcome: () => pumping || cursor.fills < cursor.orders,
    wake() {
      dirty = true;
      void pump();
    },
  });
  response.on('close', () => {
    gone = true;
    clearTimeout(linger);
    leave();
  });

  function beat(): void {
    if (response.writableNeedDrain) {
      if (++stalledBeats >= beatsStalledMax) response.destroy();
      return;
    }
    stalledBeats = 0;
    response.write(': \n\n');
    // An old key is dead at once, also where nothing happens.
    void reader.mayRead().then((good) => (good ? undefined : end()), end);
  }

  function end(): void {
    if (gone) return;
    gone = true;
    linger = finish(response);
  }

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    try {
      while (dirty && !gone) await tellPage();
    } catch (e) {
      deps.log.warn('an event stream was broken off', { agent_id: botId, error: errorText(e) });
      end();
    } finally {
      pumping = false;
    }
    // Woken between the last look and here.
    if (dirty && !gone) void pump();
  }

  async function tellPage(): Promise<void> {
    dirty = false;
    if (!(await reader.mayRead())) return end();
    const page = await deps.turns(() => deps.events.read(reader.bot, cursor, eventsPerWrite));
    if (gone) return;
    cursor = page.next;
    if (page.more) dirty = true;
    const text = page.events.map((e) => `id: ${e.cursor}\nevent: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`).join('');
    if (text === '' || response.write(text)) return;
    await drained(response);
    stalledBeats = 0;
  }

  // A broken connection closes, too; without a listener it would end the process.
  response.on('error', () => undefined);
  // An id without data is remembered by the reader and told to nobody: it can come back before the first event.
  response.write(`retry: ${retryMs}\nid: ${encodeCursor(botId, cursor)}\n\n`);
  void pump();
  return { beat, end };
}

/** Ends an answer. @returns the timer that breaks it off: closing the service waits for open answers, and it does not wait for ever. */
function finish(response: ServerResponse): NodeJS.Timeout {
  // One who does not take what was written would never see the end.
  if (response.writableNeedDrain) response.destroy();
  else response.end();
  return setTimeout(() => response.destroy(), lingerMsMax).unref();
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
