/**
 * A day's file on the way through it: what is kept of the lines before (the receipts of one mark, the readings of some marks), and what is
 * checked of each line.
 */
import { versionOfText } from '../../league/rules-version.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { markMs, windowMs } from '../../lib/time.ts';
import { chainHash, merkleRoot, readingsHash, type ReadAtMark } from '../../flow/order/merkle.ts';
import { receiptHash } from '../../flow/order/receipt.ts';
import { usedReadings, type Attempt } from '../../flow/price/attempts.ts';
import { decodeMarket, marketAt, type MarketVersion } from '../../flow/price/market.ts';
import { priceVector } from '../../flow/price/price.ts';
import { addAttempts } from '../../flow/price/readings.ts';
import { encodeVector } from '../../flow/price/vector-text.ts';
import { dayFormat } from '../day/day-lines.ts';
import type { Steps } from './steps.ts';

export type Line = Readonly<Record<string, unknown>> & { readonly kind: string; readonly prev: string };

/** Readings by mark and pool. */
export type Known = Map<Instant, Map<string, Attempt[]>>;

/** Marks of readings that are kept for the prices of windows: those of an order that waited, at most. */
const marksKept = 90;

export interface CheckedFile {
  readonly date: string;
  readonly previousFile: string;
  readonly digest: string;
  /** Chain of the last mark in it. */
  readonly lastMark: string | undefined;
  /** Does the first mark follow a mark with this chain? */
  readonly chainOk: (previous: string | undefined) => boolean;
}

export type Day = ReturnType<typeof openDay>;

export function openDay(steps: Steps, known: Known) {
  return {
    steps,
    known,
    head: undefined as { readonly date: string; readonly previousFile: string } | undefined,
    versions: [] as MarketVersion[],
    /** Of the mark that is under way. */
    receipts: [] as string[],
    atMark: [] as ReadAtMark[],
    /** The line of the first mark. */
    first: undefined as Line | undefined,
    chain: undefined as string | undefined,
    ended: false,
    tally: { marks: 0, receipts: 0, prices: 0, pricesLeftOut: 0, fills: 0, closes: 0 },
    underRoots: new Set<string>(),
    rules: new Set<string>(),
    /** Entries of the log, of the close of this day or, at 00:00, of the one before. */
    voided: [] as Line[],
  };
}

/** @param count number of the line, from 1. @throws Error on a line that has no place in a day's file. */
export function takeLine(day: Day, line: Line, count: number): void {
  if (day.ended) throw new Error('there is something after the last line');
  if (count === 1) takeHead(day, line);
  else if (line.kind === 'end') {
    day.ended = true;
    bad(day, 'number of lines', String(line['lines']), String(count));
  } else {
    const take = takers[line.kind];
    if (!take) throw new Error(`"${line.kind}" is no kind of line`);
    take(day, line);
  }
}

const takers: Readonly<Record<string, (day: Day, line: Line) => void>> = {
  receipts: takeReceipts,
  readings: takeReadings,
  mark: takeMark,
  prices: takePrices,
  fill: takeFill,
  close: takeClose,
  rules: takeRules,
  incident: takeIncident,
  action: () => undefined,
  delisting: () => undefined,
};

/** @param count lines in all. */
export function endOfDay(day: Day, count: number): Omit<CheckedFile, 'digest'> {
  const { head, first, chain, ended } = day;
  if (!head || !ended) throw new Error(`the file ends after line ${count}, without its last line`);
  reportDay(day);
  return {
    ...head,
    lastMark: chain,
    chainOk: (previous) =>
      first === undefined || (previous !== undefined && chainOf(first, previous) === first['chain']),
  };
}

function reportDay({ steps, tally, rules, voided }: Day): void {
  steps.ok(`${tally.marks} marks with ${tally.receipts} receipts: roots, readings and chain`);
  steps.ok(`${tally.prices} vectors of prices, from the readings`);
  if (tally.pricesLeftOut > 0)
    steps.note(
      `${tally.pricesLeftOut} vectors of prices rest on readings of the day before, whose file is not beside this one.`,
    );
  if (rules.size > 0)
    steps.ok(
      `${rules.size === 1 ? '1 version' : `${rules.size} versions`} of the rules, named by the hash of the text`,
    );
  steps.ok(`receipts of ${tally.fills} orders that were decided`);
  steps.note(`${tally.closes} values at the close.`);
  for (const v of voided)
    steps.note(
      `The operator voided the close ${(v['about'] as { id: string }).id} at ${str(v, 'at_mark')} (${str(v, 'reason')}): it counts for nothing.`,
    );
}

