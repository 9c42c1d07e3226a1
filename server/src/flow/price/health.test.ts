import { expect, test } from 'vitest';
import type { MarkReadings, NoReadingReason, PoolReading } from '../../sources/source.ts';
import type { Pool } from '../../league/symbol.ts';
import { guardOf, healthySources } from './health.ts';

const ok: PoolReading = { ok: true, cumulative: 1n, since: 0 };
const no = (reason: NoReadingReason): PoolReading => ({ ok: false, reason });
const readings = (all: Record<string, PoolReading>): MarkReadings => new Map(Object.entries(all));
const pools = new Map<string, Pool>(
  ['1:a', '1:b', '8453:a', 'plain'].map((id) => [
    id,
    { id, label: id, average: 'geometric', ...(id === 'plain' ? {} : { chain: Number(id.split(':')[0]) }) },
  ]),
);

test.each<[string, Record<string, PoolReading>, number[]]>([
  ['one pool of two is enough', { '1:a': no('no_answer'), '1:b': ok, '8453:a': ok }, [1, 8453]],
  ['a chain that does not answer', { '1:a': ok, '1:b': ok, '8453:a': no('no_answer') }, [1]],
  ['a stale head', { '1:a': no('stale'), '1:b': no('stale'), '8453:a': ok }, [8453]],
  ['a chain that cannot make up its mind', { '1:a': no('reorg'), '1:b': no('reorg') }, []],
  ['a guard speaks of the pool, not of its chain', { '1:a': no('thin'), '8453:a': no('peg') }, [1, 8453]],
  ['so do these', { '1:a': no('old_observation'), '8453:a': no('rate') }, [1, 8453]],
  ['and these', { '1:a': no('jump'), '8453:a': no('not_listed') }, [1, 8453]],
  ['a market that is no chain', { plain: ok }, [0]],
  ['without an observation', { plain: no('gap') }, []],
  ['without a price', { plain: no('non_positive') }, []],
])('%s', (_, given, healthy) => {
  expect([...healthySources(readings(given), pools)]).toEqual(healthy);
});

test('a guard holds back the symbols whose routes it touches', () => {
  const route = { symbol: 'X', primary: [{ pool: '1:a' }], second: [{ pool: '1:b' }, { pool: '8453:a' }] };
  expect(guardOf(route, readings({ '1:a': ok, '1:b': no('no_answer'), '8453:a': no('thin') }))).toEqual({
    pool: '8453:a',
    reason: 'thin',
  });
  expect(guardOf(route, readings({ '1:a': ok, '1:b': no('no_answer'), '8453:a': no('stale') }))).toBeUndefined();
});
