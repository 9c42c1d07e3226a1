/**
 * The world of a variant: for each task a program of the library with drawn constants, one or two bugs in it, and its tests.
 *
 * A bug is drawn again where it fails less than a quarter of the hidden tests, nearly all of them, or none of those that are shown; and of two bugs the
 * first must be seen by a shown test when the second is mended.
 */
import type { Draw } from '../../../draw.ts';
import { print, type Style } from '../../../interpreter/print.ts';
import { compile } from '../../../interpreter/run.ts';
import type { Program, Statement } from '../../../interpreter/syntax.ts';
import { Meter } from '../../../interpreter/values.ts';
import { canonicalJson, type Json } from '../../../json.ts';
import type { Slot } from '../../../source.ts';
import { compiled, fuelPerTest, passes, type Case } from './judge.ts';
import { programOf, recipeOf, recipes, saysOf, type Step } from './library.ts';
import { changesOf } from './mutate.ts';
import phrases from './phrases.json' with { type: 'json' };
import type { Input } from './recipe.ts';

/** What the plan fixes for all bots. */
export interface Terms {
  /** One recipe, or two of which the second works on the list that the first gives. */
  readonly recipes: readonly string[];
  readonly bugs: number;
  readonly comments: boolean;
}

export interface Repair {
  readonly taskId: string;
  readonly name: string;
  readonly input: Input;
  readonly says: string;
  /** With its bugs, and without. */
  readonly given: string;
  readonly right: string;
  readonly visible: readonly Case[];
  readonly hidden: readonly Case[];
  /** Hidden tests that the given program passes. */
  readonly base: number;
}

const visibleTests = 6;
const hiddenTests = 24;
const failingLeast = hiddenTests / 4;
const passingLeast = 2;
const drawsMax = 40;
/** Of one program. */
const bugsMax = 60;

export function drawTerms(draw: Draw, level: number, n: number): Terms {
  const pick = (fits: (each: (typeof recipes)[number]) => boolean): string => draw.pick(recipes.filter(fits)).id;
  const single = pick(({ size }) => (level <= 2 ? size === 1 : level === 3 || size === 2));
  const first = pick(({ output, size }) => output === 'list' && (level < 7 || size === 2));
  const then = pick(({ input, size }) => input === 'list' && (level < 7 || size === 2));
  return {
    recipes: level <= 4 || (level === 5 && n === 0) ? [single] : [first, then],
    bugs: level >= 3 && n === 1 ? 2 : 1,
    comments: level >= 4,
  };
}

export function drawWorld(slots: readonly Slot[], draw: Draw): readonly Repair[] {
  const names = draw.part('names').sample(phrases.functions, slots.length);
  return slots.map((slot, i) => drawRepair(draw.part(slot.task_id), slot, names[i] ?? ''));
}

function drawRepair(draw: Draw, { task_id: taskId, settings }: Slot, name: string): Repair {
  const terms = settings as unknown as Terms;
  for (let i = 0; i < drawsMax; i++) {
    const drawn = attempt(draw.part(String(i)), terms, name);
    if (drawn !== undefined) return { taskId, name, ...drawn };
  }
  throw new Error(`no bug in ${drawsMax} programs`);
}

function attempt(draw: Draw, terms: Terms, name: string): Omit<Repair, 'taskId' | 'name'> | undefined {
  const steps = terms.recipes.map((id): Step => {
    const [a, b] = recipeOf(id).constants.map(([least, most]) => draw.between(least, most));
    return { id, constants: [a ?? 0, b ?? 0] };
  });
  const program = programOf(steps);
  const input = recipeOf(terms.recipes[0] ?? '').input;
  const cases = drawCases(draw.part('cases'), program, input);
  if (cases === undefined) return undefined;
  const [visible, hidden] = [cases.slice(0, visibleTests), cases.slice(visibleTests)];
  const style = drawStyle(draw.part('style'), program, name);
  const comment = terms.comments ? `// ${draw.pick(phrases.comments)}\n` : '';
  const right = comment + print(program, style);
  const bugs = draw.part('bugs');
  const changes = changesOf(program);
  for (let i = 0; i < bugsMax; i++) {
    const undo = bugs.sample(changes, terms.bugs).map((change) => change());
    const given = comment + print(program, style);
    const base = baseOf(program, visible, hidden, undo);
    if (base !== undefined) return { input, says: saysOf(steps), given, right, visible, hidden, base };
  }
  return undefined;
}

