/**
 * A day's file, checked by itself and against the file of the day before when that stands beside it: the chain of its lines, the
 * roots, readings and chain of its marks, the receipts of its orders, and every price whose readings are in it.
 */
import { createReadStream, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { createHash, hash } from 'node:crypto';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { versionOfText } from '../../league/rules-version.ts';
import { chainHash, merkleRoot, readingsHash, type ReadAtMark } from '../../flow/order/merkle.ts';
import { receiptHash, sha256 } from '../../flow/order/receipt.ts';
import { decodeMarket, marketAt, type MarketVersion } from '../../flow/price/market.ts';
import { usedReadings, type Attempt } from '../../flow/price/attempts.ts';
import { priceVector } from '../../flow/price/price.ts';
import { decodeReadings } from '../../flow/price/readings.ts';
import { encodeVector } from '../../flow/price/vector-text.ts';
import { dayMs, markMs, windowMs } from '../../lib/time.ts';
import type { Steps } from './steps.ts';
import { dateOfFileName, dayFileName, dayFormat } from '../day/day-lines.ts';

type Line = Readonly<Record<string, unknown>> & { readonly kind: string; readonly prev: string };

/** Readings by mark and pool. */
type Known = Map<Instant, Map<string, Attempt[]>>;

/** Marks of readings that are kept for the prices of windows: those of an order that waited, at most. */
const marksKept = 90;

/** @returns a sentence about what could not be checked. */
export async function verifyDayFile(file: string, steps: Steps): Promise<string> {
  let about = '';
  await steps.part(basename(file), async () => {
    const date = Date.parse(await readDate(file));
    const path = join(dirname(file), dayFileName(isoDate(date - dayMs)));
    const before = existsSync(path) ? await checkFile(path, silent(steps), new Map()) : undefined;
    const checked = await checkFile(file, steps, before?.known ?? new Map());
    const named = dateOfFileName(basename(file));
    if (named !== undefined) steps.same('date of the file is the one in its name', checked.date, named);
    if (checked.previousFile === '') about = 'It is the first day.';
    else if (before) {
      steps.same(`hash of the file of the day before, ${basename(path)}`, checked.previousFile, before.digest);
      steps.same('the first mark is chained to the last one of the day before', checked.chainOk(before.lastMark), true);
    } else about = `The file of the day before is not beside it: its hash should be ${checked.previousFile}.`;
  });
  return about;
}

/** What the first line says. */
async function readDate(file: string): Promise<string> {
  for await (const text of linesOf(file)) return String((JSON.parse(text) as Line)['date']);
  throw new Error('the file is empty');
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const packed = createReadStream(file).on('error', (e) => unpacked.destroy(e));
  yield* createInterface({ input: packed.pipe(unpacked), crlfDelay: Infinity });
}

/** Differences of the day before count; its good steps are not told again. */
function silent(steps: Steps): Steps {
  return {
    ...steps,
    ok: () => undefined,
    same(what, stated, computed) {
      if (stated !== computed) steps.differs(`day before: ${what}`, stated, computed);
      return stated === computed;
    },
  };
}

interface CheckedFile {
  readonly date: string;
  readonly previousFile: string;
  readonly digest: string;
  /** Chain of the last mark in it. */
  readonly lastMark: string | undefined;
  /** Does the first mark follow a mark with this chain? */
  readonly chainOk: (previous: string | undefined) => boolean;
}

/** @param known readings of the day before, which the windows over midnight rest on. */
async function checkFile(file: string, steps: Steps, known: Known): Promise<CheckedFile & { readonly known: Known }> {
  const whole = createHash('sha256');
  const state = createDayState(steps, known);
  let prev = '';
  let count = 0;
  let broken = false;
  for await (const text of linesOf(file)) {
    count++;
    whole.update(text).update('\n');
    const line = JSON.parse(text) as Line;
    // A break is told once.
    if (line.prev !== prev && !broken) {
      broken = true;
      steps.differs(`line ${count} names the hash of the line before`, line.prev, prev);
    }
    prev = hash('sha256', text, 'hex');
    state.take(line, count);
  }
  if (!broken) steps.ok(`${count} lines, each with the hash of the line before`);
  return { ...state.end(count), digest: whole.digest('hex'), known };
}

/** What is kept on the way through a file: the receipts of one mark, the readings of some marks. */
function createDayState(steps: Steps, known: Known) {
  let head: { date: string; previousFile: string } | undefined;
  let versions: MarketVersion[] = [];
  let receipts: string[] = [];
  let atMark: ReadAtMark[] = [];
  let first: { readonly line: Line } | undefined;
  let chain: string | undefined;
  let ended = false;
  const tally = { marks: 0, receipts: 0, prices: 0, pricesLeftOut: 0, fills: 0, closes: 0 };
  const underRoots = new Set<string>();
  const rules = new Set<string>();
  /** Entries of the log, of the close of this day or, at 00:00, of the one before. */
  const voided: Line[] = [];
  const str = (line: Line, member: string): string => {
    const v = line[member];
    if (typeof v !== 'string') throw new Error(`a line of kind ${line.kind} has no ${member}`);
    return v;
  };
  const bad = (what: string, stated: string, computed: string): void => {
    if (stated !== computed) steps.differs(what, stated, computed);
  };

  function takeMark(line: Line): void {
    const mark = str(line, 'mark');
    bad(`count of mark ${mark}`, String(line['count']), String(receipts.length));
    bad(`root of mark ${mark}`, str(line, 'root'), merkleRoot(receipts));
    bad(`hash of the readings had at mark ${mark}`, str(line, 'readings_hash'), readingsHash(atMark));
    if (chain === undefined) first = { line };
    else bad(`chain of mark ${mark}`, str(line, 'chain'), chainOf(line, chain));
    chain = str(line, 'chain');
    receipts = [];
    atMark = [];
    tally.marks++;
  }

  function takeReadings(line: Line): void {
    const [mark, readAt, text] = [Date.parse(str(line, 'mark')), Date.parse(str(line, 'read_at')), str(line, 'text')];
    const attempt = Number(line['attempt']);
    atMark.push({ mark, attempt, readings: text });
    const pools = marketAt(versions, readAt)?.pools ?? new Map();
    const at = known.get(mark) ?? new Map<string, Attempt[]>();
    for (const [pool, reading] of decodeReadings(text, pools)) {
      const list = at.get(pool) ?? [];
      list.push({ attempt, readAt, reading });
      at.set(pool, list);
    }
    known.set(mark, at);
    for (const old of known.keys()) if (old < readAt - marksKept * markMs) known.delete(old);
  }

  function takePrices(line: Line): void {
    const end = Date.parse(str(line, 'window_end'));
    const version = marketAt(versions, Date.parse(str(line, 'at')));
    const [atStart, atEnd] = [known.get(end - windowMs), known.get(end)];
    // A window that began on the day before has its first readings in that day's file.
    if (!version || !atStart || !atEnd) {
      tally.pricesLeftOut++;
      return;
    }
    const used = [usedReadings(atStart), usedReadings(atEnd)] as const;
    const vector = priceVector(version.routes.values(), version.pools, ...used, end - windowMs, end);
    bad(`prices of the window until ${iso(end)}`, str(line, 'text'), encodeVector(vector));
    tally.prices++;
  }

  function takeRules(line: Line): void {
    const version = str(line, 'rules_version');
    bad(`name of the rules ${version}`, version, versionOfText(str(line, 'text')));
    rules.add(version);
  }

  function rulesVersion(line: Line, what: string): string {
    const version = str(line, 'rules_version');
    bad(`rules of ${what} are in the file`, String(rules.has(version)), 'true');
    return version;
  }

  function takeFill(line: Line): void {
    const id = str(line, 'order_id');
    const reason = line['reason'] as string | null;
    const computed = receiptHash({
      orderId: id,
      botId: str(line, 'agent_id'),
      sequence: Number(line['sequence']),
      receivedAt: Date.parse(str(line, 'received_at')),
      league: str(line, 'league'),
      sandbox: false,
      date: str(line, 'date'),
      weights: str(line, 'weights_text'),
      reasonHash: reason === null ? '' : sha256(reason),
      nonce: str(line, 'nonce'),
      previous: str(line, 'previous_receipt'),
      rulesVersion: rulesVersion(line, id),
    });
    bad(`receipt of ${id}`, str(line, 'receipt'), computed);
    if (Date.parse(str(line, 'window_start')) >= Date.parse(head?.date ?? ''))
      bad(`receipt of ${id} stands under its mark`, String(underRoots.has(computed)), 'true');
    tally.fills++;
  }

  return {
    take(line: Line, count: number): void {
      if (ended) throw new Error('there is something after the last line');
      if (count === 1) {
        bad('format of the file', `${line.kind} ${String(line['format'])}`, `day ${dayFormat}`);
        head = { date: str(line, 'date'), previousFile: str(line, 'previous_file') };
        versions = decodeMarket(JSON.stringify(line['market']));
      } else if (line.kind === 'receipts') {
        for (const receipt of line['receipts'] as string[]) {
          receipts.push(receipt);
          underRoots.add(receipt);
          tally.receipts++;
        }
      } else if (line.kind === 'readings') takeReadings(line);
      else if (line.kind === 'mark') takeMark(line);
      else if (line.kind === 'prices') takePrices(line);
      else if (line.kind === 'fill') takeFill(line);
      else if (line.kind === 'close') {
        rulesVersion(line, `the close of ${str(line, 'agent_id')}`);
        tally.closes++;
      } else if (line.kind === 'rules') takeRules(line);
      else if (line.kind === 'incident') {
        if (line['incident'] === 'close_voided') voided.push(line);
      } else if (line.kind === 'end') {
        ended = true;
        bad('number of lines', String(line['lines']), String(count));
      } else if (!['action', 'delisting'].includes(line.kind)) throw new Error(`"${line.kind}" is no kind of line`);
    },
    end(count: number): Omit<CheckedFile, 'digest'> {
      if (!head || !ended) throw new Error(`the file ends after line ${count}, without its last line`);
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
      return {
        ...head,
        lastMark: chain,
        chainOk: (previous) =>
          first === undefined || (previous !== undefined && chainOf(first.line, previous) === first.line['chain']),
      };
    },
  };
}

function chainOf(line: Line, previous: string): string {
  const {
    mark,
    count,
    root,
    readings_hash: readings,
  } = line as unknown as {
    mark: string;
    count: number;
    root: string;
    readings_hash: string;
  };
  return chainHash(Date.parse(mark), count, root, readings, previous);
}
