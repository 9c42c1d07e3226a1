/** The lines of a day's file, in order. */
import { flag } from '../../storage/flag.ts';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale } from '../../lib/decimal.ts';
import { allRules, rulesTexts, type RulesInForce } from '../../engine/rules.sql.ts';
import type { MarkRoot } from '../../flow/order/merkle.ts';
import { priceWaitMsMax } from '../../flow/mark/queue.ts';
import { readingsHadAt } from '../../flow/price/price.sql.ts';
import { allIncidents } from '../../operator/incident.sql.ts';
import { dayMs, markMs, windowMs } from '../../lib/time.ts';
import type { Storage, Trx } from '../../storage/storage.ts';
import {
  actionsIn,
  closeRules,
  closesAt,
  decidedIn,
  delistingsIn,
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

async function* markLines(
  { storage: { readChunks }, trx }: Source,
  root: MarkRoot,
  lines: DayLines,
): AsyncGenerator<string> {
  const { mark } = root;
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
  const { count, readingsHash: readings_hash, chain } = root;
  yield lines.line('mark', { mark: iso(mark), count, root: root.root, readings_hash, chain });
  for (const v of await vectorsMadeAt(trx, mark, mark - decidedAfterMsMax))
    yield lines.line('prices', { window_end: iso(v.windowEnd), at: iso(mark), text: v.prices });
}

/** What the operator did, and what the public log says. */
async function* operatorLines(
  { storage: { readChunks }, trx }: Source,
  day: Instant,
  lines: DayLines,
): AsyncGenerator<string> {
  const to = day + dayMs;
  for (const a of await actionsIn(trx, day, to))
    yield lines.line('action', {
      number: a.number,
      at_mark: iso(a.atMark),
      action_id: a.id,
      at: iso(a.at),
      action: a.action,
      reason: a.reason,
      about: a.about,
      capacity: a.capacity ?? null,
    });
  for (const i of await allIncidents(trx))
    if (i.atMark >= day && i.atMark < to)
      yield lines.line('incident', {
        incident: i.kind,
        incident_id: i.id,
        at_mark: iso(i.atMark),
        price: i.price,
        price_at: i.priceAt === null ? null : iso(i.priceAt),
        by: i.by,
        reason: i.reason,
        about: i.about,
        capacity: i.capacity ?? null,
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
    for (const { order, atMark, ...fill } of rows)
      yield lines.line('fill', {
        received_at: iso(order.receivedAt),
        date: order.date,
        reason: order.reason,
        nonce: order.nonce,
        receipt: order.receipt,
        agent_id: order.botId,
        sequence: order.sequence,
        order_id: order.orderId,
        league: order.league,
        window_start: iso(order.windowStart),
        at_mark: iso(atMark),
        state: fill.state,
        reason_code: fill.reason_code,
        cash_after: money(fill.cash_after),
        value_before: money(fill.value_before),
        value_after: money(fill.value_after),
        weights_text: order.weights,
        previous_receipt: order.previous,
        rules_version: order.rulesVersion,
        detail: fill.detail === null ? null : (JSON.parse(fill.detail) as unknown),
        trades: JSON.parse(fill.trades) as unknown,
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
