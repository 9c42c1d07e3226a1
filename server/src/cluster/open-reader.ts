/**
 * A process of role web: it answers readers and takes orders beside the process that serves a league, and hands everything else on to that one
 * (docs/decisions/0203-one-writes-many-read.md, 0205-orders-taken-by-several.md).
 */
import type { FastifyInstance } from 'fastify';
import { limits } from 'papertape-contract/limits';
import type { Settings } from '../config/config.ts';
import { openDataToRead } from '../engine/open-data.ts';
import { storageTarget } from '../engine/storage-target.ts';
import { migrationsOf, operationsOf, pagesOf, type Feature } from '../feature/feature.ts';
import type { Clock } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import type { Loop } from '../lib/loop.ts';
import { version } from '../lib/version.ts';
import { readPublicLog } from '../log/open-log.ts';
import { currentRules } from '../published/deciding-rules.ts';
import type { PriceSource } from '../sources/source.ts';
import { refuseOtherSchema } from '../storage/migrate.ts';
import { openReplica, type Replica } from '../storage/replica.ts';
import type { Storage } from '../storage/storage.ts';
import { createStorageWatch } from '../storage/storage-watch.ts';
import { createProxyCheck } from '../web/client-address.ts';
import { listen } from '../web/listen.ts';
import { watchLoad } from '../web/load/watch-load.ts';
import { openHttp, type HttpOf } from '../web/open-http.ts';
import { openServices, type Services } from '../web/services.ts';
import { tellRefusals } from '../web/tell-refusals.ts';
import { openTelemetry } from '../web/telemetry/open-telemetry.ts';
import { createAnsweredHere } from './answered-here.ts';
import { keepCurrent } from './keep-current.ts';
import { createOrdersHere } from './orders-here.ts';
import { openFollow, type Follow } from './follow.ts';
import { createForwarder } from './forward.ts';
import { elsewhereOfReader, whyNobody } from './how-old.ts';
import { listenForHints } from './listen-for-hints.ts';
import { otherRules } from './other-rules.ts';
import { prepareToRead } from './prepare-to-read.ts';

export interface Reader {
  readonly http: FastifyInstance;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly source: PriceSource;
  /** @returns the address that it listens on. */
  listen(): Promise<string>;
  close(): Promise<void>;
  /** Called when it cannot go on: the data has become that of another version. */
  onFatal(callback: (reason: string) => void): void;
}

export interface ReaderOf {
  readonly settings: Settings;
  readonly rooms: readonly Feature<Services>[];
  readonly log: Log;
  readonly ordering: HttpOf['ordering'];
  /** Longest wait for an answer of the database, milliseconds. */
  readonly answerMsMax: number;
}

type Prepared = Awaited<ReturnType<typeof prepareToRead>>;

/** @throws SetupError when there is nothing that this program could read. */
export async function openReader(of: ReaderOf): Promise<Reader> {
  const { settings, rooms, log, answerMsMax } = of;
  const target = storageTarget(settings);
  const telemetry = await openTelemetry(settings.telemetry, target.engine, log);
  const { slowMs } = settings.config;
  const watch = createStorageWatch(log, { thread: 'requests', slowMs, onStatement: telemetry?.statement });
  const readUrl = settings.secrets.databaseReadUrl;
  const replica = readUrl && openReplica(readUrl.reveal(), log);
  let storage: Prepared | undefined;
  try {
    storage = await prepareToRead(target, migrationsOf(rooms), { answerMsMax, watch, replica });
    return await wire(of, storage, telemetry, replica);
  } catch (e) {
    await storage?.close();
    await replica?.close();
    throw e;
  }
}

