/**
 * Audit: rebuilds everything that is derived from the facts alone, mark by mark, and compares it with what is stored, to the last
 * digit (contract 3.8 and 3.9).
 *
 * Facts are bots, orders, mark readings and operator's actions. Derived, and compared: receipts and roots, price vectors, fills,
 * suspensions, delistings, portfolios, baselines, closes, ranks, boards. The rules are the pure functions of flow/; loading,
 * folding and comparing are the audit's own.
 *
 * Marks are streamed, bots are held: memory grows with the number of bots, not with the length of the record.
 */
import { SetupError } from '../lib/setup-error.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import { readMeta } from '../engine/engine.sql.ts';
import { lastMarkDone } from '../engine/progress.sql.ts';
import type { OperatorAction } from '../operator/action.ts';
import { allRules, rulesTexts } from '../engine/rules.sql.ts';
import type { ReadAtMark } from '../flow/order/merkle.ts';
import { decodeMarket } from '../flow/price/market.ts';
import type { PriceVector } from '../flow/price/price.ts';
import type { UsdPrices } from '../flow/price/usd.ts';
import { dayMs, isClose, markMs, windowMs } from '../lib/time.ts';
import type { MarkReadingsTable, MarkRootsTable } from '../storage/database.ts';
import { otherSchema } from '../storage/migrate.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import {
  botsAfter,
  appliedActions,
  delistingsAt,
  operatorActions,
  ordersAfter,
  readingRowsAt,
  readingsAfter,
  rootsAfter,
  rowsPerChunk,
  waitingRows,
  type OrderRow,
} from './audit.sql.ts';
import { onSnapshot } from '../storage/snapshot.ts';
import type { Audit, RowCounts } from './audit-state.ts';
import { checkBlockChecks } from './block-checks.ts';
import { checkCounts, checkEnd } from './check-end.ts';
import { createBaselineMarks } from './baseline-marks.ts';
import { createClosesFold } from './closes-fold.ts';
import { createDifferences, type Difference, type Differences } from './differences.ts';
import { createHeldCloses } from './held-closes.ts';
import { createMarketFold } from './market-fold.ts';
import { createOperatorFold } from './operator-fold.ts';
import { createOrdersFold, foldedBot, type FoldedBot } from './orders-fold.ts';
import { createRulesCheck } from './rules-check.ts';
import { createStream } from './streams.ts';
import { createTwinsCheck } from './twins-check.ts';
import { createVectorCheck } from './vector-check.ts';

export interface AuditReport {
  readonly differences: readonly Difference[];
  /** All of them, the ones not listed included. */
  readonly differenceCount: number;
  /** The last mark that was audited; undefined when none was done yet. */
  readonly until: Instant | undefined;
  readonly marks: number;
  readonly orders: number;
  readonly fills: number;
  readonly waiting: number;
  readonly closes: number;
  readonly bots: number;
  readonly leagues: number;
}

export interface AuditProgress {
  readonly mark: Instant;
  readonly from: Instant;
  readonly to: Instant;
}

/** Reads only. A running league may go on meanwhile: all is read from one state of it. */
export async function runAudit(storage: Storage, onProgress?: (p: AuditProgress) => void): Promise<AuditReport> {
  await checkSchema(storage);
  return await onSnapshot(storage.db, (trx) => auditData(trx, onProgress));
}

/** Throws when the data is of another version than this program. */
export async function checkSchema(storage: Storage): Promise<void> {
  let other: string | undefined;
  try {
    other = await otherSchema(storage.db);
  } catch (e) {
    throw noData(storage, e instanceof Error ? e.message : String(e));
  }
  if (other === undefined) return;
  throw new SetupError(
    other,
    'Audit it with the version that serves it; an older schema is brought up to date by papertape serve.',
  );
}

function noData(storage: Storage, why: string): SetupError {
  const where =
    storage.target.engine === 'sqlite' ? `The folder ${storage.target.dataDir}` : 'The database of DATABASE_URL';
  return new SetupError(
    `${where} holds no league: ${why}.`,
    'Set DATA_DIR to the folder of the embedded database, or DATABASE_URL to the PostgreSQL database, that the league is served from.',
  );
}

