import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDraw } from './draw.ts';

const zero = Buffer.alloc(32);
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** The words of the definition, by the standard library alone. */
function wordsOf(key: Uint8Array, label: string, blocks: number): number[] {
  return Array.from({ length: blocks }, (_, i) => {
    const text = `papertape-draw/1\n${Buffer.from(key).toString('hex')}\n${label}\n${i}`;
    const block = createHash('sha256').update(text).digest();
    return Array.from({ length: 8 }, (_unused, w) => block.readUInt32BE(4 * w));
  }).flat();
}

describe('golden vectors: what was drawn once is drawn for ever', () => {
  test('below', () => {
    const draw = createDraw(zero, 'example');
    expect(Array.from({ length: 10 }, () => draw.below(1000))).toMatchInlineSnapshot(`
      [
        572,
        215,
        486,
        846,
        270,
        186,
        323,
        147,
        622,
        470,
      ]
    `);
  });

  test('the other draws', () => {
    const draw = createDraw(Buffer.from(Array.from({ length: 32 }, (_, i) => i)), 'others');
    const letters = 'abcdefgh'.split('');
    expect([
      draw.between(-5, 5),
      draw.chance(1, 3),
      draw.pick(letters),
      draw.weighted([
        [1, 'rare'],
        [0, 'never'],
        [9, 'often'],
      ]),
      draw.shuffled(letters).join(''),
      draw.sample(letters, 3).join(''),
      draw.part('a').below(2 ** 32),
      draw.part('a').part('b').below(1),
    ]).toMatchInlineSnapshot(`
      [
        -2,
        true,
        "h",
        "rare",
        "fcbdghea",
        "eac",
        1302127289,
        0,
      ]
    `);
  });
});

test('words come in order, and one that would favour small numbers is thrown away', () => {
  fc.assert(
    fc.property(
      keys,
      fc.string().filter((s) => !s.includes('\n') && s.isWellFormed()),
      fc.integer({ min: 1, max: 2 ** 32 }),
      (key, label, n) => {
        const end = Math.floor(2 ** 32 / n) * n;
        const draw = createDraw(key, label);
        for (const word of wordsOf(key, label, 3)) if (word < end) expect(draw.below(n)).toBe(word % n);
      },
    ),
  );
  // Nearly half of the words are at or above the end here, so that the rejection is seen.
  const n = 2 ** 31 + 1;
  const words = wordsOf(zero, 'rejection', 8);
  const kept = words.filter((word) => word < n);
  expect(kept.length).toBeLessThan(words.length);
  const draw = createDraw(zero, 'rejection');
  expect(kept.map(() => draw.below(n))).toEqual(kept);
});

test('parts do not move each other, and differ', () => {
  const one = createDraw(zero, 'x');
  const other = createDraw(zero, 'x');
  other.part('p').below(10);
  expect(one.below(2 ** 32)).toBe(other.below(2 ** 32));
  expect(createDraw(zero, 'x/p').below(2 ** 32)).toBe(
    createDraw(zero, 'x')
      .part('p')
      .below(2 ** 32),
  );
  expect(createDraw(zero, 'y').below(2 ** 32)).not.toBe(createDraw(zero, 'x').below(2 ** 32));
});

test('a shuffle keeps what it is given, and every place is as likely', () => {
  fc.assert(
    fc.property(keys, fc.array(fc.integer()), (key, list) => {
      const order = createDraw(key, 's').shuffled(list);
      expect(sorted(order)).toEqual(sorted(list));
    }),
  );
  const draw = createDraw(zero, 'places');
  const seen = [0, 0, 0, 0];
  for (let i = 0; i < 4_000; i++) seen[draw.shuffled([0, 1, 2, 3]).indexOf(0)]!++;
  for (const times of seen) expect(Math.abs(times - 1_000)).toBeLessThan(150);
});

test('an impossible draw is an error', () => {
  const draw = createDraw(zero, 'x');
  for (const n of [0, -1, 1.5, Number.NaN, 2 ** 32 + 1]) expect(() => draw.below(n)).toThrow(RangeError);
  expect(() => draw.pick([])).toThrow(RangeError);
  expect(() => draw.sample([1], 2)).toThrow(RangeError);
  expect(
    () =>
      draw.weighted([
        [-1, 'a'],
        [2, 'b'],
      ]) + draw.weighted([[0.5, 'a']]),
  ).toThrow(RangeError);
  expect(() => createDraw(Buffer.alloc(16), 'x')).toThrow('32 bytes');
  expect(() => createDraw(zero, 'a\nb')).toThrow('line feed');
});

function sorted(list: readonly number[]): number[] {
  return list.toSorted((a, b) => a - b);
}
