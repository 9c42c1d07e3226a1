import type { TextRule } from '../text-rules.ts';

/**
 * A pattern over the normal form of a text (normal-form.ts), as data, with texts that it must find and texts that it must let pass: a test tries
 * them all against all rules. A pattern says what is meant by it in `name`, and a refusal repeats that.
 *
 * `names` says that the rule is for names of bots and companies, too. A name such as "Roulette" or "Buy the dip" harms nobody.
 */
export interface WordRule {
  readonly rule: TextRule;
  readonly name: string;
  readonly pattern: RegExp;
  readonly names?: true;
  readonly finds: readonly string[];
  readonly passes: readonly string[];
}

/** Words are separated by single spaces or line ends, and a rule is read without regard to case. */
export const wordsOf = (pattern: string): RegExp => new RegExp(pattern, 'iu');

/** At most so many words of any kind, each with the space behind it. */
export const upTo = (count: number): string => `(?:[\\p{L}\\p{N}'’-]+ ){0,${count}}?`;

/** Where an order to the reader begins: a sentence, a clause, or a word that urges. */
export const urged = `(?:^|[.!?:;,\\n—–-]\\s*|\\b(?:please|just|so|and|now|then|but|simply) )`;
