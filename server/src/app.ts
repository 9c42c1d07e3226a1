/** The composition root: everything is wired by hand here, and only here. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pricesOf, type Config, type Settings } from './config/config.ts';
import { createHouseToken, type HouseToken } from './house/token.ts';
import { prepareMakers } from './bots/makers.job.ts';
import { createRecovery, type Recovery } from './bots/recover.job.ts';
import { createRegistration, type Registration } from './bots/register.job.ts';
import { createOperatorRetirements } from './bots/operator-retire.job.ts';
import { createRegistry, type Registry } from './bots/registry.ts';
import { currentRules } from './published/deciding-rules.ts';
import { ApiError } from 'papertape-contract/errors';
import { limits, rateLimits } from 'papertape-contract/limits';
import { events as eventRoom } from './events/feature.ts';
import { openEvents, type EventOverrides } from './events/open-events.ts';
import { createEngine, type Engine } from './engine/engine.job.ts';
import { createFinality, type Finality } from './engine/finality.job.ts';
import type { EngineProgress } from './engine/progress.ts';
import { createUniverse, takesOrders, type Universe } from './league/universe.ts';
import { dueMark } from './flow/window/late.ts';
import { openHouseFile } from './house/house-file.ts';
import { startHouseWorker, type HouseWorker } from './house/worker.ts';
import { realNow } from './lib/real-clock.ts';
import type { Clock, Instant } from './lib/clock.ts';
import { garbageCollector } from './lib/garbage.ts';
import { createIds, type RandomBytes, type Ids } from './lib/ids.ts';
import { systemRandom } from './lib/system-random.ts';
import { createLog, errorText, type Log } from './lib/log.ts';
import { startLoop, type Loop } from './lib/loop.ts';
import { SetupError } from './lib/setup-error.ts';
import { countMails, createOutbox } from './bots/mailer.ts';
import { createPriceSource, preparePrices } from './sources/create-source.ts';
import type { PriceSource } from './sources/source.ts';
import { createIntake, type Intake } from './storage/intake.ts';
import { prepareStorage } from './storage/prepare.ts';
import type { Storage, StorageTarget, Db } from './storage/storage.ts';
import { barrier, startEngineThread, type EngineThread } from './engine/thread.ts';
import { firstMarkOf, keepMarket, keepOrigin, keepRules, openClock, originClock, readOrigin } from './engine/origin.ts';
import { version } from './lib/version.ts';
import type { HttpBounds } from './web/connections.ts';
import { createHttp } from './web/http.ts';
import { createIdempotency, type Idempotency } from './web/idempotency.ts';
import { dropAnswersBefore } from './web/idempotency.sql.ts';
import { createMetrics, type Metrics } from './web/metrics.ts';
import { openRateLimiter } from './web/rate-limit/open-limiter.ts';
import type { StoreTimes } from './web/rate-limit/shared-counters.ts';
import { createReadyBytes, type ReadyBytes } from './web/ready-bytes.ts';
import { mcp } from './web/mcp/feature.ts';
import { pages } from './pages/feature.ts';
import { reading } from './read/feature.ts';
import { bots } from './bots/feature.ts';
import { submitWeights } from './flow/order/submit-weights.api.ts';
import { markRoomsOf, migrationsOf, operationsOf, pagesOf, type Feature } from './feature/feature.ts';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { describeService, type DescribedService } from './published/described-service.ts';
import { published } from './published/feature.ts';
import { proofs } from './proof/feature.ts';
import { health } from './web/health/feature.ts';
import { createBotList, type AgentList } from './bots/bot-list.ts';
import { noLimits, type RateLimiter } from './web/rate-limit/rate-limiter.ts';
import { addOperation } from './web/run-operation.ts';
import { addPage } from './web/run-page.ts';
import { createMarketView, type MarketView } from './read/snapshot.ts';
import { createWeekRankings, type WeekRankings } from './read/week-ranking.ts';
import type { EventReader } from './events/read-events.ts';
import type { EventStreams } from './events/streams.ts';
import type { WebhookPlaces } from './events/webhook-target.ts';
import type { Webhooks } from './events/webhooks.ts';
import type { Watched } from './web/health/watched.ts';
import type { LeagueViewDeps } from './read/league-view.ts';

/** All that the rooms are given. A room names what it needs of it: by the second argument of its handlers. */
export interface Services {
  readonly db: Db;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly universe: Universe;
  readonly source: PriceSource;
  readonly market: MarketView;
  readonly registry: Registry;
  readonly registration: Registration;
  readonly recovery: Recovery;
  readonly house: HouseToken;
  readonly idempotency: Idempotency;
  /** Of the rules that are in force, until the service is started anew. */
  readonly rulesVersion: string;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly ready: ReadyBytes;
  readonly weekRankings: WeekRankings;
  readonly botList: AgentList;
  readonly watched: Watched;
  readonly leagues: LeagueViewDeps;
  /** Known once the server listens. */
  readonly baseUrl: () => string;
  readonly version: string;
  /** For /.well-known/security.txt. */
  readonly securityContact: string | undefined;
  readonly log: Log;
  readonly service: DescribedService;
  readonly events: EventReader;
  readonly streams: EventStreams;
  readonly webhooks: Webhooks;
  readonly webhookPlaces: WebhookPlaces;
  /** For requests that are made inside the process. */
  readonly http: () => FastifyInstance;
  /** Of all rooms. */
  readonly operations: readonly OperationFacts[];
}

