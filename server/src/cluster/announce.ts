/** What the process that serves a league on PostgreSQL tells those beside it: that it serves, where it is reached, and what has changed. */
import { randomUUID } from 'node:crypto';
import type { Events } from '../events/open-events.ts';
import { errorText, type Log } from '../lib/log.ts';
import { pause, startLoop, type Loop } from '../lib/loop.ts';
import type { Storage } from '../storage/storage.ts';
import { websSeen } from '../storage/cluster.sql.ts';
import { beginServing, leaveServing, raiseTopics, speak, type Spoken } from '../storage/topics.sql.ts';
import { everything } from '../web/ready-bytes.ts';
import type { Services } from '../web/services.ts';

export interface Announcements {
  /** @param address where it listens. */
  begin(address: string): Promise<void>;
  /** It takes no more requests. */
  leave(): Promise<void>;
  /** Resolves when what changed has been told. */
  stop(): Promise<void>;
  /** Does another process take orders? */
  hasOthers(): boolean;
}

/** What of a window's room is left to processes beside this one, which do not know each other's orders. */
export function partOfOthers(room: number): number {
  return Number.isFinite(room) ? Math.floor(room / 4) : 0;
}

const speakMs = 1_000;
const pauseMs = { first: 100, max: 1_000 };
/** From one time that changes are told to the next: many changes are told together, and hints are few. */
const tellMsMin = 50;
/** Hosts that stand for all addresses of a machine: nobody can be sent there. */
const wildcards = new Set(['0.0.0.0', '::', '[::]']);

type Of = Pick<
  Services,
  'room' | 'config' | 'version' | 'rulesVersion' | 'baseUrl' | 'clock' | 'publicLog' | 'ready' | 'log'
>;

/** @returns undefined where no process can stand beside it: on the embedded engine, and on a clock that is stepped. */
export function announceTo(
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  services: Of,
  { lookElsewhere }: Pick<Events, 'lookElsewhere'>,
): Announcements | undefined {
  const { config, clock, ready, log, publicLog } = services;
  if (engine === 'sqlite' || clock.realPerTick === 0) return undefined;
  const id = randomUUID();
  const due = new Set<string>();
  let loops: readonly Loop[] = [];
  /** Processes that take orders beside this one. */
  let beside = 0;
  const spoken = (address: string | null): Spoken => ({
    id,
    address,
    baseUrl: services.baseUrl(),
    version: services.version,
    rulesVersion: services.rulesVersion,
    logProblem: publicLog.problem(),
    ordersEach: beside === 0 ? 0 : Math.floor(partOfOthers(services.room.figures(clock.now()).room) / beside),
  });

  async function tellChanges(): Promise<void> {
    const topics = [...due];
    due.clear();
    if (topics.length === 0) return;
    try {
      await raiseTopics(db, topics);
    } catch (e) {
      for (const topic of topics) due.add(topic);
      throw e;
    }
  }

  return {
    hasOthers: () => beside > 0,
    async begin(listened) {
      const address = config.address ?? (wildcards.has(config.host) ? null : listened);
      await beginServing(db, spoken(address));
      // What an earlier process changed last it may not have told.
      due.add(everything);
      const tell = startLoop({
        round: async (stop) => {
          await tellChanges();
          await pause(tellMsMin, stop);
          return Number.POSITIVE_INFINITY;
        },
        onFault: (e) => untold(log, e),
        pauseMs,
        lookMsMax: Number.POSITIVE_INFINITY,
      });
      ready.onDrop((topics) => {
        for (const topic of topics) due.add(topic);
        tell.wake();
      });
      const speaks = startLoop({
        round: async () => {
          beside = (await websSeen(db)).length;
          await speak(db, spoken(address));
          return speakMs;
        },
        onFault: (e) => untold(log, e),
        pauseMs,
      });
      loops = [tell, speaks, lookForOrders(lookElsewhere, () => beside > 0, log)];
    },
    async leave() {
      const [, speaks] = loops;
      await speaks?.stop();
      if (speaks) await leaveServing(db, id).catch((e: unknown) => untold(log, e));
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await tellChanges().catch((e: unknown) => untold(log, e));
    },
  };
}

function untold(log: Log, e: unknown): void {
  log.debug('processes beside this one were not told what changed, and will be', { error: errorText(e) });
}

const lookMs = 500;

/** Whoever waits for events at the process that serves hears of orders that others took, while there are others. */
function lookForOrders(look: () => Promise<void>, hasOthers: () => boolean, log: Log): Loop {
  return startLoop({
    async round() {
      if (hasOthers()) await look();
      return lookMs;
    },
    onFault: (e) => log.debug('orders that others took were not looked for, and will be', { error: errorText(e) }),
    pauseMs,
  });
}
