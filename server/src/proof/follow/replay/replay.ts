/**
 * Does the marks of a public log again, from what the log says came from outside (registrations, orders, readings, what the operator asked
 * for, payouts), by the steps of flow/mark/mark.ts, and holds every entry that follows from that against the log: incidents, delistings,
 * outcomes, prices, closes, weeks, moves.
 *
 * The engine, the audit and the backtest do the same steps; this one knows nothing but what is public.
 */
import type { LogEntry } from 'papertape-contract/log-entries';
import type { FillProof } from 'papertape-contract/proof';
import { iso, type Instant } from '../../../lib/clock.ts';
import { moneyScale, parseFixed } from '../../../lib/decimal.ts';
import { isClose, windowMs } from '../../../lib/time.ts';
import { messageOf } from '../../../lib/text.ts';
import { firstMarkOf } from '../../../engine/origin.ts';
import { pricesEntry } from '../../../flow/mark/entries.ts';
import { doMark, type MarkDriver } from '../../../flow/mark/mark.ts';
import { createMarkState, type FirstFills, type MarkState } from '../../../flow/mark/mark-state.ts';
import { newcomer } from '../../../flow/mark/bot-so-far.ts';
import { applyChange, type Payout } from '../../../flow/mark/portfolio.ts';
import { isPresent } from '../../../flow/mark/presence.ts';
import type { MarkAnswer } from '../../../flow/mark/readings-record.ts';
import { baselinePays, baselinesFact } from '../../../flow/mark/room-baselines.ts';
import { checkPayout } from '../../../flow/mark/rooms.ts';
import { encodeVector } from '../../../flow/price/vector-text.ts';
import { isFoundOut } from '../../../operator/incident.ts';
import { standsLast } from '../../../operator/late.ts';
import { capacityOf } from '../../../operator/league-settings.ts';
import type { Service } from '../../check/service.ts';
import type { Steps } from '../../check/steps.ts';
import type { Book } from '../book.ts';
import { entriesOf, type LoggedMark } from '../marks.ts';
import { checkCloseLines, closeAgain } from './closes.ts';
import { compareEntries } from './compare.ts';
import { createFacts, type Facts } from './facts.ts';
import { lapseAgain } from './lapse.ts';
import { actAgain, createActs } from './operator.ts';
import { decideOrders, orderKey } from './orders.ts';
import { failedAt, type FailedAtMark } from './failed.ts';
import { createReplayRecord, type ReplayRecord } from './record.ts';
import { checkSeats } from './seats.ts';
import type { SeededCheck } from './seeded.ts';
import { leagueOf, type ReplayState } from './state.ts';

export interface Replay {
  readonly state: ReplayState;
  /** The next mark. Asked before its entries are put into the book. */
  mark(logged: LoggedMark): Promise<void>;
}

export interface ReplayOptions {
  readonly service: Service;
  readonly steps: Steps;
  readonly state: ReplayState;
  readonly book: Book;
  /** The league whose orders and closes are done again; all without it. */
  readonly league?: string | undefined;
  /** Of a simulated market whose seed is public. */
  readonly checkSeeded?: SeededCheck | undefined;
}

/** What a mark is done with. */
interface AtMark extends ReplayOptions {
  readonly facts: Facts;
  readonly record: ReplayRecord;
  readonly marks: MarkState;
  readonly logged: LoggedMark;
  readonly rows: readonly MarkAnswer[];
  readonly proofs: ReadonlyMap<string, FillProof>;
  readonly failed: FailedAtMark;
  readonly isFollowed: (league: string) => boolean;
}

