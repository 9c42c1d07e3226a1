/** The streams that are open: how many a bot and an address may have, their common heartbeat, and their end with the service. */
import type { Writable } from 'node:stream';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { countedAs } from '../address.ts';
import type { MessageStream } from './stream.ts';

export interface StreamReader {
  /** The bot that it is counted under; undefined where anybody may read. */
  readonly botId?: string;
  /** The address that it is counted under. */
  readonly client: string;
}

export interface Streams {
  /** Throws ApiError (429) when there are too many. Call it before anything is answered. */
  admit(reader: StreamReader): void;
  /** Goes on until either side closes. @param start opens the stream; the head of the answer must have been written. */
  open(reader: StreamReader, response: Writable, start: () => MessageStream): void;
  /** Streams that are open. */
  count(): number;
  /** Ends all streams; no more are admitted. */
  close(): void;
}

export interface StreamsDeps {
  /** Are streams counted by address? */
  readonly limited: boolean;
  /** Calls back every `streamHeartbeatSeconds` until the answer is called. */
  readonly heartbeat: (beat: () => void) => () => void;
}

export function createStreams(deps: StreamsDeps): Streams {
  const open = new Set<MessageStream>();
  const byBot = new Map<string, number>();
  const byAddress = new Map<string, number>();
  let stopHeart: (() => void) | undefined;
  let closed = false;

  return {
    admit({ botId, client }) {
      if (closed) throw tooMany('The service is stopping.', 5);
      if (botId !== undefined && (byBot.get(botId) ?? 0) >= limits.streamsPerBotMax)
        throw tooMany(`${botId} has ${limits.streamsPerBotMax} event streams open.`);
      if (deps.limited && (byAddress.get(countedAs(client)) ?? 0) >= limits.streamsPerAddressMax)
        throw tooMany(`This address has ${limits.streamsPerAddressMax} event streams open.`);
    },
    open({ botId, client }, response, start) {
      // A client that left meanwhile is told of by no event any more.
      if (response.destroyed) return;
      const address = countedAs(client);
      const stream = start();
      if (botId !== undefined) count(byBot, botId, 1);
      count(byAddress, address, 1);
      open.add(stream);
      stopHeart ??= deps.heartbeat(() => {
        for (const s of open) s.beat();
      });
      response.on('close', () => {
        open.delete(stream);
        if (botId !== undefined) count(byBot, botId, -1);
        count(byAddress, address, -1);
        if (open.size === 0) {
          stopHeart?.();
          stopHeart = undefined;
        }
      });
    },
    count: () => open.size,
    close() {
      closed = true;
      for (const s of open) s.end();
    },
  };
}

function count(of: Map<string, number>, key: string, by: 1 | -1): void {
  const n = (of.get(key) ?? 0) + by;
  if (n > 0) of.set(key, n);
  else of.delete(key);
}

function tooMany(detail: string, retryAfterSeconds: number = limits.streamHeartbeatSeconds): ApiError {
  return new ApiError('too_many_streams', detail, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

/** The heartbeat on real time. */
export function realHeartbeat(beat: () => void): () => void {
  const timer = setInterval(beat, limits.streamHeartbeatSeconds * 1000).unref();
  return () => clearInterval(timer);
}
