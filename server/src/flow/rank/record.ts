/**
 * Record: a bot's record up to the close before and its new close in, its record up to this close out.
 *
 * Public rule (docs/bots/statistics.md): the figures of risk and luck rest on daily returns, value at a close divided by the value at the
 * close before, minus 1. They are counted from the first close at or after a bot's first fill: idle days before it say nothing.
 * A record has a fixed size, however long it is, so that a close costs the same on the first day and after ten years. Only the
 * exactly rounded operations + - * / make it, so that every machine that recomputes it gets the same bits.
 *
 * Example: $100,000 -> $101,000 -> $99,990: returns 0.01 and -0.01, n 2, mean 0, sum of squared deviations 0.0002.
 */
import { moneyScale, pow10 } from '../../lib/decimal.ts';
import { startValue } from '../fill/fill.ts';

/** What a bot's close adds to its record. Amounts are USD at `moneyScale`. */
export interface ClosePoint {
  readonly value: bigint;
  /** At the bot's previous valid close; undefined at its first, which counts from the start value. */
  readonly previousValue: bigint | undefined;
  readonly cash: bigint;
  /** Notional of all scored trades since the start, buys and sells. */
  readonly traded: bigint;
  /** Has the bot a scored fill at or before this close? */
  readonly hasFill: boolean;
  /** The equal-weight baseline of the league at this and at the previous valid close; undefined where one of them is not known. */
  readonly market: { readonly value: bigint; readonly previousValue: bigint } | undefined;
  /** The equal-weight baseline at the end of the window of the bot's first fill, where it is known. Kept from then on. */
  readonly marketAtFirstFill?: bigint | undefined;
  /** Bots of the league with a fill that had left it by the valid close before (`BoardContext`). */
  readonly departed: number;
  /** Is this the close of a Monday, 00:00 UTC, at which a week ends? */
  readonly weekEnd: boolean;
}

/** Number, mean and sum of squared deviations from the mean. */
export interface Moments2 {
  readonly n: number;
  readonly mean: number;
  readonly m2: number;
}

/** Also the sums of the third and fourth powers of the deviations. */
export interface Moments4 extends Moments2 {
  readonly m3: number;
  readonly m4: number;
}

export interface RunningRecord {
  /** Valid closes at which the bot was valued. */
  readonly closes: number;
  /** Value at this close and at the one before (the start value before the first); `moneyScale`. */
  readonly value: bigint;
  readonly previousValue: bigint;
  /** Value at the Monday close with which the week of this close began; the start value for who joined after it. */
  readonly weekBase: bigint;
  /** Is this close the end of its week? */
  readonly weekEnd: boolean;
  /** Notional traded since the start; `moneyScale`. */
  readonly traded: bigint;
  /** Daily returns since the first fill, as fractions. */
  readonly returns: Moments4;
  /** Sum of the squares of the negative ones. */
  readonly downside: number;
  readonly positiveDays: number;
  readonly negativeDays: number;
  /** Sum over the same closes of the share of the value that is not cash. */
  readonly exposure: number;
  /** Sum over the same closes of the value, in dollars. */
  readonly values: number;
  /** Daily return minus that of the equal-weight baseline, over the days for which both are known. */
  readonly excess: Moments2;
  /** The equal-weight baseline at the bot's first fill, and at this close; `moneyScale`. */
  readonly marketAtFirstFill: bigint | undefined;
  readonly market: bigint | undefined;
  /** Bots with a fill that had left the league when the first daily return began: they were no rivals of this record. */
  readonly departedBefore: number;
}

const noMoments: Moments4 = { n: 0, mean: 0, m2: 0, m3: 0, m4: 0 };

/** Before the first close. */
export const emptyRecord: RunningRecord = {
  closes: 0,
  value: startValue,
  previousValue: startValue,
  weekBase: startValue,
  weekEnd: false,
  traded: 0n,
  returns: noMoments,
  downside: 0,
  positiveDays: 0,
  negativeDays: 0,
  exposure: 0,
  values: 0,
  excess: { n: 0, mean: 0, m2: 0 },
  marketAtFirstFill: undefined,
  market: undefined,
  departedBefore: 0,
};

