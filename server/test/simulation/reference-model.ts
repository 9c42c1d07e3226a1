/**
 * A second, naive reading of the rules (contract section 3) to hold the engine against: mark by mark, bot by bot, in plain BigInt.
 * Cash has 8 places, units 12, prices 24, weights 18. No code of flow/.
 */
import type { ModelBot, ModelFill, ModelOrder, Trade } from './reference-bot.ts';
import { createModelPrices, type Quote } from './reference-prices.ts';
import type { Table } from './table-source.ts';

const mark = 5 * 60_000;
const half = 6 * mark;
const day = 48 * half;
/** Units times price has 36 places, money has 8. */
const e28 = 10n ** 28n;
const cent = 10n ** 6n;
const inCents = (value: bigint): bigint => (value + cent / 2n) / cent;
const ceilDiv = (n: bigint, d: bigint): bigint => (n + d - 1n) / d;

/** Plays the bots from `from` to `to`, both marks. */
export function runModel(table: Table, bots: readonly ModelBot[], from: number, to: number): void {
  const model = createModelPrices(table, from);
  const last = new Map<string, { price: bigint; at: number }>(); // last agreed price
  const read = new Map<string, { price: bigint; at: number }>(); // last price of the first route alone
  const frozen = new Map<string, bigint>();

  for (let now = from; now <= to; now += mark) {
    for (const bot of bots) {
      for (const o of bot.waiting) for (const at of [windowEnd(o) - half, windowEnd(o)]) model.askAgain(at, now);
    }
    noteAgreed(now, now);
    for (const s of table.routes.keys()) {
      const first = model.quote(s, now).state === 'agreed' ? undefined : model.first(s, now);
      if (first !== undefined) read.set(s, { price: first, at: now });
    }
    for (const [s, { price, at }] of last) {
      if (frozen.has(s) && at === now) frozen.delete(s);
      else if (!frozen.has(s) && now - at >= day) frozen.set(s, price);
    }
    for (const end of new Set(bots.flatMap((bot) => playQueue(bot, now)))) if (end < now) noteAgreed(end, now);
    if (now % day === 0) closeDay(now);
  }

  function noteAgreed(end: number, now: number): void {
    for (const s of table.routes.keys()) {
      const q = model.quote(s, end);
      if (q.state !== 'agreed' || (frozen.has(s) && end < now)) continue;
      if ((last.get(s)?.at ?? 0) < end) last.set(s, { price: q.price, at: end });
    }
  }

  /** Orders in order of arrival; behind one that has to wait wait those of its kind. @returns the windows of those that were decided. */
  function playQueue(bot: ModelBot, now: number): number[] {
    const ends: number[] = [];
    const still: ModelOrder[] = [];
    for (const order of [...bot.waiting, ...bot.orders.filter((o) => windowEnd(o) === now)]) {
      const isBehind = still.some((o) => o.sandbox === order.sandbox);
      const fill = isBehind ? undefined : decide(bot, order, now);
      if (!fill) {
        still.push(order);
        continue;
      }
      bot.fills.set(order.sequence, fill);
      ends.push(windowEnd(order));
    }
    bot.waiting = still;
    return ends;
  }

  function decide(bot: ModelBot, order: ModelOrder, now: number): ModelFill | undefined {
    const end = windowEnd(order);
    const prices = new Map<string, bigint>();
    const named = [...new Set([...order.weights.keys(), ...bot.holdings.keys()])].sort();
    const quotes = new Map<string, Quote>();
    for (const s of named) {
      const q: Quote = frozen.has(s) ? { state: 'agreed', price: frozen.get(s)! } : model.quote(s, end);
      quotes.set(s, q);
      if (q.state === 'agreed') prices.set(s, q.price);
    }
    const worth = (cash: bigint, held: ReadonlyMap<string, bigint>): bigint =>
      [...held].reduce((sum, [s, units]) => sum + units * prices.get(s)!, cash * e28);
    const isHeldPriced = [...bot.holdings.keys()].every((s) => prices.has(s));
    // Of what is not held only what would trade a cent takes part, which is known once all that is held has a price.
    const takesPart = (s: string): boolean =>
      prices.has(s) ||
      bot.holdings.has(s) ||
      !isHeldPriced ||
      order.weights.get(s)! * worth(bot.cash, bot.holdings) >= cent * e28 * 10n ** 18n;
    const symbols = named.filter(takesPart);
    const obstacles = new Set(symbols.filter((s) => !prices.has(s)).map((s) => quotes.get(s)!.state));
    if (!obstacles.has('apart') && obstacles.has('none') && now - end < 12 * half) return undefined;
    if (obstacles.size > 0) {
      const reason = obstacles.has('apart') ? 'pools_apart' : 'price_unavailable';
      return { at: now, state: 'rejected', reason, trades: [], cash: bot.cash, before: null, after: null };
    }
    const value = worth(bot.cash, bot.holdings);
    const sells: Trade[] = [];
    const wanted: Trade[] = [];
    for (const s of symbols.filter((x) => !frozen.has(x))) {
      const price = prices.get(s)!;
      const change = ((order.weights.get(s) ?? 0n) * value) / (price * 10n ** 18n) - (bot.holdings.get(s) ?? 0n);
      const isWhole = change < 0n && -change === bot.holdings.get(s);
      const trade = tradeOf(s, change, price, isWhole);
      if (trade) (change < 0n ? sells : wanted).push(trade);
    }
    const proceeds = sells.reduce((sum, t) => sum + t[3] - t[4] - t[5], bot.cash);
    const buys = affordable(wanted, proceeds);
    const cash = buys.reduce((sum, t) => sum - t[3] - t[4] - t[5], proceeds);
    const holdings = new Map(bot.holdings);
    const trades = [...sells, ...buys];
    for (const [s, units] of trades) holdings.set(s, (holdings.get(s) ?? 0n) + units);
    for (const [s, units] of holdings) if (units === 0n) holdings.delete(s);
    if (!order.sandbox) {
      const first = bot.first ?? (trades.length > 0 ? end : null);
      Object.assign(bot, { cash, holdings, trades: bot.trades + trades.length, first });
    }
    const values = { before: value / e28, after: worth(cash, holdings) / e28 };
    return { at: now, state: 'filled', reason: null, trades, cash, ...values };
  }

  function closeDay(now: number): void {
    const present = bots.filter((b) => b.since < now);
    const values = new Map(present.map((bot) => [bot, valueAt(bot, now)]));
    for (const [bot, { value, stale }] of values) {
      const league = present.filter((b) => b.league === bot.league).map((b) => inCents(values.get(b)!.value));
      if (value > bot.peak) bot.peak = value;
      const fall = ((bot.peak - value) * 2_000_000n + bot.peak) / (2n * bot.peak);
      if (fall > bot.drawdown) bot.drawdown = fall;
      const rank = 1 + league.filter((v) => v > inCents(value)).length;
      const tied = league.filter((v) => v === inCents(value)).length > 1;
      const { peak, drawdown, trades, first } = bot;
      bot.closes.set(now, { value, stale, rank, tied, peak, drawdown, trades, first });
    }
  }

  function staleValue(s: string, now: number): bigint {
    const { price, at } = last.get(s)!;
    const later = read.get(s);
    const lower = later && later.at > at && later.price < price ? later.price : price;
    let value = (lower * left((now - at) / (2 * half))) / 100n;
    let unit = 1n;
    while (value / unit >= 10n ** 12n) unit *= 10n;
    value -= value % unit;
    return value;
  }

  function valueAt(bot: ModelBot, now: number): { value: bigint; stale: boolean } {
    let sum = bot.cash * e28;
    let stale = false;
    for (const [s, units] of bot.holdings) {
      const q = model.quote(s, now);
      const fresh = q.state === 'agreed' && !frozen.has(s);
      sum += units * (fresh ? q.price : staleValue(s, now));
      if (!fresh) stale = true;
    }
    return { value: sum / e28, stale };
  }

  /** Tenths of a basis point. */
  function spreadOf(symbol: string): bigint {
    return BigInt(table.routes.get(symbol)?.spread ?? 0);
  }

  /**
   * Undefined when it is worth less than a cent and no sale of a whole holding. A sell brings what is rounded down, a buy costs what is
   * rounded up, fees and spreads round up; a sell pays no more than it brings.
   */
  function tradeOf(symbol: string, change: bigint, price: bigint, isWhole = false): Trade | undefined {
    const product = (change < 0n ? -change : change) * price;
    if (product < cent * e28 && !isWhole) return undefined;
    const fee = symbol.endsWith('-CAD') ? ceilDiv(product * 5n, e28 * 1000n) : 0n;
    const spread = ceilDiv(product * spreadOf(symbol), e28 * 100_000n);
    if (change > 0n) return [symbol, change, price, ceilDiv(product, e28), fee, spread];
    const proceeds = product / e28;
    const paid = fee < proceeds ? fee : proceeds;
    return [symbol, change, price, proceeds, paid, spread < proceeds - paid ? spread : proceeds - paid];
  }

  /** All buys, or all of them made smaller by the same factor, with one unit kept back for each number that is rounded. */
  function affordable(wanted: readonly Trade[], cash: bigint): readonly Trade[] {
    const total = wanted.reduce((sum, t) => sum + t[3] + t[4] + t[5], 0n);
    const rounded = wanted.map(([symbol]) => (spreadOf(symbol) > 0n ? 3n : 2n));
    const room = rounded.reduce((left, n) => left - n, cash);
    if (total <= cash) return wanted;
    return room <= 0n
      ? []
      : wanted.map(([s, units, price]) => tradeOf(s, (units * room) / total, price)).filter((t) => t !== undefined);
  }
}

/** Percent that are left of a price after so many hours without an agreed one. */
function left(hours: number): bigint {
  return hours < 6 ? 100n : hours < 12 ? 80n : hours < 24 ? 60n : hours < 72 ? 40n : hours < 168 ? 10n : 0n;
}

function windowEnd(o: ModelOrder): number {
  return Math.floor(o.at / mark) * mark + mark + half;
}
