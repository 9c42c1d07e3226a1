/**
 * Fixed-point decimals on bigint: money, units, prices and weights are exact, never binary floats.
 *
 * One scale per kind (contract section 1). A value of a kind is `bigint = round(x * 10^scale)`; across borders
 * (database text, JSON) it is decimal text. Division always names its rounding.
 */

/** Decimal places of cash, cost, fee and value: `$1` is `100_000_000n`. */
export const moneyScale = 8;
/** Decimal places of units of a symbol. */
export const unitsScale = 12;
/** Decimal places in which a price is held. A price has at most 12 significant digits, so 24 places carry any price above 10^-13. */
export const priceScale = 24;
/** Decimal places of a target weight. */
export const weightScale = 18;

/**
 * The largest amount that is counted, at `moneyScale`: $92,233,720,368.54775807, the largest integer of 64 bits. It is what a column
 * holds, and in cents a double holds it exactly.
 */
export const amountMax = 2n ** 63n - 1n;

/** An amount as it is counted: what is above `amountMax` is not. */
export function countedAmount(amount: bigint): bigint {
  return amount > amountMax ? amountMax : amount;
}

const powers: bigint[] = Array.from({ length: 80 }, (_, i) => 10n ** BigInt(i));

/** 10^n as a bigint, for 0 <= n < 80. */
export function pow10(n: number): bigint {
  const p = powers[n];
  if (p === undefined) throw new RangeError(`pow10(${n}) is out of range`);
  return p;
}

/** Quotient rounded towards minus infinity. `d` > 0. */
export function divFloor(n: bigint, d: bigint): bigint {
  const q = n / d;
  return n < 0n && q * d !== n ? q - 1n : q;
}

/** Quotient rounded towards plus infinity. `d` > 0. */
export function divCeil(n: bigint, d: bigint): bigint {
  const q = n / d;
  return n > 0n && q * d !== n ? q + 1n : q;
}

/** Quotient rounded to nearest, halves away from zero. `d` > 0. */
export function divHalfUp(n: bigint, d: bigint): bigint {
  return n < 0n ? -((-n * 2n + d) / (d * 2n)) : (n * 2n + d) / (d * 2n);
}

/** Most characters of a number that is read exactly: sign, point and exponent included. */
export const decimalCharactersMax = 64;
/** The exponent of such a number is at most so far from zero. */
export const decimalExponentMax = 400;

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

export interface ExactDecimal {
  /** All digits as an integer, signed. */
  readonly digits: bigint;
  /** Power of ten: the value is `digits * 10^exponent`. */
  readonly exponent: number;
}

/**
 * Reads decimal text (JSON number grammar, sign and exponent allowed) without loss.
 * @returns undefined when it is no number, too long, or its exponent is too far from zero; `whyNotExact` says which.
 */
export function parseExact(text: string): ExactDecimal | undefined {
  if (text.length > decimalCharactersMax) return undefined;
  const m = decimalPattern.exec(text);
  if (!m) return undefined;
  const fraction = m[3] ?? '';
  const exponent = Number(m[4] ?? 0);
  if (Math.abs(exponent) > decimalExponentMax) return undefined;
  const digits = BigInt((m[1] ?? '') + (m[2] ?? '') + fraction);
  return { digits, exponent: digits === 0n ? 0 : exponent - fraction.length };
}

/** Of a text that `parseExact` does not read: why. */
export function whyNotExact(text: string): 'not_a_number' | 'too_long' | 'exponent' {
  if (!decimalPattern.test(text)) return 'not_a_number';
  return text.length > decimalCharactersMax ? 'too_long' : 'exponent';
}

/** Brings an exact decimal to a scale, dropping digits beyond it (towards minus infinity). */
export function exactToScaleFloor(x: ExactDecimal, scale: number): bigint {
  const shift = x.exponent + scale;
  if (shift >= 0) return x.digits * 10n ** BigInt(shift);
  if (shift < -500) return x.digits < 0n ? -1n : 0n;
  return divFloor(x.digits, 10n ** BigInt(-shift));
}

/** Longest run of digits that a double holds exactly, whatever they are. */
const safeDigits = 15;

/** Decimal text at `scale` places -> bigint. Throws on anything that is no plain decimal or has more places than the scale. */
export function parseFixed(text: string, scale: number): bigint {
  return parseFixedPart(text, 0, text.length, scale);
}

/** The same for the characters from..to of a longer text, without cutting them out. */
export function parseFixedPart(text: string, from: number, to: number, scale: number): bigint {
  const negative = text.charCodeAt(from) === 45; // a minus sign
  const first = negative ? from + 1 : from;
  let dot = -1;
  let digits = 0; // of the digits so far, while they are few enough for a double
  for (let i = first; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c >= 48 && c <= 57) digits = digits * 10 + c - 48;
    else if (c === 46 && dot < 0 && i > first && i < to - 1) dot = i;
    else throw new RangeError(`"${text.slice(from, to)}" is no plain decimal`);
  }
  const count = to - first - (dot < 0 ? 0 : 1);
  if (count <= 0) throw new RangeError(`"${text.slice(from, to)}" is no plain decimal`); // BigInt('') would be 0
  const places = dot < 0 ? 0 : to - dot - 1;
  if (places > scale) throw new RangeError(`"${text.slice(from, to)}" has more than ${scale} decimal places`);
  const whole = count <= safeDigits ? BigInt(digits) : BigInt(text.slice(first, to).replace('.', ''));
  const value = places === scale ? whole : whole * pow10(scale - places);
  return negative ? -value : value;
}

/** bigint at `scale` -> shortest decimal text (no trailing zeros, no exponent). */
export function formatFixed(value: bigint, scale: number): string {
  if (value < 0n) return `-${formatFixed(-value, scale)}`;
  if (value === 0n) return '0';
  let s = value.toString();
  if (s.length <= scale) s = s.padStart(scale + 1, '0');
  const cut = s.length - scale;
  let end = s.length;
  while (end > cut && s.charCodeAt(end - 1) === 48) end--;
  return end === cut ? s.slice(0, cut) : `${s.slice(0, cut)}.${s.slice(cut, end)}`;
}

/** bigint at `scale` -> decimal text with exactly `places` places, rounded half away from zero. */
export function formatPlaces(value: bigint, scale: number, places: number): string {
  const rounded = places >= scale ? value * pow10(places - scale) : divHalfUp(value, pow10(scale - places));
  const negative = rounded < 0n;
  let s = (negative ? -rounded : rounded).toString().padStart(places + 1, '0');
  if (places > 0) s = `${s.slice(0, -places)}.${s.slice(-places)}`;
  return negative ? `-${s}` : s;
}

/**
 * Rounds the exact fraction `n / d` (both > 0) to `digits` significant digits, halves up, and returns it at `scale` places.
 * A value too small for the scale keeps only the places the scale has.
 */
export function roundSignificant(n: bigint, d: bigint, digits: number, scale: number): bigint {
  if (n <= 0n || d <= 0n) throw new RangeError('roundSignificant takes a positive fraction');
  const guess = n.toString().length - d.toString().length;
  const atLeast = guess >= 0 ? n >= d * 10n ** BigInt(guess) : n * 10n ** BigInt(-guess) >= d;
  const exponent = atLeast ? guess : guess - 1; // 10^exponent <= n/d < 10^(exponent + 1)
  const places = Math.min(digits - 1 - exponent, scale);
  const q = places >= 0 ? divHalfUp(n * 10n ** BigInt(places), d) : divHalfUp(n, d * 10n ** BigInt(-places));
  return q * 10n ** BigInt(scale - places);
}
