import { expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import { checkAscii } from './ascii-art.ts';

const what = (given: string): string => {
  const checked = checkAscii(given);
  return 'what' in checked ? checked.what : 'taken';
};

test('line ends are line feeds, and an empty end is left out; what is before a line stays', () => {
  expect(checkAscii('  /\\_/\\\r\n ( o.o )\r\n\r\n')).toEqual({ art: '  /\\_/\\\n ( o.o )' });
});

test('each bound is exact, in what a reader sees as a character', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(what('x'.repeat(limits.asciiColumnsMax))).toBe('taken');
  expect(what('x'.repeat(limits.asciiColumnsMax + 1))).toContain('121 columns');
  expect(what(family.repeat(limits.asciiColumnsMax))).toBe('taken');
  expect(what(family.repeat(limits.asciiColumnsMax + 1))).toContain('121 columns');
  expect(what(Array.from({ length: limits.asciiLinesMax }, () => 'x').join('\n'))).toBe('taken');
  expect(what(Array.from({ length: limits.asciiLinesMax + 1 }, () => 'x').join('\n'))).toContain('61 lines');
  const row = 'x'.repeat(99);
  const full = Array.from({ length: 40 }, () => row).join('\n');
  expect(full).toHaveLength(limits.asciiCharactersMax - 1);
  expect(what(`${full}x`)).toBe('taken');
  expect(what(`${full}xx`)).toContain('4001 characters');
  expect(what(`a${'\u0301'.repeat(9)}`)).toBe('taken');
  expect(what(`a${'\u0301'.repeat(10)}`)).toContain('pile up');
});

test.each(['', ' \n ', 'a\tb', 'a\u001B[31mb', 'a\u202Eb', 'a\u0000b', 'a\u0085b', 'a\u2028b'])(
  '%j is none',
  (given) => {
    expect(what(given)).not.toBe('taken');
  },
);
