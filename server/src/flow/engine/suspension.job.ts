/** Applies suspensions, resumptions and delistings at a mark, and writes each into the public incident log. */
import type { Instant } from '../../lib/clock.ts';
import { formatFixed, parseFixed, priceScale, unitsScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../market/source.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import { delistHolding } from '../fill/delist.ts';
import { insertDelistings, portfoliosHolding, upsertPortfolios, emptyPortfolios } from '../fill/fill.sql.ts';
import { decodeHoldings, encodeHoldings } from '../fill/portfolio-text.ts';
import { suspensionsDue, type Suspension } from '../price/suspension.ts';
import type { LastAgreed } from '../price/usd.ts';
import type { Baseline } from '../rank/baseline.ts';
import { allBaselines, upsertBaseline } from '../rank/standings.sql.ts';
import { allIncidents, insertApplied, insertIncident, type Incident, type OperatorAction } from './engine.sql.ts';

export interface SuspensionDeps {
  readonly trx: Trx;
  readonly insertMany: BulkInsert;
  readonly mark: Instant;
  readonly state: {
    readonly agreedAt: ReadonlyMap<SymbolId, Instant>;
    readonly suspended: Map<SymbolId, Suspension>;
    readonly baselines: Map<string, Baseline[]>;
    incidents: number;
    appliedActions: number;
  };
  readonly lastAgreed: (symbol: SymbolId) => Promise<LastAgreed | undefined>;
}

/** Folds the incident log into what is suspended now. */
export async function loadSuspensions(db: Db): Promise<{ suspended: Map<SymbolId, Suspension>; incidents: number }> {
  const suspended = new Map<SymbolId, Suspension>();
  const log = await allIncidents(db);
  for (const i of log) foldIncident(suspended, i);
  return { suspended, incidents: log.length };
}

export function foldIncident(suspended: Map<SymbolId, Suspension>, i: Incident): void {
  if (i.kind === 'resumed') suspended.delete(i.symbol);
  else {
    suspended.set(i.symbol, {
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

/** What an operator asked for and was not applied yet. Kept with the mark: an action may come later than its own instant. */
export async function applyActions(deps: SuspensionDeps, actions: readonly OperatorAction[]): Promise<void> {
  for (const action of actions) {
    await applyAction(deps, action);
    deps.state.appliedActions++;
    await insertApplied(deps.trx, deps.state.appliedActions, action.id, deps.mark);
  }
}

async function applyAction(deps: SuspensionDeps, { action, symbol, reason }: OperatorAction): Promise<void> {
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

async function record(
  deps: SuspensionDeps,
  kind: Incident['kind'],
  symbol: SymbolId,
  by: Incident['by'],
  reason: string,
): Promise<bigint> {
  const frozen = deps.state.suspended.get(symbol);
  const last =
    frozen?.priceAt === undefined ? await deps.lastAgreed(symbol) : { price: frozen.price, at: frozen.priceAt };
  const incident: Incident = {
    id: deps.state.incidents + 1,
    atMark: deps.mark,
    kind,
    symbol,
    price: last ? formatFixed(last.price, priceScale) : null,
    priceAt: last?.at ?? null,
    by,
    reason,
  };
  await insertIncident(deps.trx, incident);
  deps.state.incidents++;
  foldIncident(deps.state.suspended, incident);
  return last?.price ?? 0n;
}

/** Turns the symbol into cash in every portfolio and baseline, at its last agreed price. */
async function cashOut(
  { trx, insertMany, mark, state }: SuspensionDeps,
  symbol: SymbolId,
  price: bigint,
): Promise<void> {
  const rows = emptyPortfolios();
  const facts: Parameters<typeof insertDelistings>[2][number][] = [];
  for (const bot of await portfoliosHolding(trx, symbol)) {
    const { portfolio, units, cash } = delistHolding(
      { cash: bot.cash, holdings: decodeHoldings(bot.holdings) },
      symbol,
      price,
    );
    facts.push({
      agentId: bot.agentId,
      atMark: mark,
      symbol,
      units: formatFixed(units, unitsScale),
      price: formatFixed(price, priceScale),
      cash,
    });
    rows.agentId.push(bot.agentId);
    rows.league.push(bot.league);
    rows.cash.push(portfolio.cash);
    rows.holdings.push(encodeHoldings(portfolio.holdings));
    rows.trades.push(bot.trades);
    rows.firstFillAt.push(bot.firstFillAt);
  }
  await insertDelistings(trx, insertMany, facts);
  await upsertPortfolios(trx, insertMany, rows);
  for (const stored of await allBaselines(trx)) {
    const list = state.baselines.get(stored.league) ?? [];
    const i = list.findIndex((b) => b.id === stored.baselineId);
    const baseline = list[i];
    if (!baseline?.portfolio.holdings.has(symbol)) continue;
    const { portfolio } = delistHolding(baseline.portfolio, symbol, price);
    list[i] = { id: baseline.id, portfolio };
    await upsertBaseline(trx, { ...stored, cash: portfolio.cash, holdings: encodeHoldings(portfolio.holdings) });
  }
}
