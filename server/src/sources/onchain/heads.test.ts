import { describe, expect, test } from 'vitest';
import type { Header } from './heads.ts';
import { clockBehind, judgeHead, proposeHead, type Head } from './heads.ts';

const header = (number: number, hash = `0x${number}`, timestamp = 1_000 + number): Header => ({
  number: BigInt(number),
  hash: hash as Header['hash'],
  timestamp,
});
const heads = (...list: Header[]): Head<string>[] => list.map((head, i) => ({ endpoint: 'abcdef'[i]!, head }));

describe('which head is proposed', () => {
  const rule = { now: 1_100, ageMax: 60, due: 1_080 };
  const propose = (...list: Header[]): unknown => {
    const { fresh, proposed } = proposeHead(heads(...list), rule);
    return [fresh.map((h) => h.endpoint).join(''), proposed?.endpoint];
  };
  test.each<[string, Header[], unknown]>([
    ['the lowest that is late enough', [header(100), header(90), header(79)], ['abc', 'b']],
    ['none is late enough', [header(79), header(60)], ['ab', undefined]],
    ['exactly late enough, and exactly young enough', [header(80), header(40)], ['ab', 'a']],
    ['too old, too far ahead', [header(39), header(111), header(110)], ['c', 'c']],
    ['nobody answers', [], ['', undefined]],
  ])('%s', (_what, list, expected) => {
    expect(propose(...list)).toEqual(expected);
  });
});

test.each<[string, number[], number, number | undefined]>([
  ['one alone, 10 s ahead', [110], 1, undefined],
  ['one alone, 11 s ahead', [111], 1, 11],
  ['one of three lies', [100, 400, 99], 3, undefined],
  ['two of three are ahead: by as much as both say', [100, 400, 112], 3, 12],
  ['two of four are not most', [400, 400, 100, 100], 4, undefined],
  ['one of three, and two that are silent', [400], 3, undefined],
  ['nobody', [], 3, undefined],
])('whether the clock is behind: %s', (_what, numbers, configured, expected) => {
  expect(clockBehind(heads(...numbers.map((n) => header(n))), 1_100, configured)).toBe(expected);
});

describe('whether it is taken', () => {
  const other = header(100, '0xother');
  const judge = (votes: (Header | undefined)[], configured = votes.length): unknown => {
    const [proposed] = heads(header(100));
    return judgeHead(
      proposed!,
      votes.map((h, i) => ({ endpoint: 'abcdef'[i]!, header: h })),
      configured,
    );
  };
  const same = header(100);
  test.each<[string, (Header | undefined)[], unknown]>([
    ['one alone', [same], { kind: 'taken', from: ['a'] }],
    ['two of two', [same, same], { kind: 'taken', from: ['a', 'b'] }],
    ['two of three', [same, other, same], { kind: 'taken', from: ['a', 'c'] }],
    ['one of two says otherwise', [same, other], { kind: 'split' }],
    ['one of two does not know it yet', [same, undefined], { kind: 'unknown' }],
    ['one of three knows it', [same, undefined, undefined], { kind: 'unknown' }],
    ['outvoted', [same, other, other], { kind: 'outvoted', without: ['a'] }],
    ['it no longer knows its own head', [other], { kind: 'outvoted', without: ['a'] }],
    ['one for, one against, one silent', [same, other, undefined], { kind: 'split' }],
  ])('%s', (_what, votes, expected) => {
    expect(judge(votes)).toEqual(expected);
  });

  test('those that gave no head count, too', () => {
    expect(judge([same], 3)).toEqual({ kind: 'unknown' });
    expect(judge([same, same], 3)).toEqual({ kind: 'taken', from: ['a', 'b'] });
    expect(judge([same, other], 4)).toEqual({ kind: 'split' });
    expect(judge([other, other], 4)).toEqual({ kind: 'split' });
  });
});
