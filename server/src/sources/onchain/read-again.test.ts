import { expect, test } from 'vitest';
import type { BlockRef } from '../source.ts';
import type { OnchainPool, OnchainRate } from './book.ts';
import type { Endpoint, ReadAt } from './endpoint.ts';
import { readAgain } from './read-again.ts';

const mark = 1_772_400_000_000;
const block: BlockRef = { chain: 1, number: 100, hash: '0xaa', at: mark + 36_000 };
const pool = { id: '1:pool' } as OnchainPool;
const rate = { id: '1:rate', read: 'stEthPerToken' } as OnchainRate;
const read = new Map([
  [pool.id, 5n],
  [rate.id, 2n * 10n ** 24n],
]);

type Told = ReadAt['pools'][number];
const saying = (value: bigint): Told => ({ tickCumulatives: [0n, value], secondsPerLiquidityX128: [0n, 0n] });

interface Spoken {
  readonly host: string;
  /** What each request for pools is answered with; the last one stays. */
  readonly pools: Told[];
  readonly rate?: bigint | 'none' | 'gone';
  /** Seconds after the mark at which its newest block was made. */
  readonly head?: number;
}

function endpoint({ host, pools, rate: told = 2n * 10n ** 18n, head = 2_400 }: Spoken) {
  const asked: string[] = [];
  const made: Pick<Endpoint, 'host' | 'head' | 'readAt'> = {
    host,
    head: () => Promise.resolve({ number: 200n, hash: '0xbb', timestamp: mark / 1000 + head }),
    readAt(hash, ofPools, [from, to], ofRates) {
      asked.push(`${hash} ${ofPools.length} ${ofRates.length} ${from} ${to}`);
      if (ofRates.length > 0)
        return told === 'gone' ? Promise.reject(new Error('no state')) : Promise.resolve({ pools: [], rates: [told] });
      return Promise.resolve({ pools: [(pools.length > 1 ? pools.shift() : pools[0]) ?? 'none'], rates: [] });
    },
  };
  return { asked, made };
}

async function again(...spoken: Spoken[]) {
  const all = spoken.map(endpoint);
  const asked = { pools: [pool], rates: [rate] };
  const told = await readAgain(
    all.map((e) => e.made),
    mark,
    block,
    asked,
    read,
  );
  return {
    asked: all[0]?.asked,
    configured: told.configured,
    told: told.told.map((t) => [t.host, ...t.values.values()]),
  };
}

test('a pool at the newest block, a rate in the state of the block that was read', async () => {
  expect(await again({ host: 'a', pools: [saying(5n)] })).toEqual({
    asked: ['0xbb 1 0 2400 2400', '0xaa 0 1 0 0'],
    configured: 1,
    told: [['a', 5n, 2n * 10n ** 24n]],
  });
});

test('what differs is asked for once more, and what is said then counts', async () => {
  const mixed = await again({ host: 'a', pools: [saying(6n), saying(5n)] });
  expect([mixed.told, mixed.asked?.length]).toEqual([[['a', 5n, 2n * 10n ** 24n]], 4]);
  const liar = await again({ host: 'a', pools: [saying(6n)] });
  expect([liar.told, liar.asked?.length]).toEqual([[['a', 6n, 2n * 10n ** 24n]], 4]);
});

test.each<[string, Spoken, unknown[]]>([
  ['its ring buffer no longer reaches back', { host: 'a', pools: ['old'] }, ['a', 2n * 10n ** 24n]],
  ['it has the state of the block no more', { host: 'a', pools: [saying(5n)], rate: 'gone' }, ['a', 5n]],
  ['the contract is not there', { host: 'a', pools: [saying(5n)], rate: 'none' }, ['a', 5n]],
])('of what it cannot tell nothing is said: %s', async (_, spoken, told) => {
  expect((await again(spoken)).told).toEqual([told]);
});

test('an endpoint whose newest block is older than the mark says nothing, and counts as configured', async () => {
  const { configured, told } = await again(
    { host: 'a', pools: [saying(5n)], head: -1 },
    { host: 'b', pools: [saying(5n)] },
  );
  expect([configured, told.map(([host]) => host)]).toEqual([2, ['b']]);
});
