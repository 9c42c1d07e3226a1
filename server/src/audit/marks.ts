/** The audit's part of each step of a mark: the facts are read, what follows is decided by flow/ and compared with what is stored. */
import { iso, type Instant } from '../lib/clock.ts';
import { windowMs } from '../lib/time.ts';
import type { MarkDriver } from '../flow/mark/mark.ts';
import type { FirstFills } from '../flow/mark/mark-state.ts';
import { lapsingUpTo, seatsCountFrom } from '../flow/ladder/seat.ts';
import { canRetire, leftBot } from '../flow/mark/presence.ts';
import type { StoredPayout } from '../flow/mark/payouts.sql.ts';
import { marksWaitedFor } from '../flow/mark/queue.ts';
import { boughtAt } from '../flow/rank/baseline.ts';
import { staleRows, type StoredReading } from '../flow/price/price.sql.ts';
import type { SuspensionEntry } from '../flow/price/suspension.ts';
import { applyAction, type OperatorBook } from '../operator/apply.ts';
import { byLeague, lapseIncident } from '../operator/lapses.ts';
import { seatsOf, type LeagueSettings, type SettingsByLeague } from '../operator/league-settings.ts';
import { suspensionIncident } from '../operator/suspensions.ts';
import { baselineFacts, delistingsAt, ordersOf, payoutsOf, readingsOf, type OrderAndOutcome } from './audit.sql.ts';
import { cashOut, pay, payNoted } from './changes.ts';
import type { Audit } from './open-audit.ts';
import { createStream } from './streams.ts';

