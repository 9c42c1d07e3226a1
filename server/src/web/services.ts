/** What the rooms are given to work with, and how all of it is opened. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { openBots, type BotServices } from '../bots/open-bots.ts';
import type { Config, Settings } from '../config/config.ts';
import type { OpenedData } from '../engine/open-data.ts';
import { openEvents, type EventOverrides, type Events } from '../events/open-events.ts';
import { dueMark } from '../flow/window/late.ts';
import { createHouseToken, type HouseToken } from '../house/token.ts';
import type { Universe } from '../league/universe.ts';
import type { Clock } from '../lib/clock.ts';
import { createIds, type Ids, type RandomBytes } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { realNow } from '../lib/real-clock.ts';
import { systemRandom } from '../lib/system-random.ts';
import { version } from '../lib/version.ts';
import { describeService, type DescribedService } from '../published/described-service.ts';
import { openPublicLog, type PublicLog } from '../log/open-log.ts';
import { openPrices, type Prices } from '../prices/open-prices.ts';
import type { LeagueViewDeps } from '../read/league-view.ts';
import { createMarketView, type MarketView } from '../read/snapshot.ts';
import { createWeekRankings, type WeekRankings } from '../read/week-ranking.ts';
import type { PriceSource } from '../sources/source.ts';
import { createIntake, type Intake } from '../storage/intake.ts';
import type { prepareStorage } from '../storage/prepare.ts';
import type { Db, Storage } from '../storage/storage.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { openRateLimiter } from './rate-limit/open-limiter.ts';
import { noLimits, type RateLimiter } from './rate-limit/rate-limiter.ts';
import type { StoreTimes } from './rate-limit/shared-counters.ts';
import { createReadyBytes, type ReadyBytes } from './ready-bytes.ts';
import { createShortWays, type ShortWays } from './serve-short.ts';

/** All that the rooms are given. A room names what it needs of it: by the second argument of its handlers. */
export interface Services extends BotServices {
  readonly config: Config;
  readonly version: string;
  readonly log: Log;
  readonly publicLog: PublicLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly db: Db;
  readonly storage: Storage;
  readonly intake: Intake;
  readonly source: PriceSource;
  readonly universe: Universe;
  readonly market: MarketView;
  readonly prices: Prices;
  readonly leagues: LeagueViewDeps;
  readonly weekRankings: WeekRankings;
  readonly house: HouseToken;
  readonly events: Events['reader'];
  readonly streams: Events['streams'];
  readonly webhooks: Events['webhooks'];
  /** Of the rules that are in force, until the service is started anew. */
  readonly rulesVersion: string;
  readonly service: DescribedService;
  /** Of all rooms. */
  readonly operations: readonly OperationFacts[];
  /** Known once the server listens. */
  readonly baseUrl: () => string;
  /** For requests that are made inside the process. */
  readonly http: () => FastifyInstance;
  readonly idempotency: Idempotency;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly ready: ReadyBytes;
  readonly shortWays: ShortWays;
}

/** What only the composition root knows, and what a test may put in place of the real thing. */
interface FromApp extends Pick<Services, 'log' | 'baseUrl' | 'rulesVersion' | 'http' | 'operations'> {
  /** Seats in a tier of a league that the operator set none for. */
  readonly botsPerTier: number;
  readonly random?: RandomBytes;
  readonly intake?: (real: Intake) => Intake;
  readonly events?: EventOverrides;
  readonly limitsTimes?: Partial<StoreTimes>;
}

type Prepared = Awaited<ReturnType<typeof prepareStorage>>;

export async function openServices(
  { config, secrets }: Settings,
  { clock, openedAt, source, universe }: OpenedData,
  storage: Prepared,
  app: FromApp,
): Promise<{ readonly services: Services; readonly events: Events }> {
  const { db } = storage;
  const { log, baseUrl, rulesVersion, http, operations, botsPerTier, random = systemRandom } = app;
  const realIntake = intakeOf(storage, () => services);
  const events = await openEvents({
    db,
    intake: app.intake?.(realIntake) ?? realIntake,
    random: systemRandom,
    log,
    limited: config.limits,
    places: config.webhooks,
    version,
    ...app.events,
  });
  const market = createMarketView(db, source, universe);
  const metrics = createMetrics();
  const limiter = await openRateLimiter(config.limits, secrets.limitsStore, {
    now: realNow,
    log,
    times: app.limitsTimes,
  });
  const made = {
    db,
    storage,
    intake: events.intake,
    clock,
    random,
    ids: createIds(random),
    log,
    source,
    universe,
    market,
  };
  const bots = await openBots({
    ...made,
    botsPerTier,
    standing: () => market.snapshot(),
    openedAt,
    dataDir: config.dataDir,
    baseUrl,
    mayMail: (botId) => isWithin(limiter, botId),
    onMail: (isKept) => metrics.mailed(isKept),
  });
  const services: Services = {
    ...made,
    ...bots,
    prices: openPrices({ db, market, clock, openedAt }),
    publicLog: await openPublicLog(db, config, clock.now(), log),
    rulesVersion,
    baseUrl,
    http,
    operations,
    config,
    version,
    house: createHouseToken(secrets.houseToken?.reveal(), systemRandom),
    idempotency: createIdempotency(db, realNow),
    limiter,
    metrics,
    ready: createReadyBytes(() => dueMark(clock.now(), source.readDelayMs ?? 0)),
    shortWays: createShortWays(),
    weekRankings: createWeekRankings(db),
    leagues: leaguesOf({ ...made, botsPerTier, openedAt }, baseUrl),
    events: events.reader,
    streams: events.streams,
    webhooks: events.webhooks,
    service: describeService({
      baseUrl,
      botsPerTier,
      rateLimited: limiter !== noLimits,
      priceSource: market.info,
      universe,
    }),
  };
  return { services, events };
}

/** @param services asked for when something was stored that was not known to be: then what they have in memory may be behind. */
function intakeOf(storage: Prepared, services: () => Pick<Services, 'registry' | 'ready'>): Intake {
  return createIntake(
    { ...storage, mayWrite: () => storage.lock.isHeld() },
    {
      onFoundStored() {
        services().registry.forgetAll();
        services().ready.dropAll();
      },
    },
  );
}

function leaguesOf(of: Omit<LeagueViewDeps, 'baseUrl'>, baseUrl: () => string): LeagueViewDeps {
  return {
    ...of,
    get baseUrl() {
      return baseUrl();
    },
  };
}

/** May the bot get one more mail? Counts it. */
async function isWithin(limiter: RateLimiter, botId: string): Promise<boolean> {
  try {
    await limiter.take('recoveryMailsPerBot', botId);
    return true;
  } catch (e) {
    if (e instanceof ApiError) return false;
    throw e;
  }
}
