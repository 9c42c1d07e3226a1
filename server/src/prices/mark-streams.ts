/** Streams of marks: each is told once it is done, to whoever is connected. Readers of the same symbols share what is read for one. */
import type { Writable } from 'node:stream';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import type { PriceMark } from 'papertape-contract/price';
import { parseUtc } from '../lib/calendar-date.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { openMessageStream } from '../lib/streams/stream.ts';
import type { StreamReader, Streams } from '../lib/streams/streams.ts';
import { createTurns } from '../lib/streams/turns.ts';
import { shown } from '../lib/text.ts';
import { dayMs, markMs } from '../lib/time.ts';
import type { OfWhom, Prices } from './open-prices.ts';
import { marksOf } from './page/price-mark.ts';

export interface MarkPage {
  readonly marks: readonly PriceMark[];
  /** The last mark that was told. */
  readonly upTo: Instant;
  readonly more: boolean;
}

export interface MarkStreams {
  /** Where a reader goes on: behind the mark that it has, or with the last one that is done. Throws ApiError. */
  from(name: string, text: string | undefined): Promise<Instant>;
  /** The marks behind one, a few at a time. Throws ApiError for what is not there to be priced. */
  after(of: OfWhom, mark: Instant): Promise<MarkPage>;
  /** Goes on until either side closes. The head of the answer must have been written. */
  open(reader: StreamReader, of: OfWhom, from: Instant, response: Writable): void;
  /** Call after each commit of the engine. */
  committed(): void;
}

export interface MarkStreamsDeps {
  readonly prices: Pick<Prices, 'page' | 'series'>;
  readonly market: { snapshot(): Promise<{ readonly lastMark: Instant | undefined }> };
  readonly firstMark: Instant;
  readonly streams: Streams;
  readonly log: Log;
}

/** Marks that are read and written at once. */
const marksPerWrite = 24;
/** Pages that are kept for the next reader: those of the last mark, and of some who come back. */
const pagesKept = 8;
/** Pages that are made at the same time. */
const readsAtOnce = 2;

export function createMarkStreams({ prices, market, firstMark, streams, log }: MarkStreamsDeps): MarkStreams {
  const wakers = new Set<() => void>();
  const turns = createTurns(readsAtOnce);
  const pages = new Map<string, Promise<MarkPage>>();

  async function read(of: OfWhom, mark: Instant): Promise<MarkPage> {
    const page = await prices.page({ ...of, step: '5m', from: mark, to: undefined, limit: limits.priceRowsMax });
    const count = Math.min(page.count, marksPerWrite);
    if (count === 0) return { marks: [], upTo: mark, more: false };
    const series = await prices.series({ ...page, count }, ['mean']);
    const marks = marksOf({ ...page, count }, series, of.symbols === undefined);
    return { marks, upTo: page.start + count * markMs, more: page.count > count };
  }

  /** A page with a mark in it stays what it is, but for whether there are more. */
  async function after(of: OfWhom, mark: Instant): Promise<MarkPage> {
    const { lastMark } = await market.snapshot();
    const key = JSON.stringify([of.league, of.symbols, mark, lastMark]);
    const kept = pages.get(key);
    if (kept) return await kept;
    const made = turns(() => read(of, mark));
    pages.set(key, made);
    made.catch(() => pages.delete(key));
    for (const oldest of pages.keys()) {
      if (pages.size <= pagesKept) break;
      pages.delete(oldest);
    }
    return await made;
  }

  return {
    after,
    async from(name, text) {
      const lastMark = (await market.snapshot()).lastMark ?? firstMark;
      if (text === undefined) return lastMark - markMs;
      return askedMark(name, text, lastMark);
    },
    open: (reader, of, from, response) =>
      streams.open(reader, response, () => {
        let mark = from;
        const wake = (): void => stream.wake();
        wakers.add(wake);
        const stream = openMessageStream(
          {
            id: iso(mark),
            async next() {
              const { marks, upTo, more } = await after(of, mark);
              mark = upTo;
              return { text: marks.map(messageOf).join(''), more };
            },
            onFault: (e) => log.warn('a stream of marks was broken off', { error: errorText(e) }),
            onEnd: () => wakers.delete(wake),
          },
          response,
        );
        return stream;
      }),
    committed() {
      for (const wake of wakers) wake();
    },
  };
}

function messageOf(mark: PriceMark): string {
  return `id: ${mark.mark}\nevent: mark\ndata: ${JSON.stringify(mark)}\n\n`;
}

/** The mark that a stream is to begin behind. Throws ApiError. */
function askedMark(name: string, text: string, lastMark: Instant): Instant {
  const mark = parseUtc(text);
  if (mark === undefined || mark % markMs !== 0)
    throw new ApiError('invalid_query', `${name} is "${shown(text)}"; it must be a mark such as ${iso(lastMark)}.`, {
      example: { query: { [name]: iso(lastMark) } },
    });
  if (mark > lastMark)
    throw new ApiError('invalid_query', `${name} is ${iso(mark)}; the last mark is ${iso(lastMark)}.`, {
      fix: 'Leave it out, to begin with the last mark.',
      example: { query: { [name]: null } },
    });
  if (mark < lastMark - limits.priceStreamDaysMax * dayMs)
    throw new ApiError(
      'invalid_query',
      `${name} is ${iso(mark)}, more than ${limits.priceStreamDaysMax} days before the last mark.`,
      { fix: 'Read what lies further back page by page: GET /api/prices?every=5m.' },
    );
  return mark;
}
