/** What the routes are made of. */
import type { FastifyInstance } from 'fastify';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import type { DescribedService } from '../../published/described-service.ts';
import type { EventReader } from '../../events/read-events.ts';
import type { EventStreams } from '../../events/streams.ts';
import type { WebhookPlaces } from '../../events/webhook-target.ts';
import type { Webhooks } from '../../events/webhooks.ts';
import type { HouseToken } from '../../house/token.ts';
import type { Recovery } from '../../bots/recover.job.ts';
import type { Registration } from '../../bots/register.job.ts';
import type { AgentList } from '../../bots/bot-list.ts';
import type { Watched } from '../health/watched.ts';
import type { Registry } from '../../bots/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids, RandomBytes } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import type { Universe } from '../../league/universe.ts';
import type { PriceSource } from '../../sources/source.ts';
import type { Intake } from '../../storage/intake.ts';
import type { Db } from '../../storage/storage.ts';
import type { Idempotency } from '../idempotency.ts';
import type { Metrics } from '../metrics.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { ReadyBytes } from '../ready-bytes.ts';
import type { LeagueViewDeps } from '../../read/league-view.ts';
import type { MarketView } from '../../read/snapshot.ts';
import type { WeekRankings } from '../../read/week-ranking.ts';

export interface RouteDeps {
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
