/** Applies suspensions, resumptions and delistings at a mark, and writes each into the public incident log. */
import type { Instant } from '../lib/clock.ts';
import { formatFixed, parseFixed, priceScale } from '../lib/decimal.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { BulkInsert } from '../storage/bulk.ts';
import type { Trx } from '../storage/storage.ts';
import { applyChange, delistingOf, withoutHolding, type Delisting } from '../flow/mark/portfolio.ts';
import {
  insertDelistings,
  portfoliosHolding,
  upsertPortfolios,
  type StoredPortfolio,
} from '../flow/mark/portfolio.sql.ts';
import { encodeHoldings } from '../flow/fill/portfolio-text.ts';
import { suspensionsDue, type Suspension } from '../flow/price/suspension.ts';
import type { LastAgreed } from '../flow/price/usd.ts';
import type { Baseline } from '../flow/rank/baseline.ts';
import { allBaselines, upsertBaseline } from '../flow/rank/standings.sql.ts';
import { insertIncident, lastIncidentId } from './incident.sql.ts';
import type { Incident } from './incident.ts';
import type { OperatorAction, SymbolActionKind } from './action.ts';

export interface SuspensionDeps {
  readonly trx: Trx;
  readonly insertMany: BulkInsert;
  readonly mark: Instant;
  readonly state: {
    readonly agreedAt: ReadonlyMap<SymbolId, Instant>;
    readonly suspended: Map<SymbolId, Suspension>;
    readonly baselines: Map<string, Baseline[]>;
  };
  readonly lastAgreed: (symbol: SymbolId) => Promise<LastAgreed | undefined>;
}

/** What is suspended after the entries of the log. */
export function foldSuspensions(log: Iterable<Incident>): Map<SymbolId, Suspension> {
  const suspended = new Map<SymbolId, Suspension>();
  for (const i of log) foldIncident(suspended, i);
  return suspended;
}

export function foldIncident(suspended: Map<SymbolId, Suspension>, i: Incident): void {
  if (i.kind === 'resumed') suspended.delete(i.about.id);
  // The other kinds are about no symbol, or nothing follows from them.
  if (i.kind === 'suspended' || i.kind === 'delisted') {
    suspended.set(i.about.id, {
      by: i.by,
      kind: i.kind,
      price: i.price === null ? 0n : parseFixed(i.price, priceScale),
      priceAt: i.priceAt ?? undefined,
    });
  }
}

/** What the engine does by itself: 24 hours without an agreed price, or the first one after. */
export async function applySuspensions(deps: SuspensionDeps): Promise<void> {
  for (const { symbol, change } of suspensionsDue(deps.state.agreedAt, deps.state.suspended, deps.mark)) {
    if (change === 'resume') await record(deps, 'resumed', symbol, 'engine', 'The pools agree again.');
    else await record(deps, 'suspended', symbol, 'engine', 'No agreed price for 24 hours.');
  }
}

/** What the operator does to a symbol. */
export async function applySymbolAction(
  deps: SuspensionDeps,
  action: SymbolActionKind,
  { about: { id: symbol }, reason }: Pick<OperatorAction, 'about' | 'reason'>,
): Promise<void> {
  const now = deps.state.suspended.get(symbol);
  if (now?.kind === 'delisted') return; // for good
  if (action === 'resume') {
    if (now) await record(deps, 'resumed', symbol, 'operator', reason);
  } else if (action === 'suspend') {
    if (now?.by !== 'operator') await record(deps, 'suspended', symbol, 'operator', reason);
  } else {
    const price = await record(deps, 'delisted', symbol, 'operator', reason);
    await cashOut(deps, symbol, price);
  }
}

/** Kinds of incidents that say what may be done with a symbol. */
type Suspending = 'suspended' | 'resumed' | 'delisted';

async function record(
  deps: SuspensionDeps,
  kind: Suspending,
  symbol: SymbolId,
  by: Incident['by'],
  reason: string,
): Promise<bigint> {
  const frozen = deps.state.suspended.get(symbol);
  const last =
    frozen?.priceAt === undefined ? await deps.lastAgreed(symbol) : { price: frozen.price, at: frozen.priceAt };
  const incident: Incident = {
    id: (await lastIncidentId(deps.trx)) + 1,
    atMark: deps.mark,
    kind,
    about: { kind: 'symbol', id: symbol },
    price: last ? formatFixed(last.price, priceScale) : null,
    priceAt: last?.at ?? null,
    by,
    reason,
  };
  await insertIncident(deps.trx, incident);
  foldIncident(deps.state.suspended, incident);
  return last?.price ?? 0n;
}

/** Turns the symbol into cash in every portfolio and baseline, at its last agreed price. */
async function cashOut(
  { trx, insertMany, mark, state }: SuspensionDeps,
  symbol: SymbolId,
  price: bigint,
): Promise<void> {
  const delistings: (Delisting & { readonly botId: string })[] = [];
  const changed: StoredPortfolio[] = [];
  for (const bot of await portfoliosHolding(trx, symbol)) {
    const delisting = delistingOf(bot.now.portfolio, symbol, price);
    if (!delisting) continue;
    delistings.push({ botId: bot.botId, ...delisting });
    changed.push({ ...bot, now: applyChange(bot.now, delisting) });
  }
  await insertDelistings(trx, insertMany, mark, delistings);
  await upsertPortfolios(trx, insertMany, changed);
  for (const stored of await allBaselines(trx)) {
    const list = state.baselines.get(stored.league) ?? [];
    const i = list.findIndex((b) => b.id === stored.baselineId);
    const baseline = list[i];
    if (!baseline) continue;
    const delisting = delistingOf(baseline.portfolio, symbol, price);
    if (!delisting) continue;
    const portfolio = withoutHolding(baseline.portfolio, delisting);
    list[i] = { id: baseline.id, portfolio };
    await upsertBaseline(trx, { ...stored, cash: portfolio.cash, holdings: encodeHoldings(portfolio.holdings) });
  }
}
