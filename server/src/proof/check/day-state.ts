/**
 * A day's file on the way through it: what is kept of the lines before, and what is checked of each line. The tree of the public log is
 * grown on from where the day before left it, and every other line must be what an entry is the hash of.
 */
import { createHash } from 'node:crypto';
import { versionOfText } from '../../league/rules-version.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { markMs, windowMs } from '../../lib/time.ts';
import { sha256 } from '../../lib/hash.ts';
import { usedReadings, type Attempt } from '../../flow/price/attempts.ts';
import { decodeMarket, type MarketVersion } from '../../flow/price/market.ts';
import { priceVector } from '../../flow/price/price.ts';
import { addAttempts, readingsHash, type ReadAtMark } from '../../flow/price/readings.ts';
import { encodeVector } from '../../flow/price/vector-text.ts';
import { createAppender, emptyFrontier, type Appender } from '../../tlog/append.ts';
import { fold, subtreesOf } from '../../tlog/tree.ts';
import { dayFormat } from '../day/day-lines.ts';
import { createDayOrders, type KnownOrders } from './day-orders.ts';
import { str, type Entry, type Line } from './day-line.ts';
import type { Steps } from './steps.ts';

/** What the file of the day before leaves to the next one. */
export interface Known {
  /** Readings by mark and pool. */
  readonly readings: Map<Instant, Map<string, Attempt[]>>;
  /** Versions of the market by the hash of their text, and which one each mark named. */
  readonly markets: Map<string, MarketVersion>;
  readonly named: Map<Instant, string>;
  /** Is the first mark that is known the first one of the log? */
  readonly isWhole: boolean;
  /** Absent: that file was not there. */
  readonly orders?: KnownOrders;
}

export const nothingKnown = (): Known => ({
  readings: new Map(),
  markets: new Map(),
  named: new Map(),
  isWhole: false,
});

/** Marks of readings that are kept for the prices of windows; of an order of a bot that is set aside, from its window on. */
const marksKept = 90;

export interface Tree {
  readonly size: number;
  /** Hex. */
  readonly root: string;
}

export interface CheckedFile {
  readonly date: string;
  /** The public log before the day, and after it. */
  readonly before: Tree;
  readonly after: Tree;
  readonly lastMark: string;
  readonly left: Known;
}

export type Day = ReturnType<typeof openDay>;

export function openDay(steps: Steps, known: Known) {
  return {
    steps,
    readings: known.readings,
    orders: createDayOrders(steps, known.orders),
    head: undefined as { readonly date: string; readonly before: Tree; readonly log: Appender } | undefined,
    markets: known.markets,
    /** Hashes of the markets of this file: whoever has this one alone must find in it what its marks name. */
    ownMarkets: new Set<string>(),
    named: known.named,
    isWhole: known.isWhole,
    rules: new Set<string>(),
    /** The mark that is under way: its entry, and what was read at it. */
    mark: undefined as Entry | undefined,
    atMark: [] as ReadAtMark[],
    /** Prices of entries whose text is still to come, `window hash`. */
    prices: new Set<string>(),
    /** Boards of entries by league, and the hash over the lines that came. */
    boards: new Map<string, { readonly stated: string; readonly lines: ReturnType<typeof createHash> }>(),
    after: undefined as (Tree & { readonly mark: string }) | undefined,
    tally: { entries: 0, marks: 0, prices: 0, pricesLeftOut: 0 },
    voided: [] as Entry[],
  };
}

/** @param count number of the line, from 1. @throws Error on a line that has no place in a day's file. */
export function takeLine(day: Day, line: Line, count: number): void {
  if (day.after) throw new Error('there is something after the last line');
  const take = count === 1 ? takeHead : takers[line.kind];
  if (!take) throw new Error(`"${line.kind}" is no kind of line`);
  if (line.kind === 'end') bad(day, 'number of lines', String(line['lines']), String(count));
  take(day, line);
}

