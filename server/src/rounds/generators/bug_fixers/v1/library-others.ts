/** Programs on texts and on single numbers. */
import type { Recipe } from './recipe.ts';

const ofText = { input: 'text', output: 'other' } as const;
const ofNumber = { input: 'number', output: 'other' } as const;

export const otherRecipes: readonly Recipe[] = [
  {
    ...ofNumber,
    id: 'coins',
    size: 2,
    constants: [
      [3, 5],
      [7, 11],
    ],
    says: (a, b) =>
      `Takes the number modulo 60 and gives the least number of coins of 1, ${a} and ${b} whose sum is exactly that.`,
    source: (a, b) => `function main(number) {
      const least = [0];
      for (let sum = 1; sum <= number % 60; sum++) {
        let best = least[sum - 1] + 1;
        if (sum >= ${a} && least[sum - ${a}] + 1 < best) { best = least[sum - ${a}] + 1; }
        if (sum >= ${b} && least[sum - ${b}] + 1 < best) { best = least[sum - ${b}] + 1; }
        least.push(best);
      }
      return least[number % 60];
    }`,
  },
  {
    ...ofNumber,
    id: 'digits',
    size: 1,
    constants: [[2, 5]],
    says: (a) =>
      `Adds up the digits of the number; the last one counts once, the one before it ${a} times, the one before that once, and so on.`,
    source: (a) => `function main(number) {
      let left = number;
      let sum = 0;
      let place = 0;
      while (left > 0) {
        const digit = left % 10;
        sum += place % 2 === 1 ? digit * ${a} : digit;
        left = Math.floor(left / 10);
        place += 1;
      }
      return sum;
    }`,
  },
  {
    ...ofNumber,
    id: 'divisors',
    size: 1,
    constants: [[2, 5]],
    says: (a) =>
      `Counts the whole numbers from ${a} to the number itself, both included, that divide it without a rest.`,
    source: (a) => `function main(number) {
      let count = 0;
      for (let each = ${a}; each <= number; each++) { if (number % each === 0) { count += 1; } }
      return count;
    }`,
  },
  {
    ...ofText,
    id: 'shift',
    size: 2,
    constants: [[2, 9]],
    says: (a) =>
      `Replaces each letter by the one ${a} places later in the alphabet, a following on z; spaces stay as they are.`,
    source: (a) => `function main(text) {
      const letters = 'abcdefghijklmnopqrstuvwxyz';
      let shifted = '';
      for (let i = 0; i < text.length; i++) {
        const at = letters.indexOf(text[i]);
        if (at < 0) { shifted += text[i]; } else { shifted += letters[(at + ${a}) % 26]; }
      }
      return shifted;
    }`,
  },
  {
    ...ofText,
    id: 'long-words',
    size: 1,
    constants: [[2, 4]],
    says: (a) => `Counts the words of ${a} letters or more; words are parted by spaces.`,
    source: (a) => `function main(text) {
      let count = 0;
      let letters = 0;
      for (let i = 0; i <= text.length; i++) {
        if (i === text.length || text[i] === ' ') {
          if (letters >= ${a}) { count += 1; }
          letters = 0;
        } else { letters += 1; }
      }
      return count;
    }`,
  },
  {
    ...ofText,
    id: 'packed',
    size: 2,
    constants: [[2, 3]],
    says: (a) =>
      `Replaces each stretch of ${a} or more equal signs by its length and the sign once; shorter ones stay as they are.`,
    source: (a) => `function main(text) {
      let packed = '';
      let i = 0;
      while (i < text.length) {
        let end = i + 1;
        while (end < text.length && text[end] === text[i]) { end += 1; }
        if (end - i >= ${a}) { packed += String(end - i) + text[i]; } else { packed += text.slice(i, end); }
        i = end;
      }
      return packed;
    }`,
  },
  {
    ...ofText,
    id: 'palindrome',
    size: 2,
    constants: [[1, 2]],
    says: (a) =>
      `Gives the length of the longest stretch of signs that reads the same in both directions, less ${a}; but 0 for an empty text.`,
    source: (a) => `function main(text) {
      if (text === '') { return 0; }
      let best = 1;
      for (let middle = 0; middle < text.length; middle++) {
        for (let extra = 0; extra < 2; extra++) {
          let left = middle;
          let right = middle + extra;
          while (left >= 0 && right < text.length && text[left] === text[right]) { left -= 1; right += 1; }
          if (right - left - 1 > best) { best = right - left - 1; }
        }
      }
      return best - ${a};
    }`,
  },
];