export function createAuditMarks(audit: Audit) {
  const { differences, record, marks, orders, vectors, baselineMarks, held, rows } = audit;
  const facts = createFacts(audit);
  const settings = new Map<string, LeagueSettings>();
  const moderation: OperatorBook['moderation'] = new Map();
  const ended: OperatorBook['market'] = { endedAt: undefined };
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
    log: async (mark) => orders.addOrders(await facts.orders(mark)),
    agree: async (mark) => await record.noteFirst(mark),
    async operate(mark) {
      const due = audit.actions.get(mark) ?? [];
      const book = due.length > 0 ? foldedBook(audit, { settings, moderation, market: ended }, mark) : undefined;
      for (const action of due) if (book) await applyAction(book, action);
    },
    async suspend(mark) {
      for (const entry of await marks.suspensionsDue(mark)) await enter(audit, entry, mark);
    },
    lapse: async (mark) => lapse(audit, settings, mark),
    async fill(mark) {
      const pricesOf = async (start: Instant) => await marks.pricesOver(start, mark);
      for (const start of await orders.decide({ mark, pricesOf })) {
        const { vector, usd } = await marks.pricesOver(start, mark);
        vectors.expect(start + windowMs, mark, vector);
        await marks.notePriced(start, usd, mark);
      }
      firstFills = orders.takeFirstFills();
    },
    async pay(mark) {
      for (const payout of await facts.payouts(mark)) pay(audit, payout);
      payNoted(audit, await facts.baselines(mark), mark);
    },
    beginBaselines: async (mark) => void (await marks.beginBaselines(mark)),
    async valueBaselines(mark) {
      for (const found of await marks.baselineMarks(firstFills, mark)) baselineMarks.expect(found);
    },
    async close(mark) {
      const { vector, prices, stale } = await marks.valuationAt(mark, mark);
      audit.stale.push(...staleRows(mark, stale));
      vectors.expect(mark, mark, vector);
      const valued = await audit.closes.checkClose({
        close: mark,
        prices,
        baselines: marks.baselines,
        baselinesAt: (league, end) => baselineMarks.at(league, end),
        held: await held.at(mark),
        capacity: (league) => settings.get(league)?.capacity,
        rulesVersion: audit.rules.atMark(mark),
        missed: audit.aside.missedAt(mark),
        kept: audit.aside.keptAt(mark),
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
function foldedBook(
  audit: Audit,
  folded: Pick<OperatorBook, 'settings' | 'moderation' | 'market'>,
  mark: Instant,
): OperatorBook {
  const { bots, closes, marks, log } = audit;
  return {
    mark,
    suspended: marks.suspended,
    ...folded,
    seatsHeldMost: async (league) => closes.seatsHeldMost(league, mark),
    async leagueToLeave(botId) {
      const bot = bots.get(botId);
      return bot && canRetire(bot, mark) ? bot.league : undefined;
    },
    seatsWith: async (league, botId) => closes.seatsWith(league, botId, mark),
    botsToLeave: async (makerId) =>
      [...bots.values()].flatMap((bot) => (bot.makerId === makerId && canRetire(bot, mark) ? [bot.id] : [])),
    leftBot: async (botId) => leftBot(bots.get(botId), mark),
    latestClose: async (league) => closes.ladder.latestClose(league),
    staleSince: async (symbol) => await marks.staleSince(symbol, mark),
    enter: async (entry) => await enter(audit, entry, mark),
    voidClose: async (close, reason) =>
      closes.voidClose({ ...close, atMark: mark, reason }, folded.settings.get(close.league)?.capacity),
    async retire(botId) {
      const bot = bots.get(botId);
      if (bot) bot.retiredByOperatorAt = mark;
    },
    async reinstate(botId) {
      const bot = bots.get(botId);
      if (!bot) return;
      bot.reinstatedFrom = bot.retiredByOperatorAt;
      bot.retiredByOperatorAt = undefined;
    },
    log: async (incident) => log.expect(incident),
  };
}

/** The seats that lapse, league by league. */
function lapse(audit: Audit, settings: SettingsByLeague, mark: Instant): void {
  for (const [league, windowStart] of boughtAt(audit.marks.baselines).toSorted(byLeague)) {
    const upTo = lapsingUpTo(mark, seatsCountFrom(seatsOf(settings.get(league), windowStart)));
    if (upTo !== undefined) lapseOf(audit, league, upTo, mark);
  }
}

/** Seats that were taken up to an instant, and whose bots have neither a scored fill nor an order under way. */
function lapseOf({ bots, orders, log }: Audit, league: string, upTo: Instant, mark: Instant): void {
  const undecided = orders.undecided();
  for (const bot of bots.values()) {
    if (bot.league !== league || bot.house || bot.registeredAt > upTo || !canRetire(bot, mark)) continue;
    if (bot.now.firstFillAt !== undefined || undecided.has(bot.id)) continue;
    bot.retiredByOperatorAt = mark;
    log.expect(lapseIncident(bot.id, mark));
  }
}

async function enter(audit: Audit, draft: Omit<SuspensionEntry, 'last'>, mark: Instant): Promise<void> {
  const { data, marks, log, rows, stale } = audit;
  const entry = await marks.enter(draft, mark);
  log.expect(suspensionIncident(entry, mark));
  const { symbol, paid } = entry;
  if (!paid) return;
  if (paid.of) stale.push(...staleRows(mark, [[symbol, paid.of]]));
  rows['ledger.delistings'] += cashOut(audit, symbol, paid.price, mark, await delistingsAt(data.trx, mark, symbol));
}

/** The rows that are read mark by mark. Each is asked for in order, once for a mark. */
function createFacts({ data, differences }: Pick<Audit, 'data' | 'differences'>) {
  const readings = createStream(readingsOf(data), (r) => r.mark);
  const orders = createStream(ordersOf(data), ({ order }) => order.windowStart);
  const payouts = createStream(payoutsOf(data), (p) => p.mark);
  let baselines: ReturnType<typeof baselineFacts> | undefined;

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
      return known;
    },
    payouts: async (mark: Instant): Promise<readonly StoredPayout[]> =>
      (await payouts.takeUpTo(mark)).filter((p) => isAt(p.mark, mark, 'ledger.payouts')),
    /** What rooms noted of baselines. */
    baselines: async (mark: Instant) => (await (baselines ??= baselineFacts(data.trx))).get(mark) ?? [],
    orders: async (upTo: Instant): Promise<readonly OrderAndOutcome[]> => await orders.takeUpTo(upTo),
    close: async () => void (await Promise.all([readings, orders, payouts].map((each) => each.close()))),
    taken: () => ({
      'ledger.mark_readings': readings.taken(),
      'ledger.payouts': payouts.taken(),
    }),
  };
}
