import { expect, test } from 'vitest';
import type { OnchainPool, OnchainRate } from './book.ts';
import type { ReadAt } from './endpoint.ts';
import { firstDifference } from './other-value.ts';

const asked = {
  pools: [{ label: 'first' }, { label: 'second' }] as OnchainPool[],
  rates: [{ label: 'rate' }] as OnchainRate[],
};
const told = (ticks: readonly [bigint, bigint], liquidity: readonly [bigint, bigint] = [1n, 2n]) => ({
  tickCumulatives: ticks,
  secondsPerLiquidityX128: liquidity,
});
const base: ReadAt = { pools: [told([10n, 20n]), told([30n, 40n])], rates: [7n] };

test.each<[string, Partial<ReadAt>, unknown]>([
  ['nothing', {}, undefined],
  [
    'the cumulative at the mark, which is published',
    { pools: [told([10n, 20n]), told([31n, 41n])] },
    ['second', '40', '41'],
  ],
  [
    'the one half an hour before',
    { pools: [told([11n, 20n]), told([30n, 40n])] },
    ['first', '10 half an hour before', '11 half an hour before'],
  ],
  [
    'the liquidity',
    { pools: [told([10n, 20n], [1n, 3n]), told([30n, 40n])] },
    ['first', '2 seconds per liquidity', '3 seconds per liquidity'],
  ],
  ['no observation', { pools: ['old', told([30n, 40n])] }, ['first', '20', 'no observation']],
  ['no pool', { pools: [told([10n, 20n]), 'none'] }, ['second', '40', 'no pool']],
  ['a rate', { rates: [8n] }, ['rate', '7', '8']],
  ['no rate', { rates: ['none'] }, ['rate', '7', 'no rate']],
])('%s differs', (_, other, expected) => {
  const found = firstDifference(asked, base, { ...base, ...other });
  expect(found && [found.pool, ...found.values]).toEqual(expected);
});
