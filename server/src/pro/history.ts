/** Pages of a bot's whole history: orders with their fills, closes with ranks, and the ledger of its cash. */
import { ApiError } from 'papertape-contract/errors';
import type { HistoryClose, HistoryPage } from 'papertape-contract/history';
import type { HistoryPart } from 'papertape-contract/history-parts';
import { limits } from 'papertape-contract/limits';
import { lastMarkDone } from '../engine/progress.sql.ts';
import { startValue } from '../flow/fill/fill.ts';
import { payoutsTo } from '../flow/mark/payouts.sql.ts';
import { returnBps } from '../flow/rank/rank.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale } from '../lib/decimal.ts';
import { shown } from '../lib/text.ts';
import { drawdownPct, type BotClose } from '../read/close.ts';
import { countedFills } from '../read/fills.sql.ts';
import { orderView } from '../read/order-view.ts';
import { delistingsOf, ordersBehind } from '../read/views.sql.ts';
import type { Db } from '../storage/storage.ts';
import { cashLedger } from './cash-ledger.ts';
import { cashAfterFill, closesBehind, voidedAmong } from './history.sql.ts';

type Rows = Pick<HistoryPage, 'rows' | 'next' | 'more' | 'final'>;

const most = limits.historyRowsMax;
const forEver = Number.MAX_SAFE_INTEGER;

/** @param after `next` of the page before. Throws ApiError. */
export async function historyPage(
  db: Db,
  botId: string,
  part: HistoryPart,
  after: string | undefined,
): Promise<HistoryPage> {
  const { rows, next, more, final } = await parts[part](db, botId, after);
  return { agent_id: botId, part, rows, next, more, final };
}

const parts = { orders: ordersPage, closes: closesPage, ledger: ledgerPage } as const satisfies Record<
  HistoryPart,
  unknown
>;

/** Orders up to the first that is not decided: what stands in a page never changes, so a full one is final. */
async function ordersPage(db: Db, botId: string, after: string | undefined): Promise<Rows> {
  const from = after === undefined ? 0 : numberIn(after, /^(\d{1,15})$/);
  const found = await ordersBehind(db, botId, from, most + 1);
  const undecided = found.findIndex(({ outcome }) => outcome === undefined);
  const decided = undecided < 0 ? found : found.slice(0, undecided);
  const page = decided.slice(0, most);
  // A decided order looks the same at any time.
  const rows = page.map((order) => orderView(order, 0));
  const more = decided.length > most;
  return { rows, next: String(page.at(-1)?.sequence ?? from), more, final: page.length === most };
}

/** No page of closes is final: the operator may void one of them. */
async function closesPage(db: Db, botId: string, after: string | undefined): Promise<Rows> {
  const from = after === undefined ? 0 : numberIn(after, /^(\d{1,15})$/);
  const found = await closesBehind(db, botId, from, most + 1);
  const page = found.slice(0, most);
  const times = page.map(({ close }) => close);
  const voided = page[0] ? await voidedAmong(db, page[0].league, times) : [];
  const voidedAt = new Map(voided.map(({ close, atMark }) => [close, atMark]));
  const rows = page.map((close) => closeRow(close, voidedAt.get(close.close)));
  return { rows, next: String(times.at(-1) ?? from), more: found.length > most, final: false };
}

function closeRow(c: BotClose, voidedAt: Instant | undefined): HistoryClose {
  return {
    close: iso(c.close),
    value: formatFixed(c.value, moneyScale),
    return_pct: returnBps(c.cents) / 100,
    rank: c.rank,
    tied: c.tied,
    move: c.move,
    stale: c.stale,
    max_drawdown_pct: drawdownPct(c),
    trades: c.trades,
    voided_at: voidedAt === undefined ? null : iso(voidedAt),
  };
}

/** Whole marks, so that the lines of one stand on one page; cut behind the mark at which there are enough fills. */
async function ledgerPage(db: Db, botId: string, after: string | undefined): Promise<Rows> {
  const sequence = after === undefined ? 0 : numberIn(after, /^(\d{1,15})\.\d{1,15}$/);
  const mark = after === undefined ? -1 : numberIn(after, /^\d{1,15}\.(\d{1,15})$/);
  const upTo = (await lastMarkDone(db)) ?? 0;
  const fills = await countedFills(db, botId, { after: sequence, before: forEver }, upTo, most + 1);
  const beyond = fills[most];
  const page = beyond ? fills.filter(({ atMark }) => atMark < beyond.atMark) : fills;
  const until = beyond ? (page.at(-1)?.atMark ?? mark) : Math.max(upTo, mark);
  const delistings = (await delistingsOf(db, botId)).toReversed();
  const payouts = await payoutsTo(db, botId, until);
  const isNew = (one: { readonly mark: Instant }): boolean => one.mark > mark && one.mark <= until;
  const last = sequence === 0 ? undefined : await cashAfterFill(db, botId, sequence);
  if ((sequence > 0 && !last) || (last && last.atMark > mark)) throw noCursor(after ?? '');
  // What changed the cash since that fill, up to the mark: at its own mark only payouts came after it.
  const since = [
    ...delistings.filter((d) => d.mark > (last?.atMark ?? -1) && d.mark <= mark),
    ...payouts.filter((p) => p.mark >= (last?.atMark ?? -1) && p.mark <= mark),
  ];
  const cash = since.reduce((sum, change) => sum + change.cash, last?.cash ?? startValue);
  const changes = { fills: page, delistings: delistings.filter(isNew), payouts: payouts.filter(isNew) };
  const next = `${page.at(-1)?.sequence ?? sequence}.${Math.max(until, 0)}`;
  return { rows: cashLedger(cash, changes), next, more: beyond !== undefined, final: beyond !== undefined };
}

function numberIn(after: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(after) ?? [];
  if (digits === undefined) throw noCursor(after);
  return Number(digits);
}

function noCursor(after: string): ApiError {
  return new ApiError('invalid_query', `after is "${shown(after)}"; it must be \`next\` of a page of the same part.`, {
    example: { query: { after: null } },
  });
}