/** What a test, a benchmark or `simulate` may put in place of the real thing. */
export interface Overrides {
  /** A stepped clock: the engine runs in this thread, when `runEngine` is called. */
  readonly clock?: Clock;
  readonly source?: PriceSource;
  readonly random?: RandomBytes;
  readonly botsPerTier?: number;
  readonly log?: Log;
  /** Stands between the routes and the database (benchmarks: storage switched off). */
  readonly intake?: (real: Intake) => Intake;
  /** Embedded engine: commits that need not survive a power cut. */
  readonly durability?: 'full' | 'off';
  /** Drives event streams and webhooks in place of real time. */
  readonly events?: EventOverrides;
  /** What a connection may take. */
  readonly httpBounds?: Partial<HttpBounds>;
  /** How long the shared store of the limits is waited for. */
  readonly limitsTimes?: Partial<StoreTimes>;
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
  runEngine(): Promise<EngineProgress | undefined>;
  /** Stepped clock only: delivers every webhook that is due. */
  runWebhooks(): Promise<void>;
  close(): Promise<void>;
  /** Called when the service cannot go on: the engine's thread died, the database was taken over. */
  onFatal(callback: (reason: string) => void): void;
}

/** The rooms of the service. */
export const features = [
  bots,
  eventRoom,
  reading,
  proofs,
  published,
  health,
  mcp,
  pages,
] as const satisfies readonly Feature<Services>[];

/** What openapi.json describes, of a list of rooms. */
export function describedBy(rooms: readonly Feature<Services>[]): readonly OperationFacts[] {
  return operationsOf(rooms).filter((operation) => operation.described);
}

/** Every operation that the standard rooms describe. */
export const operations = describedBy(features);

export function storageTarget({ config, secrets }: Settings): StorageTarget {
  return secrets.databaseUrl === undefined
    ? { engine: 'sqlite', dataDir: config.dataDir }
    : { engine: 'postgres', url: secrets.databaseUrl.reveal() };
}

/** The schema of the standard rooms. */
export const migrations = migrationsOf(features);

