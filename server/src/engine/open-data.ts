/**
 * Opens what the engine and the service go by: the clock of the data, the prices, the market and the rules in force. All of it is kept with
 * the data, or compared with what is kept there.
 */
import { appendMarket } from '../flow/price/market.ts';
import { pricesOf, type Settings } from '../config/config.ts';
import type { RulesVersion } from '../league/rules-version.ts';
import { createUniverse, type Universe } from '../league/universe.ts';
import type { Clock, Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { databaseTimeOf, type ClockSpec } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { markMs } from '../lib/time.ts';
import { createPriceSource, preparePrices, type PriceSourceSpec } from '../sources/create-source.ts';
import type { PriceSource } from '../sources/source.ts';
import type { DatabaseTime, StampTime } from '../storage/database-time.ts';
import type { Db } from '../storage/storage.ts';
import { openMarketSeed } from './market-seed.ts';
import { firstMarkOf, openClock, originClock, readOrigin, type Origin } from './origin.ts';
import { lastMarkDone, readMeta, writeMeta } from './progress.sql.ts';
import { allRules, insertRules } from './rules.sql.ts';

export interface OpenedData {
  readonly clock: Clock;
  /** When the data was made, on its own clock. */
  readonly openedAt: Instant;
  /** The database's time, where league time is a function of it. */
  readonly databaseTime: StampTime | undefined;
  readonly source: PriceSource;
  readonly universe: Universe;
  /** How the engine's thread makes the same clock and source; undefined with a stepped clock, where the engine has no thread. */
  readonly forThread: { readonly clock: ClockSpec; readonly prices: PriceSourceSpec } | undefined;
}

/** @param given stands in place of what the settings name, and has the database's clock where it has one. @throws SetupError when the data was made in another way. */
export async function openData(
  db: Db,
  settings: Settings,
  rules: RulesVersion,
  given: { readonly clock?: Clock; readonly source?: PriceSource; readonly database?: DatabaseTime | undefined },
  log: Log,
): Promise<OpenedData> {
  const opened = await openClock(db, settings.config, given.clock, given.database?.offset);
  const { clock, openedAt, spec } = opened;
  const prices = given.source ? undefined : await preparePrices(await askedFor(db, settings), log);
  const source = given.source ?? (await createPriceSource(prices as PriceSourceSpec, openedAt, { clock, log }));
  await keepOrigin(db, { clock: originClock(opened), source: source.id, openedAt });
  const universe = createUniverse(source);
  await keepMarket(db, universe, openedAt);
  await keepRules(db, rules, openedAt, clock.now());
  const forThread = spec && prices && { clock: spec, prices };
  return { clock, openedAt, databaseTime: stampTime(spec, given.database), source, universe, forThread };
}

/**
 * The same beside the process that serves the data: nothing is kept, and everything must be there.
 * @throws SetupError when there is no league yet, or it was made in another way or under other rules.
 */
export async function openDataToRead(
  db: Db,
  settings: Settings,
  rules: Pick<RulesVersion, 'version'>,
  database: DatabaseTime,
  log: Log,
): Promise<OpenedData> {
  const origin = await readOrigin(db);
  if (!origin)
    throw new SetupError(
      'There is no league in the database of DATABASE_URL yet.',
      'Start a process that serves it first: one without PAPERTAPE_ROLE=web.',
    );
  await refuseOtherRules(db, rules);
  const { clock, openedAt, spec } = await openClock(db, settings.config, undefined, database.offset);
  const prices = await preparePrices(await askedFor(db, settings), log);
  const source = await createPriceSource(prices, openedAt, { clock, log });
  if (origin.source !== source.id) throw otherSource(origin.source, source.id);
  const databaseTime = stampTime(spec, database);
  return { clock, openedAt, source, universe: createUniverse(source), databaseTime, forThread: undefined };
}

/** @returns undefined where league time is no function of the database's. */
function stampTime(spec: ClockSpec | undefined, database: DatabaseTime | undefined): StampTime | undefined {
  const of = spec && databaseTimeOf(spec);
  return of && database && { ...database, of };
}

/** @throws SetupError when the rules in force are others than this program's. */
export async function refuseOtherRules(db: Db, { version }: Pick<RulesVersion, 'version'>): Promise<void> {
  const inForce = (await allRules(db)).at(-1)?.version;
  if (inForce === version) return;
  throw new SetupError(
    `The rules in force are version ${inForce ?? 'none'}, and those of this Papertape are ${version}.`,
    'Start the version of Papertape that serves the league.',
  );
}

/** What the settings name, with the seed that was drawn where none was set. */
async function askedFor(db: Db, settings: Settings): Promise<PriceSourceSpec> {
  const asked = pricesOf(settings);
  if (asked.kind !== 'simulated') return asked;
  const { kind, seed } = asked;
  if (seed !== undefined) return { kind, seed };
  const made = (await readOrigin(db))?.source;
  const drawn = openMarketSeed(settings.config, made);
  if (!drawn) throw otherSource(made ?? '', 'simulated prices whose seed is drawn');
  return { kind, ...drawn };
}

/** Keeps the origin of fresh data, and by what database's time a clock runs that went by a machine's; refuses another price source on data that is there. */
export async function keepOrigin(db: Db, origin: Origin): Promise<void> {
  const kept = await readOrigin(db);
  if (!kept) {
    await writeMeta(db, 'origin', JSON.stringify(origin));
    return;
  }
  if (kept.source !== origin.source) throw otherSource(kept.source, origin.source);
  const { clock } = origin;
  if (kept.clock.kind !== 'scaled' || clock.kind !== 'scaled' || kept.clock.startedAt === clock.startedAt) return;
  if (clock.startedAt === undefined) return;
  await writeMeta(db, 'origin', JSON.stringify({ ...kept, clock: { ...kept.clock, startedAt: clock.startedAt } }));
}

function otherSource(made: string, asked: string): SetupError {
  return new SetupError(
    `The data was made with the price source ${made} and cannot go on with ${asked}.`,
    'Set PAPERTAPE_PRICES to what it was, or give this run a data folder of its own with DATA_DIR (another database with DATABASE_URL).',
  );
}

/** Keeps what the price source defines, so that the data can be audited without it. Called before the engine starts. */
async function keepMarket(db: Db, universe: Universe, openedAt: Instant): Promise<void> {
  const kept = await readMeta(db, 'market');
  const text = appendMarket(kept, universe, await nextMark(db, openedAt));
  if (text !== kept) await writeMeta(db, 'market', text);
}

/**
 * Keeps since when these rules are in force, where they are others than the last. Called before the engine starts and before the first
 * order can arrive, so that every order and every mark has one version.
 * @param now not before anything that the data has seen.
 */
async function keepRules(
  db: Db,
  { version, ruleBook, text }: RulesVersion,
  openedAt: Instant,
  now: Instant,
): Promise<void> {
  const last = (await allRules(db)).at(-1);
  if (last?.version === version) return;
  const firstMark = await nextMark(db, openedAt);
  await insertRules(db, { number: (last?.number ?? 0) + 1, version, ruleBook, from: now, firstMark, text });
}

/** The first mark that the engine has not done. */
async function nextMark(db: Db, openedAt: Instant): Promise<Instant> {
  const lastMark = await lastMarkDone(db);
  return lastMark === undefined ? firstMarkOf(openedAt) : lastMark + markMs;
}