/** @returns how many hidden tests the program passes, or undefined where its bugs are too plain or too well hidden. Undoes the changes. */
function baseOf(
  program: Program,
  visible: readonly Case[],
  hidden: readonly Case[],
  undo: readonly (() => void)[],
): number | undefined {
  const passed = (cases: readonly Case[]): number => {
    const run = compiled(program);
    return run === null ? cases.length : cases.filter((each) => passes(run, 'main', each)).length;
  };
  const isSeen = passed(visible) < visible.length;
  const base = isSeen ? passed(hidden) : 0;
  // What was changed last is undone first: the first change is then the only one.
  const [first, ...more] = undo;
  for (const each of more.toReversed()) each();
  const isFirstSeen = more.length === 0 || passed(visible) < visible.length;
  first?.();
  const isFit = isSeen && isFirstSeen && base >= passingLeast && hidden.length - base >= failingLeast;
  return isFit ? base : undefined;
}

function drawCases(draw: Draw, program: Program, input: Input): Case[] | undefined {
  const run = compile(program);
  const cases = new Map<string, Case>();
  for (let i = 0; i < 4 * (visibleTests + hiddenTests) && cases.size < visibleTests + hiddenTests; i++) {
    const argument = drawInput(draw, input);
    const { value } = run.run('main', [argument], new Meter(fuelPerTest));
    cases.set(canonicalJson(argument), [value as Json, argument]);
  }
  const drawn = [...cases.values()];
  const answers = new Set(drawn.slice(0, visibleTests).map(([returns]) => canonicalJson(returns)));
  return drawn.length === visibleTests + hiddenTests && answers.size >= 3 ? drawn : undefined;
}

function drawInput(draw: Draw, input: Input): Json {
  if (input === 'number') return draw.between(1, 400);
  const length = draw.chance(1, 12) ? 0 : draw.between(1, input === 'list' ? 9 : 14);
  if (input === 'list') return Array.from({ length }, () => draw.between(-9, 20));
  const letters = draw.chance(1, 2) ? ['a', 'b', 'c', ' '] : ['a', 'b', 'a', 'b', 'x', 'y', 'z', ' '];
  return Array.from({ length }, () => draw.pick(letters)).join('');
}

function drawStyle(draw: Draw, { functions }: Program, name: string): Style {
  const variables = new Set(functions.flatMap(({ params, body }) => [...params, ...body.flatMap(declared)]));
  const words = draw.shuffled(phrases.variables);
  const steps = draw.sample(phrases.steps, functions.length);
  return {
    indent: draw.pick(['  ', '    ', '\t']),
    quote: draw.pick(['"', "'"]),
    names: new Map([
      ...[...variables].map((name, i): [string, string] => [name, words[i] ?? name]),
      ...functions.map((each, i): [string, string] => [
        each.name,
        each.name === 'main' ? name : (steps[i] ?? each.name),
      ]),
    ]),
  };
}

function declared(node: Statement): string[] {
  switch (node.kind) {
    case 'let':
      return [node.name];
    case 'if':
      return [...node.yes, ...node.no].flatMap(declared);
    case 'for':
      return [...(node.first === null ? [] : declared(node.first)), ...node.body.flatMap(declared)];
    case 'of':
      return [node.name, ...node.body.flatMap(declared)];
    default:
      return [];
  }
}
