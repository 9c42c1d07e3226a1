/**
 * Opens what the engine and the service go by: the clock of the data, the prices, the market and the rules in force. All of it is kept with
 * the data, or compared with what is kept there.
 */
import { appendMarket } from '../flow/price/market.ts';
import { pricesOf, type Settings } from '../config/config.ts';
import type { RulesVersion } from '../league/rules-version.ts';
import { createUniverse, type Universe } from '../league/universe.ts';
import { iso, type Clock, type Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { pause } from '../lib/loop.ts';
import { databaseTimeOf, type ClockSpec } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { markMs } from '../lib/time.ts';
import { createPriceSource, preparePrices, type PriceSourceSpec } from '../sources/create-source.ts';
import type { PriceSource } from '../sources/source.ts';
import type { DatabaseTime, StampTime } from '../storage/database-time.ts';
import { whileGateIsHeld } from '../storage/gate.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { latestOrderAt } from './engine.sql.ts';
import { openMarketSeed } from './market-seed.ts';
import { firstMarkOf, openClock, originClock, readOrigin, type Origin } from './origin.ts';
import { lastMarkDone, readMeta, writeMeta } from './progress.sql.ts';
import { allRules, insertRules } from './rules.sql.ts';
import { openMark } from './shared-close/open-mark.sql.ts';

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
  await refuseForeignClose(db, rules);
  await keepMarket(db, universe, openedAt);
  await keepRules(db, rules, { openedAt, clock, hasOthers: given.database !== undefined && spec !== undefined, log });
  const forThread = spec && prices && { clock: spec, prices };
  return { clock, openedAt, databaseTime: stampTime(spec, given.database), source, universe, forThread };
}

/**
 * The same beside the process that serves the data: nothing is kept, and everything must be there.
 * @throws SetupError when there is no league yet, or it was made in another way. Other rules are no reason: they may come into force (cluster/other-rules.ts).
 */
export async function openDataToRead(
  db: Db,
  settings: Settings,
  database: DatabaseTime,
  log: Log,
): Promise<OpenedData> {
  const origin = await readOrigin(db);
  if (!origin)
    throw new SetupError(
      'There is no league in the database of DATABASE_URL yet.',
      'Start a process that serves it first: one without PAPERTAPE_ROLE=web.',
    );
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

interface KeepRules {
  readonly openedAt: Instant;
  readonly clock: Clock;
  /** May other processes take orders? */
  readonly hasOthers: boolean;
  readonly log: Log;
}

/**
 * Keeps since when these rules are in force, where they are others than the last. Called before the engine starts and before the first
 * order can arrive here, so that every order and every mark has one version. Orders that others take are stored before, or find these rules in force and are not stored.
 */
async function keepRules(db: Db, rules: RulesVersion, { openedAt, clock, hasOthers, log }: KeepRules): Promise<void> {
  if ((await allRules(db)).at(-1)?.version === rules.version) return;
  const keep = async (trx: Db | Trx): Promise<Instant> => {
    const number = ((await allRules(trx)).at(-1)?.number ?? 0) + 1;
    // Whoever stored the last order may have a clock that is a little ahead of this one.
    const from = Math.max(clock.now(), hasOthers ? ((await latestOrderAt(trx)) ?? 0) : 0);
    await insertRules(trx, { ...rules, number, from, firstMark: await nextMark(trx, openedAt) });
    return from;
  };
  const from = hasOthers ? await whileGateIsHeld(db, log, keep) : await keep(db);
  // Nothing is stamped here before that.
  while (hasOthers && clock.now() < from) await pause(Math.max(1, (from - clock.now()) * clock.realPerTick));
}

/**
 * A close that was begun under other rules is ended by a program that has them.
 * @throws SetupError where one is open that this program did not begin.
 */
async function refuseForeignClose(db: Db, { version }: RulesVersion): Promise<void> {
  const open = await openMark(db);
  if (!open || open.rulesVersion === version) return;
  throw new SetupError(
    `The close of ${iso(open.mark)} was begun under version ${open.rulesVersion} of the rules and is half done; those of this Papertape are version ${version}.`,
    'Start the version of Papertape that began it, which ends the close. Then start this one.',
  );
}

/** The first mark that the engine has not begun. */
async function nextMark(db: Db | Trx, openedAt: Instant): Promise<Instant> {
  const lastMark = (await openMark(db))?.mark ?? (await lastMarkDone(db));
  return lastMark === undefined ? firstMarkOf(openedAt) : lastMark + markMs;
}