async function auditData(trx: Trx, onProgress?: (p: AuditProgress) => void): Promise<AuditReport> {
  // The ledger first: whatever it says is made of rows of the intake that are there by then.
  const until = await lastMarkDone(trx);
  const origin = await readMeta(trx, 'origin');
  const market = await readMeta(trx, 'market');
  if (origin === undefined || market === undefined) {
    throw new SetupError('The data holds no league yet.', 'Start it once with papertape serve.');
  }
  const differences = createDifferences();
  const bots = await loadBots(trx);
  const versions = decodeMarket(market);
  const firstMark = Math.ceil((JSON.parse(origin) as { openedAt: number }).openedAt / markMs) * markMs;
  const log = await allIncidents(trx);
  const incidents = log.filter((i) => i.kind !== 'price_differs');
  const marketFold = createMarketFold({
    versions,
    firstMark,
    differences,
    incidents,
    actions: await actionsByMark(trx, differences),
    readOld: (mark) => readingRowsAt(trx, mark),
  });
  const inForce = await allRules(trx);
  const texts = await rulesTexts(
    trx,
    inForce.map((r) => r.number),
  );
  const next = until === undefined ? firstMark : until + markMs;
  const rules = createRulesCheck(inForce, texts, next, differences);
  const orders = createOrdersFold(bots, rules, differences);
  const closes = createClosesFold(bots.values(), differences);
  const leagues = new Set([...bots.values()].map((b) => b.league));
  const report = { differences, trx, bots, market: marketFold, orders, closes, rules };
  const rows = { readings: 0, roots: 0, vectors: 0, delistings: 0 };
  const allLeagues = [...new Set([...leagues, ...versions.flatMap((v) => [...v.leagues.keys()])])];
  if (until !== undefined) await foldMarks(report, { from: firstMark, to: until }, allLeagues, rows, onProgress);
  await checkEnd(report, until ?? firstMark - markMs);
  for (const i of incidents.slice(marketFold.incidents())) {
    differences.add('ledger.incidents', String(i.id), 'row', undefined, `${i.kind} ${i.about.id} at ${iso(i.atMark)}`);
  }
  await checkBlockChecks(
    trx,
    log.filter((i) => i.kind === 'price_differs'),
    differences,
  );
  await checkCounts(report, rows);
  return {
    differences: differences.list(),
    differenceCount: differences.count(),
    until,
    marks: until === undefined ? 0 : (until - firstMark) / markMs + 1,
    orders: orders.tally.orders,
    fills: orders.tally.fills,
    waiting: (await waitingRows(trx)).length,
    closes: closes.counts.closes,
    bots: bots.size,
    leagues: leagues.size,
  };
}