async function wire(
  { settings, rooms, log, ordering }: ReaderOf,
  storage: Prepared,
  telemetry: Services['telemetry'],
  replica: Replica | undefined,
): Promise<Reader> {
  const { config } = settings;
  const { db, intakeDb } = storage;
  const rules = currentRules({ botsPerTier: limits.botsPerTierMax });
  let port = config.port;
  let address = `http://${config.host}:${config.port}`;
  const follow = await openFollow({ db: intakeDb, log, version, port: () => port, replica });
  const data = await openDataToRead(db, settings, follow.time, log);
  const otherRulesNow = (): string | undefined => otherRules(follow.rulesInForce(), rules.version);
  const operations = operationsOf(rooms);
  const { services, events } = await openServices(settings, data, storage, {
    log,
    telemetry,
    botsPerTier: limits.botsPerTierMax,
    baseUrl: () => config.baseUrl ?? follow.lastServing()?.baseUrl ?? address,
    rulesVersion: rules.version,
    staleMs: follow.staleMs,
    whyUnready: otherRulesNow,
    replica,
    http: () => http,
    operations: operations.filter(({ described }) => described),
    publicLog: await readPublicLog(db, () => follow.lastServing()?.logProblem ?? null),
    // The files that are made with it are the serving process's to show.
    rounds: { master: Buffer.alloc(0) },
    beside: follow,
    parts: { own: () => follow.serving()?.ordersEach ?? 0 },
  });
  const hasOtherRules = (): boolean => otherRulesNow() !== undefined;
  const { elsewhere, forwarder } = openElsewhere({ settings, rooms, log }, follow, services, hasOtherRules);
  const http = openHttp({ settings, overrides: {}, rooms, log, telemetry, ordering, elsewhere }, services);
  let fatal: (reason: string) => void = () => undefined;
  const mustBeKnown = async (): Promise<void> => {
    await refuseOtherSchema(storage, storage.migrations);
  };
  let loops: readonly Pick<Loop, 'stop'>[] = [];
  return {
    http,
    storage,
    clock: data.clock,
    source: data.source,
    async listen() {
      address = await listen(http, config.host, config.port);
      port = Number(new URL(address).port);
      const current = await keepCurrent({ services, mustBeKnown, onOther: (reason) => fatal(reason) });
      const looks = follow.start(current);
      const { target } = storage;
      const hints = target.engine === 'postgres' && listenForHints({ ...target, log, onHint: () => looks.wake() });
      loops = [looks, ...(hints ? [hints] : []), watchLoad(services), tellRefusals(services)];
      return config.baseUrl ?? address;
    },
    async close() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await events.close();
      const closed = http.close();
      forwarder.endStreams();
      await closed.catch((e: unknown) => log.warn('the server did not close cleanly', { error: errorText(e) }));
      forwarder.close();
      await services.intake.stop();
      await endReading(services);
      await storage.close();
      await replica?.close();
    },
    onFatal: (callback) => void (fatal = callback),
  };
}

/** What is not answered here. */
function openElsewhere(
  { settings: { config, secrets }, rooms, log }: Pick<ReaderOf, 'settings' | 'rooms' | 'log'>,
  follow: Follow,
  { metrics, room, clock }: Services,
  hasOtherRules: () => boolean,
) {
  const { staleMs } = follow;
  const forwarder = createForwarder({
    to: () => follow.serving()?.address ?? undefined,
    whyNobody: () => whyNobody(staleMs()),
    isProxy: createProxyCheck(config.proxies),
    log,
    onAnswer: (status) => metrics.answered(status),
  });
  const answersHere = createAnsweredHere(operationsOf(rooms), pagesOf(rooms));
  const ordersHere = createOrdersHere({
    areLimitsShared: !config.limits || secrets.limitsStore.kind !== 'memory',
    follow,
    time: follow.time,
    room,
    clock,
  });
  return { forwarder, elsewhere: elsewhereOfReader({ answersHere, ordersHere, forwarder, staleMs, hasOtherRules }) };
}

async function endReading({ limiter, pictures, telemetry, source, rounds, mails }: Services): Promise<void> {
  await mails.stop();
  await rounds.stop();
  await pictures.stop();
  limiter.close();
  await telemetry?.close();
  await source.close?.();
}
