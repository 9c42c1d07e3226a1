import type { Webhooks } from '../../events/webhooks.ts';
import type { Streams } from '../../lib/streams/streams.ts';
import type { Storage } from '../../storage/storage.ts';

/** What is counted besides the requests. */
export interface Watched {
  readonly storage: Pick<Storage, 'target' | 'db'>;
  readonly streams: Pick<Streams, 'count'>;
  readonly webhooks: Pick<Webhooks, 'figures'>;
}

/** How long the database may take to answer whoever watches: 2 seconds. */
export const answerMsMax = 2_000;
