/**
 * Audit: does every mark again from the facts alone, and compares what follows with what is stored, to the last digit (contract 3.8 and
 * 3.9). What a fact is, and the steps of a mark, stand in flow/mark/mark.ts; what is decided in them is decided by the same functions
 * as in the engine.
 *
 * Marks are streamed, bots are held: memory grows with the number of bots, not with the length of the record.
 */
import { SetupError } from '../lib/setup-error.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { dayMs, markMs } from '../lib/time.ts';
import { lastMarkDone, readMeta } from '../engine/progress.sql.ts';
import { allRules, rulesTexts } from '../engine/rules.sql.ts';
import { countWaiting } from '../flow/mark/queue.sql.ts';
import { doMark } from '../flow/mark/mark.ts';
import { createMarkState } from '../flow/mark/mark-state.ts';
import { decodeMarket, type MarketVersion } from '../flow/price/market.ts';
import { readingsAt } from '../flow/price/price.sql.ts';
import type { Suspension } from '../flow/price/suspension.ts';
import { allActions } from '../operator/action.sql.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import type { OperatorAction } from '../operator/action.ts';
import { onSnapshot } from '../storage/snapshot.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { appliedActions, botsOf, type Snapshot } from './audit.sql.ts';
import { createBaselineMarks } from './baseline-marks.ts';
import { checkBlockChecks } from './block-checks.ts';
import { checkCounts, checkEnd } from './check-end.ts';
import { createChanges } from './changes.ts';
import { createClosesFold } from './closes-fold.ts';
import { createDifferences, type Difference, type Differences } from './differences.ts';
import { createHeldCloses } from './held-closes.ts';
import { createIncidentLog } from './incident-log.ts';
import { createAuditMarks, type Audit } from './marks.ts';
import { createOrdersFold } from './orders-fold.ts';
import { foldedBot, type FoldedBot } from './folded-bot.ts';
import { createAuditRecord } from './record.ts';
import { createRulesCheck } from './rules-check.ts';
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
  return await onSnapshot(storage.db, (trx) => auditData({ trx, readChunks: storage.readChunks }, onProgress));
}

async function auditData(data: Snapshot, onProgress?: (p: AuditProgress) => void): Promise<AuditReport> {
  const { trx } = data;
  // The ledger first: whatever it says is made of rows of the intake that are there by then.
  const until = await lastMarkDone(trx);
  const origin = await readMeta(trx, 'origin');
  const market = await readMeta(trx, 'market');
  if (origin === undefined || market === undefined) {
    throw new SetupError('The data holds no league yet.', 'Start it once with papertape serve.');
  }
  const from = Math.ceil((JSON.parse(origin) as { openedAt: number }).openedAt / markMs) * markMs;
  const audit = await openAudit(data, decodeMarket(market), from, until);
  const marks = createAuditMarks(audit);
  if (until !== undefined) {
    for (let mark = from; mark <= until; mark += markMs) {
      await doMark(marks.driver, mark);
      await marks.check(mark);
      if (mark % dayMs === 0) onProgress?.({ mark, from, to: until });
    }
    await marks.finish();
  }
  await checkEnd(audit, until ?? from - markMs);
  audit.log.finish();
  const differ = (await allIncidents(trx)).filter((i) => i.kind === 'price_differs');
  await checkBlockChecks(trx, differ, audit.differences);
  await checkCounts(audit);
  const { differences, orders, closes, bots } = audit;
  return {
    differences: differences.list(),
    differenceCount: differences.count(),
    until,
    marks: until === undefined ? 0 : (until - from) / markMs + 1,
    orders: orders.tally.orders,
    fills: orders.tally.fills,
    waiting: await countWaiting(trx),
    closes: closes.counts.closes,
    bots: bots.size,
    leagues: new Set([...bots.values()].map((b) => b.league)).size,
  };
}

async function openAudit(
  data: Snapshot,
  versions: readonly MarketVersion[],
  firstMark: Instant,
  until: Instant | undefined,
): Promise<Audit> {
  const { trx } = data;
  const differences = createDifferences();
  const bots = await loadBots(data);
  const suspended = new Map<string, Suspension>();
  const readOld = async (mark: Instant) => await readingsAt(trx, mark);
  const record = createAuditRecord({ versions, firstMark, differences, suspended, readOld });
  const inForce = await allRules(trx);
  const numbers = inForce.map((r) => r.number);
  const next = until === undefined ? firstMark : until + markMs;
  const rules = createRulesCheck(inForce, await rulesTexts(trx, numbers), next, differences);
  const told = (await allIncidents(trx)).filter((i) => i.kind !== 'price_differs');
  return {
    data,
    differences,
    bots,
    record,
    marks: createMarkState({ record: record.record, suspended, baselines: new Map() }),
    orders: createOrdersFold(bots, rules, differences),
    changes: createChanges(bots, differences),
    closes: createClosesFold(trx, bots.values(), differences),
    rules,
    log: createIncidentLog(told, differences),
    baselineMarks: createBaselineMarks(data, differences),
    vectors: createVectorCheck(data, differences),
    twins: createTwinsCheck(data, bots, differences),
    held: createHeldCloses(trx, differences, [...bots.keys()], { from: firstMark, to: until ?? firstMark }),
    actions: await actionsByMark(trx, differences),
    rows: { readings: 0, roots: 0, payouts: 0, vectors: 0, delistings: 0 },
  };
}

async function loadBots(data: Snapshot): Promise<Map<string, FoldedBot>> {
  const all: FoldedBot[] = [];
  for await (const bots of botsOf(data)) all.push(...bots.map(foldedBot));
  all.sort((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(all.map((b) => [b.id, b]));
}

/** When each action was applied is a fact: not before it was asked for. */
async function actionsByMark(trx: Trx, differences: Differences): Promise<Map<Instant, OperatorAction[]>> {
  const asked = new Map((await allActions(trx)).map((a) => [a.id, a]));
  const byMark = new Map<Instant, OperatorAction[]>();
  for (const [i, { number, actionId, mark }] of (await appliedActions(trx)).entries()) {
    const differs = (field: string, expected: string | number, found: string | number): void =>
      differences.add('ledger.applied_actions', actionId, field, expected, found);
    const action = asked.get(actionId);
    if (number !== i + 1) differs('number', i + 1, number);
    if (!action) {
      differs('action_id', 'an action that was asked for', actionId);
      continue;
    }
    if (mark < action.at) differs('at_mark', `a mark at or after ${iso(action.at)}`, iso(mark));
    const list = byMark.get(mark);
    if (list) list.push(action);
    else byMark.set(mark, [action]);
  }
  return byMark;
}
