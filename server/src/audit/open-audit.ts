/** Opens an audit: what is read of the data at once, and what folds and compares it. */
import { iso, type Instant } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import { allRules, rulesTexts } from '../engine/rules.sql.ts';
import { createMarkState } from '../flow/mark/mark-state.ts';
import { createReadingsRecord, type TellReading } from '../flow/mark/readings-record.ts';
import type { MarketVersion } from '../flow/price/market.ts';
import { readingsAt } from '../flow/price/price.sql.ts';
import type { Suspension } from '../flow/price/suspension.ts';
import { allActions } from '../operator/action.sql.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import { asideTimes } from '../operator/aside.ts';
import type { OperatorAction } from '../operator/action.ts';
import { isFoundOut } from '../operator/incident.ts';
import { standsLast } from '../operator/late.ts';
import type { RowOf } from '../storage/bulk.ts';
import type { Trx } from '../storage/storage.ts';
import { appliedActions, botsOf, type Snapshot } from './audit.sql.ts';
import { createBaselineMarks } from './baseline-marks.ts';
import { createClosesFold } from './closes-fold.ts';
import { createDifferences, type Differences } from './differences.ts';
import { createHeldCloses } from './held-closes.ts';
import { createIncidentLog } from './incident-log.ts';
import { createOrdersFold } from './orders-fold.ts';
import { foldedBot, type FoldedBot } from './folded-bot.ts';
import { createRulesCheck } from './rules-check.ts';
import { createTwinsCheck } from './twins-check.ts';
import { createVectorCheck } from './vector-check.ts';

/** What the steps of one audit share. */
export async function openAudit(
  data: Snapshot,
  versions: readonly MarketVersion[],
  firstMark: Instant,
  until: Instant | undefined,
) {
  const { trx } = data;
  const differences = createDifferences();
  const bots = await loadBots(data);
  const suspended = new Map<string, Suspension>();
  const readOld = async (mark: Instant) => await readingsAt(trx, mark);
  const differs: TellReading = (...difference) => differences.add('ledger.mark_readings', ...difference);
  const record = createReadingsRecord({ versions, firstMark, differs, suspended, readOld });
  const inForce = await allRules(trx);
  const numbers = inForce.map((r) => r.number);
  const next = until === undefined ? firstMark : until + markMs;
  const rules = createRulesCheck(inForce, await rulesTexts(trx, numbers), next, differences);
  const log = await allIncidents(trx);
  const aside = asideTimes(log);
  const told = log.filter((i) => !isFoundOut(i) && !standsLast(i));
  return {
    data,
    differences,
    /** In order of id. */
    bots,
    record,
    marks: createMarkState({ record: record.record, suspended, baselines: new Map() }),
    aside,
    orders: createOrdersFold({ bots, rules, aside, differences }),
    closes: createClosesFold(trx, bots.values(), differences),
    rules,
    log: createIncidentLog(told, differences),
    baselineMarks: createBaselineMarks(data, differences),
    vectors: createVectorCheck(data, differences),
    twins: createTwinsCheck(data, bots, differences),
    held: createHeldCloses(trx, differences, [...bots.keys()], { from: firstMark, to: until ?? firstMark }),
    /** Operator's actions by the mark at which they were applied, in order. */
    actions: await actionsByMark(trx, differences),
    /** What must be stored of symbols that were valued without an agreed price. */
    stale: [] as RowOf<'ledger.stale_prices'>[],
    /** Rows of the tables that are read mark by mark. */
    rows: {
      'ledger.mark_readings': 0,
      'ledger.payouts': 0,
      'ledger.price_vectors': 0,
      'ledger.delistings': 0,
    },
  };
}

export type Audit = Awaited<ReturnType<typeof openAudit>>;

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
    byMark.set(mark, [...(byMark.get(mark) ?? []), action]);
  }
  return byMark;
}
