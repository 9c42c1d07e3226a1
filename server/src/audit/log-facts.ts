/** The entries of the public log as they must be: made of the tables, mark by mark, in the order that flow/mark/entries.ts says. */
import { closedBots } from '../engine/closed-bots.sql.ts';
import { keysAfter, type LogHead } from '../engine/log.sql.ts';
import type { OpenedSeed } from '../engine/opened-seed.ts';
import { movesAt, weekDecided } from '../flow/ladder/ladder.sql.ts';
import { parseCloseName } from '../flow/ladder/void.ts';
import {
  actionEntry,
  boardLines,
  botEntry,
  closeEntry,
  createLinesHash,
  delistingEntry,
  factEntry,
  incidentEntry,
  keyEntry,
  markEntry,
  moveEntry,
  openingEntry,
  orderEntry,
  outcomeEntry,
  payoutEntry,
  pricesEntry,
  recordLine,
  retiredEntry,
  seedEntry,
  weekEntry,
  type LoggedAction,
  type LogOpening,
} from '../flow/mark/entries.ts';
import { marketAt, marketHashes } from '../flow/price/market.ts';
import { readingsHash, type ReadAtMark } from '../flow/price/readings.ts';
import type { Instant } from '../lib/clock.ts';
import { byCodeUnits } from '../lib/text.ts';
import { isClose, markAfter, windowMs } from '../lib/time.ts';
import { standsLast } from '../operator/late.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import type { Incident } from '../operator/incident.ts';
import { seedHash } from '../sources/simulated/seed.ts';
import type { RowOf } from '../storage/bulk.ts';
import type { Trx } from '../storage/storage.ts';
import {
  factsOf,
  ordersOf,
  payoutsOf,
  readingsOf,
  vectorsOf,
  type OrderAndOutcome,
  type Snapshot,
} from './audit.sql.ts';
import { boardsOf, delistingsOf, registrationsOf, retirementsOf, type BoardAt } from './log.sql.ts';
import { createStream } from './streams.ts';

export interface LogFactsInput {
  readonly data: Snapshot;
  readonly opening: LogOpening;
  /** The versions of the market, as they are kept. */
  readonly market: string;
  readonly rulesAt: (mark: Instant) => string | null;
  /** The seed of a simulated market that has ended. */
  readonly opened: OpenedSeed | undefined;
  /** Operator's actions by the mark at which they were applied, in order. */
  readonly actions: ReadonlyMap<Instant, readonly LoggedAction[]>;
}

export interface LogFacts {
  /** The entries of the next mark. @param head and `before`: what says which incidents and keys had their turn. */
  entriesOf(mark: Instant, head: LogHead, before: LogHead | undefined): Promise<string[]>;
  close(): Promise<void>;
}

type Outcome = RowOf<'ledger.fills'>;

export async function createLogFacts(input: LogFactsInput): Promise<LogFacts> {
  const { data, opening, rulesAt, actions } = input;
  const { trx } = data;
  const versions = marketHashes(input.market);
  const incidents = await allIncidents(trx);
  const keys = await keysAfter(trx, 0);
  const streams = {
    bots: createStream(registrationsOf(data), (b) => markAfter(b.at)),
    retirements: createStream(retirementsOf(data), (r) => markAfter(r.at)),
    orders: createStream(ordersOf(data), ({ order }) => order.windowStart),
    vectors: createStream(vectorsOf(data), (v) => v.windowEnd),
    delistings: createStream(delistingsOf(data), (d) => d.mark),
    payouts: createStream(payoutsOf(data), (p) => p.mark),
    facts: createStream(factsOf(data), (f) => f.mark),
    boards: createStream(boardsOf(data), (b) => b.close),
  };
  const had = createHad(data);
  const vectors = new Map<string, string>();
  const decided = createDecided();

  const vectorEntry = (end: Instant, mark: Instant): string => pricesEntry(end, vectors.get(`${end} ${mark}`) ?? '');

  async function opened(mark: Instant, isFirst: boolean, from: number, to: number): Promise<string[]> {
    const readings = readingsHash(await had.at(mark));
    const market = marketAt(versions, mark)?.hash ?? '';
    const orders = await streams.orders.takeUpTo(mark);
    decided.add(orders);
    const arrived = orders
      .map(({ order }) => order)
      .toSorted((a, b) => byCodeUnits(a.botId, b.botId) || a.sequence - b.sequence);
    return [
      ...(isFirst ? [openingEntry(opening)] : []),
      markEntry({ mark, rules: rulesAt(mark) ?? '', market, readings }),
      ...keys.filter((k) => k.number > from && k.number <= to).map(keyEntry),
      ...(await streams.bots.takeUpTo(mark)).map(botEntry),
      ...(await streams.retirements.takeUpTo(mark)).map(retiredEntry),
      ...arrived.map(orderEntry),
    ];
  }

  async function acted(mark: Instant, told: readonly Incident[]): Promise<string[]> {
    const entries = [...(actions.get(mark) ?? []).map(actionEntry), ...seedAt(input.opened, mark)];
    entries.push(...told.map(incidentEntry), ...(await streams.delistings.takeUpTo(mark)).map(delistingEntry));
    for (const incident of told) entries.push(...(await takenBack(trx, incident, mark)));
    return entries;
  }

  async function outcomes(mark: Instant): Promise<string[]> {
    for (const v of await streams.vectors.takeUpTo(mark)) vectors.set(`${v.windowEnd} ${v.atMark}`, v.prices);
    const all = decided.at(mark);
    const ends = new Set(all.map((o) => Number(o.window_start) + windowMs));
    return [
      ...all.filter((o) => Number(o.sandbox) === 0).map(outcomeEntry),
      ...[...ends].toSorted((a, b) => a - b).map((end) => vectorEntry(end, mark)),
      ...(await streams.payouts.takeUpTo(mark)).map(payoutEntry),
      ...(await streams.facts.takeUpTo(mark)).map(factEntry),
    ];
  }

  return {
    async entriesOf(mark, head, before) {
      const { did, last } = toldAt(incidents, mark, head, before);
      const entries = [
        ...(await opened(mark, before === undefined, before?.lastKey ?? 0, head.lastKey)),
        ...(await acted(mark, did)),
        ...(await outcomes(mark)),
      ];
      if (isClose(mark)) {
        entries.push(vectorEntry(mark, mark));
        const boards = (await streams.boards.takeUpTo(mark)).toSorted((a, b) => byCodeUnits(a.league, b.league));
        for (const board of boards) entries.push(...(await closeEntries(trx, board)));
      }
      entries.push(...last.map(incidentEntry));
      for (const key of vectors.keys()) if (Number(key.split(' ')[1]) <= mark) vectors.delete(key);
      return entries;
    },
    close: async () => void (await Promise.all([had, ...Object.values(streams)].map((each) => each.close()))),
  };
}