/** @param rooms what the service is made of; a test may add one of its own. */
export async function createApp(
  settings: Settings,
  overrides: Overrides = {},
  rooms: readonly Feature<Services>[] = features,
): Promise<App> {
  const log = overrides.log ?? createLog(settings.config.log);
  const target = storageTarget(settings);
  const storage = await prepareStorage(target, migrationsOf(rooms), {
    ...(overrides.durability ? { durability: overrides.durability } : {}),
    // The large transactions are the engine's: in its own thread, or in this one when the clock is stepped.
    ...(overrides.clock ? {} : { cacheMb: 16, flushApart: true }),
  });
  try {
    return await wire(settings, overrides, rooms, storage, log);
  } catch (e) {
    await storage.close();
    throw e;
  }
}

async function wire(
  settings: Settings,
  overrides: Overrides,
  rooms: readonly Feature<Services>[],
  storage: Awaited<ReturnType<typeof prepareStorage>>,
  log: Log,
): Promise<App> {
  const { db } = storage;
  const { config, secrets } = settings;
  const stepped = overrides.clock;
  const opened = stepped ? undefined : await openClock(db, config);
  const clock = stepped ?? (opened as NonNullable<typeof opened>).clock;
  const origin = await (async () => {
    const openedAt = opened?.openedAt ?? (await steppedOpening(db, clock));
    const asked = pricesOf(settings);
    const prices = overrides.source ? asked : await preparePrices(asked, log);
    const made = overrides.source ?? (await createPriceSource(prices, openedAt, { clock, log }));
    const kind = opened ? originClock(opened.spec, openedAt) : ({ kind: 'stepped' } as const);
    await keepOrigin(db, { clock: kind, source: made.id, openedAt });
    return { openedAt, source: made, prices };
  })();
  const { openedAt, source, prices } = origin;
  const universe = createUniverse(source);
  await keepMarket(db, universe, openedAt);
  const botsPerTier = overrides.botsPerTier ?? limits.botsPerTierMax;
  const rules = currentRules({ botsPerTier });
  await keepRules(db, rules, openedAt, clock.now());
  const rulesVersion = rules.version;
  const market = createMarketView(db, source, universe);
  const ready = createReadyBytes(() => dueMark(clock.now(), source.readDelayMs ?? 0));
  const realIntake = createIntake(storage);
  const random = overrides.random ?? systemRandom;
  const events = await openEvents({
    db,
    intake: overrides.intake?.(realIntake) ?? realIntake,
    random: systemRandom,
    log,
    limited: config.limits,
    places: config.webhooks,
    version,
    ...overrides.events,
  });
  const { intake } = events;
  const ids = createIds(random);
  let address = config.baseUrl ?? `http://${config.host}:${config.port}`;
  const baseUrl = (): string => config.baseUrl ?? address;
  const metrics = createMetrics();
  const makers = await prepareMakers(db, random);
  const registry = createRegistry(db);
  // The last thing that is waited for: from here on nothing fails that would leave its connections open.
  const limiter = await openRateLimiter(config.limits, secrets.limitsStore, {
    now: realNow,
    log,
    times: overrides.limitsTimes,
  });
  const recovery = createRecovery({
    db,
    intake,
    clock,
    random,
    makers,
    registry,
    mailer: countMails(createOutbox({ folder: join(config.dataDir, 'outbox'), baseUrl, log }), (isKept) =>
      metrics.mailed(isKept),
    ),
    log,
    baseUrl,
    realNow,
    async mayMail(botId) {
      try {
        await limiter.take('recoveryMailsPerBot', botId);
        return true;
      } catch (e) {
        if (e instanceof ApiError) return false;
        throw e;
      }
    },
  });
  const deps: Services = {
    db,
    intake,
    clock,
    ids,
    random,
    universe,
    source,
    market,
    registry,
    recovery,
    registration: createRegistration({
      db,
      intake,
      clock,
      ids,
      random,
      makers,
      botsPerTier,
      settings: async () => (await market.snapshot()).settings,
    }),
    house: createHouseToken(secrets.houseToken?.reveal(), systemRandom),
    idempotency: createIdempotency(db, realNow),
    rulesVersion,
    limiter,
    metrics,
    ready,
    weekRankings: createWeekRankings(db),
    botList: createBotList(db),
    watched: { storage, streams: events.streams, webhooks: events.webhooks },
    leagues: {
      db,
      clock,
      universe,
      source,
      market,
      botsPerTier,
      openedAt,
      get baseUrl() {
        return baseUrl();
      },
    },
    baseUrl,
    version,
    securityContact: config.securityContact,
    log,
    events: events.reader,
    streams: events.streams,
    webhooks: events.webhooks,
    webhookPlaces: config.webhooks,
    http: () => http,
    operations: describedBy(rooms),
    service: describeService({
      baseUrl,
      botsPerTier,
      rateLimited: limiter !== noLimits,
      priceSource: market.info,
      universe,
    }),
  };
  const http = createHttp({
    log,
    limiter,
    ready,
    proxies: config.proxies,
    bounds: overrides.httpBounds,
    onAnswer(status, seconds, operation) {
      metrics.answered(status);
      if (operation === submitWeights && status === 200) metrics.orderTaken(seconds);
    },
    routes: (routes) => {
      for (const operation of operationsOf(rooms)) addOperation(routes, deps, operation, deps);
      for (const page of pagesOf(rooms)) addPage(routes, deps, page, deps);
    },
  });

  /** Real seconds since a mark could be done first. */
  const sinceDue = (mark: Instant): number | undefined =>
    stepped ? undefined : ((clock.now() - mark - (source.readDelayMs ?? 0)) * clock.realPerTick) / 1000;
  const onCommit = (progress: EngineProgress): void => {
    metrics.committed(progress, sinceDue(progress.mark));
    events.committed(progress);
    market.changed();
    // A fill changes no board; a close, and that one is voided, change them and proofs. Pages that show the market change at every mark.
    if (progress.closed || progress.voided.length > 0) ready.dropAll();
    else ready.drop(progress.acted);
    if (progress.retired.length > 0 || retirements.due()) void retirements.follow();
  };
  const retirements = createOperatorRetirements({
    db,
    intake,
    registry,
    log,
    onRetired: (leagues) => ready.drop(leagues),
  });
  const onConfirmed = (): void => {
    market.changed();
    ready.drop([]);
  };
  let fatal: (reason: string) => void = () => undefined;
  storage.lock.onLost(() => fatal('The lock on the database was lost: another process may take over.'));
  let thread: EngineThread | undefined;
  let house: HouseWorker | undefined;
  let engine: Engine | undefined;
  let finality: Finality | undefined;
  let sweep: Loop | undefined;
  const dropOldAnswers = (): Promise<void> =>
    dropAnswersBefore(db, realNow() - limits.idempotencyKeptHours * 3_600_000);
  const noteSweep = (e: unknown): void => log.warn('old answers were not dropped', { error: errorText(e) });

  return {
    http,
    storage,
    clock,
    source,
    deps,
    async listen() {
      await dropOldAnswers();
      await retirements.follow();
      address = await http.listen({ port: config.port, host: config.host }).catch((e: unknown) => {
        throw cannotListen(config, e);
      });
      sweep = startLoop({
        async round() {
          await dropOldAnswers();
          return answersSweptEveryMs;
        },
        onFault: noteSweep,
        pauseMs: { first: answersSweptEveryMs, max: answersSweptEveryMs },
        firstMs: answersSweptEveryMs,
        lookMsMax: answersSweptEveryMs,
      });
      if (opened) {
        // The thread gets data only. The first room that pays brings its step into the thread's own file.
        if (markRoomsOf(rooms).length > 0) throw new Error('rooms with a step at the mark run on a stepped clock only');
        thread = startEngineThread({
          input: {
            storage: storage.target,
            prices,
            openedAt,
            botsPerTier,
            rulesVersion,
            clock: opened.spec,
            log: config.log,
          },
          clock,
          intake,
          onCommit,
          onConfirmed,
          onDeath: (reason) => fatal(`The engine's thread ended: ${reason}`),
        });
        events.webhooks.start();
        house = openHouse(config, deps, http);
      }
      return baseUrl();
    },
    async runEngine() {
      if (!stepped) throw new Error('with this clock the engine runs in its own thread');
      const firstMark = firstMarkOf(openedAt);
      engine ??= await createEngine({
        rooms: markRoomsOf(rooms),
        storage,
        source,
        universe,
        botsPerTier,
        rulesVersion,
        firstMark,
        barrier: (mark) => barrier(clock, intake, mark),
        onCommit,
        log,
        realNow,
      });
      const progress = await engine.runUntil(clock.now());
      await retirements.followed();
      finality ??= createFinality({ storage, source, universe, firstMark, now: () => clock.now(), log });
      if ((await finality?.run()) ?? 0) onConfirmed();
      return progress;
    },
    runWebhooks: () => events.runWebhooks(),
    async close() {
      await sweep?.stop();
      await house?.stop();
      await events.close();
      await http.close().catch((e: unknown) => log.warn('the server did not close cleanly', { error: errorText(e) }));
      await thread?.stop();
      await recovery.drained();
      limiter.close();
      await retirements.followed();
      await intake.drained();
      await source.close?.();
      await storage.close();
    },
    onFatal(callback) {
      fatal = callback;
    },
  };
}

