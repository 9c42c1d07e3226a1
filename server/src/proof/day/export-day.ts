/**
 * Export: the facts of one day as lines of JSON, written as they are read, so that memory stays flat however large the day was.
 *
 * A day has the marks whose instants fall on it: the close `2026-11-22` (00:00) stands in the file of 2026-11-22. Orders that still
 * wait, and sandbox orders, are there with their receipts only. The same day gives the same file whenever it is made.
 */
import { flag } from '../../storage/flag.ts';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { createHash } from 'node:crypto';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale } from '../../lib/decimal.ts';
import { SetupError } from '../../lib/setup-error.ts';
import { onSnapshot } from '../../storage/snapshot.ts';
import { lastMarkDone, readMeta } from '../../engine/progress.sql.ts';
import { allRules, rulesTexts, type RulesInForce } from '../../engine/rules.sql.ts';
import { priceWaitMsMax } from '../../flow/mark/queue.ts';
import { readingsHadAt } from '../../flow/price/price.sql.ts';
import { dayMs, markMs, windowMs } from '../../lib/time.ts';
import type { Storage, Trx } from '../../storage/storage.ts';
import {
  actionsIn,
  closeRules,
  closesAt,
  decidedIn,
  delistingsIn,
  incidentsIn,
  receiptsUnder,
  rootsIn,
  vectorsMadeAt,
} from './day.sql.ts';
import { createDayLines, dayFileName, dayFormat, type DayLines } from './day-lines.ts';

/** An order is decided at most so long after the start of its window. */
const decidedAfterMsMax = windowMs + priceWaitMsMax;

export interface ExportedDay {
  readonly file: string;
  /** SHA-256 of the uncompressed text. */
  readonly hash: string;
  readonly lines: number;
  /** Where the hash of the day before comes from. */
  readonly previous: 'the first day' | 'its file' | 'made again';
}

/** Writes the file of a day into a folder. Reads only; a running league may go on meanwhile. */
export async function exportDay(storage: Storage, date: string, folder: string): Promise<ExportedDay> {
  return await onSnapshot(storage.db, async (trx) => {
    const facts = await readOrigin(trx);
    const day = Date.parse(date);
    if (day < facts.firstDay)
      throw new SetupError(`The league began on ${isoDate(facts.firstDay)}.`, 'Name that day or a later one.');
    if (facts.progress < day + dayMs - markMs)
      throw new SetupError(
        `${date} is not over: its last mark is not done yet.`,
        `Wait until ${iso(day + dayMs)}, or name an earlier day.`,
      );
    const before = await previousHash({ storage, trx }, facts, day, folder);
    const file = join(folder, dayFileName(date));
    const lines = createDayLines();
    const part = `${file}.part`;
    try {
      const text = Readable.from(withLineFeeds(dayLines({ storage, trx }, facts, day, before.hash, lines)));
      await pipeline(text, createGzip({ level: 6 }), createWriteStream(part));
      renameSync(part, file);
    } catch (e) {
      rmSync(part, { force: true });
      throw e;
    }
    return { file, hash: lines.digest(), lines: lines.count(), previous: before.from };
  });
}

interface Source {
  readonly storage: Storage;
  readonly trx: Trx;
}

interface Facts {
  readonly source: string;
  readonly firstDay: Instant;
  readonly progress: Instant;
  /** Market versions as they are kept. */
  readonly versions: readonly { readonly from: Instant }[];
}

async function readOrigin(trx: Trx): Promise<Facts> {
  const progress = await lastMarkDone(trx);
  const origin = await readMeta(trx, 'origin');
  const market = await readMeta(trx, 'market');
  if (origin === undefined || market === undefined || progress === undefined)
    throw new SetupError('The data holds no mark yet.', 'Start it once with papertape serve.');
  const { openedAt, source } = JSON.parse(origin) as { openedAt: number; source: string };
  const firstMark = Math.ceil(openedAt / markMs) * markMs;
  return {
    source,
    firstDay: Math.floor(firstMark / dayMs) * dayMs,
    progress,
    versions: JSON.parse(market) as { from: Instant }[],
  };
}

/** From the file of the day before where it is in the folder; else by making the days again, without writing them. */
async function previousHash(
  source: Source,
  facts: Facts,
  day: Instant,
  folder: string,
): Promise<{ hash: string; from: ExportedDay['previous'] }> {
  if (day <= facts.firstDay) return { hash: '', from: 'the first day' };
  let from = day;
  while (from > facts.firstDay && !existsSync(join(folder, dayFileName(isoDate(from - dayMs))))) from -= dayMs;
  const file = join(folder, dayFileName(isoDate(from - dayMs)));
  let hash = from > facts.firstDay ? await hashOfFile(file) : '';
  for (let d = from; d < day; d += dayMs) {
    const lines = createDayLines();
    // Each line is made for its hash alone.
    for await (const _line of dayLines(source, facts, d, hash, lines));
    hash = lines.digest();
  }
  return { hash, from: from === day ? 'its file' : 'made again' };
}

