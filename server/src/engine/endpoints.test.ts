import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markMs } from '../lib/time.ts';
import { foldEndpoints, noteOther, noteSame, quietMs, type EndpointState } from './endpoints.ts';

const chains = new Map([[1, 'Ethereum']]);
const id = 'Ethereum node.example';

/** What happens at each mark: `x` it tells something else, `=` it tells the same, ` ` it is not asked. @returns the entries, by mark. */
function play(marks: string, state: EndpointState = foldEndpoints([])) {
  return marks.split('').flatMap((c, i) => {
    const mark = i * markMs;
    const other = { chain: 1, host: 'node.example', mark, pool: 'WETH/USDC', told: '6', most: '5' };
    if (c === 'x') return noteOther(state, chains, other, mark) ?? [];
    return c === '=' ? (noteSame(state, id, mark, mark) ?? []) : [];
  });
}

const kinds = (marks: string): string[] =>
  play(marks).map((i) => `${i.atMark / markMs} ${i.kind.replace('endpoint_', '')}`);

test.each([
  ['one lie', 'x', ['0 differs']],
  ['a lie at every mark', 'xxxxxxxxxxxxxxxxxxxxxxxxx', ['0 differs']],
  ['eleven marks are not an hour', 'x===========', ['0 differs']],
  ['an hour is over at the twelfth', 'x============', ['0 differs', '12 agrees']],
  ['the hour begins anew', 'x=====x======', ['0 differs']],
  ['it lies again after an hour', 'x============xx', ['0 differs', '12 agrees', '13 differs']],
  ['marks at which it was not asked say nothing, and the last one counts', 'x           =', ['0 differs', '12 agrees']],
  ['who never lied', '=============', []],
] as const)('%s', (_, marks, expected) => {
  expect(kinds(marks)).toEqual(expected);
});

test('the entry names both values, and says so when there is no majority', () => {
  expect(play('x')[0]).toMatchObject({ about: { kind: 'endpoint', id }, by: 'engine' });
  expect(play('x')[0]?.reason).toBe('Of the mark 1970-01-01T00:00:00.000Z it told 6 (WETH/USDC); most of them told 5.');
  const split = { chain: 2, host: 'a', mark: 0, pool: 'p', told: '6', most: null };
  const entry = noteOther(foldEndpoints([]), chains, split, 0);
  expect([entry?.about.id, entry?.reason]).toEqual(['Chain 2 a', expect.stringContaining('no value has most')]);
});

test('entries alternate, and what is folded from them goes on as if nothing had been stopped', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('x', '=', ' '), { maxLength: 80 }), (marks) => {
      const entries = play(marks.join(''));
      for (const [i, e] of entries.entries()) {
        expect(e.kind).toBe(i % 2 === 0 ? 'endpoint_differs' : 'endpoint_agrees');
        const before = entries[i - 1];
        if (e.kind === 'endpoint_agrees') expect(e.atMark - (before?.atMark ?? 0)).toBeGreaterThanOrEqual(quietMs);
      }
      const folded = foldEndpoints(entries);
      expect(folded.differing.has(id)).toBe(entries.length % 2 === 1);
    }),
  );
});
