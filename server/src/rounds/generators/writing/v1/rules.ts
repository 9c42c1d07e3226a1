/**
 * The rules of a text and their check, and the gate that keeps out what is no text.
 *
 * In: a rule and a text. Out: whether the text keeps it. The gate: 95% of the words stand in the list of words or are given ones, no more than
 * a fifth of them is copied from the brief in runs of five words or more, there are 20 words at least, and each given name stands in the text.
 *
 * Example: five of six rules kept and the gate too: 833,333; the gate broken: 0.
 */
import { paragraphsOf, sentencesOf, wordsOf } from './text.ts';

export type Rule =
  | { readonly kind: 'words'; readonly least: number; readonly most: number }
  | { readonly kind: 'sentences' | 'paragraphs' | 'questions'; readonly count: number }
  | { readonly kind: 'acrostic'; readonly letters: string }
  | { readonly kind: 'order'; readonly words: readonly string[] }
  | { readonly kind: 'without'; readonly letter: string }
  | { readonly kind: 'longest' | 'shortest'; readonly count: number }
  | { readonly kind: 'once' }
  | { readonly kind: 'opens' | 'ends'; readonly word: string };

export type RuleKind = Rule['kind'];

const longWord = 4;
const run = 5;
export const leastWords = 20;

export function keeps(rule: Rule, text: string): boolean {
  const sentences = sentencesOf(text);
  const words = wordsOf(text);
  const lengths = sentences.map((sentence) => sentence.words.length);
  switch (rule.kind) {
    case 'words':
      return words.length >= rule.least && words.length <= rule.most;
    case 'sentences':
      return sentences.length === rule.count;
    case 'paragraphs':
      return paragraphsOf(text).length === rule.count;
    case 'questions':
      return sentences.filter(({ asks }) => asks).length === rule.count;
    case 'acrostic':
      return sentences.map((sentence) => sentence.words[0]?.slice(0, 1)).join('') === rule.letters;
    case 'order':
      return inOrder(words, rule.words);
    case 'without':
      return !text.toLowerCase().includes(rule.letter);
    case 'longest':
      return Math.max(...lengths) <= rule.count;
    case 'shortest':
      return lengths.length > 0 && Math.min(...lengths) >= rule.count;
    case 'once':
      return noneTwice(words.filter((word) => word.length >= longWord));
    case 'opens':
      return words[0] === rule.word;
    case 'ends':
      return words.at(-1) === rule.word;
  }
}

function inOrder(words: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const word of words) if (word === wanted[at]) at++;
  return at === wanted.length;
}

/** As whole words, with the same letters. */
function standsIn(text: string, name: string): boolean {
  return ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${name} `);
}

function noneTwice(words: readonly string[]): boolean {
  return new Set(words).size === words.length;
}

/** What the gate looks at beside the text. */
export interface Gate {
  /** Words in small letters, those of the given names among them. */
  readonly known: ReadonlySet<string>;
  /** Names and figures that must stand in the text. */
  readonly given: readonly string[];
  readonly brief: string;
}

/** @returns null, or why the gate is not kept. */
export function gateFault(text: string, { known, given, brief }: Gate): string | null {
  const words = wordsOf(text);
  const missing = given.find((each) => !standsIn(text, each));
  if (missing !== undefined) return `${missing} does not stand in it`;
  if (words.length < leastWords) return `fewer than ${leastWords} words`;
  const strange = words.filter((word) => !known.has(word)).length;
  if (20 * strange > words.length) return `${strange} of ${words.length} words are not in the list`;
  const copied = copiedWords(words, wordsOf(brief));
  return 5 * copied > words.length ? `${copied} of ${words.length} words are copied from the brief` : null;
}

/** How many words stand in runs of five or more that stand so in the brief. */
function copiedWords(words: readonly string[], brief: readonly string[]): number {
  const runs = (list: readonly string[]): string[] => list.map((_, i) => list.slice(i, i + run).join(' '));
  const known = new Set(runs(brief).slice(0, Math.max(0, brief.length - run + 1)));
  const copied = new Set<number>();
  for (const [i, text] of runs(words).entries())
    if (i + run <= words.length && known.has(text)) for (let w = i; w < i + run; w++) copied.add(w);
  return copied.size;
}

/** The rule as the task says it. */
export function sayRule(rule: Rule): string {
  switch (rule.kind) {
    case 'words':
      return `The text has ${rule.least} to ${rule.most} words.`;
    case 'sentences':
      return `It has exactly ${rule.count} sentences.`;
    case 'paragraphs':
      return `It has exactly ${rule.count} paragraphs.`;
    case 'questions':
      return `Exactly ${rule.count} of its sentences end${rule.count === 1 ? 's' : ''} with a question mark.`;
    case 'acrostic':
      return `The first letters of its sentences, in order, spell "${rule.letters}".`;
    case 'order':
      return `These words stand in it in this order, with any words between them: ${rule.words.join(', ')}.`;
    case 'without':
      return `The letter "${rule.letter}" does not occur in it, neither small nor large.`;
    case 'longest':
      return `No sentence has more than ${rule.count} words.`;
    case 'shortest':
      return `No sentence has fewer than ${rule.count} words.`;
    case 'once':
      return 'No word of four letters or more stands in it twice, small and large letters taken as equal.';
    case 'opens':
      return `Its first word is "${rule.word}".`;
    case 'ends':
      return `Its last word is "${rule.word}".`;
  }
}