async function loadBots(trx: Trx): Promise<Map<string, FoldedBot>> {
  const all: FoldedBot[] = [];
  for (let after = ''; ;) {
    const rows = await botsAfter(trx, after, rowsPerChunk);
    for (const row of rows) all.push(foldedBot(row));
    const last = rows.at(-1);
    if (!last) break;
    after = last.agent_id;
  }
  all.sort((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(all.map((b) => [b.id, b]));
}

async function actionsByMark(trx: Trx, differences: Differences): Promise<Map<Instant, OperatorAction[]>> {
  const asked = new Map((await operatorActions(trx)).map((a) => [a.id, a]));
  const byMark = new Map<Instant, OperatorAction[]>();
  for (const [i, applied] of (await appliedActions(trx)).entries()) {
    const action = asked.get(applied.action_id);
    if (Number(applied.number) !== i + 1) {
      differences.add('ledger.applied_actions', applied.action_id, 'number', i + 1, applied.number);
    }
    if (!action) {
      differences.add(
        'ledger.applied_actions',
        applied.action_id,
        'action_id',
        'an action that was asked for',
        applied.action_id,
      );
      continue;
    }
    const mark = Number(applied.at_mark);
    if (mark < action.at)
      differences.add(
        'ledger.applied_actions',
        applied.action_id,
        'at_mark',
        `a mark at or after ${iso(action.at)}`,
        iso(mark),
      );
    const list = byMark.get(mark);
    if (list) list.push(action);
    else byMark.set(mark, [action]);
  }
  return byMark;
}

/** Every mark once, in order. */
async function foldMarks(
  audit: Audit,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  leagues: readonly string[],
  counts: RowCounts,
  onProgress?: (p: AuditProgress) => void,
): Promise<void> {
  const { trx, differences, market, orders } = audit;
  const readings = createStream<MarkReadingsTable>(
    (after) => readingsAfter(trx, after, rowsPerChunk),
    (r) => Number(r.mark),
  );
  const roots = createStream<MarkRootsTable>(
    (after) => rootsAfter(trx, after?.mark ?? -1n, rowsPerChunk),
    (r) => Number(r.mark),
  );
  const intake = createStream<OrderRow>(
    (after) => ordersAfter(trx, after, rowsPerChunk),
    (o) => Number(o.window_start),
  );
  const vectors = createVectorCheck(trx, differences);
  const had = createReadingsByReadAt();
  const baselineMarks = createBaselineMarks(trx, market, differences);
  const twins = createTwinsCheck(trx, audit.bots, differences);
  const operator = createOperatorFold(audit.bots, audit.closes);
  const held = createHeldCloses(trx, differences, [...audit.bots.keys()], leagues, { from, to });

  for (let mark = from; mark <= to; mark += markMs) {
    const known = (await readings.takeUpTo(mark)).filter((r) =>
      isAt(r.mark, mark, 'ledger.mark_readings', differences),
    );
    if (known.length === 0) differences.compare('ledger.mark_readings', iso(mark), { mark }, undefined);
    market.addMark(mark, known);
    for (const row of known) had.add(row);
    orders.addOrders(await intake.takeUpTo(mark));
    const stored = (await roots.takeUpTo(mark)).filter((r) => isAt(r.mark, mark, 'ledger.mark_roots', differences));
    orders.checkRoot(mark, stored[0], had.take(mark));
    checkLate(audit, mark);
    const cashOut = createCashOut(audit, mark, counts);
    await market.doMark(mark, cashOut, (action) => operator.apply(action, mark));

    const prices = new Map<Instant, { vector: PriceVector; usd: UsdPrices }>();
    const pricesOf = async (windowStart: Instant): Promise<UsdPrices> => {
      let p = prices.get(windowStart);
      if (!p) prices.set(windowStart, (p = await market.pricesOver(windowStart, mark)));
      return p.usd;
    };
    const used = await orders.decide({ mark, isCad: (s) => market.isCad(s, mark), pricesOf });
    for (const start of used) {
      const p = prices.get(start);
      if (!p) continue;
      vectors.expect(start + windowMs, mark, p.vector);
      if (start + windowMs < mark) await market.noteAgreedLate(start + windowMs, p.usd, mark);
    }
    await market.startBaselines(mark);
    await baselineMarks.add(orders.takeFirstFills(), mark);
    if (isClose(mark)) {
      const { vector, prices: closing } = await market.valuationAt(mark, mark);
      vectors.expect(mark, mark, vector);
      const stored = await held.at(mark);
      await audit.closes.checkClose({
        close: mark,
        prices: closing,
        baselines: market.baselines,
        baselinesAt: (league, end) => baselineMarks.at(league, end),
        stored,
        capacity: (league) => operator.capacity(league),
        rulesVersion: audit.rules.atMark(mark),
      });
      await twins.at(mark, stored.boards);
    }
    await vectors.check(mark);
    if (mark % dayMs === 0) onProgress?.({ mark, from, to });
  }
  // What came after the last mark was not due yet: only its receipts are looked at.
  orders.addOrders(await intake.takeUpTo(Number.POSITIVE_INFINITY));
  await vectors.finish();
  await baselineMarks.check();
  await twins.check();
  counts.readings = readings.taken();
  counts.roots = roots.taken();
  counts.vectors = vectors.taken();
}

/** Readings by the mark at which they were had. A late one comes with the mark that it is of, which is the earlier one. */
function createReadingsByReadAt() {
  const by = new Map<Instant, ReadAtMark[]>();
  return {
    add(row: MarkReadingsTable): void {
      const readAt = Number(row.read_at);
      const list = by.get(readAt) ?? [];
      list.push({ mark: Number(row.mark), attempt: Number(row.attempt), readings: row.readings });
      by.set(readAt, list);
    },
    take(mark: Instant): readonly ReadAtMark[] {
      const rows = by.get(mark) ?? [];
      by.delete(mark);
      return rows;
    },
  };
}

function isAt(found: bigint, mark: Instant, table: string, differences: Differences): boolean {
  if (Number(found) === mark) return true;
  differences.add(table, iso(Number(found)), 'mark', 'a mark of this data', found);
  return false;
}

/** A late answer is asked for on behalf of an order that waits for it. */
function checkLate({ market, orders, differences }: Audit, mark: Instant): void {
  const late = market.lateAt(mark);
  if (late.length === 0) return;
  const asked = new Set([...orders.waitingWindows()].flatMap((start) => [start, start + windowMs]));
  for (const at of late) {
    if (!asked.has(at))
      differences.add('ledger.mark_readings', iso(at), 'read_at', 'a mark at which an order waited for it', iso(mark));
  }
}

function createCashOut({ trx, orders }: Audit, mark: Instant, counts: RowCounts) {
  return async (symbol: string, price: bigint): Promise<void> => {
    counts.delistings += orders.cashOut(symbol, price, mark, await delistingsAt(trx, mark));
  };
}