/** @param previous the record at the bot's previous valid close, undefined at its first. O(1). */
export function foldRecord(previous: RunningRecord | undefined, point: ClosePoint): RunningRecord {
  const before = previous ?? emptyRecord;
  const previousValue = point.previousValue ?? startValue;
  const head = {
    closes: before.closes + 1,
    value: point.value,
    previousValue,
    weekBase: before.weekEnd ? before.value : before.weekBase,
    weekEnd: point.weekEnd,
    traded: point.traded,
    market: point.market?.value,
  };
  if (!point.hasFill) return { ...before, ...head };
  const change = dailyReturn(previousValue, point.value);
  const marketChange = point.market && dailyReturn(point.market.previousValue, point.market.value);
  const counted = change !== undefined;
  return {
    ...head,
    returns: counted ? addTo4(before.returns, change) : before.returns,
    downside: before.downside + (counted && change < 0 ? change * change : 0),
    positiveDays: before.positiveDays + (counted && change > 0 ? 1 : 0),
    negativeDays: before.negativeDays + (counted && change < 0 ? 1 : 0),
    exposure: before.exposure + (counted ? exposureOf(point) : 0),
    values: before.values + (counted ? dollars(point.value) : 0),
    excess: counted && marketChange !== undefined ? addTo2(before.excess, change - marketChange) : before.excess,
    marketAtFirstFill: before.marketAtFirstFill ?? point.marketAtFirstFill,
    departedBefore: before.returns.n === 0 ? point.departed : before.departedBefore,
  };
}

/** As a fraction: 0.01 is 1%. Undefined after nothing was left: there is no return on nothing. */
export function dailyReturn(from: bigint, to: bigint): number | undefined {
  return from > 0n ? Number(to - from) / Number(from) : undefined;
}

/** One more value, by the updates of Welford and Pébay: exactly zero deviations as long as all values are equal. */
export function addTo2({ n, mean, m2 }: Moments2, x: number): Moments2 {
  const delta = x - mean;
  const step = delta / (n + 1);
  return { n: n + 1, mean: mean + step, m2: m2 + delta * step * n };
}

export function addTo4({ n, mean, m2, m3, m4 }: Moments4, x: number): Moments4 {
  const count = n + 1;
  const delta = x - mean;
  const step = delta / count;
  const term = delta * step * n;
  return {
    n: count,
    mean: mean + step,
    m2: m2 + term,
    m3: m3 + (term * step * (count - 2) - 3 * step * m2),
    m4: m4 + (term * step * step * (count * count - 3 * count + 3) + 6 * step * step * m2 - 4 * step * m3),
  };
}

const moneyUnit = Number(pow10(moneyScale));

function dollars(amount: bigint): number {
  return Number(amount) / moneyUnit;
}

function exposureOf({ value, cash }: ClosePoint): number {
  return value > 0n ? Number(value - cash) / Number(value) : 0;
}

/** First entry of the text: told apart from records that a later version may write. */
const recordVersion = 1;

/** Compact JSON. Every double is written with the digits that read back as the same double. */
export function encodeRecord(r: RunningRecord): string {
  const { n, mean, m2, m3, m4 } = r.returns;
  const money = `"${r.value}","${r.previousValue}","${r.weekBase}","${r.traded}",${text(r.marketAtFirstFill)},${text(r.market)}`;
  const days = `${r.closes},${r.weekEnd ? 1 : 0},${r.positiveDays},${r.negativeDays}`;
  return `[${recordVersion},${days},${money},${n},${mean},${m2},${m3},${m4},${r.downside},${r.exposure},${r.values},${r.excess.n},${r.excess.mean},${r.excess.m2},${r.departedBefore}]`;
}

const text = (amount: bigint | undefined): string => (amount === undefined ? 'null' : `"${amount}"`);

type Stored = readonly [
  ...[version: number, closes: number, weekEnd: number, positiveDays: number, negativeDays: number],
  ...[value: string, previousValue: string, weekBase: string, traded: string],
  ...[marketAtFirstFill: string | null, market: string | null],
  ...[n: number, mean: number, m2: number, m3: number, m4: number],
  ...[downside: number, exposure: number, values: number],
  ...[excessN: number, excessMean: number, excessM2: number, departedBefore: number],
];

/** Throws on a text of another version. */
export function decodeRecord(encoded: string): RunningRecord {
  const s = JSON.parse(encoded) as Stored;
  if (s[0] !== recordVersion) throw new Error(`a record of version ${s[0]}, this one knows ${recordVersion}`);
  return {
    closes: s[1],
    weekEnd: s[2] === 1,
    positiveDays: s[3],
    negativeDays: s[4],
    value: BigInt(s[5]),
    previousValue: BigInt(s[6]),
    weekBase: BigInt(s[7]),
    traded: BigInt(s[8]),
    marketAtFirstFill: s[9] === null ? undefined : BigInt(s[9]),
    market: s[10] === null ? undefined : BigInt(s[10]),
    returns: { n: s[11], mean: s[12], m2: s[13], m3: s[14], m4: s[15] },
    downside: s[16],
    exposure: s[17],
    values: s[18],
    excess: { n: s[19], mean: s[20], m2: s[21] },
    departedBefore: s[22],
  };
}
