/** What a card makes of names that are too long, that no font has, or that mean harm. */
import { expect, test } from 'vitest';
import { nameOrElse, openCard, pushedApart } from './card.ts';

/** Latin letters and what is written between them, each half as wide as it is high. */
const half = (c: string): number | undefined =>
  /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]$/u.test(c) && !/\p{Emoji_Presentation}/u.test(c)
    ? 0.5
    : undefined;
const fonts = { regular: half, bold: half, mono: half };
const at = { x: 0, y: 100, size: 20, width: 103 };

const written = (told: string): string => {
  const card = openCard(fonts);
  card.text(told, at);
  return /xml:space="preserve">([^<]*)<\/text>/.exec(card.svg(''))?.[1] ?? '';
};

test('a text that has room stays, one that has not is cut at a character and says so', () => {
  expect(written('0123456789')).toBe('0123456789');
  expect(written('0123456789x')).toBe('012345678…');
});

test('what nobody sees is left out, and so is what would be a box; marks do not pile up; it is one line, escaped', () => {
  expect(written('a\u202Eb\u0000\u200Bc')).toBe('abc');
  expect(written('Otter 🚀')).toBe('Otter');
  expect(written(`a${'\u0335'.repeat(40)}`)).toHaveLength(3);
  expect(written('a\n\n b')).toBe('a b');
  expect(written('<&>')).toBe('&lt;&amp;&gt;');
});

test('a name of which the fonts lack more than half gives way to the id', () => {
  expect(nameOrElse(fonts, 'Otter 漢字', 'agt_x')).toBe('Otter ');
  expect(nameOrElse(fonts, '漢字 ok', 'agt_x')).toBe(' ok');
  expect(nameOrElse(fonts, '漢字漢 ok', 'agt_x')).toBe('agt_x');
  expect(nameOrElse(fonts, '🚀', 'agt_x')).toBe('agt_x');
});

test('a paragraph breaks at words and is cut in its last line', () => {
  const card = openCard(fonts);
  const next = card.paragraph('one two three four five six seven', at, 2);
  const lines = [...card.svg('').matchAll(/xml:space="preserve">([^<]*)</g)].map(([, line]) => line);
  expect(lines).toEqual(['one two', 'three fou…']);
  expect(next).toBeCloseTo(100 + 2 * 20 * 1.36);
});

test('names at the ends of lines are pushed apart, in their order', () => {
  expect(pushedApart([50, 10, 51], 10, 60)).toEqual([50, 10, 60]);
  expect(pushedApart([58, 59, 60], 10, 60)).toEqual([40, 50, 60]);
});
