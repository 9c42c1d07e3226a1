/**
 * Log job: what each step of a mark decides is appended to the public log, within the mark's transaction. The entries are those of
 * flow/mark/entries.ts, in its order; the tree over them is kept as its frontier, so a mark costs what it adds and nothing else.
 */
import type { Instant } from '../lib/clock.ts';
import { movesAt } from '../flow/ladder/ladder.sql.ts';
import { parseCloseName } from '../flow/ladder/void.ts';
import {
  actionEntry,
  botEntry,
  delistingEntry,
  factEntry,
  incidentEntry,
  keyEntry,
  markEntry,
  moveEntry,
  openingEntry,
  orderEntry,
  payoutEntry,
  pricesEntry,
  retiredEntry,
  seedEntry,
  type LoggedOrder,
} from '../flow/mark/entries.ts';
import { factsAt } from '../flow/mark/facts.sql.ts';
import { payoutsAt } from '../flow/mark/payouts.sql.ts';
import { marketAt, marketHashes } from '../flow/price/market.ts';
import type { OperatorAction } from '../operator/action.ts';
import type { DoneMark } from '../operator/late.ts';
import { incidentsAfter } from '../operator/incident.sql.ts';
import type { Incident } from '../operator/incident.ts';
import type { Db, Storage, Trx } from '../storage/storage.ts';
import { createAppender, type Appender } from '../tlog/append.ts';
import { createCameIn } from './came-in.job.ts';
import { createCloseLog, type LeagueCloseLog } from './close-log.ts';
import {
  delistingsAt,
  insertHeads,
  insertTileHashes,
  keysAfter,
  lastHead,
  upsertBundles,
  type LogHead,
} from './log.sql.ts';
import { frontierAt } from './log-store.ts';
import { readOrigin } from './origin.ts';
import type { OpenMark } from './shared-close/open-mark.ts';
import { readMeta } from './progress.sql.ts';

/** Bundles that are kept in memory before they are written: 4,096 entries. */
const bundlesHeldMax = 16;

/** What the engine keeps of the log between two marks; all of it can be read from the tables again. */
export interface LogState {
  readonly appender: Appender;
  /** Number of the newest incident that has an entry. */
  lastIncident: number;
  /** Whether there are incidents that get their entries at the end of the mark: of what failed at it, and of late marks before it. */
  anyToldLast: boolean;
  /** Number of the newest key of the log that has an entry. */
  lastKey: number;
  /** Of the market's version at a mark. */
  readonly marketAt: (mark: Instant) => string;
}

/** @param open the mark that is open, if one is: its entries so far stand behind the last head. */
export async function loadLog(db: Db | Trx, open?: OpenMark): Promise<LogState> {
  const head = open ?? (await lastHead(db));
  const versions = marketHashes((await readMeta(db, 'market')) ?? '[]');
  return {
    appender: createAppender(await frontierAt(db, head?.size ?? 0)),
    lastIncident: head?.lastIncident ?? 0,
    anyToldLast: open?.toldLast ?? false,
    lastKey: head?.lastKey ?? 0,
    marketAt: (mark) => marketAt(versions, mark)?.hash ?? '',
  };
}

export interface LogInput {
  readonly trx: Trx;
  readonly storage: Pick<Storage, 'insertMany' | 'readChunks'>;
  readonly state: LogState;
  readonly rulesVersion: string;
  /** The last mark that the transaction may come to. */
  readonly to: Instant;
  /** The clock of the service. */
  readonly now: () => Instant;
  /** A mark is done: nothing more is put into its log. */
  readonly sealed?: (done: DoneMark) => void;
  /** An incident has its entry. */
  readonly told?: (incident: Incident) => void;
}

/** The log of a transaction's marks. Its methods are called in the order in which they stand here. */
export interface EngineLog {
  /** Begins a mark, and ends the one before. @param orders whose window starts at the mark, by bot and sequence. */
  begin(mark: Instant, readings: string, orders: readonly LoggedOrder[]): Promise<void>;
  act(actions: readonly OperatorAction[]): void;
  openSeed(seed: Parameters<typeof seedEntry>[0]): void;
  /** Incidents that have no entry yet, and what they did. @param suspended whether the engine suspended or resumed a symbol. */
  report(mark: Instant, suspended: boolean): Promise<void>;
  /** The entry of an outcome: it was made before anything of the outcome was stored. */
  decide(entry: string): void;
  /** Writes what is full, so that memory stays flat however many entries a mark has. */
  drain(): Promise<void>;
  price(windowEnd: Instant, vector: string): void;
  pay(mark: Instant): Promise<void>;
  close(league: string, close: Instant): LeagueCloseLog;
  /** The same of a league that was closed apart. */
  add(entries: readonly string[]): Promise<void>;
  /** The last mark stays open: what it has is written, and another transaction ends it. @returns the index of its first order. */
  leaveOpen(): number;
  /** Goes on with a mark that was left open. */
  goOn(mark: Instant, firstOrder: number): void;
  /** Incidents that tell how marks went, behind all else of the mark. */
  tellLast(): Promise<void>;
  /** Ends the last mark, and writes what was not written yet. */
  flush(): Promise<void>;
}

