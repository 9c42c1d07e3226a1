/** The lines of a day's file, in order. */
import { flag } from '../../storage/flag.ts';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale } from '../../lib/decimal.ts';
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
import { dayFormat, type DayLines } from './day-lines.ts';

/** An order is decided at most so long after the start of its window. */
const decidedAfterMsMax = windowMs + priceWaitMsMax;

export interface Source {
  readonly storage: Storage;
  readonly trx: Trx;
}

export interface Facts {
  readonly source: string;
  readonly firstDay: Instant;
  readonly progress: Instant;
  /** Market versions as they are kept. */
  readonly versions: readonly { readonly from: Instant }[];
}

/** @param previousFile hash of the file of the day before. @param lines hashes and counts them. */
export async function* dayLines(
  source: Source,
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
  yield* rulesLines(source.trx, day, lines);
  for (const root of await rootsIn(source.trx, day, to)) yield* markLines(source, root, lines);
  yield* operatorLines(source, day, lines);
  yield* fillLines(source, day, lines);
  yield* closeLines(source, day, lines);
  yield lines.line('end', { lines: lines.count() + 1 });
}

async function* rulesLines(trx: Trx, day: Instant, lines: DayLines): AsyncGenerator<string> {
  const to = day + dayMs;
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
}

/** The versions that orders and closes of a day may carry: in force between the first arrival that may be decided on it and its end. */
function rulesOfDay(all: readonly RulesInForce[], earliest: Instant, to: Instant): RulesInForce[] {
  return all.filter((r, i) => r.firstMark < to && (all[i + 1]?.from ?? earliest) >= earliest);
}

/** Receipts in one line: a mark may have hundreds of thousands. */
const receiptsPerLine = 1_000;

type Root = Awaited<ReturnType<typeof rootsIn>>[number];

async function* markLines(
  { storage: { readChunks }, trx }: Source,
  root: Root,
  lines: DayLines,
): AsyncGenerator<string> {
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

/** What the operator did, and what the public log says. */
async function* operatorLines(
  { storage: { readChunks }, trx }: Source,
  day: Instant,
  lines: DayLines,
): AsyncGenerator<string> {
  const to = day + dayMs;
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
}

async function* fillLines(
  { storage: { readChunks }, trx }: Source,
  day: Instant,
  lines: DayLines,
): AsyncGenerator<string> {
  for await (const rows of decidedIn(trx, readChunks, day - decidedAfterMsMax, day, day + dayMs)) {
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
}

async function* closeLines(
  { storage: { readChunks }, trx }: Source,
  day: Instant,
  lines: DayLines,
): AsyncGenerator<string> {
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
}

function money(x: bigint | null): string | null {
  return x === null ? null : formatFixed(x, moneyScale);
}
