/** What the rooms are given to work with, and how all of it is opened. */
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import type { StatusView } from 'papertape-contract/status';
import { createDesk, type Desk } from '../desk/desk.ts';
import { createBackups, type Backups } from '../backup/backups.ts';
import { openBots, type BotServices } from '../bots/open-bots.ts';
import type { Config, Settings } from '../config/config.ts';
import type { OpenedData } from '../engine/open-data.ts';
import { openEvents, type Events } from '../events/open-events.ts';
import { dueMark } from '../flow/window/late.ts';
import type { Beside } from '../flow/order/judged-by.ts';
import type { RoomParts, WindowRoom } from '../flow/window/window-room.ts';
import { createHouseToken, type HouseToken } from '../house/token.ts';
import type { MakePageFrame } from '../html/layout.tsx';
import type { Universe } from '../league/universe.ts';
import type { Clock } from '../lib/clock.ts';
import { createIds, type Ids, type RandomBytes } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { realNow, steadyNow } from '../lib/real-clock.ts';
import { systemRandom } from '../lib/system-random.ts';
import { hourMs } from '../lib/time.ts';
import { createStreams, realHeartbeat, type Streams } from '../lib/streams/streams.ts';
import { version } from '../lib/version.ts';
import { describeService, type DescribedService } from '../published/described-service.ts';
import { siteAddresses } from '../html/assets.ts';
import { logSummary } from '../log/log-view.ts';
import { openPublicLog, type PublicLog } from '../log/open-log.ts';
import type { Mails } from '../mail/open-mails.ts';
import type { Payments } from '../payments/open-payments.ts';
import { openPictures, type Pictures } from '../pictures/open-pictures.ts';
import { drawsPictures } from '../pictures/share-image.ts';
import { openAlerts, type Alerts } from '../pro/open-alerts.ts';
import { paymentsOf } from './payments-of.ts';
import { openPriceServices, type PriceServices } from '../prices/price-services.ts';
import { createBotCount } from '../read/bot-count.ts';
import type { LeagueViewDeps } from '../read/league-view.ts';
import { openRounds, type Rounds } from '../rounds/open-rounds.ts';
import { openNewsletter, type Newsletter } from '../newsletter/open-newsletter.ts';
import { openReaders, type Readers } from '../read/open-readers.ts';
import { createMarketView, type MarketView } from '../read/snapshot.ts';
import { openShowcase, type Showcase } from '../showcase/open-showcase.ts';
import type { PriceSource } from '../sources/source.ts';
import type { Intake, WatchedIntake } from '../storage/intake.ts';
import type { Replica } from '../storage/replica.ts';
import type { Db, Storage } from '../storage/storage.ts';
import { createProxyCheck } from './client-address.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { figuresNow } from './health/figures.ts';
import { createLoad, type Load } from './load/load.ts';
import { openRoom } from './load/open-room.job.ts';
import { createShared, type Shared } from './load/shared.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { openRateLimiter } from './rate-limit/open-limiter.ts';
import { noLimits, type RateLimiter } from './rate-limit/rate-limiter.ts';
import type { RoomOverrides } from './room-overrides.ts';
import type { StoreTimes } from './rate-limit/shared-counters.ts';
import { openIntake } from './open-intake.ts';
import { createOwnBytes } from './own-bytes.ts';
import { createReadyBytes } from './ready-bytes.ts';
import type { KeptAnswers } from './serve-ready.ts';
import { localNow } from './local-addresses.ts';
import { mailsOf, mayMail } from './mails-of.ts';
import { createShortWays, type ShortWays } from './serve-short.ts';
import { createRefusals, type Refusals } from './tell-refusals.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** All that the rooms are given. A room names what it needs of it: by the second argument of its handlers. */
export interface Services extends BotServices, PriceServices, Readers, KeptAnswers {
  readonly config: Config;
  readonly version: string;
  readonly log: Log;
  readonly publicLog: PublicLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly db: Db;
  readonly storage: Storage;
  readonly databaseTime: OpenedData['databaseTime'];
  /** Milliseconds since this process knew all that had changed: 0 at the process that serves. */
  readonly staleMs: () => number;
  /** Why no traffic is to come to this process although it could answer; undefined where there is no such reason. */
  readonly whyUnready: () => string | undefined;
  /** Where answers that are kept are read from, as long as it is not behind. */
  readonly replica: Replica | undefined;
  readonly intake: Intake;
  readonly source: PriceSource;
  readonly universe: Universe;
  readonly market: MarketView;
  readonly leagues: LeagueViewDeps;
  readonly house: HouseToken;
  readonly mails: Mails;
  readonly newsletter: Newsletter;
  readonly events: Events['reader'];
  readonly eventStreams: Events['streams'];
  readonly webhooks: Events['webhooks'];
  /** Event streams of every kind. */
  readonly streams: Streams;
  /** Of the rules that are in force, until the service is started anew. */
  readonly rulesVersion: string;
  readonly service: DescribedService;
  /** Of all rooms. */
  readonly operations: readonly OperationFacts[];
  readonly baseUrl: () => string;
  /** For requests that are made inside the process. */
  readonly http: () => FastifyInstance;
  readonly idempotency: Idempotency;
  /** Of a process beside the one that serves. */
  readonly beside: Beside | undefined;
  readonly limiter: RateLimiter;
  readonly load: Load;
  /** How many orders windows take. */
  readonly room: WindowRoom;
  /** What `/api/status` says, which under load is made once a second. */
  readonly sharedStatus: Shared<StatusView>;
  readonly metrics: Metrics;
  readonly refusals: Refusals;
  /** What every page is sent with. */
  readonly pageFrame: MakePageFrame;
  readonly shortWays: ShortWays;
  readonly backups: Backups;
  /** Undefined where nothing is told by OpenTelemetry's protocol. */
  readonly telemetry: Telemetry | undefined;
  /** Who may see the operator's page. */
  readonly desk: Desk;
  readonly rounds: Rounds;
  readonly payments: Payments;
  readonly alerts: Alerts;
  readonly showcase: Showcase;
  /** PNG of SVG. */
  readonly pictures: Pictures;
}

