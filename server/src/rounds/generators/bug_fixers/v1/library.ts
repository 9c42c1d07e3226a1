/** All programs of the library, and longer ones made of two of them. */
import { parse } from '../../../interpreter/parse.ts';
import type { Program } from '../../../interpreter/syntax.ts';
import { listRecipes } from './library-lists.ts';
import { numberRecipes } from './library-numbers.ts';
import { otherRecipes } from './library-others.ts';
import type { Recipe } from './recipe.ts';

export const recipes: readonly Recipe[] = [...numberRecipes, ...listRecipes, ...otherRecipes];

const byId = new Map(recipes.map((recipe) => [recipe.id, recipe]));

export function recipeOf(id: string): Recipe {
  const recipe = byId.get(id);
  if (recipe === undefined) throw new Error(`there is no recipe ${id}`);
  return recipe;
}

/** A recipe with its constants. */
export interface Step {
  readonly id: string;
  readonly constants: readonly [number, number];
}

/** What the steps do, one after the other. */
export function saysOf(steps: readonly Step[]): string {
  const texts = steps.map(({ id, constants }) => recipeOf(id).says(...constants));
  const [first = '', then] = texts;
  return then === undefined
    ? first
    : `First step: ${first}\nSecond step, on the list that the first one gives: ${then}`;
}

/** The function `main` of one step, or `main` over `step1` and `step2`. */
export function programOf(steps: readonly Step[]): Program {
  const sources = steps.map(({ id, constants }) => recipeOf(id).source(...constants));
  const [only = ''] = sources;
  if (sources.length === 1) return parse(only);
  const named = sources.map((source, i) => source.replace('function main(', `function step${i + 1}(`));
  return parse([...named, 'function main(list) { return step2(step1(list)); }'].join('\n'));
}
