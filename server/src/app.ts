/** The composition root: the rooms of the service, and how they are wired; by hand, and only here. */
import type { FastifyInstance } from 'fastify';
import { limits } from 'papertape-contract/limits';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { backup } from './backup/feature.ts';
import { bots } from './bots/feature.ts';
import { createFollowedLog } from './bots/followed-log.job.ts';
import type { Settings } from './config/config.ts';
import { announceTo, partOfOthers, type Announcements } from './cluster/announce.ts';
import { openCloser, type Closer } from './cluster/closing/open-closer.ts';
import { openReader, type Reader } from './cluster/open-reader.ts';
import { desk } from './desk/feature.ts';
import { storageTarget } from './engine/storage-target.ts';
import { createEngineDriver } from './engine/drive.ts';
import { openData } from './engine/open-data.ts';
import type { MarkSettings } from './engine/open-engine.ts';
import type { EngineProgress } from './engine/progress.ts';
import { events as eventRoom } from './events/feature.ts';
import { markStepsOf, migrationsOf, operationsOf, type Feature } from './feature/feature.ts';
import { submitWeights } from './flow/order/submit-weights.api.ts';
import { house } from './house/feature.ts';
import type { Clock } from './lib/clock.ts';
import type { RandomBytes } from './lib/ids.ts';
import { createLog, errorText, type Log } from './lib/log.ts';
import { publicLog } from './log/feature.ts';
import { mail } from './mail/feature.ts';
import { manual } from './manual/feature.ts';
import { newsletter } from './newsletter/feature.ts';
import { pages } from './pages/feature.ts';
import { payments } from './payments/feature.ts';
import { pro } from './pro/feature.ts';
import { prices } from './prices/feature.ts';
import { proofs } from './proof/feature.ts';
import { currentRules } from './published/deciding-rules.ts';
import { published } from './published/feature.ts';
import { reading } from './read/feature.ts';
import { rounds } from './rounds/feature.ts';
import { showcase } from './showcase/feature.ts';
import type { PriceSource } from './sources/source.ts';
import type { InstanceLock } from './storage/instance-lock.ts';
import type { Intake } from './storage/intake.ts';
import { prepareStorage } from './storage/prepare.ts';
import type { Storage } from './storage/storage.ts';
import { createStorageWatch } from './storage/storage-watch.ts';
import { watchLock } from './storage/watch-lock.ts';
import type { HttpBounds } from './web/connections.ts';
import { afterCommit, afterConfirmed } from './web/after-commit.ts';
import { web } from './web/feature.ts';
import { health } from './web/health/feature.ts';
import { endWork, runMails } from './web/end-work.ts';
import { listen } from './web/listen.ts';
import { mcp } from './web/mcp/feature.ts';
import { openHttp } from './web/open-http.ts';
import type { StoreTimes } from './web/rate-limit/shared-counters.ts';
import type { RoomOverrides } from './web/room-overrides.ts';
import { openServices, type Services } from './web/services.ts';
import { openTelemetry } from './web/telemetry/open-telemetry.ts';

/** The rooms of the service. */
export const features = [
  mail,
  bots,
  rounds,
  house,
  desk,
  eventRoom,
  reading,
  prices,
  payments,
  pro,
  showcase,
  newsletter,
  proofs,
  publicLog,
  published,
  manual,
  health,
  mcp,
  pages,
  web,
  backup,
] as const satisfies readonly Feature<Services>[];

/** What a process does first that may have to wait until it is its turn to serve. */
export { takePlace } from './web/take-place.ts';

/** How long the database may leave a request waiting: less than a client waits, so that it hears why. */
const storageAnswerMsMax = 10_000;