export function createReplay(options: ReplayOptions): Replay {
  const { service, steps, state, book, league } = options;
  const facts = createFacts(service);
  const isFollowed = (of: string): boolean => league === undefined || of === league;
  let shared: { readonly record: ReplayRecord; readonly marks: MarkState } | undefined;

  function open(mark: Instant): { readonly record: ReplayRecord; readonly marks: MarkState } {
    const opened = Date.parse(book.opening?.opened_at ?? iso(mark));
    const record = createReplayRecord({ state, steps, facts, book, firstMark: firstMarkOf(opened) });
    const { suspended, baselines } = state;
    return { record, marks: createMarkState({ record: record.record, suspended, baselines }) };
  }

  return {
    state,
    async mark(logged) {
      const { mark, head } = logged;
      shared ??= open(mark);
      const at = { ...options, ...shared, facts, logged, isFollowed, failed: failedAt(book, logged) };
      await steps.part(`mark ${iso(mark)}`, async () => {
        const proofs = await loadProofs(at);
        const rows = await facts.readings(mark, head.readings);
        await at.record.open(logged);
        options.checkSeeded?.(rows, at.record.poolsAt);
        enterBots(state, logged);
        const expected: string[] = [];
        await doMark(driverOf({ ...at, proofs, rows }, expected), mark);
        await checkLeagueSeats(at);
        compareEntries(
          steps,
          expected,
          logged.entries.filter(({ entry }) => follows(at, entry)),
        );
      });
    },
  };
}

/** Entries that follow from others, of the leagues that are followed. */
function follows({ state, isFollowed }: Pick<AtMark, 'state' | 'isFollowed'>, entry: LogEntry): boolean {
  switch (entry.type) {
    case 'incident':
      return !isFoundOut(entry) && !standsLast(entry);
    case 'prices':
      return true;
    case 'delisting':
    case 'outcome':
      return isFollowed(state.bots.get(entry.agent_id)?.league ?? '');
    case 'move':
    case 'week':
    case 'close':
      return isFollowed(entry.league);
    default:
      return false;
  }
}

async function loadProofs({ facts, logged, steps, state, isFollowed }: Omit<AtMark, 'proofs' | 'rows'>) {
  const proofs = new Map<string, FillProof>();
  for (const { agent_id: botId, order_id: orderId } of entriesOf(logged, 'outcome')) {
    if (!isFollowed(state.bots.get(botId)?.league ?? '')) continue;
    await steps.part(`order ${orderId}`, async () => void proofs.set(orderId, await facts.fill(orderId)));
  }
  return proofs;
}

function enterBots({ bots }: ReplayState, logged: LoggedMark): void {
  for (const { agent_id: id, league, at, maker_id: makerId } of entriesOf(logged, 'bot')) {
    bots.set(id, { id, league, makerId, registeredAt: Date.parse(at), retiredAt: undefined, ...newcomer, waited: [] });
  }
  for (const { agent_id: id, at } of entriesOf(logged, 'retired')) {
    const bot = bots.get(id);
    if (bot) bot.retiredAt = Date.parse(at);
  }
}

async function checkLeagueSeats(at: Omit<AtMark, 'proofs' | 'rows'>): Promise<void> {
  const { state, steps, facts, logged, isFollowed } = at;
  const came = [...entriesOf(logged, 'bot'), ...entriesOf(logged, 'move')].map((entry) => entry.league);
  for (const league of new Set(came.filter(isFollowed)))
    checkSeats(steps, at, league, capacityOf(state.settings, league, await facts.seats(logged.head.rules)));
}

