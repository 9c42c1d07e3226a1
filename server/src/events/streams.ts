/** The event streams that are open: how many a bot and an address may have, their common heartbeat, and their end with the service. */
import type { ServerResponse } from 'node:http';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { countedAs } from '../lib/address.ts';
import type { Cursor } from './cursor.ts';
import { openEventStream, type EventStream, type StreamDeps, type StreamReader } from './stream.ts';

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

export interface StreamsDeps extends StreamDeps {
  /** Are streams counted by address? */
  readonly limited: boolean;
  /** Calls back every `streamHeartbeatSeconds` until the answer is called. */
  readonly heartbeat: (beat: () => void) => () => void;
}

export function createEventStreams(deps: StreamsDeps): EventStreams {
  const open = new Set<EventStream>();
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
    open(reader, from, response) {
      const { botId } = reader.bot;
      const address = countedAs(reader.client);
      const stream = openEventStream(deps, reader, from, response);
      count(byBot, botId, 1);
      count(byAddress, address, 1);
      open.add(stream);
      stopHeart ??= deps.heartbeat(() => {
        for (const s of open) s.beat();
      });
      response.on('close', () => {
        open.delete(stream);
        count(byBot, botId, -1);
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

function tooMany(detail: string, retryAfterSeconds: number): ApiError {
  return new ApiError('too_many_streams', detail, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

/** The heartbeat on real time. */
export function realHeartbeat(beat: () => void): () => void {
  const timer = setInterval(beat, limits.streamHeartbeatSeconds * 1000).unref();
  return () => clearInterval(timer);
}
