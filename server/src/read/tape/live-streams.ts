/** The live stream: told by commits, and of each event one text for all readers. */
import type { Writable } from 'node:stream';
import type { LiveEvent } from 'papertape-contract/fill';
import { closeAfter } from '../../lib/time.ts';
import { errorText, type Log } from '../../lib/log.ts';
import { openMessageStream } from '../../lib/streams/stream.ts';
import type { StreamReader, Streams } from '../../lib/streams/streams.ts';
import type { Db } from '../../storage/storage.ts';
import type { MarketView } from '../snapshot.ts';
import { closeEvents, liveEventsUpTo, liveIdFrom } from './live-events.ts';

export interface LiveStreams {
  /** Events after an id, of one league and those that concern all, the oldest first. */
  after(id: string, league: string | undefined): Promise<LiveEvent[]>;
  /** Where a reader begins who has read nothing: behind what the last mark told. */
  now(): Promise<string>;
  /** Goes on until either side closes. The head of the answer must have been written. */
  open(reader: StreamReader, from: string, league: string | undefined, response: Writable): void;
  /** Call after each commit of the engine. */
  committed(): void;
}

export interface LiveStreamsDeps {
  readonly db: Db;
  readonly market: Pick<MarketView, 'snapshot'>;
  readonly streams: Streams;
  readonly log: Log;
}

interface Told {
  readonly event: LiveEvent;
  readonly text: string;
}

const concerns = (event: LiveEvent, league: string | undefined): boolean =>
  league === undefined || event.league === null || event.league === league;

export function createLiveStreams({ db, market, streams, log }: LiveStreamsDeps): LiveStreams {
  const wakers = new Set<() => void>();
  let recent: Promise<readonly Told[]> | undefined;
  let atCloses: { readonly until: number; readonly events: readonly LiveEvent[] } | undefined;

  async function read(): Promise<readonly Told[]> {
    const { lastMark, incidents } = await market.snapshot();
    if (lastMark === undefined) return [];
    const until = closeAfter(lastMark);
    if (atCloses?.until !== until) atCloses = { until, events: await closeEvents(db, lastMark) };
    const events = await liveEventsUpTo(db, { lastMark, incidents }, atCloses.events);
    return events.map((event) => ({
      event,
      text: `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    }));
  }

  /** Read once after each commit, for all who ask. */
  async function told(): Promise<readonly Told[]> {
    const reading = (recent ??= read());
    reading.catch(() => {
      if (recent === reading) recent = undefined;
    });
    return await reading;
  }

  const behind = async (id: string, league: string | undefined): Promise<Told[]> =>
    (await told()).filter((t) => t.event.id > id && concerns(t.event, league));

  return {
    after: async (id, league) => (await behind(id, league)).map((t) => t.event),
    async now() {
      return (await told()).at(-1)?.event.id ?? liveIdFrom(0);
    },
    open: (reader, from, league, response) =>
      streams.open(reader, response, () => {
        let id = from;
        const wake = (): void => stream.wake();
        wakers.add(wake);
        const stream = openMessageStream(
          {
            id,
            async next() {
              const news = await behind(id, league);
              id = news.at(-1)?.event.id ?? id;
              return { text: news.map((t) => t.text).join(''), more: false };
            },
            onFault: (e) => log.warn('a live stream was broken off', { error: errorText(e) }),
            onEnd: () => wakers.delete(wake),
          },
          response,
        );
        return stream;
      }),
    committed() {
      recent = undefined;
      for (const wake of wakers) wake();
    },
  };
}