/** The moves that a voided close took back. */
async function takenBack(trx: Trx, { kind, about }: Incident, mark: Instant): Promise<string[]> {
  const name = kind === 'close_voided' ? parseCloseName(about.id) : undefined;
  const moves = name ? await movesAt(trx, name.league, mark) : [];
  return moves.filter((move) => move.why === 'voided').map(moveEntry);
}

/** The incidents of a mark: what was done, and how marks went, which has its entry at the very mark. */
function toldAt(incidents: readonly Incident[], mark: Instant, head: LogHead, before: LogHead | undefined) {
  const told = incidents.filter((i) => i.id > (before?.lastIncident ?? 0) && i.id <= head.lastIncident);
  return {
    did: told.filter((i) => !standsLast(i)),
    last: told.filter((i) => standsLast(i) && i.atMark === mark),
  };
}

/** What was read at each mark: a late answer comes with the mark that it is of, which is the earlier one. */
function createHad(data: Snapshot) {
  const readings = createStream(readingsOf(data), (r) => r.mark);
  const byMark = new Map<Instant, ReadAtMark[]>();
  return {
    async at(mark: Instant): Promise<readonly ReadAtMark[]> {
      for (const row of await readings.takeUpTo(mark)) byMark.set(row.readAt, [...(byMark.get(row.readAt) ?? []), row]);
      const had = byMark.get(mark) ?? [];
      byMark.delete(mark);
      return had;
    },
    close: readings.close,
  };
}

function seedAt(opened: OpenedSeed | undefined, mark: Instant): string[] {
  return opened?.mark === mark ? [seedEntry({ hash: seedHash(opened), salt: opened.salt, seed: opened.seed })] : [];
}

async function closeEntries(trx: Trx, { league, close, baselines }: BoardAt): Promise<string[]> {
  const moves = (await movesAt(trx, league, close)).filter((move) => move.why !== 'voided');
  const week = await weekDecided(trx, league, close);
  const bots = await closedBots(trx, league, close);
  const records = createLinesHash();
  for (const bot of bots) records.add(recordLine(bot.agent_id, bot.record));
  const board = createLinesHash();
  for (const line of boardLines(bots)) board.add(line);
  const hashes = { board: board.digest(), records: records.digest() };
  return [
    ...moves.map(moveEntry),
    ...(week ? [weekEntry(week)] : []),
    closeEntry({ league, close, bots: bots.length, ...hashes, baselines }),
  ];
}

/** Outcomes by the mark at which they were decided, in the order in which the engine decides. */
function createDecided() {
  const byMark = new Map<Instant, Outcome[]>();
  return {
    add(orders: readonly OrderAndOutcome[]): void {
      for (const { held } of orders) {
        if (!held) continue;
        const mark = Number(held.at_mark);
        const list = byMark.get(mark);
        if (list) list.push(held);
        else byMark.set(mark, [held]);
      }
    },
    at(mark: Instant): readonly Outcome[] {
      const all = byMark.get(mark) ?? [];
      byMark.delete(mark);
      const waited = all.filter((o) => Number(o.window_start) + windowMs < mark);
      // Those of the window that ends came by league, bot and sequence already.
      const due = all.filter((o) => Number(o.window_start) + windowMs >= mark);
      return [...waited.toSorted(byBot), ...due];
    },
  };
}

function byBot(a: Outcome, b: Outcome): number {
  return byCodeUnits(a.agent_id, b.agent_id) || Number(a.sequence) - Number(b.sequence);
}
