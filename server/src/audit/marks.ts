/** The audit's part of each step of a mark: the facts are read, what follows is decided by flow/ and compared with what is stored. */
import { iso, type Instant } from '../lib/clock.ts';
import { windowMs } from '../lib/time.ts';
import type { MarkDriver } from '../flow/mark/mark.ts';
import type { FirstFills } from '../flow/mark/mark-state.ts';
import { canRetire } from '../flow/mark/presence.ts';
import type { StoredPayout } from '../flow/mark/payouts.sql.ts';
import { marksWaitedFor } from '../flow/mark/queue.ts';
import type { MarkRoot, ReadAtMark } from '../flow/order/merkle.ts';
import type { StoredReading } from '../flow/price/price.sql.ts';
import type { SuspensionEntry } from '../flow/price/suspension.ts';
import { applyAction, type OperatorBook } from '../operator/apply.ts';
import type { LeagueSettings } from '../operator/league-settings.ts';
import { suspensionIncident } from '../operator/suspensions.ts';
import { delistingsAt, ordersOf, payoutsOf, readingsOf, rootsOf, type OrderAndOutcome } from './audit.sql.ts';
import { cashOut, pay } from './changes.ts';
import type { Audit } from './open-audit.ts';
import { createStream } from './streams.ts';

export function createAuditMarks(audit: Audit) {
  const { differences, record, marks, orders, vectors, baselineMarks, held, rows } = audit;
  const facts = createFacts(audit);
  const settings = new Map<string, LeagueSettings>();
  let firstFills: FirstFills = new Map();

  const driver: MarkDriver<Promise<void>> = {
    read: async (mark) => record.addMark(mark, await facts.readings(mark)),
    // A late answer is asked for on behalf of an order that waits for it.
    async askAgain(mark) {
      const late = record.lateAt(mark);
      const asked = late.length > 0 ? marksWaitedFor(orders.waitingWindows()) : undefined;
      for (const at of late) {
        const waited = 'a mark at which an order waited for it';
        if (!asked?.has(at)) differences.add('ledger.mark_readings', iso(at), 'read_at', waited, iso(mark));
      }
    },
    async log(mark) {
      orders.addOrders(await facts.orders(mark));
      orders.checkRoot(mark, await facts.root(mark), facts.hadAt(mark));
    },
    agree: async (mark) => await record.noteFirst(mark),
    async operate(mark) {
      const due = audit.actions.get(mark) ?? [];
      const book = due.length > 0 ? foldedBook(audit, settings, mark) : undefined;
      for (const action of due) if (book) await applyAction(book, action);
    },
    async suspend(mark) {
      for (const entry of await marks.suspensionsDue(mark)) await enter(audit, entry, mark);
    },
    async fill(mark) {
      const pricesOf = async (start: Instant) => (await marks.pricesOver(start, mark)).usd;
      for (const start of await orders.decide({ mark, isCad: marks.isCad(mark), pricesOf })) {
        const { vector, usd } = await marks.pricesOver(start, mark);
        vectors.expect(start + windowMs, mark, vector);
        await marks.notePriced(start, usd, mark);
      }
      firstFills = orders.takeFirstFills();
    },
    async pay(mark) {
      for (const payout of await facts.payouts(mark)) pay(audit, payout);
    },
    beginBaselines: async (mark) => void (await marks.beginBaselines(mark)),
    async valueBaselines(mark) {
      for (const found of await marks.baselineMarks(firstFills, mark)) baselineMarks.expect(found);
    },
    async close(mark) {
      const { vector, prices } = await marks.valuationAt(mark, mark);
      vectors.expect(mark, mark, vector);
      const valued = await audit.closes.checkClose({
        close: mark,
        prices,
        baselines: marks.baselines,
        baselinesAt: (league, end) => baselineMarks.at(league, end),
        held: await held.at(mark),
        capacity: (league) => settings.get(league)?.capacity,
        rulesVersion: audit.rules.atMark(mark),
      });
      await audit.twins.at(mark, valued);
    },
  };
  return {
    driver,
    /** After the steps of a mark. */
    check: async (mark: Instant): Promise<void> => await vectors.check(mark),
    /** After the last mark. What came after it was not due yet: only its receipts are looked at. */
    async finish(): Promise<void> {
      orders.addOrders(await facts.orders(Number.POSITIVE_INFINITY));
      await vectors.finish();
      await baselineMarks.check();
      await audit.twins.check();
      Object.assign(rows, facts.taken(), { 'ledger.price_vectors': vectors.taken() });
      await facts.close();
    },
  };
}

