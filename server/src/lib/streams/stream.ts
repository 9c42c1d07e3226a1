/**
 * A stream of server-sent events: a connection that is told of what there is, page after page. It reads on when told that there may be
 * more, and waits for the reader before it reads further: no more than one page is ever buffered, and a reader that takes nothing is let
 * go. The reader loses nothing by that, for it comes back with the id of the last message that it has.
 */
import type { Writable } from 'node:stream';
import { limits } from 'papertape-contract/limits';

export interface MessagePage {
  /** Whole messages; '' when there is nothing yet. */
  readonly text: string;
  /** Are there more at once? */
  readonly more: boolean;
}

export interface StreamOf {
  /** Where the reader stands: a reader whose connection breaks before the first message comes back with this id. */
  readonly id: string;
  /** The next page; undefined when the reader may read no longer. */
  readonly next: () => Promise<MessagePage | undefined>;
  /** Asked at each beat, where it can change. */
  readonly mayRead?: () => Promise<boolean>;
  /** A page could not be read; the stream ends. */
  readonly onFault: (e: unknown) => void;
  /** Called once, when the connection is over. */
  readonly onEnd: () => void;
}

export interface MessageStream {
  /** There may be more. */
  wake(): void;
  /** Is a page being read or sent? */
  isBusy(): boolean;
  /** Shows both sides that the connection stands, and lets go a reader that takes nothing. */
  beat(): void;
  end(): void;
}

/** Head of every stream. */
export const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that gathers bytes would hold messages back.
  'X-Accel-Buffering': 'no',
  Connection: 'close',
};

const beatsStalledMax = limits.streamStallSeconds / limits.streamHeartbeatSeconds;
/** How long a stream that was ended may take to send its last bytes. */
const lingerMsMax = 1_000;
/** How long a reader whose connection broke is to wait. */
const retryMs = 2_000;

/** Goes on until either side closes. @param response its head must have been written. */
export function openMessageStream(of: StreamOf, response: Writable): MessageStream {
  let dirty = true;
  let pumping = false;
  let stalledBeats = 0;
  let gone = false;
  let linger: NodeJS.Timeout | undefined;
  response.on('close', () => {
    gone = true;
    clearTimeout(linger);
    of.onEnd();
  });

  function beat(): void {
    if (response.writableNeedDrain) {
      if (++stalledBeats >= beatsStalledMax) response.destroy();
      return;
    }
    stalledBeats = 0;
    response.write(': \n\n');
    void of.mayRead?.().then((good) => (good ? undefined : end()), end);
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
      while (dirty && !gone && !response.destroyed) await tellPage();
    } catch (e) {
      of.onFault(e);
      end();
    } finally {
      pumping = false;
    }
    // Woken between the last look and here.
    if (dirty && !gone && !response.destroyed) void pump();
  }

  async function tellPage(): Promise<void> {
    dirty = false;
    const page = await of.next();
    if (!page) return end();
    if (gone) return;
    if (page.more) dirty = true;
    if (page.text === '' || response.write(page.text)) return;
    await drained(response);
    stalledBeats = 0;
  }

  // A broken connection closes, too; without a listener it would end the process.
  response.on('error', () => undefined);
  // An id without data is remembered by the reader and told to nobody: it can come back before the first message.
  response.write(`retry: ${retryMs}\nid: ${of.id}\n\n`);
  void pump();
  return {
    wake() {
      dirty = true;
      void pump();
    },
    isBusy: () => pumping,
    beat,
    end,
  };
}

/** Ends an answer. @returns the timer that breaks it off: closing the service waits for open answers, and it does not wait for ever. */
function finish(response: Writable): NodeJS.Timeout {
  // One who does not take what was written would never see the end.
  if (response.writableNeedDrain) response.destroy();
  else response.end();
  return setTimeout(() => response.destroy(), lingerMsMax).unref();
}

/** Resolves when the reader has taken what was written, or is gone. */
function drained(response: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
    if (response.destroyed) go();
  });
}