export function createEngineLog(input: LogInput): EngineLog {
  const { trx, storage, state, rulesVersion, to } = input;
  const { insertMany } = storage;
  const { appender } = state;
  const heads = createHeads(input);
  /** Whether the operator did something at the mark. */
  let acted = false;
  const cameIn = createCameIn(trx, storage.readChunks, to);

  async function write(): Promise<void> {
    const { bundles, hashes } = appender.take();
    await upsertBundles(trx, insertMany, bundles);
    await insertTileHashes(trx, insertMany, hashes);
  }

  async function drain(): Promise<void> {
    if (appender.untaken() >= bundlesHeldMax) await write();
  }

  async function add(entries: readonly string[]): Promise<void> {
    for (const entry of entries) appender.append(entry);
    await drain();
  }

  return {
    async begin(mark, readings, orders) {
      heads.seal();
      const isFirst = appender.size() === 0;
      if (isFirst) appender.append(await openingOf(trx));
      appender.append(markEntry({ mark, rules: rulesVersion, market: state.marketAt(mark), readings }));
      // Keys change between two transactions at most: the service is started anew then.
      const keys = heads.areNone() ? await keysAfter(trx, state.lastKey) : [];
      for (const key of keys) appender.append(keyEntry(key));
      state.lastKey = keys.at(-1)?.number ?? state.lastKey;
      for await (const bots of cameIn.bots(mark, isFirst)) await add(bots.map(botEntry));
      for await (const gone of cameIn.retirements(mark, isFirst)) await add(gone.map(retiredEntry));
      heads.open(mark, appender.size());
      for (const order of orders) {
        appender.append(orderEntry(order));
        await drain();
      }
    },
    act(actions) {
      acted = actions.length > 0;
      for (const action of actions) appender.append(actionEntry(action));
    },
    openSeed: (seed) => appender.append(seedEntry(seed)),
    async report(mark, suspended) {
      // The first mark of a transaction also looks for what was found out about blocks between two transactions.
      if (!suspended && !acted && !heads.areNone()) return;
      for (const entry of await newIncidents(input, mark)) appender.append(entry);
    },
    decide: (entry) => appender.append(entry),
    drain,
    price: (windowEnd, vector) => appender.append(pricesEntry(windowEnd, vector)),
    async pay(mark) {
      for (const payout of await payoutsAt(trx, mark)) appender.append(payoutEntry(payout));
      for (const fact of await factsAt(trx, mark)) appender.append(factEntry(fact));
      await drain();
    },
    close: (league, close) => createCloseLog(trx, { league, close }, add),
    add,
    leaveOpen: () => heads.leaveOpen(),
    goOn: (mark, firstOrder) => heads.open(mark, firstOrder),
    async tellLast() {
      if (!state.anyToldLast) return;
      state.anyToldLast = false;
      for (const incident of await untold(input)) appender.append(incidentEntry(incident));
      await drain();
    },
    async flush() {
      heads.seal();
      await write();
      await heads.store();
    },
  };
}

/** The heads of the transaction's marks. */
function createHeads({ trx, storage, state, now, sealed }: LogInput) {
  const heads: LogHead[] = [];
  let open: { readonly mark: Instant; readonly firstOrder: number } | undefined;
  return {
    areNone: () => heads.length === 0,
    open: (mark: Instant, firstOrder: number) => void (open = { mark, firstOrder }),
    seal(): void {
      if (!open) return;
      const { appender, lastIncident, lastKey } = state;
      const doneAt = now();
      heads.push({ ...open, size: appender.size(), root: appender.root(), lastIncident, lastKey, doneAt });
      sealed?.({ mark: open.mark, doneAt });
      open = undefined;
    },
    leaveOpen(): number {
      if (!open) throw new Error('no mark was begun');
      const { firstOrder } = open;
      open = undefined;
      return firstOrder;
    },
    store: async () => await insertHeads(trx, storage.insertMany, heads.splice(0)),
  };
}

async function openingOf(trx: Trx): Promise<string> {
  const origin = await readOrigin(trx);
  if (!origin) throw new Error('the data has no origin');
  const { openedAt, source, clock } = origin;
  return openingEntry({ openedAt, priceSource: source, clock: clock.kind });
}

/** The incidents that have no entry yet, in order. They are told once. */
async function untold({ trx, state, told }: LogInput): Promise<Incident[]> {
  const incidents = await incidentsAfter(trx, state.lastIncident);
  state.lastIncident = incidents.at(-1)?.id ?? state.lastIncident;
  for (const incident of incidents) told?.(incident);
  return incidents;
}

/** Entries of the incidents that have none yet, and of what they did. */
async function newIncidents(input: LogInput, mark: Instant): Promise<string[]> {
  const { trx } = input;
  const incidents = await untold(input);
  const entries = incidents.map(incidentEntry);
  if (incidents.some((i) => i.kind === 'delisted'))
    entries.push(...(await delistingsAt(trx, mark)).map(delistingEntry));
  for (const { kind, about } of incidents) {
    const league = kind === 'close_voided' ? parseCloseName(about.id)?.league : undefined;
    if (league === undefined) continue;
    const moves = await movesAt(trx, league, mark);
    entries.push(...moves.filter((move) => move.why === 'voided').map(moveEntry));
  }
  return entries;
}
