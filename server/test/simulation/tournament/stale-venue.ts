/**
 * A market in which the true price is known and the pools lag behind it: each first pool is put back to within its fee of the truth every
 * 12 seconds, each second pool likewise with its own fee. Second pools can be pushed away for five minutes.
 */
import { symbolByName } from '../../../src/league/catalogue.ts';
import type { Pool, PoolId, Route, SourceSymbol } from '../../../src/league/symbol.ts';
import type { Instant } from '../../../src/lib/clock.ts';
import { pow10, priceScale } from '../../../src/lib/decimal.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { dayMs, markMs } from '../../../src/lib/time.ts';
import type { MarkReadings, PoolReading } from '../../../src/sources/source.ts';
import { poolBook } from '../../../src/sources/onchain/book-file.ts';
import type { Venue } from './adversary.ts';

export interface StaleSymbol {
  readonly symbol: string;
  /** 0.003 = 0.3%. */
  readonly firstFee: number;
  readonly secondFee: number;
  /** Both prices are candles of an hour: they hold from one hour to the next. */
  readonly hourly?: boolean;
}

export interface StaleVenueOptions {
  readonly from: Instant;
  readonly days: number;
  readonly seed: number;
  readonly symbols: readonly StaleSymbol[];
}

/** As they are published for the built-in pool book, in tenths of a basis point. Recorded hours have none. */
const bookSpreads = new Map(poolBook.routes.map((r) => [r.symbol, Math.round((r.spreadBps ?? 0) * 10)]));

const blockSeconds = 12;
const blocksPerMark = markMs / 1000 / blockSeconds;
const marksPerHour = 12;
const yearSeconds = 365 * 24 * 3600;
/** Places that a sum of five minutes is kept at while it is a double. */
const places = 8;
/** How far a second pool is pushed. */
const pushFactor = 1.5;

export function staleVenue({ from, days, seed, symbols }: StaleVenueOptions): Required<Venue> {
  const marks = (days * dayMs) / markMs + 13;
  const uniform = seededUniform(seed);
  const lines = new Map(symbols.map((s) => [s.symbol, playSymbol(s, marks, uniform)]));
  const pushes = new Map<string, { readonly mark: number; readonly extra: bigint }[]>();
  const indexOf = (at: Instant): number => Math.round((at - from) / markMs);
  const lineOf = (symbol: string): Line => {
    const line = lines.get(symbol);
    if (!line) throw new Error(`there is no ${symbol}`);
    return line;
  };

  function readOne(id: PoolId, mark: Instant): PoolReading {
    const [symbol = '', which] = id.split(':');
    const line = lineOf(symbol);
    const k = indexOf(mark);
    if (k < 0 || k >= marks) return { ok: false, reason: 'not_listed' };
    let cumulative = (which === '1' ? line.first : line.second)[k] as bigint;
    if (which === '2') for (const p of pushes.get(symbol) ?? []) if (p.mark < k) cumulative += p.extra;
    return { ok: true, cumulative, since: from };
  }

  const pools = new Map<PoolId, Pool>();
  const routes = new Map<string, Route>();
  for (const { symbol, hourly } of symbols) {
    for (const which of ['1', '2']) {
      const id = `${symbol}:${which}`;
      pools.set(id, {
        id,
        label: `${symbol} pool ${which}, simulated`,
        average: 'arithmetic',
        ...(hourly ? { stepSeconds: 3600 } : {}),
      });
    }
    const spread = bookSpreads.get(symbol) ?? 0;
    const legs = { primary: [{ pool: `${symbol}:1` }], second: [{ pool: `${symbol}:2` }] };
    routes.set(symbol, { symbol, ...legs, ...(hourly === true ? {} : { spread }) });
  }
  const readNow = (mark: Instant, only?: readonly PoolId[]): MarkReadings =>
    new Map((only ?? [...pools.keys()]).map((id) => [id, readOne(id, mark)]));
  return {
    league: 'spot_crypto',
    source: {
      kind: 'simulated',
      id: 'stale-venue',
      description: 'Pools that lag behind a true price.',
      pools,
      routes,
      symbols: new Map(
        symbols.map(({ symbol }): [string, SourceSymbol] => [
          symbol,
          { symbol, name: symbol, pricedIn: 'USD', leagues: ['spot_crypto'] },
        ]),
      ),
      coverage: { from, to: from + (marks - 1) * markMs },
      resume: () => undefined,
      readNow,
      read: (mark, only) => Promise.resolve(readNow(mark, only)),
    },
    truth: (symbol, at) => lineOf(symbol).truth[indexOf(at)] as number,
    pool: (symbol, at) => lineOf(symbol).pool[indexOf(at)] as number,
    push(symbol, at) {
      const mark = indexOf(at);
      const { second } = lineOf(symbol);
      const own = ((second[mark + 1] as bigint) - (second[mark] as bigint)) * BigInt(pushFactor * 10 - 10);
      pushes.set(symbol, [...(pushes.get(symbol) ?? []), { mark, extra: own / 10n }]);
    },
  };
}

interface Line {
  /** At each mark: prices, and cumulative readings at `priceScale`. */
  readonly truth: Float64Array;
  readonly pool: Float64Array;
  readonly first: bigint[];
  readonly second: bigint[];
}

function playSymbol({ symbol, firstFee, secondFee, hourly }: StaleSymbol, marks: number, uniform: () => number): Line {
  const terms = symbolByName.get(symbol)?.simulated;
  if (!terms) throw new Error(`the catalogue has no ${symbol}`);
  const deviation = terms.annualVolatility * Math.sqrt(blockSeconds / yearSeconds);
  const toReading = pow10(priceScale - places);
  const line: Line = { truth: new Float64Array(marks), pool: new Float64Array(marks), first: [], second: [] };
  let x = Math.log(terms.price);
  let [p, q] = [x, x];
  let [sumP, sumQ] = [0n, 0n];
  for (let m = 0; m < marks; m++) {
    line.truth[m] = Math.exp(x);
    line.pool[m] = Math.exp(p);
    line.first.push(sumP);
    line.second.push(sumQ);
    let [stepP, stepQ] = [0, 0];
    for (let k = 0; k < blocksPerMark; k++) {
      stepP += Math.exp(p);
      stepQ += Math.exp(q);
      x += deviation * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
      if (hourly === true && !(k === blocksPerMark - 1 && (m + 1) % marksPerHour === 0)) continue;
      p = Math.min(x + firstFee, Math.max(x - firstFee, p));
      q = Math.min(x + secondFee, Math.max(x - secondFee, q));
    }
    const scale = blockSeconds * 10 ** places;
    sumP += BigInt(Math.round(stepP * scale)) * toReading;
    sumQ += BigInt(Math.round(stepQ * scale)) * toReading;
  }
  return line;
}
