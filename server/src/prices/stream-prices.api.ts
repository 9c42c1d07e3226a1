import type { Writable } from 'node:stream';
import { limits } from 'papertape-contract/limits';
import { json, operation } from 'papertape-contract/operation';
import { priceMarks } from 'papertape-contract/price';
import { stream } from 'papertape-contract/replies';
import { iso } from '../lib/clock.ts';
import { streamHeaders } from '../lib/streams/stream.ts';
import type { Streams } from '../lib/streams/streams.ts';
import type { MarkStreams } from './mark-streams.ts';
import { instant, namedSymbols, ofWhom } from './page/query.ts';

type Deps = {
  readonly markStreams: MarkStreams;
  readonly streams: Streams;
};

export const streamPrices = operation({
  id: 'streamPrices',
  path: '/api/prices/stream',
  tag: 'Market',
  summary: 'Prices as they come',
  description:
    'Average prices of the five minutes before each mark. With `Accept: text/event-stream` a stream, resumed by Last-Event-ID; else the next few marks.',
  freshness: 'private',
  query: {
    ...ofWhom,
    since: instant({
      description: `Marks after this one, at most ${limits.priceStreamDaysMax} days back; the last mark when it is absent.`,
      example: '2026-03-02T01:00:00Z',
    }),
  },
  answer: json(priceMarks),
  also: ['text/event-stream'],
  codes: ['unknown_league', 'unknown_symbol', 'too_many_streams'],
  async handle({ method, headers, client, query }, { markStreams, streams }: Deps) {
    const of = { league: query.league, symbols: namedSymbols(query) };
    const last = headers['last-event-id'];
    // A browser that comes back sends the id that it has, and the address with the `since` of the first time.
    const from = last
      ? await markStreams.from('Last-Event-ID', String(last))
      : await markStreams.from('since', query.since);
    const { marks, upTo, more } = await markStreams.after(of, from);
    if (method !== 'GET' || headers.accept?.includes('text/event-stream') !== true)
      return { marks: [...marks], next: iso(upTo), more };
    streams.admit({ client });
    return stream(streamHeaders, (out: Writable) => markStreams.open({ client }, of, from, out));
  },
});