/** The house bots, who reach the service as everyone does, over loopback; undefined when there are none. */
function openHouse(config: Config, deps: Services, http: FastifyInstance): HouseWorker | undefined {
  const live = [...deps.universe.leagues.values()].filter(takesOrders).map((l) => l.league.id);
  const leagues = config.house === 'on' ? live : live.filter((id) => config.house.includes(id));
  if (config.house === 'off' || leagues.length === 0) return undefined;
  return startHouseWorker({
    baseUrl: loopbackAddress(http),
    token: deps.house.token,
    leagues,
    file: openHouseFile(config.dataDir, deps.log),
    clock: deps.clock,
    realNow,
    paceMs: config.limits ? housePaceMs : 0,
    rest: garbageCollector(),
    log: deps.log,
  });
}

/** House bots send at most half of what one address may send in a minute: they may share theirs. */
const housePaceMs = (2 * rateLimits.writesPerAddress.windowSeconds * 1000) / rateLimits.writesPerAddress.count;

/** Where this process itself reaches the service, whatever HOST and BASE_URL say. */
function loopbackAddress(http: FastifyInstance): string {
  const { address, family, port } = http.server.address() as AddressInfo;
  const own = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${own}]` : own}:${port}`;
}

/** Answers kept for an Idempotency-Key are dropped once an hour when they are too old: 1 hour. */
const answersSweptEveryMs = 3_600_000;

/** A port or address that cannot be had is a wrong setting, not a fault. */
function cannotListen({ host, port }: Pick<Config, 'host' | 'port'>, e: unknown): unknown {
  const code = (e as { code?: string } | undefined)?.code ?? '';
  if (code === 'EADDRINUSE') {
    return new SetupError(
      `PORT ${port} is in use on ${host}.`,
      'Set PORT to a free one (0 takes any), or stop what listens there.',
    );
  }
  if (code === 'EACCES')
    return new SetupError(`PORT ${port} may not be used by this user.`, 'Set PORT to 1024 or more.');
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)) {
    return new SetupError(
      `HOST "${host}" is no address of this machine.`,
      'Set HOST to one, such as 127.0.0.1 or 0.0.0.0.',
    );
  }
  return e;
}

/** With a stepped clock the data opens where the clock stands, or where it once did. */
async function steppedOpening(db: Storage['db'], clock: Clock): Promise<number> {
  return (await readOrigin(db))?.openedAt ?? clock.now();
}
