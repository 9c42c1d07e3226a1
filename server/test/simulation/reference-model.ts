/**
 * A second, naive reading of the rules (contract section 3), to hold the engine against. No code of flow/: minute by minute, bot by
 * bot, in plain BigInt. Cash 8 places, units 12, prices 24 (12 significant digits), weights 18.
 */
import type { Leg } from '../../src/market/source.ts';
import { minuteScale, type Table } from './table-source.ts';

export type Trade = [symbol: string, signedUnits: bigint, price: bigint, cost: bigint, fee: bigint];
export interface ModelOrder { readonly sequence: number; readonly at: number; readonly sandbox: boolean; readonly weights: ReadonlyMap<string, bigint> }
export interface ModelFill { at: number; state: string; reason: string | null; trades: Trade[]; cash: bigint; before: bigint | null; after: bigint | null }
export interface ModelClose { value: bigint; stale: boolean; rank: number; tied: boolean; peak: bigint; drawdown: bigint; trades: number; first: number | null }
type Quote = { state: 'agreed'; price: bigint } | { state: 'apart' } | { state: 'none' };

const minute = 60_000, mark = 5 * minute, half = 30 * minute, hour = 60 * minute, day = 24 * hour;
const ceilDiv = (n: bigint, d: bigint): bigint => (n + d - 1n) / d;
const startCash = 100_000n * 10n ** 8n;
const e28 = 10n ** 28n; // units * price has 36 places, money has 8

export class ModelBot {
  cash = startCash; holdings = new Map<string, bigint>(); trades = 0; first: number | null = null;
  peak = startCash; drawdown = 0n;
  waiting: ModelOrder[] = [];
  readonly fills = new Map<number, ModelFill>(); readonly closes = new Map<number, ModelClose>();
  readonly id: string; readonly league: string; readonly since: number; readonly orders: readonly ModelOrder[];
  constructor(id: string, league: string, since: number, orders: readonly ModelOrder[]) { this.id = id; this.league = league; this.since = since; this.orders = orders; }
}

