import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pool } from '../league/symbol.ts';
import { judgeAgain } from './told-again.ts';

const pool: Pool = { id: '1:p', label: 'WETH/USDC', average: 'geometric' };
const then = { chain: 1, mark: 0, pools: new Map([[pool.id, pool]]), read: new Map([[pool.id, 5n]]) };

/** What each endpoint says: a digit, `-` = it is silent, `?` = it answers, and cannot tell. */
function judge(said: string) {
  const told = said
    .split('')
    .flatMap((c, i) =>
      c === '-' ? [] : [{ host: `${i}`, values: new Map(c === '?' ? [] : [[pool.id, BigInt(c)] as const]) }],
    );
  const { otherwise, others, unread, agreeing, isAnswered } = judgeAgain(then, { configured: said.length, told });
  return {
    most: otherwise.get(pool.id),
    others: others.map((o) => `${o.host}:${o.told}/${o.most}`).join(' '),
    unread,
    agreeing: agreeing.join(''),
    isAnswered,
  };
}

describe('what endpoints say of 5 when they are asked again', () => {
  test.each([
    ['555', undefined, '', 0, '012', true],
    ['556', undefined, '2:6/5', 0, '01', true],
    ['566', 6n, '0:5/6', 0, '12', true],
    ['666', 6n, '', 0, '012', true],
    ['5--', undefined, '', 1, '0', false],
    ['6--', undefined, '', 1, '0', false],
    ['56-', undefined, '0:5/null 1:6/null', 1, '', true],
    ['66-', 6n, '', 0, '01', true],
    ['678', undefined, '0:6/null 1:7/null 2:8/null', 1, '', true],
    ['6', 6n, '', 0, '0', true],
    ['5', undefined, '', 0, '0', true],
    ['-', undefined, '', 1, '', false],
    ['65', undefined, '0:6/null 1:5/null', 1, '', true],
    ['5??', undefined, '', 1, '0', true],
  ] as const)('%s', (said, most, others, unread, agreeing, isAnswered) => {
    expect(judge(said)).toEqual({ most, others, unread, agreeing, isAnswered });
  });

  test('most is more than half of those configured, whatever the others say', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('5', '6', '7', '-', '?'), { minLength: 1, maxLength: 7 }), (all) => {
        const { most, others, unread, agreeing, isAnswered } = judge(all.join(''));
        const count = (c: string): number => all.filter((each) => each === c).length;
        const top = ['5', '6', '7'].find((c) => count(c) * 2 > all.length);
        expect(most).toBe(top === undefined || top === '5' ? undefined : BigInt(top));
        expect(unread).toBe(top === undefined ? 1 : 0);
        expect(isAnswered).toBe(count('-') * 2 < all.length);
        const named = others === '' ? [] : others.split(' ').map((o) => all[Number(o.split(':')[0])]);
        expect(named).not.toContain(top);
        // Everyone who told a value is on one side.
        const told = all.filter((c) => c !== '-' && c !== '?').length;
        expect(named.length + agreeing.length).toBe(told);
      }),
    );
  });
});
