/** Programs that make one number of a list. */
import type { Recipe } from './recipe.ts';

const ofList = { input: 'list', output: 'other' } as const;

export const numberRecipes: readonly Recipe[] = [
  {
    ...ofList,
    id: 'above',
    size: 1,
    constants: [[1, 8]],
    says: (a) => `Counts the numbers that are greater than ${a}.`,
    source: (a) => `function main(list) {
      let count = 0;
      for (const each of list) { if (each > ${a}) { count += 1; } }
      return count;
    }`,
  },
  {
    ...ofList,
    id: 'sum-between',
    size: 1,
    constants: [
      [0, 4],
      [9, 15],
    ],
    says: (a, b) => `Adds up the numbers from ${a} to ${b}, both included.`,
    source: (a, b) => `function main(list) {
      let sum = 0;
      for (const each of list) { if (each >= ${a} && each <= ${b}) { sum += each; } }
      return sum;
    }`,
  },
  {
    ...ofList,
    id: 'longest-run',
    size: 1,
    constants: [[0, 5]],
    says: (a) => `Gives the length of the longest stretch of neighbours none of which is less than ${a}.`,
    source: (a) => `function main(list) {
      let best = 0;
      let run = 0;
      for (const each of list) {
        if (each < ${a}) { run = 0; } else { run = run + 1; }
        if (run > best) { best = run; }
      }
      return best;
    }`,
  },
  {
    ...ofList,
    id: 'second-largest',
    size: 2,
    constants: [[30, 60]],
    says: (a) => `Gives the second largest of the different numbers, and ${a} where there are fewer than two.`,
    source: (a) => `function main(list) {
      let first = -1000;
      let second = -1000;
      for (const each of list) {
        if (each > first) { second = first; first = each; }
        else if (each < first && each > second) { second = each; }
      }
      if (second === -1000) { return ${a}; }
      return second;
    }`,
  },
  {
    ...ofList,
    id: 'widest-gap',
    size: 1,
    constants: [[0, 3]],
    says: (a) =>
      `Gives the largest difference between two neighbours, whichever is larger, less ${a}; but 0 where the list has fewer than two numbers.`,
    source: (a) => `function main(list) {
      if (list.length < 2) { return 0; }
      let widest = 0;
      for (let i = 1; i < list.length; i++) {
        const gap = Math.abs(list[i] - list[i - 1]);
        if (gap > widest) { widest = gap; }
      }
      return widest - ${a};
    }`,
  },
  {
    ...ofList,
    id: 'climbs',
    size: 1,
    constants: [[1, 4]],
    says: (a) => `Counts the numbers that are more than ${a} greater than the number right before them.`,
    source: (a) => `function main(list) {
      let count = 0;
      for (let i = 1; i < list.length; i++) { if (list[i] - list[i - 1] > ${a}) { count += 1; } }
      return count;
    }`,
  },
  {
    ...ofList,
    id: 'best-window',
    size: 2,
    constants: [[2, 3]],
    says: (a) => `Gives the largest sum of ${a} numbers in a row, and 0 where the list has fewer than ${a} numbers.`,
    source: (a) => `function main(list) {
      if (list.length < ${a}) { return 0; }
      let sum = 0;
      for (let i = 0; i < ${a}; i++) { sum += list[i]; }
      let best = sum;
      for (let i = ${a}; i < list.length; i++) {
        sum += list[i] - list[i - ${a}];
        if (sum > best) { best = sum; }
      }
      return best;
    }`,
  },
  {
    ...ofList,
    id: 'first-reach',
    size: 1,
    constants: [[10, 30]],
    says: (a) =>
      `Adds the numbers from the first one on and gives the place (the first is 0) of the one with which the sum is ${a} or more for the first time, and -1 where it never is.`,
    source: (a) => `function main(list) {
      let sum = 0;
      for (let i = 0; i < list.length; i++) {
        sum += list[i];
        if (sum >= ${a}) { return i; }
      }
      return -1;
    }`,
  },
  {
    ...ofList,
    id: 'far-pairs',
    size: 2,
    constants: [[0, 5]],
    says: (a) => `Counts the pairs of an earlier and a later number where the earlier is more than ${a} greater.`,
    source: (a) => `function main(list) {
      let pairs = 0;
      for (let i = 0; i < list.length; i++) {
        for (let j = i + 1; j < list.length; j++) { if (list[i] - list[j] > ${a}) { pairs += 1; } }
      }
      return pairs;
    }`,
  },
  {
    ...ofList,
    id: 'rising',
    size: 2,
    constants: [[0, 2]],
    says: (a) =>
      `Gives the length of the longest choice of numbers, in the order of the list, of which each is more than ${a} greater than the one chosen before it.`,
    source: (a) => `function main(list) {
      const lengths = [];
      let best = 0;
      for (let i = 0; i < list.length; i++) {
        let longest = 1;
        for (let j = 0; j < i; j++) {
          if (list[i] - list[j] > ${a} && lengths[j] + 1 > longest) { longest = lengths[j] + 1; }
        }
        lengths.push(longest);
        best = Math.max(best, longest);
      }
      return best;
    }`,
  },
  {
    ...ofList,
    id: 'best-stretch',
    size: 2,
    constants: [[1, 6]],
    says: (a) =>
      `Takes ${a} off each number and gives the largest sum of one or more neighbours of what is left, and 0 for an empty list.`,
    source: (a) => `function main(list) {
      if (list.length === 0) { return 0; }
      let best = list[0] - ${a};
      let here = best;
      for (let i = 1; i < list.length; i++) {
        const each = list[i] - ${a};
        here = here > 0 ? here + each : each;
        if (here > best) { best = here; }
      }
      return best;
    }`,
  },
];