/** What the operator does, done to what the audit has folded. */
function foldedBook(audit: Audit, settings: Map<string, LeagueSettings>, mark: Instant): OperatorBook {
  const { bots, closes, marks, log } = audit;
  return {
    mark,
    suspended: marks.suspended,
    settings,
    fullestTier: async (league) => closes.fullestTier(league, mark),
    async leagueToLeave(botId) {
      const bot = bots.get(botId);
      return bot && canRetire(bot, mark) ? bot.league : undefined;
    },
    latestClose: async (league) => closes.ladder.latestClose(league),
    enter: async (entry) => await enter(audit, entry, mark),
    voidClose: async (close, reason) => closes.voidClose({ ...close, atMark: mark, reason }),
    async retire(botId) {
      const bot = bots.get(botId);
      if (bot) bot.retiredByOperatorAt = mark;
    },
    log: async (incident) => log.expect(incident),
  };
}

async function enter(audit: Audit, draft: Omit<SuspensionEntry, 'last'>, mark: Instant): Promise<void> {
  const { data, marks, log, rows } = audit;
  const entry = await marks.enter(draft, mark);
  log.expect(suspensionIncident(entry, mark));
  if (entry.kind !== 'delisted') return;
  const held = await delistingsAt(data.trx, mark, entry.symbol);
  rows['ledger.delistings'] += cashOut(audit, entry.symbol, entry.last?.price ?? 0n, mark, held);
}

/** The rows that are read mark by mark. Each is asked for in order, once for a mark. */
function createFacts({ data, differences }: Pick<Audit, 'data' | 'differences'>) {
  const readings = createStream(readingsOf(data), (r) => r.mark);
  const roots = createStream(rootsOf(data), (r) => r.mark);
  const orders = createStream(ordersOf(data), ({ order }) => order.windowStart);
  const payouts = createStream(payoutsOf(data), (p) => p.mark);
  /** By the mark at which they were had: a late one comes with the mark that it is of, which is the earlier one. */
  const had = new Map<Instant, ReadAtMark[]>();

  /** Rows that stand between two marks belong to none. */
  function isAt(found: Instant, mark: Instant, table: string): boolean {
    if (found === mark) return true;
    differences.add(table, iso(found), 'mark', 'a mark of this data', found);
    return false;
  }

  return {
    async readings(mark: Instant): Promise<readonly StoredReading[]> {
      const known = (await readings.takeUpTo(mark)).filter((r) => isAt(r.mark, mark, 'ledger.mark_readings'));
      if (known.length === 0) differences.compare('ledger.mark_readings', iso(mark), { mark }, undefined);
      for (const row of known) had.set(row.readAt, [...(had.get(row.readAt) ?? []), row]);
      return known;
    },
    payouts: async (mark: Instant): Promise<readonly StoredPayout[]> =>
      (await payouts.takeUpTo(mark)).filter((p) => isAt(p.mark, mark, 'ledger.payouts')),
    orders: async (upTo: Instant): Promise<readonly OrderAndOutcome[]> => await orders.takeUpTo(upTo),
    root: async (mark: Instant): Promise<MarkRoot | undefined> =>
      (await roots.takeUpTo(mark)).find((r) => isAt(r.mark, mark, 'ledger.mark_roots')),
    /** All that was had at the mark. */
    hadAt(mark: Instant): readonly ReadAtMark[] {
      const rows = had.get(mark) ?? [];
      had.delete(mark);
      return rows;
    },
    close: async () => void (await Promise.all([readings, roots, orders, payouts].map((each) => each.close()))),
    taken: () => ({
      'ledger.mark_readings': readings.taken(),
      'ledger.mark_roots': roots.taken(),
      'ledger.payouts': payouts.taken(),
    }),
  };
}