/** Plays the bots from `from` to `to`, both marks. */
export function runModel(table: Table, bots: readonly ModelBot[], from: number, to: number): void {
  const answered = new Set<string>(); // late answers that came
  const last = new Map<string, { price: bigint; at: number }>(); // last agreed price
  const frozen = new Map<string, bigint>();

  function hasReading(pool: string, at: number): boolean {
    const held = table.faults.filter((f) => f.pool === pool && f.from <= at && at < f.to);
    return at >= from && held.every((f) => f.kind === 'silent' && answered.has(`${pool} ${at}`));
  }
  function askAgain(at: number, now: number): void {
    for (const f of table.faults) {
      if (f.kind === 'silent' && f.from <= at && at < f.to && f.answersAt !== undefined && f.answersAt <= now) answered.add(`${f.pool} ${at}`);
    }
  }
  /** Average over the 30 minutes before `end`, as a fraction. */
  function average(legs: readonly Leg[], end: number): [bigint, bigint] | undefined {
    let n = 1n, d = 1n;
    for (const { pool, invert } of legs) {
      const begin = end - half;
      if (!hasReading(pool, begin) || !hasReading(pool, end)) return undefined;
      if (table.faults.some((f) => f.pool === pool && f.kind === 'gap' && f.from <= end && f.to > begin)) return undefined;
      let sum = 0n;
      for (let t = begin; t < end; t += minute) sum += table.minutes.get(pool)![(t - table.start) / minute]!;
      const count = 30n * 10n ** BigInt(minuteScale);
      [n, d] = invert ? [n * count, d * sum] : [n * sum, d * count];
    }
    return [n, d];
  }
  function ownQuote(symbol: string, end: number): Quote {
    const route = table.routes.get(symbol)!;
    const p = average(route.primary, end), s = average(route.second, end);
    if (!p || !s) return { state: 'none' };
    const a = s[0] * p[1], b = p[0] * s[1]; // second / primary = a / b
    if ((a > b ? a - b : b - a) * 100n > b) return { state: 'apart' };
    return { state: 'agreed', price: digits12(p[0], p[1]) };
  }
  function quote(symbol: string, end: number): Quote {
    const own = ownQuote(symbol, end);
    if (!symbol.endsWith('-CAD') || symbol === 'USD-CAD' || own.state !== 'agreed') return own;
    const fx = ownQuote('USD-CAD', end);
    return fx.state === 'agreed' ? { state: 'agreed', price: digits12(own.price, fx.price) } : fx;
  }

  function decide(bot: ModelBot, order: ModelOrder, now: number): ModelFill | undefined {
    const end = windowEnd(order);
    const symbols = [...new Set([...order.weights.keys(), ...bot.holdings.keys()])].sort();
    const prices = new Map<string, bigint>();
    const obstacles = new Set<string>();
    for (const s of symbols) {
      const q: Quote = frozen.has(s) ? { state: 'agreed', price: frozen.get(s)! } : quote(s, end);
      if (q.state === 'agreed') prices.set(s, q.price); else obstacles.add(q.state);
    }
    if (!obstacles.has('apart') && obstacles.has('none') && now - end < 6 * hour) return undefined;
    const reason = obstacles.has('apart') ? 'pools_apart' : 'price_unavailable';
    if (obstacles.size > 0) return { at: now, state: 'rejected', reason, trades: [], cash: bot.cash, before: null, after: null };
    const worth = (cash: bigint, held: ReadonlyMap<string, bigint>): bigint => [...held].reduce((sum, [s, u]) => sum + u * prices.get(s)!, cash * e28);
    const value = worth(bot.cash, bot.holdings);
    const fee = (s: string, product: bigint): bigint => (s.endsWith('-CAD') ? ceilDiv(product * 5n, e28 * 1000n) : 0n);
    const sells: Trade[] = [], wanted: Trade[] = [];
    for (const s of symbols.filter((x) => !frozen.has(x))) {
      const price = prices.get(s)!;
      const change = ((order.weights.get(s) ?? 0n) * value) / (price * 10n ** 18n) - (bot.holdings.get(s) ?? 0n);
      const product = (change < 0n ? -change : change) * price;
      if (product < 10n ** 6n * e28) continue; // under one cent
      if (change < 0n) sells.push([s, change, price, product / e28, fee(s, product)]);
      else wanted.push([s, change, price, ceilDiv(product, e28), fee(s, product)]);
    }
    let cash = sells.reduce((sum, t) => sum + t[3] - t[4], bot.cash);
    const total = wanted.reduce((sum, t) => sum + t[3] + t[4], 0n);
    const room = cash - 2n * BigInt(wanted.length);
    const buys = total <= cash ? wanted : wanted.flatMap(([s, units, price]): Trade[] => {
      const less = room > 0n ? (units * room) / total : 0n;
      return less * price < 10n ** 6n * e28 ? [] : [[s, less, price, ceilDiv(less * price, e28), fee(s, less * price)]];
    });
    for (const t of buys) cash -= t[3] + t[4];
    const holdings = new Map(bot.holdings);
    for (const [s, units] of [...sells, ...buys]) holdings.set(s, (holdings.get(s) ?? 0n) + units);
    for (const [s, units] of holdings) if (units === 0n) holdings.delete(s);
    const fill: ModelFill = { at: now, state: 'filled', reason: null, trades: [...sells, ...buys], cash, before: value / e28, after: worth(cash, holdings) / e28 };
    if (!order.sandbox) {
      Object.assign(bot, { cash, holdings, trades: bot.trades + fill.trades.length, first: bot.first ?? end });
    }
    return fill;
  }

  for (let now = from; now <= to; now += mark) {
    for (const bot of bots) for (const o of bot.waiting) for (const at of [windowEnd(o) - half, windowEnd(o)]) askAgain(at, now);
    for (const s of table.routes.keys()) {
      const q = now - half < from ? undefined : quote(s, now);
      if (q?.state === 'agreed') last.set(s, { price: q.price, at: now });
    }
    for (const [s, { price, at }] of last) {
      if (frozen.has(s) ? at === now : now - at < day) frozen.delete(s);
      else if (!frozen.has(s)) frozen.set(s, price);
    }
    const late = new Set<number>();
    for (const bot of bots) {
      const queue = [...bot.waiting, ...bot.orders.filter((o) => windowEnd(o) === now)];
      for (let order = queue[0]; order; order = queue[0]) {
        const fill = decide(bot, order, now);
        if (!fill) break; // it waits, and all behind it
        bot.fills.set(order.sequence, fill);
        if (windowEnd(order) < now) late.add(windowEnd(order));
        queue.shift();
      }
      bot.waiting = queue;
    }
    for (const end of late) for (const s of table.routes.keys()) {
      const q = quote(s, end);
      if (q.state === 'agreed' && !frozen.has(s) && (last.get(s)?.at ?? 0) < end) last.set(s, { price: q.price, at: end });
    }
    if (now % day === 0) closeDay(now);
  }

  function closeDay(now: number): void {
    const cents = (v: bigint): bigint => (v + 500_000n) / 1_000_000n;
    const present = bots.filter((b) => b.since < now);
    const values = new Map(present.map((bot) => {
      let sum = bot.cash * e28, stale = false;
      for (const [s, units] of bot.holdings) {
        const q: Quote = frozen.has(s) ? { state: 'none' } : quote(s, now);
        sum += units * (q.state === 'agreed' ? q.price : last.get(s)!.price);
        if (q.state !== 'agreed') stale = true;
      }
      return [bot, { value: sum / e28, stale }] as const;
    }));
    for (const [bot, { value, stale }] of values) {
      const rivals = present.filter((b) => b.league === bot.league).map((b) => cents(values.get(b)!.value));
      if (value > bot.peak) bot.peak = value;
      const fall = ((bot.peak - value) * 2_000_000n + bot.peak) / (2n * bot.peak);
      if (fall > bot.drawdown) bot.drawdown = fall;
      const rank = 1 + rivals.filter((v) => v > cents(value)).length;
      const tied = rivals.filter((v) => v === cents(value)).length > 1;
      bot.closes.set(now, { value, stale, rank, tied, peak: bot.peak, drawdown: bot.drawdown, trades: bot.trades, first: bot.first });
    }
  }
}

function windowEnd(o: ModelOrder): number {
  return Math.floor(o.at / mark) * mark + mark + half;
}

/** A fraction at 24 places, rounded half up to 12 significant digits. */
function digits12(n: bigint, d: bigint): bigint {
  let unit = 1n; // 10^-24
  while (n * 10n ** 24n >= d * unit * 10n ** 12n) unit *= 10n;
  const count = (n * 10n ** 24n * 2n + d * unit) / (2n * d * unit);
  return count * unit;
}