/** What only the composition root knows, and what a test may put in place of the real thing. */
interface FromApp
  extends
    RoomOverrides,
    Pick<Services, 'log' | 'baseUrl' | 'rulesVersion' | 'http' | 'operations' | 'telemetry'>,
    Partial<Pick<Services, 'publicLog' | 'staleMs' | 'whyUnready' | 'replica'>> {
  readonly beside?: Beside | undefined;
  readonly parts?: RoomParts;
  /** Seats in a tier of a league that the operator set none for. */
  readonly botsPerTier: number;
  readonly random?: RandomBytes;
  readonly intake?: (real: Intake) => Intake;
  readonly limitsTimes?: Partial<StoreTimes>;
  readonly loadNow?: () => number;
  readonly windowOrdersMax?: number;
}

type Prepared = Parameters<typeof openIntake>[0];

interface Opened {
  readonly services: Services;
  readonly events: Events;
}

export async function openServices(
  settings: Settings,
  data: OpenedData,
  storage: Prepared,
  app: FromApp,
): Promise<Opened> {
  const { log, limitsTimes: times } = app;
  const { config, secrets } = settings;
  const limiter = await openRateLimiter(config.limits, secrets.limitsStore, { now: realNow, log, times });
  try {
    return await openWith(limiter, settings, data, storage, app);
  } catch (e) {
    // A connection to a store keeps the process alive, which would neither serve nor end.
    limiter.close();
    throw e;
  }
}

