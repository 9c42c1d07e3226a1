import type { Writable } from 'node:stream';
import { ApiError } from 'papertape-contract/errors';
import { liveEvents } from 'papertape-contract/fill';
import { limits } from 'papertape-contract/limits';
import { json, operation } from 'papertape-contract/operation';
import { optionalText } from 'papertape-contract/parameters';
import { stream } from 'papertape-contract/replies';
import { leagueIfAny } from '../../league/league-parameter.ts';
import { streamHeaders } from '../../lib/streams/stream.ts';
import type { Streams } from '../../lib/streams/streams.ts';
import { shown } from '../../lib/text.ts';
import { liveIdFrom, liveIdPattern } from './live-events.ts';
import type { LiveStreams } from './live-streams.ts';

type Deps = {
  readonly liveStreams: LiveStreams;
  readonly streams: Streams;
};

export const streamLive = operation({
  id: 'streamLive',
  path: '/api/live',
  tag: 'Watch',
  summary: 'What happens in the leagues, as it happens',
  description: `Fills, closes, champions, moves between tiers, incidents and marks. With \`Accept: text/event-stream\` a stream that begins now and is resumed by Last-Event-ID; else the events that there are. The last ${limits.liveEventsMax} of one day can be come back to.`,
  freshness: 'private',
  query: {
    league: leagueIfAny,
    since: optionalText(
      { pattern: '^live_[0-9]{13}_[A-Za-z0-9_-]{0,80}$', maxLength: 100 },
      { description: 'Events after this id; all that there are when it is absent.', example: liveIdFrom(0) },
    ),
  },
  answer: json(liveEvents),
  also: ['text/event-stream'],
  codes: ['unknown_league', 'too_many_streams'],
  async handle({ method, headers, client, query: { league, since } }, { liveStreams, streams }: Deps) {
    const last = headers['last-event-id'];
    // A browser that comes back sends the id that it has, and the address with the `since` of the first time.
    const asked = last ? idOf('Last-Event-ID', String(last)) : since === undefined ? undefined : idOf('since', since);
    if (method !== 'GET' || headers.accept?.includes('text/event-stream') !== true) {
      const from = asked ?? liveIdFrom(0);
      const events = await liveStreams.after(from, league);
      return { events, next: events.at(-1)?.id ?? from };
    }
    const from = asked ?? (await liveStreams.now());
    streams.admit({ client });
    return stream(streamHeaders, (out: Writable) => liveStreams.open({ client }, from, league, out));
  },
});

function idOf(name: string, text: string): string {
  if (liveIdPattern.test(text)) return text;
  throw new ApiError('invalid_query', `${name} is "${shown(text)}"; it must be the id of an event of /api/live.`, {
    example: { query: { [name]: null } },
  });
}
