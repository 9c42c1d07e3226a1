/** Programs that make a list of a list. */
import type { Recipe } from './recipe.ts';

const ofList = { input: 'list', output: 'list' } as const;

export const listRecipes: readonly Recipe[] = [
  {
    ...ofList,
    id: 'sums',
    size: 1,
    constants: [[2, 4]],
    says: (a) =>
      `Gives the running sums: for each number the sum up to and with it, the first number counted ${a} times.`,
    source: (a) => `function main(list) {
      const sums = [];
      let sum = 0;
      for (let i = 0; i < list.length; i++) {
        sum += i === 0 ? list[i] * ${a} : list[i];
        sums.push(sum);
      }
      return sums;
    }`,
  },
  {
    ...ofList,
    id: 'once',
    size: 1,
    constants: [[0, 4]],
    says: (a) => `Gives each number greater than ${a} once, in the order in which they come first.`,
    source: (a) => `function main(list) {
      const seen = [];
      for (const each of list) { if (each > ${a} && !seen.includes(each)) { seen.push(each); } }
      return seen;
    }`,
  },
  {
    ...ofList,
    id: 'rotate',
    size: 1,
    constants: [[1, 3]],
    says: (a) => `Moves each number ${a} places towards the end; those that fall off come in again at the front.`,
    source: (a) => `function main(list) {
      const moved = [];
      for (let i = 0; i < list.length; i++) {
        moved.push(list[(i + list.length * ${a} - ${a}) % list.length]);
      }
      return moved;
    }`,
  },
  {
    ...ofList,
    id: 'nearest-first',
    size: 2,
    constants: [[2, 9]],
    says: (a) =>
      `Sorts the numbers by their distance from ${a}, the nearest first; of two that are equally far the smaller first.`,
    source: (a) => `function main(list) {
      const sorted = list.slice();
      for (let i = 1; i < sorted.length; i++) {
        const each = sorted[i];
        const far = Math.abs(each - ${a});
        let j = i - 1;
        while (j >= 0) {
          const other = Math.abs(sorted[j] - ${a});
          if (other < far || (other === far && sorted[j] <= each)) { break; }
          sorted[j + 1] = sorted[j];
          j -= 1;
        }
        sorted[j + 1] = each;
      }
      return sorted;
    }`,
  },
  {
    ...ofList,
    id: 'neighbours',
    size: 2,
    constants: [[1, 2]],
    says: (a) => `Gives for each number the largest of those at most ${a} places away from it, itself included.`,
    source: (a) => `function main(list) {
      const largest = [];
      for (let i = 0; i < list.length; i++) {
        let most = list[i];
        for (let j = i - ${a}; j <= i + ${a}; j++) {
          if (j >= 0 && j < list.length && list[j] > most) { most = list[j]; }
        }
        largest.push(most);
      }
      return largest;
    }`,
  },
  {
    ...ofList,
    id: 'clamp',
    size: 1,
    constants: [
      [-3, 3],
      [8, 14],
    ],
    says: (a, b) => `Replaces each number less than ${a} by ${a} and each greater than ${b} by ${b}.`,
    source: (a, b) => `function main(list) {
      const kept = [];
      for (const each of list) {
        if (each < ${a}) { kept.push(${a}); } else if (each > ${b}) { kept.push(${b}); } else { kept.push(each); }
      }
      return kept;
    }`,
  },
  {
    ...ofList,
    id: 'changes',
    size: 1,
    constants: [[1, 2]],
    says: (a) =>
      `Gives for each number but the first ${a} by how much it is greater than the one ${a} places before it.`,
    source: (a) => `function main(list) {
      const changes = [];
      for (let i = ${a}; i < list.length; i++) { changes.push(list[i] - list[i - ${a}]); }
      return changes;
    }`,
  },
  {
    ...ofList,
    id: 'parted',
    size: 1,
    constants: [[3, 9]],
    says: (a) => `Puts the numbers less than ${a} before all others and keeps the order within both.`,
    source: (a) => `function main(list) {
      const low = [];
      const high = [];
      for (const each of list) { if (each < ${a}) { low.push(each); } else { high.push(each); } }
      return low.concat(high);
    }`,
  },
  {
    ...ofList,
    id: 'backwards',
    size: 2,
    constants: [[2, 3]],
    says: (a) =>
      `Splits the list into groups of ${a} from its start on, the last of which may be shorter, and turns each group around.`,
    source: (a) => `function main(list) {
      const turned = list.slice();
      for (let i = 0; i < turned.length; i += ${a}) {
        let left = i;
        let right = Math.min(i + ${a}, turned.length) - 1;
        while (left < right) {
          const held = turned[left];
          turned[left] = turned[right];
          turned[right] = held;
          left += 1;
          right -= 1;
        }
      }
      return turned;
    }`,
  },
];
