/**
 * SOL and USD. Lamports are integers (1 SOL = 1,000,000,000 lamports), a rate is USD per SOL at `rateScale`, a price is whole US cents.
 *
 * Public rule (docs/bots/extras.md): the price in SOL is price_usd / sol_usd, rounded up to 6 decimal places.
 *
 * Example: 300 cents at 148.37 USD per SOL = 0.02021972… SOL -> 0.020220 SOL = 20,220,000 lamports.
 */
import { divCeil, formatFixed, formatPlaces, parseExact, exactToScaleFloor } from '../lib/decimal.ts';

/** Decimal places of SOL in lamports. */
export const lamportScale = 9;
/** Decimal places in which a rate is held. */
export const rateScale = 8;
/** An amount that is asked for is a multiple of this: six decimal places of SOL. */
const lamportsPerStep = 1_000n;

/** @param rate USD per SOL at `rateScale`, above 0. @returns lamports, rounded up to six decimal places of SOL. */
export function lamportsFor(usdCents: bigint, rate: bigint): bigint {
  if (rate <= 0n || usdCents < 0n) throw new RangeError('a price needs a rate above 0 and cents of 0 or more');
  return divCeil(usdCents * 10n ** BigInt(rateScale - 2 + 6), rate) * lamportsPerStep;
}

/** What lamports were worth, in USD at `rateScale`, rounded half up. */
export function usdOf(lamports: bigint, rate: bigint): string {
  return formatPlaces(lamports * rate, lamportScale + rateScale, 2);
}

/** `20220000n` -> `0.02022` */
export function solText(lamports: bigint): string {
  return formatFixed(lamports, lamportScale);
}

export function rateText(rate: bigint): string {
  return formatFixed(rate, rateScale);
}

/** A rate from text or a number of JSON; undefined when it is none that can be used: not a number, or not above 0. */
export function parseRate(given: unknown): bigint | undefined {
  const text = typeof given === 'number' ? String(given) : given;
  const exact = typeof text === 'string' ? parseExact(text) : undefined;
  if (!exact) return undefined;
  const rate = exactToScaleFloor(exact, rateScale);
  return rate > 0n && rate < rateMax ? rate : undefined;
}

/** A larger rate is a fault of its source: at a million USD per SOL the cheapest product still has six places of SOL. */
const rateMax = 10n ** BigInt(rateScale + 6);
