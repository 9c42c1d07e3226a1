/**
 * The functions that formulas of bots may use, by name. What is not here is not evaluated: nothing that is drawn, told by a clock, fetched or pointed at by a text.
 *
 * One more function, or another result of one, changes what past answers are worth: it needs a new version of the generators that grade by it.
 */
import { functionsOfNumbers } from './functions-of-numbers.ts';
import { functionsOfPlaces } from './functions-of-places.ts';
import { functionsOfTexts } from './functions-of-texts.ts';
import { functionsWithCriteria } from './functions-with-criteria.ts';
import type { Listed } from './lift.ts';

export const functions: ReadonlyMap<string, Listed> = new Map(
  [functionsOfNumbers, functionsWithCriteria, functionsOfTexts, functionsOfPlaces].flatMap((each) =>
    Object.entries(each),
  ),
);
