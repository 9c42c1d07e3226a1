/**
 * Days of prices: those that are over and kept are read; any other is made of its readings, mark by mark, and the last few stay in memory,
 * so that the day that is under way is only ever gone on with. The readings of many marks are worked on in short turns.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MarketVersion } from '../flow/price/market.ts';
import { readingsHadBetween } from '../flow/price/price.sql.ts';
import type { Step } from '../flow/price/steps.ts';
import type { Suspension } from '../flow/price/suspension.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import { dayMs, markMs } from '../lib/time.ts';
import type { Incident } from '../operator/incident.ts';
import { foldIncident } from '../operator/suspensions.ts';
import type { Db } from '../storage/storage.ts';
import { createDayFold, isWhole, type DayFold } from './day/day-fold.ts';
import type { DayPart } from './day/day-part.ts';
import { keptParts, lastDayKept } from './price-days.sql.ts';

export interface DaysDeps {
  readonly db: Db;
  readonly firstMark: Instant;
  readonly now: () => Instant;
  /** What the source defined, oldest first. */
  readonly versions: () => Promise<readonly MarketVersion[]>;
  /** The last mark that is done, and the public log of incidents up to it. */
  readonly market: () => Promise<{ readonly lastMark: Instant | undefined; readonly incidents: readonly Incident[] }>;
}

/** One symbol on one day. */
export type PartOf = (symbol: SymbolId, day: Instant) => DayPart | undefined;

export interface Days {
  /** What is known of symbols on the days of [from, to], in steps of one length. */
  read(step: Step, symbols: readonly SymbolId[], from: Instant, to: Instant): Promise<PartOf>;
  /** The next day that is over and not kept, whole; undefined when there is none. */
  nextToKeep(): Promise<DayFold | undefined>;
  /** Says that a day is kept. */
  kept(day: Instant): void;
}

/** Days in memory: today, yesterday while it is not kept, and one for whoever reads further back meanwhile. */
const foldsMax = 3;
/** Marks whose readings are read at once. */
const marksAtOnce = 48;
/** Marks that are worked on before others have a turn. */
const marksInTurn = 2;

export function createDays(deps: DaysDeps): Days {
  const { db, firstMark, market } = deps;
  const firstDay = dayOf(firstMark);
  const folds = new Map<Instant, DayFold>();
  let keptTo: Instant | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function lastKept(): Promise<Instant> {
    keptTo ??= (await lastDayKept(db)) ?? firstDay - dayMs;
    return keptTo;
  }

  /** One after the other: a day is made once, however many wait for it. */
  function foldOf(day: Instant): Promise<DayFold> {
    const made = turn.then(() => goOn(deps, foldIn(folds, day, firstMark)));
    turn = made.catch(() => undefined);
    return made;
  }

  return {
    async read(step, symbols, from, to) {
      const known = await lastKept();
      const parts = new Map<SymbolId, Map<Instant, DayPart>>(symbols.map((symbol) => [symbol, new Map()]));
      if (from <= known && symbols.length > 0)
        for (const { symbol, day, part } of await keptParts(db, step, symbols, from, Math.min(to, known)))
          parts.get(symbol)?.set(day, part);
      for (let day = Math.max(from, known + dayMs, firstDay); day <= to; day += dayMs) {
        const fold = await foldOf(day);
        for (const [symbol, of] of parts) {
          const part = fold.part(symbol, step);
          if (part) of.set(day, part);
        }
      }
      return (symbol, day) => parts.get(symbol)?.get(day);
    },
    async nextToKeep() {
      const day = (await lastKept()) + dayMs;
      // Nothing else is asked as long as the day is not over.
      if (deps.now() < day + dayMs) return undefined;
      const { lastMark } = await market();
      if (lastMark === undefined || lastMark < day + dayMs) return undefined;
      const fold = await foldOf(day);
      return isWhole(fold) ? fold : undefined;
    },
    kept(day) {
      keptTo = Math.max(day, keptTo ?? 0);
      folds.delete(day);
    },
  };
}

export function dayOf(instant: Instant): Instant {
  return Math.floor(instant / dayMs) * dayMs;
}

function foldIn(folds: Map<Instant, DayFold>, day: Instant, firstMark: Instant): DayFold {
  const fold = folds.get(day) ?? createDayFold(day, firstMark);
  folds.delete(day);
  folds.set(day, fold);
  for (const oldest of folds.keys()) {
    if (folds.size <= foldsMax) break;
    folds.delete(oldest);
  }
  return fold;
}

/** Adds the marks that were done since. */
async function goOn({ db, versions, market, firstMark }: DaysDeps, fold: DayFold): Promise<DayFold> {
  const { lastMark, incidents } = await market();
  const last = Math.min(lastMark ?? 0, fold.day + dayMs);
  let next = fold.upTo === undefined ? Math.max(fold.day, firstMark) : fold.upTo + markMs;
  if (next > last) return fold;
  const kinds = await versions();
  const suspended = suspensionsAlong(incidents);
  while (next <= last) {
    const until = Math.min(last, next + (marksAtOnce - 1) * markMs);
    const had = Map.groupBy(await readingsHadBetween(db, next - markMs, until), (row) => row.readAt);
    for (; next <= until; next += markMs) {
      fold.add(next, had.get(next) ?? [], kinds, suspended(next));
      if ((next / markMs) % marksInTurn === 0) await nextTurn();
    }
  }
  return fold;
}

/** What was suspended once a mark was done; asked for in order. */
function suspensionsAlong(incidents: readonly Incident[]): (mark: Instant) => ReadonlyMap<SymbolId, Suspension> {
  const suspended = new Map<SymbolId, Suspension>();
  let i = 0;
  return (mark) => {
    for (; i < incidents.length && (incidents[i] as Incident).atMark <= mark; i++)
      foldIncident(suspended, incidents[i] as Incident);
    return suspended;
  };
}
