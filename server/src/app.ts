/** The composition root: everything is wired by hand here, and only here. */
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { createRegistration } from './bots/register.job.ts';
import { createRegistry } from './bots/registry.ts';
import { limits } from './contract/limits.ts';
import { createEngine, type Engine } from './flow/engine/engine.job.ts';
import type { EngineProgress } from './flow/engine/state.job.ts';
import { createUniverse } from './flow/price/universe.ts';
import { realNow, type Clock } from './lib/clock.ts';
import { createIds, systemRandom, type RandomBytes } from './lib/ids.ts';
import { createLog, errorText, type Log } from './lib/log.ts';
import { SetupError } from './lib/setup-error.ts';
import { createPriceSource, preparePrices } from './market/create-source.ts';
import type { PriceSource } from './market/source.ts';
import { createIntake, type Intake } from './storage/intake.ts';
import { prepareStorage } from './storage/prepare.ts';
import type { Storage, StorageTarget } from './storage/storage.ts';
import { barrier, startEngineThread, type EngineThread } from './engine-thread.ts';
import { firstMarkOf, keepMarket, keepOrigin, openClock, originClock, readOrigin } from './origin.ts';
import { version } from './version.ts';
import { createHttp } from './web/http.ts';
import { createIdempotency } from './web/idempotency.ts';
import { dropAnswersBefore } from './web/idempotency.sql.ts';
import { createRateLimiter, noLimits } from './web/rate-limit.ts';
import { createReadyBytes } from './web/ready-bytes.ts';
import { agentRoutes } from './web/routes/agent-routes.ts';
import { documentRoutes } from './web/routes/document-routes.ts';
import { leagueRoutes } from './web/routes/league-routes.ts';
import { orderRoutes } from './web/routes/order-routes.ts';
import { pageRoutes } from './web/routes/page-routes.ts';
import { createMarketView } from './web/views/market-view.ts';
import type { RouteDeps } from './web/routes/deps.ts';

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
}

export interface App {
  readonly http: FastifyInstance;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly source: PriceSource;
  readonly deps: RouteDeps;
  /** Listens and starts the engine's thread (with a stepped clock: listens only). @returns the address to reach it under. */
  listen(): Promise<string>;
  /** Stepped clock only: does every mark up to now. */
  runEngine(): Promise<EngineProgress | undefined>;
  close(): Promise<void>;
  /** Called when the service cannot go on: the engine's thread died, the database was taken over. */
  onFatal(callback: (reason: string) => void): void;
}

export function storageTarget(config: Pick<Config, 'databaseUrl' | 'dataDir'>): StorageTarget {
  return config.databaseUrl === undefined
    ? { engine: 'sqlite', dataDir: config.dataDir }
    : { engine: 'postgres', url: config.databaseUrl };
}

export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config.log);
  const target = storageTarget(config);
  const storage = await prepareStorage(target, {
    ...(overrides.durability ? { durability: overrides.durability } : {}),
    // The large transactions are the engine's: in its own thread, or in this one when the clock is stepped.
    ...(overrides.clock ? {} : { cacheMb: 16, flushApart: true }),
  });
  try {
    return await wire(config, overrides, storage, log);
  } catch (e) {
    await storage.close();
    throw e;
  }
}

async function wire(
  config: Config,
  overrides: Overrides,
  storage: Awaited<ReturnType<typeof prepareStorage>>,
  log: Log,
): Promise<App> {
  const { db } = storage;
  const stepped = overrides.clock;
  const opened = stepped ? undefined : await openClock(db, config);
  const clock = stepped ?? (opened as NonNullable<typeof opened>).clock;
  const origin = await (async () => {
    const openedAt = opened?.openedAt ?? (await steppedOpening(db, clock));
    const prices = overrides.source ? config.prices : await preparePrices(config.prices, log);
    const made = overrides.source ?? (await createPriceSource(prices, openedAt, { clock, log }));
    const kind = opened ? originClock(opened.spec, openedAt) : ({ kind: 'stepped' } as const);
    await keepOrigin(db, { clock: kind, source: made.id, openedAt });
    return { openedAt, source: made, prices };
  })();
  const { openedAt, source, prices } = origin;
  const universe = createUniverse(source);
  await keepMarket(db, universe, openedAt);
  const market = createMarketView(db, source, universe);
  const ready = createReadyBytes();
  const realIntake = createIntake(storage);
  const intake = overrides.intake?.(realIntake) ?? realIntake;
  const random = overrides.random ?? systemRandom;
  const ids = createIds(random);
  const botsPerTier = overrides.botsPerTier ?? limits.botsPerTierMax;
  let address = config.baseUrl ?? `http://${config.host}:${config.port}`;
  const baseUrl = (): string => config.baseUrl ?? address;
  const limiter = config.limits ? createRateLimiter(realNow) : noLimits;
  const deps: RouteDeps = {
    db,
    intake,
    clock,
    ids,
    random,
    universe,
    source,
    market,
    registry: createRegistry(db),
    registration: createRegistration({ db, intake, clock, ids, random, botsPerTier }),
    idempotency: createIdempotency(db, realNow),
    limiter,
    ready,
    leagues: {
      db,
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
    log,
  };
  const http = createHttp({
    log,
    limiter,
    ready,
    routes: (routes) => {
      leagueRoutes(routes, deps);
      agentRoutes(routes, deps);
      orderRoutes(routes, deps);
      documentRoutes(routes, deps);
      pageRoutes(routes, deps);
    },
  });

  const onCommit = (progress: EngineProgress): void => {
    market.changed();
    // A fill changes no board; a close changes all of them. Pages that show the market change at every mark.
    if (progress.closed) ready.dropAll();
    else ready.drop([]);
  };
  let fatal: (reason: string) => void = () => undefined;
  storage.lock.onLost(() => fatal('The lock on the database was lost: another process may take over.'));
  let thread: EngineThread | undefined;
  let engine: Engine | undefined;
  let sweep: NodeJS.Timeout | undefined;
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
      address = await http.listen({ port: config.port, host: config.host }).catch((e: unknown) => {
        throw cannotListen(config, e);
      });
      sweep = setInterval(() => void dropOldAnswers().catch(noteSweep), answersSweptEveryMs).unref();
      if (opened) {
        thread = startEngineThread({
          input: { storage: storage.target, prices, openedAt, clock: opened.spec, log: config.log },
          clock,
          intake,
          onCommit,
          onDeath: (reason) => fatal(`The engine's thread ended: ${reason}`),
        });
      }
      return baseUrl();
    },
    async runEngine() {
      if (!stepped) throw new Error('with this clock the engine runs in its own thread');
      engine ??= await createEngine({
        storage,
        source,
        universe,
        firstMark: firstMarkOf(openedAt),
        barrier: (mark) => barrier(clock, intake, mark),
        onCommit,
        log,
        realNow,
      });
      return await engine.runUntil(clock.now());
    },
    async close() {
      clearInterval(sweep);
      await http.close().catch((e: unknown) => log.warn('the server did not close cleanly', { error: errorText(e) }));
      await thread?.stop();
      await intake.drained();
      await source.close?.();
      await storage.close();
    },
    onFatal(callback) {
      fatal = callback;
    },
  };
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