function driverOf(at: AtMark, expected: string[]): MarkDriver<Promise<void>> {
  const { state, steps, marks, record, logged, book, isFollowed, facts, service } = at;
  const outcomes = new Map(entriesOf(logged, 'outcome').map((o) => [orderKey(o.agent_id, o.sequence), o]));
  const acts = createActs(at);
  let firstFills: FirstFills = new Map();
  return {
    read: async (mark) => record.read(mark, logged.head.readings, at.rows),
    askAgain: async () => undefined,
    log: async () => undefined,
    agree: async (mark) => await record.noteFirst(mark),
    operate: async () => await actAgain(acts, entriesOf(logged, 'action')),
    async suspend(mark) {
      for (const entry of await marks.suspensionsDue(mark)) await acts.enter(entry);
      if (isClose(mark)) await lapseAgain(at, acts);
      expected.push(...acts.entries());
    },
    lapse: async () => undefined,
    async fill(mark) {
      const { aside } = at.failed;
      const input = { state, steps, marks, mark, book, isFollowed, logged: outcomes, proofs: at.proofs, aside };
      const decided = await decideOrders(input);
      firstFills = decided.firstFills;
      expected.push(...decided.entries);
      for (const end of windowsOf(logged)) {
        const { vector, usd } = await marks.pricesOver(end - windowMs, mark);
        expected.push(pricesEntry(end, encodeVector(vector)));
        await marks.notePriced(end - windowMs, usd, mark);
      }
    },
    async pay() {
      payAgain(at);
      payBaselinesAgain(at);
    },
    beginBaselines: async (mark) => void (await marks.beginBaselines(mark)),
    async valueBaselines(mark) {
      for (const { league, end, values } of await marks.baselineMarks(firstFills, mark)) {
        const { begun } = leagueOf(state, league);
        if (!begun.has(end)) begun.set(end, values);
      }
    },
    async close(mark) {
      const { vector, prices } = await marks.valuationAt(mark, mark);
      expected.push(pricesEntry(mark, encodeVector(vector)));
      const seats = await facts.seats(logged.head.rules);
      const present = [...state.bots.values()].filter((bot) => isPresent(bot, mark)).map((bot) => bot.league);
      const { missed, kept } = at.failed;
      for (const league of [...new Set([...present, ...state.baselines.keys()])].filter(isFollowed).toSorted()) {
        if (missed.has(league)) continue;
        const capacity = capacityOf(state.settings, league, seats);
        const made = closeAgain({ state, league, close: mark, prices, book, capacity, kept });
        expected.push(...made.entries);
        await checkCloseLines(service, steps, { league, close: mark }, made);
      }
    },
  };
}

/** Ends of windows whose prices decided orders here. At a close the last entry of prices is that of the close. */
function windowsOf(logged: LoggedMark): Instant[] {
  const ends = entriesOf(logged, 'prices').map((p) => Date.parse(p.window_end));
  return isClose(logged.mark) ? ends.slice(0, -1) : ends;
}

function payAgain({ state, steps, logged }: AtMark): void {
  for (const entry of entriesOf(logged, 'payout')) {
    const { agent_id: botId, league, room, payout_id: id } = entry;
    const payout: Payout = {
      kind: 'payout',
      botId,
      league,
      cash: parseFixed(entry.cash, moneyScale),
      why: { room, id },
      ...(entry.counts ? { scoredAt: logged.mark } : {}),
    };
    const bot = state.bots.get(botId);
    try {
      checkPayout(room, payout, bot && isPresent(bot, logged.mark) ? bot.league : undefined);
      if (bot) bot.now = applyChange(bot.now, payout);
    } catch (e) {
      steps.differs(`payout ${room}/${id} of ${botId}`, messageOf(e), 'one that may be made');
    }
  }
}

/** What rooms say of baselines. The first answer stands, as in the engine: two facts of one league have one value before them. */
function payBaselinesAgain({ state, steps, logged, marks, isFollowed }: AtMark): void {
  for (const { about, room, fact_id: id, name, agent_id: botId, text } of entriesOf(logged, 'fact')) {
    if (name !== baselinesFact) continue;
    try {
      const pays = baselinePays([{ room, name, id, botId, about, text }]);
      for (const { league, end, values } of marks.payBaselines(pays, logged.mark).marks) {
        const { begun } = leagueOf(state, league);
        if (isFollowed(league) && !begun.has(end)) begun.set(end, values);
      }
    } catch (e) {
      steps.differs(`baselines of ${about}`, messageOf(e), 'baselines that may be paid');
    }
  }
}