/** What a test or a benchmark may put in place of the real thing. */
export interface Overrides extends RoomOverrides {
  /** A stepped clock: the engine runs in this thread, when `runEngine` is called, and no loop of a room is started. */
  readonly clock?: Clock;
  readonly source?: PriceSource;
  readonly random?: RandomBytes;
  readonly botsPerTier?: number;
  readonly log?: Log;
  /** Stands between the routes and the database (benchmarks: storage switched off). */
  readonly intake?: (real: Intake) => Intake;
  /** Embedded engine: commits that need not survive a power cut. */
  readonly durability?: 'full' | 'off';
  /** Told of each commit of the engine. */
  readonly onCommit?: (progress: EngineProgress) => void;
  /** What a connection may take. */
  readonly httpBounds?: Partial<HttpBounds>;
  /** Drives how the load is judged, in place of real time: milliseconds that never run backwards. */
  readonly loadNow?: () => number;
  /** Orders that a window takes, in place of what the engine was measured to decide. */
  readonly windowOrdersMax?: number;
  /** How many other processes close leagues, on a stepped clock. */
  readonly engines?: () => Promise<number>;
  /** How long the shared store of the limits is waited for. */
  readonly limitsTimes?: Partial<StoreTimes>;
  /** The place of the one process that serves the data, where it was waited for. */
  readonly lock?: InstanceLock;
}

export interface App {
  readonly http: FastifyInstance;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly source: PriceSource;
  readonly deps: Services;
  /** Listens and starts the engine's thread (with a stepped clock: listens only). @returns the address to reach it under. */
  listen(): Promise<string>;
  /** Stepped clock only: does every mark up to now. */
  runEngine(): Promise<void>;
  /** Stepped clock only: delivers every webhook that is due. */
  runWebhooks(): Promise<void>;
  /** Stepped clock only: sends every mail that is due. */
  runMails(): Promise<void>;
  close(): Promise<void>;
  /** Called when the service cannot go on: the engine's thread died, the database was taken over. */
  onFatal(callback: (reason: string) => void): void;
}

/** What openapi.json describes, of a list of rooms. */
export function describedBy(rooms: readonly Feature<Services>[]): readonly OperationFacts[] {
  return operationsOf(rooms).filter((operation) => operation.described);
}

/** Every operation that the standard rooms describe. */
export const operations = describedBy(features);

/** The schema of the standard rooms. */
export const migrations = migrationsOf(features);

/** What the service is made from. */
interface Given {
  readonly settings: Settings;
  readonly overrides: Overrides;
  readonly rooms: readonly Feature<Services>[];
  readonly log: Log;
  readonly telemetry: Services['telemetry'];
  readonly storage: Awaited<ReturnType<typeof prepareStorage>>;
}

/** @param rooms what the service is made of; a test may add one of its own. */
export async function createApp(
  settings: Settings,
  overrides: Overrides = {},
  rooms: readonly Feature<Services>[] = features,
): Promise<App> {
  const log = overrides.log ?? createLog(settings.config.log);
  const target = storageTarget(settings);
  const telemetry = await openTelemetry(settings.telemetry, target.engine, log).catch(async (e: unknown) => {
    await overrides.lock?.release();
    throw e;
  });
  const onStatement = telemetry?.statement;
  const options = {
    ...(overrides.durability ? { durability: overrides.durability } : {}),
    // The large transactions are the engine's: in its own thread, or in this one when the clock is stepped.
    ...(overrides.clock ? {} : { cacheMb: 16, flushApart: true }),
    answerMsMax: storageAnswerMsMax,
    watch: createStorageWatch(log, { thread: 'requests', slowMs: settings.config.slowMs, onStatement }),
  };
  const storage = await prepareStorage(target, migrationsOf(rooms), options, overrides.lock);
  if (storage.left.length > 0)
    log.warn(
      'steps of the schema are left for papertape migrate, which processes of other versions could not work with',
      {
        steps: storage.left.map(({ name }) => name).join(' '),
      },
    );
  try {
    return await wire({ settings, overrides, rooms, log, telemetry, storage });
  } catch (e) {
    await storage.close();
    throw e;
  }
}

