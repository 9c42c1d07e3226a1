/** The text of a task: what the function should do, the program, tests and the language. */
import { canonicalJson } from '../../../json.ts';
import { fuelPerTest, type Case } from './judge.ts';
import type { Repair } from './world.ts';

const inputs = {
  list: 'a list of whole numbers',
  text: 'a text of small letters and spaces',
  number: 'a whole number above 0',
} as const;

export function promptOf({ name, input, says, given, visible, hidden }: Repair): string {
  return `Repair the function ${name}. It is given ${inputs[input]} and must not change what it is given.
What it should do:
${says}
The program as it is:

${given}
Tests:
${visible.map((each) => caseLine(name, each)).join('\n')}
There are ${hidden.length} more tests that are not shown. A program that fails one of the tests above scores 0; else the score is the share of the hidden tests that it passes beyond those that the program passes as it is.
The language is a part of JavaScript: functions; let and const; if, while, for, for of, return, break, continue; =, +=, -=, *=, ++ and -- as statements; whole numbers, texts in quotes, true, false, null, undefined, lists, objects with named members; || && === !== < <= > >= + - * / % ! and ?: ; indexes and .length; Math.floor, ceil, trunc, abs, min, max; String, Number; push, pop, shift, unshift, slice, concat, indexOf, includes, join, reverse of lists; charAt, charCodeAt, slice, indexOf, includes, startsWith, endsWith, split, toUpperCase, toLowerCase, repeat of texts. Nothing is turned into another type but by + with a text. Each test may take ${fuelPerTest} steps: one for each expression and for each element that is touched.
Answer with the whole program as source, of at most 8000 characters.`;
}

export function caseLine(name: string, [returns, argument]: Case): string {
  return `- ${name}(${canonicalJson(argument)}) returns ${canonicalJson(returns)}`;
}
