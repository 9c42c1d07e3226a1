/**
 * Entry: a league, what is known of the market at the last mark and the time in, whether orders may be placed now out, and why not when
 * not.
 *
 * Public rule (docs/bots/rules.md, docs/operators/pricing.md): orders are open in a league that takes weights and has priced symbols, that the operator
 * did not close, while the operator has not ended a simulated market, within the recorded prices where they are recorded, while the exchange
 * of one of its symbols at least is open, and while every source over which its tradable symbols are priced
 * was healthy in the last 10 minutes. Marks that are late count like marks without a reading.
 *
 * Example: Base gave its last reading at 12:00. At 12:10 orders are open; at 12:15 they are closed until the next mark, `Base has given no
 * reading since 2026-11-22T12:00:00.000Z.`
 */
import type { LeagueUniverse } from '../../league/universe.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { healthyWithinMs, isHealthy, lateness } from '../window/late.ts';
import { dayMs, markAfter, markAtOrBefore } from '../../lib/time.ts';
import { closedMarket, type TradableMarket } from './tradable.ts';

/** What is known of the market at the last mark, as far as it decides whether orders are open. */
export interface EntryMarket {
  readonly lastMark: Instant | undefined;
  /** The last mark at which each source was healthy; absent when it was at none of the last 24 hours. */
  readonly healthyAt: ReadonlyMap<number, Instant>;
  /** By league, the sources over which its tradable symbols are priced: all of them must be healthy. */
  readonly needed: ReadonlyMap<string, ReadonlySet<number>>;
  /** By league, what the operator set: `closed` is the reason why it takes no orders. */
  readonly settings: ReadonlyMap<string, { readonly closed: string | undefined }>;
  /** Why the operator ended the simulated market; undefined while it runs. */
  readonly ended: string | undefined;
  readonly sessions: TradableMarket['sessions'];
  readonly suspended: TradableMarket['suspended'];
}

export interface EntryTime {
  readonly now: Instant;
  /** Real milliseconds per millisecond of the clock; 0 = it only moves when it is told to. */
  readonly realPerTick: number;
  /** How long after a mark its prices can be read. */
  readonly readDelayMs: number;
  /** When the data was made. */
  readonly openedAt: Instant;
  /** What recorded prices cover; undefined where they are not recorded. */
  readonly coverage: { readonly from: Instant; readonly to: Instant } | undefined;
  /** Names of the sources that are chains. */
  readonly chains: ReadonlyMap<number, string> | undefined;
}

export interface OrdersOpen {
  readonly open: boolean;
  readonly reason: string | null;
  /** Closed because a source is not healthy, which may be over at the next mark: after so many real seconds. */
  readonly retryAfterSeconds?: number;
  /** Closed because the exchanges of all its symbols are: the first arrival from which one of them can be ordered. */
  readonly opensAt?: Instant;
}

/** How far back a source's last healthy mark is looked for. */
export const healthLookedBackMs = dayMs;

/** May orders be placed in the league now, and why not when not? */
export function ordersOpen(league: LeagueUniverse, market: EntryMarket, time: EntryTime): OrdersOpen {
  const { coverage, now } = time;
  const { kind } = league.league;
  if (league.state === 'preview') return { open: false, reason: kind.notOpen };
  if (kind.takes === 'answers')
    return {
      open: false,
      reason: 'This is a task league: its bots answer a round of tasks a day, and send no weights.',
    };
  if (market.ended !== undefined) return { open: false, reason: `The market has ended: ${market.ended}` };
  const closed = market.settings.get(league.league.id)?.closed;
  if (closed !== undefined) return { open: false, reason: `The operator has closed it: ${closed}` };
  if (coverage && now >= coverage.to) return { open: false, reason: `The recorded prices end at ${iso(coverage.to)}.` };
  if (coverage && now < coverage.from - dayMs)
    return { open: false, reason: `The recorded prices begin at ${iso(coverage.from)}.` };
  return marketClosed(league, market, now) ?? sourcesHealthy(market.needed.get(league.league.id) ?? [], market, time);
}

/** @returns undefined while one symbol at least can be ordered that is not frozen. */
function marketClosed({ symbols }: LeagueUniverse, market: EntryMarket, now: Instant): OrdersOpen | undefined {
  let first: { readonly reason: string; readonly opensAt: Instant } | undefined;
  for (const symbol of symbols.keys()) {
    if (market.suspended.has(symbol)) continue;
    const closed = closedMarket(symbol, market, now);
    if (!closed) return undefined;
    if (!first || closed.opensAt < first.opensAt) first = closed;
  }
  return first && { open: false, reason: `Its markets are closed. ${first.reason}`, opensAt: first.opensAt };
}

function sourcesHealthy(needed: Iterable<number>, market: EntryMarket, time: EntryTime): OrdersOpen {
  const { now, realPerTick, readDelayMs, openedAt, chains } = time;
  const { due, graceMs } = lateness({ ...time, lastMark: market.lastMark });
  const lateMs = Math.max(0, graceMs - healthyWithinMs);
  // Data that has no mark yet has not been without a healthy source for long.
  const opened = markAtOrBefore(openedAt);
  const lastMark = market.lastMark ?? opened;
  for (const id of needed) {
    const healthyAt = market.healthyAt.get(id);
    if (isHealthy(healthyAt ?? opened, lastMark, due, lateMs)) continue;
    const name = chains?.get(id) ?? 'The price source';
    const isLate = healthyAt !== undefined && healthyAt === market.lastMark;
    const what = isLate ? 'Marks are late: prices were last read at' : `${name} has given no reading since`;
    const nextMs = (markAfter(now - readDelayMs) + readDelayMs - now) * (realPerTick || 1);
    return {
      open: false,
      reason: `${what} ${sinceText(healthyAt, opened, lastMark)}.`,
      retryAfterSeconds: Math.max(1, Math.ceil(nextMs / 1000)),
    };
  }
  return { open: true, reason: null };
}

function sinceText(healthyAt: Instant | undefined, opened: Instant, lastMark: Instant): string {
  if (healthyAt !== undefined) return iso(healthyAt);
  if (lastMark - opened <= healthLookedBackMs) return `the start at ${iso(opened)}`;
  return `before ${iso(lastMark - healthLookedBackMs)}`;
}
