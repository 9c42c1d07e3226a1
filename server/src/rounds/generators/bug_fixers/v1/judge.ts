/**
 * Runs tests. A test passes where the function returns what it should and leaves its argument as it was, within its fuel.
 *
 * The tests that a bot was shown come first, and the first of them that fails ends the grading: so a program that never ends costs the fuel of one test.
 */
import type { Json } from '../../../json.ts';
import { parse } from '../../../interpreter/parse.ts';
import { compile, type Compiled } from '../../../interpreter/run.ts';
import { Fault, type Program } from '../../../interpreter/syntax.ts';
import { isJson, Meter } from '../../../interpreter/values.ts';
import type { TestsRun } from '../../../graders/graders.ts';

/** Steps that a test may take. */
export const fuelPerTest = 20_000;

/** What is returned, and for what. */
export type Case = readonly [returns: Json, argument: Json];

export function passes(program: Compiled, name: string, [returns, argument]: Case): boolean {
  try {
    const { value, args } = program.run(name, [argument], new Meter(fuelPerTest));
    return isJson(value, returns) && isJson(args[0], argument);
  } catch (e) {
    if (e instanceof Fault) return false;
    throw e;
  }
}

/** @returns null where the program cannot be made ready to run. */
export function compiled(program: Program): Compiled | null {
  try {
    return compile(program);
  } catch (e) {
    if (e instanceof Fault) return null;
    throw e;
  }
}

/** @param source one that `faultOf` takes. */
export function runTests(
  source: string,
  name: string,
  {
    visible,
    hidden,
    base,
  }: { readonly visible: readonly Case[]; readonly hidden: readonly Case[]; readonly base: number },
): TestsRun {
  const program = compile(parse(source));
  const total = hidden.length;
  const failed = { visiblePass: false, passed: 0, base, total };
  if (!visible.every((each) => passes(program, name, each))) return failed;
  return { visiblePass: true, passed: hidden.filter((each) => passes(program, name, each)).length, base, total };
}

/** Why a program cannot be run at all, or null. */
export function faultOf(source: string, name: string): string | null {
  try {
    const program = parse(source);
    compile(program);
    return program.functions.some((each) => each.name === name) ? null : `the program has no function ${name}`;
  } catch (e) {
    if (e instanceof Fault) return e.message;
    throw e;
  }
}
