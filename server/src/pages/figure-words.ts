/** What figures are called and what they say, in the language of the page; their formulas and sources are in English alone. */
import {
  figureCatalogue,
  type FigureEntry,
  type FigureId,
  type OtherFigureId,
} from '../flow/rank/statistics/catalogue.ts';
import { figures as french } from '../words/fr/figures.ts';
import { language, type Language } from '../words/language.ts';

type FigureWords = Pick<FigureEntry, 'name' | 'meaning' | 'needs'>;
type FigureCatalogue = Readonly<Record<FigureId | OtherFigureId, FigureWords>>;

const catalogues: Readonly<Record<Language, FigureCatalogue>> = { en: figureCatalogue, fr: french };

export function figureWords(id: FigureId | OtherFigureId): FigureWords {
  return catalogues[language()][id];
}