/** SHA-256 of the uncompressed text. */
export async function hashOfFile(file: string): Promise<string> {
  const whole = createHash('sha256');
  await pipeline(createReadStream(file), createGunzip(), whole);
  return whole.digest('hex');
}

/** The versions that orders and closes of a day may carry: in force between the first arrival that may be decided on it and its end. */
function rulesOfDay(all: readonly RulesInForce[], earliest: Instant, to: Instant): RulesInForce[] {
  return all.filter((r, i) => r.firstMark < to && (all[i + 1]?.from ?? earliest) >= earliest);
}

async function* withLineFeeds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Receipts in one line: a mark may have hundreds of thousands. */
const receiptsPerLine = 1_000;

async function* dayLines(
  { storage: { readChunks }, trx }: Source,
  facts: Facts,
  day: Instant,
  previousFile: string,
  lines: DayLines,
): AsyncGenerator<string> {
  const to = day + dayMs;
  const inForce = facts.versions.findLast((v) => v.from <= day) ?? facts.versions[0];
  const market = facts.versions.filter((v) => v === inForce || (v.from > day && v.from < to));
  const head = { format: dayFormat, date: isoDate(day), source: facts.source, market, previous_file: previousFile };
  yield lines.line('day', head);
  const rules = rulesOfDay(await allRules(trx), day - decidedAfterMsMax - markMs, to);
  const texts = await rulesTexts(
    trx,
    rules.map((r) => r.number),
  );
  for (const { number, version, ruleBook, from, firstMark } of rules)
    yield lines.line('rules', {
      rules_version: version,
      rule_book: ruleBook,
      from: iso(from),
      first_mark: iso(firstMark),
      text: texts.get(number),
    });
  for (const root of await rootsIn(trx, day, to)) {
    const mark = Number(root.mark);
    let receipts: string[] = [];
    for await (const rows of receiptsUnder(trx, readChunks, mark)) {
      for (const { receipt } of rows) receipts.push(receipt);
      if (receipts.length < receiptsPerLine) continue;
      yield lines.line('receipts', { mark: iso(mark), receipts });
      receipts = [];
    }
    if (receipts.length > 0) yield lines.line('receipts', { mark: iso(mark), receipts });
    for (const r of await readingsHadAt(trx, mark))
      yield lines.line('readings', { mark: iso(r.mark), attempt: r.attempt, read_at: iso(mark), text: r.readings });
    const { count, readings_hash, chain } = root;
    yield lines.line('mark', { mark: iso(mark), count: Number(count), root: root.root, readings_hash, chain });
    for (const v of await vectorsMadeAt(trx, mark, mark - decidedAfterMsMax))
      yield lines.line('prices', { window_end: iso(Number(v.window_end)), at: iso(mark), text: v.prices });
  }
  for (const { capacity, about_kind, about_id, ...a } of await actionsIn(trx, day, to))
    yield lines.line('action', {
      ...a,
      about: { kind: about_kind, id: about_id },
      capacity: capacity === null ? null : Number(capacity),
      number: Number(a.number),
      at_mark: iso(Number(a.at_mark)),
      at: iso(Number(a.at)),
    });
  for (const { capacity, kind, about_kind, about_id, ...i } of await incidentsIn(trx, day, to))
    yield lines.line('incident', {
      incident: kind,
      ...i,
      about: { kind: about_kind, id: about_id },
      capacity: capacity === null ? null : Number(capacity),
      incident_id: Number(i.incident_id),
      at_mark: iso(Number(i.at_mark)),
      price_at: i.price_at === null ? null : iso(Number(i.price_at)),
    });
  for await (const rows of delistingsIn(trx, readChunks, day, to))
    for (const d of rows)
      yield lines.line('delisting', { ...d, at_mark: iso(Number(d.at_mark)), cash: formatFixed(d.cash, moneyScale) });
  const money = (x: bigint | null): string | null => (x === null ? null : formatFixed(x, moneyScale));
  for await (const rows of decidedIn(trx, readChunks, day - decidedAfterMsMax, day, to)) {
    for (const { weights, previous_receipt, detail, trades, rules_version, ...o } of rows)
      yield lines.line('fill', {
        ...o,
        sequence: Number(o.sequence),
        received_at: iso(Number(o.received_at)),
        window_start: iso(Number(o.window_start)),
        at_mark: iso(Number(o.at_mark)),
        weights_text: weights,
        previous_receipt,
        rules_version,
        detail: detail === null ? null : (JSON.parse(detail) as unknown),
        trades: JSON.parse(trades) as unknown,
        cash_after: money(o.cash_after),
        value_before: money(o.value_before),
        value_after: money(o.value_after),
      });
  }
  const closedUnder = await closeRules(trx, day);
  for await (const rows of closesAt(trx, readChunks, day)) {
    for (const c of rows)
      yield lines.line('close', {
        close: iso(day),
        agent_id: c.agent_id,
        league: c.league,
        value: money(c.value),
        stale: flag(c.stale),
        rank: Number(c.rank),
        tied: flag(c.tied),
        rules_version: closedUnder.get(c.league),
      });
  }
  yield lines.line('end', { lines: lines.count() + 1 });
}
