/** Events put together: the reader, who is told when, streams and webhooks. */
import type { EngineProgress } from '../engine/progress.ts';
import { realNow } from '../lib/real-clock.ts';
import { errorText } from '../lib/log.ts';
import type { Streams } from '../lib/streams/streams.ts';
import { createTurns } from '../lib/streams/turns.ts';
import { lastIncident } from '../operator/incident.sql.ts';
import type { Intake } from '../storage/intake.ts';
import { createFollowers } from './followers.ts';
import { createLookElsewhere, type LookElsewhere } from './orders-elsewhere.job.ts';
import { createEventReader, type EventReader } from './read-events.ts';
import { createEventStreams, type EventStreams } from './stream.ts';
import { createSend, systemResolve, type SendDeps } from './webhook-send.ts';
import type { Resolve } from './webhook-target.ts';
import { openWebhooks, type Webhooks, type WebhooksDeps } from './webhooks.ts';

/** What drives streams and webhooks, in place of real time, of the network's names and of the authorities that the runtime trusts. */
export interface EventOverrides {
  readonly heartbeat?: (beat: () => void) => () => void;
  readonly realNow?: () => number;
  readonly resolve?: Resolve;
  /** PEM. */
  readonly authority?: string;
}

export interface EventsInput
  extends
    Omit<EventOverrides, 'heartbeat'>,
    Pick<WebhooksDeps, 'db' | 'intake' | 'random' | 'log'>,
    Pick<SendDeps, 'places'> {
  /** All streams of the service, of which these are some. */
  readonly streams: Streams;
  readonly version: string;
}

export interface Events {
  readonly reader: EventReader;
  readonly streams: EventStreams;
  readonly webhooks: Webhooks;
  /** The intake that tells of the orders it has acknowledged. */
  readonly intake: Intake;
  /** Call after each commit of the engine. */
  committed(progress: EngineProgress): void;
  /** Tells whoever waits of orders that other processes took. */
  readonly lookElsewhere: LookElsewhere;
  /** Stepped clock: delivers every webhook that is due. */
  runWebhooks(): Promise<void>;
  /** Ends streams and deliveries. Before the server is closed: it waits for open answers. */
  close(): Promise<void>;
}

/** Readers of events that are at the database at once. */
const readsAtOnce = 4;

export async function openEvents(input: EventsInput): Promise<Events> {
  const { db, intake, log, random, places } = input;
  const now = input.realNow ?? realNow;
  const reader = createEventReader({ db, intake });
  const followers = createFollowers(() => lastIncident(db));
  const turns = createTurns(readsAtOnce);
  const send = createSend({
    places,
    userAgent: `Papertape/${input.version}`,
    realNow: now,
    resolve: input.resolve ?? systemResolve,
    ...(input.authority === undefined ? {} : { authority: input.authority }),
  });
  const shared = { events: reader, followers, turns, log };
  const streams = createEventStreams({ ...shared, streams: input.streams });
  const webhooks = await openWebhooks({ ...shared, db, intake, send, random, realNow: now });
  let followersTold: Promise<void> = Promise.resolve();
  return {
    reader,
    streams,
    webhooks,
    intake: {
      write(w) {
        const { order } = w;
        if (order === undefined) return intake.write(w);
        return intake.write({ ...w, onStored: () => followers.orderTaken(order.agent_id) });
      },
      drained: () => intake.drained(),
      isWhole: () => intake.isWhole(),
      stop: () => intake.stop(),
    },
    committed(progress) {
      followersTold = followers.committed(progress).catch((e: unknown) => {
        log.warn('followers of events were not told of a mark', { error: errorText(e) });
      });
    },
    lookElsewhere: createLookElsewhere(db, followers),
    async runWebhooks() {
      await followersTold;
      await webhooks.run();
    },
    async close() {
      input.streams.close();
      await webhooks.stop();
    },
  };
}
