/**
 * A second, plain calculation of 30-minute averages from the recorded files, sharing nothing with the service: lines split at commas,
 * one price per minute, whole numbers only (10^40ths of a dollar). Nothing is rounded before the 12th digit of the average, so what
 * it gives and what the service gives can be compared digit for digit, without any tolerance.
 */
import { readFileSync } from 'node:fs';

const places = 40;
const unit = 10n ** BigInt(places);
const minuteMs = 60_000;

/** Minute at whose start a price begins to hold -> price. */
export type Minutes = ReadonlyMap<number, bigint>;

/** The close of the minute stamped t is known at t + 1 minute, and holds until the next one; one missing minute is bridged. */
export function readMinutes(
  paths: readonly string[],
  time: string,
  column: string,
  price: (cell: string) => bigint,
): Minutes {
  const minutes = new Map<number, bigint>();
  for (const path of paths) {
    const [header = '', ...lines] = readFileSync(path, 'utf8').split('\n');
    const names = header.split(',');
    const [at, cell] = [names.indexOf(time), names.indexOf(column)];
    for (const line of lines) {
      if (line === '') continue;
      const cells = line.split(',');
      minutes.set(Date.parse(`${cells[at]?.replace(' ', 'T')}Z`) + minuteMs, price(cells[cell] ?? ''));
    }
  }
  for (const [minute, p] of new Map(minutes)) if (!minutes.has(minute + minuteMs)) minutes.set(minute + minuteMs, p);
  return minutes;
}

/** 1839.222732716025 */
export function plainCell(cell: string): bigint {
  const [whole = '', fraction = ''] = cell.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

const known = new Map<string, bigint>();

/** Tick of USDC (6 decimals) / WETH (18) -> USDC for one WETH: 1.0001^-tick * 10^12. */
export function tickCell(cell: string): bigint {
  let price = known.get(cell);
  if (price === undefined) {
    price = (10n ** 12n * unit * unit) / power(BigInt(cell));
    known.set(cell, price);
  }
  return price;
}

/** 1.0001^n by squaring; 40 places hold some 30 good digits of it after 18 squarings. */
function power(n: bigint): bigint {
  if (n === 0n) return unit;
  const half = power(n / 2n);
  const square = (half * half) / unit;
  return n % 2n === 0n ? square : (square * 10_001n) / 10_000n;
}

/** Average over the 30 minutes from `start`; undefined when one of them has no price. Exact: a sum, to be divided by 30. */
function sumOf(minutes: Minutes, start: number): bigint | undefined {
  let sum = 0n;
  for (let i = 0; i < 30; i++) {
    const price = minutes.get(start + i * minuteMs);
    if (price === undefined) return undefined;
    sum += price;
  }
  return sum;
}

export interface PlainWindow {
  /** 12 significant digits, as decimal text without closing zeros. */
  readonly first: string;
  readonly second: string;
  /** |second / first - 1| in basis points. */
  readonly bps: number;
}

export function plainWindow(first: Minutes, second: Minutes, start: number): PlainWindow | undefined {
  const a = sumOf(first, start);
  const b = sumOf(second, start);
  if (a === undefined || b === undefined) return undefined;
  const gap = a > b ? a - b : b - a;
  return { first: twelveDigits(a), second: twelveDigits(b), bps: Number((gap * 10n ** 12n) / a) / 1e8 };
}

/** sum / 30 to 12 significant digits, halves up. Prices of one ether: 1 to 9,999 dollars. */
function twelveDigits(sum: bigint): string {
  const whole = (sum / 30n / unit).toString().length;
  const scale = 10n ** BigInt(places - (12 - whole));
  const rounded = (sum * 2n + 30n * scale) / (60n * scale);
  const text = rounded.toString();
  return `${text.slice(0, whole)}.${text.slice(whole)}`.replace(/\.?0+$/, '');
}