function takeHead(day: Day, line: Line): void {
  bad(day, 'format of the file', `${line.kind} ${String(line['format'])}`, `day ${dayFormat}`);
  day.head = { date: str(line, 'date'), previousFile: str(line, 'previous_file') };
  day.versions = decodeMarket(JSON.stringify(line['market']));
}

function takeReceipts(day: Day, line: Line): void {
  for (const receipt of line['receipts'] as string[]) {
    day.receipts.push(receipt);
    day.underRoots.add(receipt);
    day.tally.receipts++;
  }
}

function takeClose(day: Day, line: Line): void {
  rulesVersion(day, line, `the close of ${str(line, 'agent_id')}`);
  day.tally.closes++;
}

function takeIncident(day: Day, line: Line): void {
  if (line['incident'] === 'close_voided') day.voided.push(line);
}

function takeMark(day: Day, line: Line): void {
  const mark = str(line, 'mark');
  bad(day, `count of mark ${mark}`, String(line['count']), String(day.receipts.length));
  bad(day, `root of mark ${mark}`, str(line, 'root'), merkleRoot(day.receipts));
  bad(day, `hash of the readings had at mark ${mark}`, str(line, 'readings_hash'), readingsHash(day.atMark));
  if (day.chain === undefined) day.first = line;
  else bad(day, `chain of mark ${mark}`, str(line, 'chain'), chainOf(line, day.chain));
  day.chain = str(line, 'chain');
  day.receipts = [];
  day.atMark = [];
  day.tally.marks++;
}

function takeReadings(day: Day, line: Line): void {
  const [mark, readAt, text] = [Date.parse(str(line, 'mark')), Date.parse(str(line, 'read_at')), str(line, 'text')];
  const attempt = Number(line['attempt']);
  day.atMark.push({ mark, attempt, readings: text });
  const pools = marketAt(day.versions, readAt)?.pools ?? new Map();
  const at = day.known.get(mark) ?? new Map<string, Attempt[]>();
  addAttempts(at, { attempt, readAt, readings: text }, pools);
  day.known.set(mark, at);
  for (const old of day.known.keys()) if (old < readAt - marksKept * markMs) day.known.delete(old);
}

function takePrices(day: Day, line: Line): void {
  const end = Date.parse(str(line, 'window_end'));
  const version = marketAt(day.versions, Date.parse(str(line, 'at')));
  const [atStart, atEnd] = [day.known.get(end - windowMs), day.known.get(end)];
  // A window that began on the day before has its first readings in that day's file.
  if (!version || !atStart || !atEnd) {
    day.tally.pricesLeftOut++;
    return;
  }
  const used = [usedReadings(atStart), usedReadings(atEnd)] as const;
  const vector = priceVector(version.routes.values(), version.pools, ...used, end - windowMs, end);
  bad(day, `prices of the window until ${iso(end)}`, str(line, 'text'), encodeVector(vector));
  day.tally.prices++;
}

function takeRules(day: Day, line: Line): void {
  const version = str(line, 'rules_version');
  bad(day, `name of the rules ${version}`, version, versionOfText(str(line, 'text')));
  day.rules.add(version);
}

function rulesVersion(day: Day, line: Line, what: string): string {
  const version = str(line, 'rules_version');
  bad(day, `rules of ${what} are in the file`, String(day.rules.has(version)), 'true');
  return version;
}

function takeFill(day: Day, line: Line): void {
  const id = str(line, 'order_id');
  const computed = receiptHash({
    orderId: id,
    botId: str(line, 'agent_id'),
    sequence: Number(line['sequence']),
    receivedAt: Date.parse(str(line, 'received_at')),
    league: str(line, 'league'),
    sandbox: false,
    date: str(line, 'date'),
    weights: str(line, 'weights_text'),
    reason: line['reason'] as string | null,
    nonce: str(line, 'nonce'),
    previous: str(line, 'previous_receipt'),
    rulesVersion: rulesVersion(day, line, id),
  });
  bad(day, `receipt of ${id}`, str(line, 'receipt'), computed);
  if (Date.parse(str(line, 'window_start')) >= Date.parse(day.head?.date ?? ''))
    bad(day, `receipt of ${id} stands under its mark`, String(day.underRoots.has(computed)), 'true');
  day.tally.fills++;
}

function str(line: Line, member: string): string {
  const v = line[member];
  if (typeof v !== 'string') throw new Error(`a line of kind ${line.kind} has no ${member}`);
  return v;
}

function bad({ steps }: Day, what: string, stated: string, computed: string): void {
  if (stated !== computed) steps.differs(what, stated, computed);
}

function chainOf(line: Line, previous: string): string {
  const mark = Date.parse(str(line, 'mark'));
  return chainHash(mark, line['count'] as number, str(line, 'root'), str(line, 'readings_hash'), previous);
}