const takers: Readonly<Record<string, (day: Day, line: Line) => void>> = {
  rules: takeRules,
  market(day, line) {
    const text = str(line, 'text');
    const [version] = decodeMarket(`[${text}]`);
    if (!version) return;
    const hash = sha256(text);
    day.markets.set(hash, version);
    day.ownMarkets.add(hash);
  },
  entries: takeEntries,
  readings: takeReadings,
  prices: takePrices,
  fill(day, line) {
    endMark(day);
    bad(day, `rules of ${str(line, 'order_id')} are in the file`, day.rules.has(str(line, 'rules_version')), true);
    day.orders.open(line);
  },
  board(day, line) {
    const board = day.boards.get(str(line, 'league'));
    if (!board) throw new Error(`there is no close of ${str(line, 'league')}`);
    for (const text of line['lines'] as string[]) board.lines.update(`${text}\n`);
  },
  end(day, line) {
    endMark(day);
    day.after = { mark: str(line, 'mark'), size: Number(line['size']), root: str(line, 'root') };
  },
};

/** @param count lines in all. */
export function endOfDay(day: Day, count: number): CheckedFile {
  const { head, after, steps, tally } = day;
  if (!head || !after) throw new Error(`the file ends after line ${count}, without its last line`);
  const grown = { size: head.log.size(), root: head.log.root().toString('hex') };
  steps.same(`entries and root of the public log after ${after.mark}`, { size: after.size, root: after.root }, grown);
  const orders = day.orders.finish();
  for (const [league, { stated, lines }] of day.boards) bad(day, `board of ${league}`, stated, lines.digest('hex'));
  steps.ok(`${tally.entries} entries of ${tally.marks} marks`);
  const versions = day.rules.size === 1 ? '1 version' : `${day.rules.size} versions`;
  steps.ok(`${versions} of the rules, named by the hash of the text`);
  steps.ok(`${tally.prices} vectors of prices, from the readings`);
  if (tally.pricesLeftOut > 0)
    steps.note(
      `${tally.pricesLeftOut} vectors of prices rest on readings of earlier days, whose files are not beside this one.`,
    );
  for (const v of day.voided)
    steps.note(
      `The operator voided the close ${(v['about'] as { id: string }).id} at ${str(v, 'at')} (${str(v, 'reason')}): it counts for nothing.`,
    );
  return {
    date: head.date,
    before: head.before,
    after: grown,
    lastMark: after.mark,
    left: { readings: day.readings, markets: day.markets, named: day.named, isWhole: day.isWhole, orders },
  };
}

function takeHead(day: Day, line: Line): void {
  bad(day, 'format of the file', `${line.kind} ${String(line['format'])}`, `day ${dayFormat}`);
  const size = Number(line['size']);
  const subtrees = (line['subtrees'] as string[]).map((text) => Buffer.from(text, 'hex'));
  if (subtrees.length !== subtreesOf(0, size).length) throw new Error(`a log of ${size} entries has other subtrees`);
  const log = createAppender({ ...emptyFrontier, size, subtrees });
  day.head = { date: str(line, 'date'), before: { size, root: fold(subtrees).toString('hex') }, log };
  day.isWhole ||= size === 0;
}

function takeRules(day: Day, line: Line): void {
  const version = str(line, 'rules_version');
  bad(day, `name of the rules ${version}`, version, versionOfText(str(line, 'text')));
  day.rules.add(version);
}

function takeEntries(day: Day, line: Line): void {
  const log = day.head?.log;
  const mark = Date.parse(str(line, 'mark'));
  for (const text of line['entries'] as string[]) {
    log?.append(text);
    day.tally.entries++;
    takeEntry(day, JSON.parse(text) as Entry, mark);
  }
  // Tiles are not asked for.
  log?.take();
}

function takeEntry(day: Day, entry: Entry, mark: Instant): void {
  if (entry.type === 'mark') beginMark(day, entry, mark);
  else if (entry.type === 'prices') day.prices.add(`${str(entry, 'window_end')} ${str(entry, 'prices')}`);
  else if (entry.type === 'close')
    day.boards.set(str(entry, 'league'), { stated: str(entry, 'board'), lines: createHash('sha256') });
  else if (entry.type === 'incident' && entry['kind'] === 'close_voided') day.voided.push(entry);
  else day.orders.enter(entry, mark);
}

