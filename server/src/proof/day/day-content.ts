/** The lines of a day's file, in order: the entries of the public log, and what their hashes stand for. */
import { closedBots } from '../../engine/closed-bots.sql.ts';
import { logHashes } from '../../engine/log-store.ts';
import { bundleEntries, headAt, keysAfter, type LogHead } from '../../engine/log.sql.ts';
import { allRules, rulesTexts, type RulesInForce } from '../../engine/rules.sql.ts';
import { boardLines, outcomeText } from '../../flow/mark/entries.ts';
import { decidedAfterMsMax } from '../../flow/mark/queue.ts';
import { marketHashes } from '../../flow/price/market.ts';
import { readingsHadAt } from '../../flow/price/price.sql.ts';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { asideTimes } from '../../operator/aside.ts';
import { allIncidents } from '../../operator/incident.sql.ts';
import { dayMs, markMs } from '../../lib/time.ts';
import type { Storage, Trx } from '../../storage/storage.ts';
import { parseKey } from '../../tlog/note.ts';
import { tileWidth } from '../../tlog/tiles.ts';
import { subtreesOf } from '../../tlog/tree.ts';
import { decidedIn, leaguesClosedAt, vectorsMadeAt } from './day.sql.ts';
import { dayFormat, type DayLines } from './day-lines.ts';

export interface Source {
  readonly storage: Storage;
  readonly trx: Trx;
}

export interface Facts {
  readonly source: string;
  readonly firstMark: Instant;
  readonly progress: Instant;
  /** Market versions as they are kept. */
  readonly market: string;
}

/** Entries, or bots of a board, in one line: a mark may have hundreds of thousands. */
const perLine = 1_000;

/** @param lines counts them. */
export async function* dayLines(source: Source, facts: Facts, day: Instant, lines: DayLines): AsyncGenerator<string> {
  const { trx } = source;
  const to = day + dayMs;
  const first = Math.max(day, facts.firstMark);
  const before = (await headAt(trx, first - markMs))?.size ?? 0;
  const [key] = await keysAfter(trx, 0);
  yield lines.line('day', {
    format: dayFormat,
    date: isoDate(day),
    source: facts.source,
    log: parseKey(key?.key ?? '')?.name ?? '',
    size: before,
    subtrees: await frontier(trx, before),
  });
  const aside = asideTimes(await allIncidents(trx)).earliest(day, to) ?? day;
  /** Start of the oldest window of which an order may have been decided on the day. */
  const earliest = Math.min(day, aside) - decidedAfterMsMax;
  yield* rulesLines(trx, day, earliest, lines);
  const versions = marketHashes(facts.market);
  const inForce = versions.findLast((v) => v.from <= day) ?? versions[0];
  for (const v of versions)
    if (v === inForce || (v.from > day && v.from < to)) yield lines.line('market', { text: v.text });
  let head: Pick<LogHead, 'size' | 'root'> = { size: before, root: Buffer.alloc(0) };
  for (let mark = first; mark < to; mark += markMs) {
    const from = head.size;
    head = await headOf(trx, mark);
    yield* markLines(trx, mark, { from, to: head.size, earliest }, lines);
  }
  yield* fillLines(source, day, earliest, lines);
  yield* leagueLines(trx, day, lines);
  const end = { mark: iso(to - markMs), size: head.size, root: head.root.toString('hex') };
  yield lines.line('end', { ...end, lines: lines.count() + 1 });
}

/** The roots of the complete subtrees of the log's first entries: with them the tree can be grown on. */
async function frontier(trx: Trx, size: number): Promise<string[]> {
  let at = 0;
  const ranges = subtreesOf(0, size).map(({ height }): [number, number] => [at, (at += 2 ** height)]);
  return (await logHashes(trx, size, ranges)).map((hash) => hash.toString('hex'));
}

async function headOf(trx: Trx, mark: Instant): Promise<LogHead> {
  const head = await headAt(trx, mark);
  if (!head) throw new Error(`the public log has no mark ${iso(mark)}`);
  return head;
}

async function* rulesLines(trx: Trx, day: Instant, earliest: Instant, lines: DayLines): AsyncGenerator<string> {
  const to = day + dayMs;
  const rules = rulesOfDay(await allRules(trx), earliest - markMs, to);
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

/** The versions that orders and marks of a day may carry: in force between the first arrival that may be decided on it and its end. */
function rulesOfDay(all: readonly RulesInForce[], earliest: Instant, to: Instant): RulesInForce[] {
  return all.filter((r, i) => r.firstMark < to && (all[i + 1]?.from ?? earliest) >= earliest);
}

/** @param range of the mark's entries, and the start of the oldest window that may be priced at it. */
async function* markLines(
  trx: Trx,
  mark: Instant,
  range: { readonly from: number; readonly to: number; readonly earliest: Instant },
  lines: DayLines,
): AsyncGenerator<string> {
  let entries: string[] = [];
  for (let at = range.from; at < range.to;) {
    const start = at - (at % tileWidth);
    const bundle = await bundleEntries(trx, start / tileWidth);
    const end = Math.min(range.to, start + tileWidth);
    entries.push(...bundle.slice(at - start, end - start));
    at = end;
    if (entries.length < perLine && at < range.to) continue;
    yield lines.line('entries', { mark: iso(mark), entries });
    entries = [];
  }
  for (const r of await readingsHadAt(trx, mark))
    yield lines.line('readings', { mark: iso(r.mark), attempt: r.attempt, text: r.readings });
  for (const v of await vectorsMadeAt(trx, mark, range.earliest))
    yield lines.line('prices', { window_end: iso(v.windowEnd), text: v.prices });
}

async function* fillLines(
  { storage: { readChunks }, trx }: Source,
  day: Instant,
  earliest: Instant,
  lines: DayLines,
): AsyncGenerator<string> {
  for await (const rows of decidedIn(trx, readChunks, earliest, day, day + dayMs)) {
    for (const { order, fill } of rows)
      yield lines.line('fill', {
        agent_id: order.botId,
        sequence: order.sequence,
        order_id: order.orderId,
        received_at: iso(order.receivedAt),
        league: order.league,
        date: order.date,
        weights_text: order.weights,
        reason: order.reason,
        nonce: order.nonce,
        previous_receipt: order.previous,
        rules_version: order.rulesVersion,
        outcome_text: outcomeText(fill),
      });
  }
}

async function* leagueLines(trx: Trx, day: Instant, lines: DayLines): AsyncGenerator<string> {
  for (const league of await leaguesClosedAt(trx, day)) {
    const board = boardLines(await closedBots(trx, league, day)).map((line) => line.trimEnd());
    for (let at = 0; at < board.length; at += perLine)
      yield lines.line('board', { league, lines: board.slice(at, at + perLine) });
  }
}
