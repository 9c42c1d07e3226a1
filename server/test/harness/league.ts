/**
 * A whole league for a test: the real app on a stepped clock and a database of its own, listening on loopback, and the real client.
 *
 *     const league = await openLeague({ start: '2026-03-02T00:00:00Z' });
 *     const bot = await league.enter({ name: 'Alpha' });
 *     await bot.weights({ 'BTC-USD': 0.5 });
 *     await league.advance({ minutes: 40 });      // steps the clock and does every mark up to then
 *     await league.close();
 */
import { createClient, type Client, type RegisterRequest } from '../../../client/src/index.ts';
import { createApp, features, type App, type Overrides } from '../../src/app.ts';
import type { Services } from '../../src/web/services.ts';
import type { Feature } from '../../src/feature/feature.ts';
import { readSettings } from '../../src/config/config.ts';
import { createSteppedClock, type Instant, type SteppedClock } from '../../src/lib/clock.ts';
import { silentLog } from '../../src/lib/log.ts';
import { seededBytes } from '../../src/lib/seeded-random.ts';
import { createSimulatedSource } from '../../src/sources/simulated/simulated.ts';
import type { Fault } from '../../src/sources/simulated/faults.ts';
import type { PriceSource } from '../../src/sources/source.ts';
import { recordAnswers } from './answer-record.ts';
import { watchAnswers } from './answers.ts';
import { createTestDatabase, testEngine, type TestDatabase, type TestEngine } from './database.ts';

export interface LeagueOptions {
  /** ISO instant at which the clock stands; default 2026-03-02T00:00:00Z, a Monday. */
  readonly start?: string;
  readonly engine?: TestEngine;
  /** `real`: the service takes the clock, which is stepped, for the real one. There marks can be late. */
  readonly clock?: 'real';
  /** Default: simulated prices with seed 7. */
  readonly source?: PriceSource;
  /** Faults of the simulated source. */
  readonly faults?: readonly Fault[];
  readonly overrides?: Overrides;
  /** Rooms beside the standard ones. */
  readonly rooms?: readonly Feature<Services>[];
  /** More settings; limits are off unless PAPERTAPE_LIMITS says otherwise. */
  readonly env?: Readonly<Record<string, string>>;
  /** Goes on with a database that is there, instead of a fresh one. */
  readonly database?: TestDatabase;
}

export interface Span {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly ms?: number;
}

export interface Bot extends Client {
  readonly id: string;
  readonly key: string;
}

export interface League {
  readonly url: string;
  readonly app: App;
  readonly clock: SteppedClock;
  readonly database: TestDatabase;
  /** Without a key. */
  readonly client: Client;
  /** Registers a bot (fields not given are filled in) and returns its client. */
  enter(fields?: Partial<RegisterRequest>): Promise<Bot>;
  now(): Instant;
  /** Steps the clock and does every mark up to then. */
  advance(span: Span): Promise<void>;
  advanceTo(instant: string | Instant): Promise<void>;
  /** Throws when an answer since the last time was not what openapi.json says. */
  checkAnswers(): void;
  /** Stops the app; keeps the database, so that another league can go on with it. */
  stop(): Promise<void>;
  /** Stops the app and drops the database. */
  close(): Promise<void>;
}

export function spanMs({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: Span): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
}

export async function openLeague(options: LeagueOptions = {}): Promise<League> {
  const database = options.database ?? (await createTestDatabase(options.engine ?? testEngine));
  const start = Date.parse(options.start ?? '2026-03-02T00:00:00Z');
  const clock: SteppedClock = { ...createSteppedClock(start), kind: options.clock ?? 'stepped' };
  const source =
    options.source ??
    createSimulatedSource({ seed: 7, origin: start, ...(options.faults ? { faults: options.faults } : {}) });
  const config = readSettings({
    PORT: '0',
    PAPERTAPE_LIMITS: 'off',
    PAPERTAPE_LOG: 'off',
    ...options.env,
    ...database.env,
  });
  const overrides: Overrides = {
    clock,
    source,
    log: silentLog,
    random: seededBytes(`league ${options.start ?? ''}`),
    durability: 'off',
    ...options.overrides,
  };
  const app = await createApp(config, overrides, [...features, ...(options.rooms ?? [])]);
  const answers = watchAnswers(app.http, options.rooms ? app.deps.operations : undefined);
  recordAnswers(app.http);
  const url = await app.listen();
  const client = createClient({ baseUrl: url });
  let entered = 0;
  const advanceTo = async (instant: string | Instant): Promise<void> => {
    clock.set(typeof instant === 'number' ? instant : Date.parse(instant));
    await app.runEngine();
  };
  return {
    url,
    app,
    clock,
    database,
    client,
    async enter(fields = {}) {
      entered++;
      const seat = await client.register({
        name: `Bot number ${entered}`,
        company: 'Test Works',
        contact: `maker${entered}@example.test`,
        country: 'CA',
        league: 'spot_crypto',
        ...fields,
      });
      const own = createClient({ baseUrl: url, agentId: seat.agent_id, apiKey: seat.api_key });
      return { ...own, id: seat.agent_id, key: seat.api_key };
    },
    now: () => clock.now(),
    advance: (span) => advanceTo(clock.now() + spanMs(span)),
    advanceTo,
    checkAnswers: () => answers.check(),
    async stop() {
      await app.close();
      answers.check();
    },
    async close() {
      await app.close();
      await database.drop();
      answers.check();
    },
  };
}
