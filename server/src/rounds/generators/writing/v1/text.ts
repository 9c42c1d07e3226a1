/**
 * How a text is read: words, sentences and paragraphs, as the tasks say.
 *
 * A word is a run of letters and digits, with single hyphens and apostrophes inside it. A sentence ends with a full stop, a question mark or an exclamation mark that white space
 * or the end of the text follows. Paragraphs are parted by empty lines.
 */
export interface Sentence {
  /** In small letters. */
  readonly words: readonly string[];
  readonly asks: boolean;
}

const wordPattern = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** In small letters. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(wordPattern)].map(([word]) => word.toLowerCase());
}

export function sentencesOf(text: string): Sentence[] {
  return text
    .split(/(?<=[.!?])\s+/u)
    .map((part) => ({ words: wordsOf(part), asks: part.trimEnd().endsWith('?') }))
    .filter(({ words }) => words.length > 0);
}

export function paragraphsOf(text: string): string[] {
  return text.split(/\n[ \t\r]*\n/u).filter((part) => part.trim() !== '');
}
