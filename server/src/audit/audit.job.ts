/**
 * Audit: does every mark again from the facts alone, and compares what follows with what is stored, to the last digit (contract 3.8 and
 * 3.9). What a fact is, and the steps of a mark, stand in flow/mark/mark.ts; what is decided in them is decided by the same functions
 * as in the engine.
 *
 * Marks are streamed, bots are held: memory grows with the number of bots, not with the length of the record.
 */
import { SetupError } from '../lib/setup-error.ts';
import type { Instant } from '../lib/clock.ts';
import { pause } from '../lib/loop.ts';
import { dayMs, markMs } from '../lib/time.ts';
import { firstMarkOf, type Origin } from '../engine/origin.ts';
import { readOpenedSeed } from '../engine/opened-seed.ts';
import { lastDayMoved, lastMarkDone, readMeta } from '../engine/progress.sql.ts';
import { openMark } from '../engine/shared-close/open-mark.sql.ts';
import { countWaiting } from '../flow/mark/queue.sql.ts';
import { doMark } from '../flow/mark/mark.ts';
import { decodeMarket } from '../flow/price/market.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import { onSnapshot } from '../storage/snapshot.ts';
import type { Storage } from '../storage/storage.ts';
import type { Snapshot } from './audit.sql.ts';
import { checkBlockChecks } from './block-checks.ts';
import { checkCounts, checkEnd } from './check-end.ts';
import { createAuditMarks } from './marks.ts';
import { openAudit } from './open-audit.ts';
import { checkSeed } from './seed-check.ts';
import { checkLate } from './late-check.ts';
import { checkLog } from './log-check.ts';
import { checkPayments } from './payments-check.ts';
import { checkShowcase } from './showcase-check.ts';
import { checkRounds } from './rounds-check.ts';
import { generators as allGenerators } from '../rounds/generators.ts';
import type { Generators } from '../rounds/maker.ts';

export type AuditReport = Awaited<ReturnType<typeof auditData>>;

export interface AuditProgress {
  readonly mark: Instant;
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * Reads only. A running league may go on meanwhile: all is read from one state of it.
 * @param generators of rounds, where they are not those of this program.
 */
export async function runAudit(
  storage: Storage,
  onProgress?: (p: AuditProgress) => void,
  generators: Generators = allGenerators,
): Promise<AuditReport> {
  const audited = { readChunks: storage.readChunks, generators };
  for (let waitedMs = 0; waitedMs <= openMsMax; waitedMs += lookMs) {
    const report = await onSnapshot(storage.db, async (trx) =>
      (await openMark(trx)) ? undefined : await auditData({ trx, ...audited }, onProgress),
    );
    if (report) return report;
    await pause(lookMs);
  }
  throw new SetupError(
    'A close is half done: its leagues are closed one by one, and the process that began it is gone or still works on it.',
    'Audit again when it is done. If no process serves this data, start one: it ends the close.',
  );
}

/** How long a close that is under way is waited for, and how often it is looked. */
const openMsMax = 60_000;
const lookMs = 250;

async function auditData(
  data: Snapshot & { readonly generators: Generators },
  onProgress?: (p: AuditProgress) => void,
) {
  const { trx } = data;
  // The ledger first: whatever it says is made of rows of the intake that are there by then.
  const until = await lastMarkDone(trx);
  const origin = await readMeta(trx, 'origin');
  const market = await readMeta(trx, 'market');
  if (origin === undefined || market === undefined) {
    throw new SetupError('The data holds no league yet.', 'Start it once with papertape serve.');
  }
  const from = firstMarkOf((JSON.parse(origin) as Origin).openedAt);
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
  if (until !== undefined) {
    const { openedAt, source, clock } = JSON.parse(origin) as Origin;
    const opening = { openedAt, priceSource: source, clock: clock.kind };
    const rulesAt = (mark: Instant): string | null => audit.rules.atMark(mark);
    const opened = await readOpenedSeed(trx);
    const log = await allIncidents(trx);
    const endedAt = log.find((i) => i.kind === 'market_ended')?.atMark;
    const isReal = clock.kind === 'real';
    await checkLate({ trx, differences: audit.differences, log, isReal, from, until });
    const made = { openedAt, source };
    const versions = decodeMarket(market);
    await checkSeed({ data, differences: audit.differences, origin: made, versions, opened, endedAt, until });
    await checkLog({
      data,
      opening,
      opened,
      market,
      rulesAt,
      actions: audit.actions,
      differences: audit.differences,
      from,
      until,
    });
  }
  const pools = new Map(decodeMarket(market).flatMap((version) => [...version.pools]));
  const blocks = await checkBlockChecks(trx, await allIncidents(trx), pools, audit.differences);
  const payments = await checkPayments(trx, audit.differences);
  const entries = await checkShowcase(data, audit.differences);
  const rounds = await checkRounds(trx, audit.differences, data.generators);
  await checkCounts(audit);
  const { differences, orders, closes, bots } = audit;
  return {
    differences: differences.list(),
    /** All of them, the ones not listed included. */
    differenceCount: differences.count(),
    /** The last mark that was audited; undefined when none was done yet. */
    until,
    /** The last day whose readings were read from the file of their day; undefined when all stand in the data. */
    readingsMoved: await lastDayMoved(trx),
    marks: until === undefined ? 0 : (until - from) / markMs + 1,
    orders: orders.tally.orders,
    fills: orders.tally.fills,
    waiting: await countWaiting(trx),
    blocks,
    payments,
    /** Of the showcase. */
    entries,
    rounds,
    closes: closes.rows['ledger.closes'],
    bots: bots.size,
    leagues: new Set([...bots.values()].map((b) => b.league)).size,
  };
}