/** A process that answers readers beside the one that serves. */
export async function createReader(settings: Settings, log: Log = createLog(settings.config.log)): Promise<Reader> {
  return await openReader({ settings, rooms: features, log, ordering: submitWeights, answerMsMax: storageAnswerMsMax });
}

/** A process that closes leagues beside the process that serves. */
export async function createCloser(settings: Settings, log: Log = createLog(settings.config.log)): Promise<Closer> {
  return await openCloser({ settings, rooms: features, log });
}

async function wire(given: Given): Promise<App> {
  const { settings, overrides, rooms, log, storage } = given;
  const { config } = settings;
  const botsPerTier = overrides.botsPerTier ?? limits.botsPerTierMax;
  const rules = currentRules({ botsPerTier });
  const data = await openData(storage.db, settings, rules, { ...overrides, database: storage.lock.time }, log);
  const { clock, openedAt, source } = data;
  let address = `http://${config.host}:${config.port}`;
  const baseUrl = (): string => config.baseUrl ?? address;
  const { services, events } = await openServices(settings, data, storage, {
    ...overrides,
    ...given,
    botsPerTier,
    baseUrl,
    rulesVersion: rules.version,
    http: () => http,
    operations: describedBy(rooms),
    parts: { others: (room) => (announcements?.hasOthers() === true ? partOfOthers(room) : 0) },
  });
  const http = openHttp({ ...given, ordering: submitWeights }, services);
  const onBots = (leagues: readonly string[]): void => services.ready.drop(leagues);
  const followedLog = createFollowedLog({ ...services, onBots, onTexts: () => services.ready.dropAll() });
  let fatal: (reason: string) => void = () => undefined;
  watchLock(storage.lock, log, services.intake, (reason) => fatal(reason));
  const engine = createEngineDriver({
    data,
    marks: { ...marksOf(given), openedAt, botsPerTier, rulesVersion: rules.version },
    storage,
    intake: services.intake,
    log,
    engines: overrides.engines,
    logLevel: config.log,
    slowMs: config.slowMs,
    onBegin: (mark) => services.load.markBegun(services.room.expectedMs(mark)),
    onCommit(progress) {
      afterCommit(progress, services, events, followedLog);
      overrides.onCommit?.(progress);
    },
    onConfirmed: (found) => afterConfirmed(found, services),
    onDeath: (reason) => fatal(`The engine's thread ended: ${reason}`),
  });
  let loops: readonly { stop(): Promise<void> }[] = [];
  const announcements: Announcements | undefined = announceTo(storage, services, events);
  return {
    http,
    storage,
    clock,
    source,
    deps: services,
    async listen() {
      await followedLog.follow();
      address = await listen(http, config.host, config.port);
      await announcements?.begin(address);
      engine.start();
      if (clock.realPerTick !== 0)
        loops = rooms.flatMap((room) => (room.loops ?? []).flatMap((start) => start(services) ?? []));
      return baseUrl();
    },
    async runEngine() {
      await engine.run();
      await followedLog.followed();
    },
    runWebhooks: () => events.runWebhooks(),
    runMails: () => runMails(services),
    async close() {
      await announcements?.leave();
      await Promise.all(loops.map((loop) => loop.stop()));
      await events.close();
      await http.close().catch((e: unknown) => log.warn('the server did not close cleanly', { error: errorText(e) }));
      await engine.stop();
      await endWork(services, followedLog);
      await announcements?.stop();
      await storage.close();
    },
    onFatal: (callback) => void (fatal = callback),
  };
}

function marksOf({ settings, rooms, telemetry }: Given): Pick<MarkSettings, 'keepReadingsMs' | 'steps' | 'isTraced'> {
  const { keepReadingsMs } = settings.config;
  return { keepReadingsMs, steps: markStepsOf(rooms), isTraced: telemetry?.isTracing === true };
}
