import { oneOf } from 'papertape-contract/parameters';
import { languages } from './language.ts';

/** Of what stands at one address in all languages, such as a share image. */
export const languageQuery = {
  lang: oneOf(languages, { description: 'The language of its words.', example: 'fr' }),
} as const;