function beginMark(day: Day, entry: Entry, mark: Instant): void {
  endMark(day);
  bad(day, `mark of the entries ${iso(mark)}`, str(entry, 'mark'), iso(mark));
  bad(day, `rules of ${iso(mark)} are in the file`, day.rules.has(str(entry, 'rules')), true);
  nameMarket(day, mark, str(entry, 'market'));
  day.orders.begin(mark, day.tally.marks === 0);
  day.mark = entry;
  day.tally.marks++;
}

/** All that the entries of a mark are the hashes of has come, but for fills and boards. */
function endMark(day: Day): void {
  const { mark, atMark, prices } = day;
  if (!mark) return;
  bad(day, `hash of the readings had at ${str(mark, 'mark')}`, str(mark, 'readings'), readingsHash(atMark));
  for (const left of prices) bad(day, `text of the prices ${left} of ${str(mark, 'mark')}`, 'none', 'a text');
  day.orders.end(Date.parse(str(mark, 'mark')));
  day.mark = undefined;
  day.atMark = [];
  prices.clear();
}

/** A version of the market holds from the first mark that names it. */
function nameMarket(day: Day, mark: Instant, named: string): void {
  const version = day.markets.get(named);
  const before = day.named.get(mark - markMs);
  bad(day, `market of ${iso(mark)} is in the file`, day.ownMarkets.has(named), true);
  if (version && before !== undefined && before !== named)
    bad(day, `mark from which the market ${named} holds`, iso(version.from), iso(mark));
  day.named.set(mark, named);
}

/** The market that the mark before a window named: it prices the window. Undefined when that mark is not known. */
function namedMarketOf({ markets, named, isWhole }: Day, start: Instant): MarketVersion | undefined {
  const before = named.get(start - markMs);
  const version = markets.get(before ?? named.get(start) ?? '');
  return before !== undefined || isWhole || (version && version.from < start) ? version : undefined;
}

const marketOf = (day: Day): MarketVersion | undefined => day.markets.get(String(day.mark?.['market']));

function takeReadings(day: Day, line: Line): void {
  const [mark, text, attempt] = [Date.parse(str(line, 'mark')), str(line, 'text'), Number(line['attempt'])];
  const readAt = Date.parse(str(day.mark ?? line, 'mark'));
  day.atMark.push({ mark, attempt, readings: text });
  const at = day.readings.get(mark) ?? new Map<string, Attempt[]>();
  addAttempts(at, { attempt, readAt, readings: text }, marketOf(day)?.pools ?? new Map());
  day.readings.set(mark, at);
  const oldest = Math.min(readAt - marksKept * markMs, day.orders.oldest() ?? readAt);
  for (const old of day.readings.keys()) if (old < oldest) day.readings.delete(old);
}

function takePrices(day: Day, line: Line): void {
  const [end, text] = [Date.parse(str(line, 'window_end')), str(line, 'text')];
  const isLogged = day.prices.delete(`${str(line, 'window_end')} ${sha256(text)}`);
  bad(day, `prices of the window until ${iso(end)} are those that were logged`, isLogged, true);
  const version = namedMarketOf(day, end - windowMs);
  const [atStart, atEnd] = [day.readings.get(end - windowMs), day.readings.get(end)];
  // A window that began on an earlier day has its first readings in the file of that day.
  if (!version || !atStart || !atEnd) {
    day.tally.pricesLeftOut++;
    return;
  }
  const used = [usedReadings(atStart), usedReadings(atEnd)] as const;
  const vector = priceVector(version.routes.values(), version.pools, ...used, end - windowMs, end);
  bad(day, `prices of the window until ${iso(end)}`, text, encodeVector(vector));
  day.tally.prices++;
}

function bad({ steps }: Day, what: string, stated: string | boolean, computed: string | boolean): void {
  if (stated !== computed) steps.differs(what, stated, computed);
}
