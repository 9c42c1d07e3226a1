/**
 * Prices once more, from the public proofs alone: whole numbers, fractions of BigInt, nothing of the service's own code. The readings of
 * every mark come from /api/proofs/marks, the routes from the versions of the market that the log names, what was suspended from
 * /api/incidents.
 */
import { get, okJson, type Served } from './http.ts';

type Answer = { readonly value: string; readonly since: number } | { readonly none: string };
type Mean = readonly [n: bigint, d: bigint] | string;

interface Market {
  readonly from: number;
  readonly pools: readonly { readonly id: string; readonly average: string; readonly decimalShift?: number }[];
  readonly routes: readonly {
    readonly symbol: string;
    readonly primary: readonly Leg[];
    readonly second: readonly Leg[];
  }[];
  readonly cad: readonly string[];
}

interface Leg {
  readonly pool: string;
  readonly invert?: boolean;
}

export interface ProvedPrices {
  /** The mean of a symbol over [start, end) as decimal text, or why there is none. */
  mean(symbol: string, start: number, end: number): string;
}

interface MarkProof {
  readonly readings: readonly { readonly mark: string; readonly attempt: number; readonly text: string }[];
  readonly log: { readonly entry: string };
}

const minute = 60_000;

/** Reads the proofs of the marks from `first` to `last`. */
export async function readProvedPrices(league: Served, first: number, last: number): Promise<ProvedPrices> {
  const had: { readonly at: number; readonly mark: number; readonly pools: Record<string, Answer> }[] = [];
  const markets = new Map<string, Market>();
  const marketAt = new Map<number, string>();
  for (let at = first; at <= last; at += 5 * minute) {
    const proof = okJson<MarkProof>(await get(league, `/api/proofs/marks/${new Date(at).toISOString()}`));
    for (const { mark, text } of proof.readings) had.push({ at, mark: Date.parse(mark), pools: answersIn(text) });
    const named = (JSON.parse(proof.log.entry) as { readonly market: string }).market;
    marketAt.set(at, named);
    if (!markets.has(named))
      markets.set(named, JSON.parse((await get(league, `/api/log/markets/${named}`)).text) as Market);
  }
  const incidents = okJson<{ incidents: { at: string; kind: string; about: { id: string } }[] }>(
    await get(league, '/api/incidents?per_page=100'),
  ).incidents.toReversed();

  function answer(pool: string, mark: number, known: number): Answer | undefined {
    const all = had.filter((h) => h.mark === mark && h.at <= known).map((h) => h.pools[pool]);
    return all.findLast((a) => a && 'value' in a) ?? all.findLast((a) => a !== undefined);
  }

  function route(legs: readonly Leg[], market: Market, start: number, end: number): Mean {
    let [n, d] = [1n, 1n];
    for (const { pool, invert } of legs) {
      const { average, decimalShift = 0 } = market.pools.find((p) => p.id === pool)!;
      const [a, b] = [answer(pool, start, end), answer(pool, end, end)];
      if (!b) return 'no_answer';
      if ('none' in b) return b.none;
      if (b.since > start) return 'gap';
      if (!a) return 'no_answer';
      if ('none' in a) return a.none;
      const seconds = BigInt((end - start) / 1000);
      const mean: readonly [bigint, bigint] =
        average === 'geometric'
          ? power(BigInt(b.value) - BigInt(a.value), seconds, decimalShift)
          : [units(b.value) - units(a.value), seconds * 10n ** 24n];
      [n, d] = invert ? [n * mean[1], d * mean[0]] : [n * mean[0], d * mean[1]];
    }
    return [n, d];
  }

  function own(symbol: string, market: Market, start: number, end: number): bigint | string {
    const found = market.routes.find((r) => r.symbol === symbol);
    if (!found) return 'not_listed';
    const first = route(found.primary, market, start, end);
    if (typeof first === 'string') return first;
    const second = route(found.second, market, start, end);
    if (typeof second === 'string') return second;
    const [x, y] = [second[0] * first[1], first[0] * second[1]];
    return (x > y ? x - y : y - x) * 100n > y ? 'apart' : digits12(...first);
  }

  return {
    mean(symbol, start, end) {
      const state = incidents.findLast(
        (i) => Date.parse(i.at) <= end && i.about.id === symbol && /^(suspended|resumed|delisted)$/.test(i.kind),
      );
      if (state && state.kind !== 'resumed') return state.kind;
      const market = markets.get(marketAt.get(end)!)!;
      const price = own(symbol, market, start, end);
      if (typeof price === 'string') return price;
      if (!market.cad.includes(symbol)) return text(price);
      const rate = own('USD-CAD', market, start, end);
      return typeof rate === 'string' ? rate : text(digits12(price, rate));
    },
  };
}

function answersIn(text: string): Record<string, Answer> {
  const { since, pools } = JSON.parse(text) as { since: number; pools: Record<string, string | [string, number]> };
  return Object.fromEntries(
    Object.entries(pools).map(([pool, said]) => {
      if (typeof said !== 'string') return [pool, { value: said[0], since: said[1] }];
      return [pool, said.startsWith('!') ? { none: said.slice(1) } : { value: said, since }];
    }),
  );
}

/** Decimal text in units of 10^-24. */
function units(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(24, '0'));
}

const one = 10n ** 40n;

/** 1.0001^(ticks / seconds) * 10^shift, to 30 digits: the exponential series of the logarithm's series. */
function power(ticks: bigint, seconds: bigint, shift: number): readonly [bigint, bigint] {
  let log = 0n;
  for (let k = 1n, term = one; k < 12n; k++) {
    term /= 10_000n;
    log += (k % 2n === 1n ? term : -term) / k;
  }
  const halvings = 64n;
  const x = (log * ticks) / seconds / halvings;
  let small = 0n;
  for (let k = 0n, term = one; term !== 0n; k++) {
    small += term;
    term = (term * x) / one / (k + 1n);
  }
  let value = one;
  for (let i = 0n; i < halvings; i++) value = (value * small) / one;
  return shift >= 0 ? [value * 10n ** BigInt(shift), one] : [value, one * 10n ** BigInt(-shift)];
}

/** A fraction in units of 10^-24, rounded half up to 12 significant digits. */
function digits12(n: bigint, d: bigint): bigint {
  let unit = 1n;
  while (n * 10n ** 24n >= d * unit * 10n ** 12n) unit *= 10n;
  return ((n * 10n ** 24n * 2n + d * unit) / (2n * d * unit)) * unit;
}

function text(price: bigint): string {
  const digits = price.toString().padStart(25, '0');
  return `${digits.slice(0, -24)}.${digits.slice(-24)}`.replace(/\.?0+$/, '');
}
