/**
 * What an endpoint told otherwise than another one, of one block. In: two answers to one question. Out: the first pool or rate that
 * differs, and both values as text. Pure.
 *
 * Example: of 35 pools the third differs, 360558000 and 360559800 -> that pool and these two numbers.
 */
import type { Asked } from './asked.ts';
import type { ReadAt } from './endpoint.ts';

export interface Difference {
  /** Name of the pool or rate, for people. */
  readonly pool: string;
  readonly values: readonly [string, string];
}

export function firstDifference({ pools, rates }: Asked, a: ReadAt, b: ReadAt): Difference | undefined {
  const compared = [
    ...pools.map(({ label }, i) => ({ label, values: [poolTexts(a.pools[i]), poolTexts(b.pools[i])] as const })),
    ...rates.map(({ label }, i) => ({ label, values: [[rateText(a.rates[i])], [rateText(b.rates[i])]] as const })),
  ];
  for (const { label, values } of compared) {
    const [one, other] = values;
    const at = one.length === other.length ? one.findIndex((text, i) => text !== other[i]) : 0;
    if (at >= 0) return { pool: label, values: [one[at] ?? '', other[at] ?? ''] };
  }
  return undefined;
}

/** The cumulative at the mark comes first: it is what is published. */
function poolTexts(told: ReadAt['pools'][number] | undefined): readonly string[] {
  if (told === undefined || told === 'none') return ['no pool'];
  if (told === 'old') return ['no observation'];
  const { tickCumulatives: c, secondsPerLiquidityX128: l } = told;
  return [
    String(c[1]),
    `${c[0]} half an hour before`,
    `${l[1]} seconds per liquidity`,
    `${l[0]} seconds per liquidity half an hour before`,
  ];
}

function rateText(told: bigint | 'none' | undefined): string {
  return typeof told === 'bigint' ? String(told) : 'no rate';
}