async function openWith(
  limiter: RateLimiter,
  { config, secrets }: Settings,
  { clock, openedAt, databaseTime, source, universe }: OpenedData,
  storage: Prepared,
  app: FromApp,
): Promise<Opened> {
  const { db } = storage;
  const { log, baseUrl, rulesVersion, http, operations, botsPerTier, random = systemRandom } = app;
  const realIntake = openIntake(storage, databaseTime, () => services, config.keepAnswersHours * hourMs);
  const streams = createStreams({ limited: config.limits, heartbeat: app.events?.heartbeat ?? realHeartbeat });
  const events = await openEvents({
    db,
    intake: app.intake?.(realIntake) ?? realIntake,
    random: systemRandom,
    log,
    streams,
    places: config.webhooks,
    version,
    ...app.events,
  });
  const market = createMarketView(db, source, universe);
  const metrics = createMetrics();
  const ids = createIds(random);
  const made = { db, storage, databaseTime, intake: events.intake, clock, random, ids, log, source, universe, market };
  const mails = mailsOf({ config, secrets }, { ...made, ...app.mail, baseUrl }, metrics);
  const mailing = { ...made, mails, baseUrl, realNow: app.mail?.realNow ?? realNow };
  const asked = { standing: () => market.snapshot(), mayMail: (botId: string) => mayMail(limiter, botId) };
  const bots = await openBots({ ...mailing, ...asked, botsPerTier, openedAt }, app.beside !== undefined);
  const sold = { ...made, ...app.payments, market, baseUrl };
  const payments = await paymentsOf({ config, secrets }, sold, () => services.ready);
  const services: Services = {
    ...made,
    ...bots,
    staleMs: app.staleMs ?? knowsAll,
    whyUnready: app.whyUnready ?? (() => undefined),
    replica: app.replica,
    mails,
    newsletter: openNewsletter({ ...mailing, ...bots, config }),
    ...openPriceServices({ db, market, clock, openedAt, streams, log }),
    publicLog: app.publicLog ?? (await openPublicLog(db, config, clock.now(), log)),
    rulesVersion,
    beside: app.beside,
    baseUrl,
    http,
    operations,
    config,
    version,
    house: createHouseToken(secrets.houseToken?.reveal(), systemRandom),
    idempotency: createIdempotency(db, realNow, config.keepAnswersHours),
    limiter,
    ...loadOf(realIntake, storage, log, app.loadNow),
    room: await openRoom({ ...made, parts: app.parts }, openedAt, app.windowOrdersMax),
    metrics,
    refusals: createRefusals(),
    own: createOwnBytes(() => clock.now()),
    ready: createReadyBytes(() => dueMark(clock.now(), source.readDelayMs ?? 0), app.replica?.reading),
    shortWays: createShortWays(),
    pageFrame: () => frameOf(services),
    backups: createBackups({ config, storage, openedAt, log }),
    telemetry: app.telemetry,
    desk: deskOf({ config, secrets }, baseUrl),
    ...openReaders({ db, market, streams, log }),
    leagues: leaguesOf({ ...made, botsPerTier, openedAt, rounds: { weekly: new Set(config.weeklyRounds) } }, baseUrl),
    rounds: await openRounds({ ...made, ...app.rounds, config }),
    payments,
    alerts: openAlerts({ ...mailing, ...bots, ...events, payments }),
    showcase: await openShowcase({ ...made, ...bots, baseUrl }),
    pictures: openPictures(),
    ...eventsOf(events),
    streams,
    service: describeService({ ...app, ...publicFacts(limiter, mails, config), priceSource: market.info, universe }),
  };
  app.telemetry?.start(() => figuresNow(services));
  return { services, events };
}

function eventsOf({ reader, streams, webhooks }: Events): Pick<Services, 'events' | 'eventStreams' | 'webhooks'> {
  return { events: reader, eventStreams: streams, webhooks };
}

/** The process that serves knows what it changes. */
const knowsAll = (): number => 0;

function publicFacts(limiter: RateLimiter, { isDelivered }: Mails, { keepAnswersHours, weeklyRounds }: Config) {
  return { rateLimited: limiter !== noLimits, confirmsContacts: isDelivered, keepAnswersHours, weeklyRounds };
}

async function frameOf(services: Services): ReturnType<MakePageFrame> {
  const { caution } = services.market.info;
  const log = await logSummary(services);
  return { site: siteAddresses, caution, log, baseUrl: services.baseUrl(), sharesImages: drawsPictures, ...localNow() };
}

function deskOf({ config, secrets }: Pick<Settings, 'config' | 'secrets'>, baseUrl: () => string): Desk {
  const isProxy = createProxyCheck(config.proxies);
  const token = secrets.operatorToken?.reveal();
  return createDesk({ place: config.operatorPage, token, isProxy, baseUrl, now: realNow, random: systemRandom });
}

function loadOf(
  intake: WatchedIntake,
  { oldestWait }: Storage,
  log: Log,
  now: () => number = steadyNow,
): Pick<Services, 'load' | 'sharedStatus'> {
  const busyTime = () => performance.eventLoopUtilization();
  const load = createLoad({ now, oldestWrite: () => intake.oldest(), oldestWait, busyTime, log });
  return { load, sharedStatus: createShared(() => load.level() > 0, now) };
}

function leaguesOf(of: Omit<LeagueViewDeps, 'baseUrl' | 'countBots'>, baseUrl: () => string): LeagueViewDeps {
  return {
    ...of,
    countBots: createBotCount(of.db),
    get baseUrl() {
      return baseUrl();
    },
  };
}
