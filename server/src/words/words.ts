/**
 * The words of the pages, in the language that a page is made in: `words.home.nextClose`. A sentence around values is a function of them. The English
 * words say what there is to say: a language that lacks one, or has one too many, is a type error.
 */
import { en } from './en.ts';
import { fr } from './fr.ts';
import { language, type Language } from './language.ts';

export type Words = typeof en;
export type Noun = keyof Words['nouns'];

const catalogues: Readonly<Record<Language, Words>> = { en, fr };

export function wordsOf(of: Language): Words {
  return catalogues[of];
}

/** Asked for when a component is called, never when a module is loaded: then no language is set. */
export const words: Words = Object.create(
  null,
  Object.fromEntries(
    (Object.keys(en) as (keyof Words)[]).map((room) => [room, { get: () => catalogues[language()][room] }]),
  ),
) as Words;
