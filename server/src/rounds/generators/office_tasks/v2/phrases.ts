/** The words of the live workbook. */
import phrases from './phrases.json' with { type: 'json' };

export type Wanted = Readonly<Record<'region' | 'least' | 'each', string>>;

export function phrasesOf(question: string, words: Wanted): string {
  const text: string = new Map(Object.entries(phrases.questions)).get(question) ?? '';
  return text.replaceAll(/\{(region|least|each)\}/g, (_, name: keyof Wanted) => words[name]);
}
