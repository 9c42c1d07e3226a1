/**
 * Which language a page is made in. To make HTML or Markdown of a page is one synchronous call, and for its time the language is set here, as
 * Preact sets which component it is at: so no component has to hand the language on. Nothing that waits may ask for it.
 */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Whose pages stand at the plain addresses; those of another language stand under `/fr`. */
export const firstLanguage: Language = 'en';

let current: Language = firstLanguage;

export function language(): Language {
  return current;
}

/** @param make synchronous: makes text of a page. */
export function inLanguage(of: Language, make: () => string): string {
  const before = current;
  current = of;
  try {
    return make();
  } finally {
    current = before;
  }
}

/** The language of a text that is written in English alone, for the page around it; undefined where the page is in English, too. */
export function inEnglish(): Language | undefined {
  return current === 'en' ? undefined : 'en';
}
