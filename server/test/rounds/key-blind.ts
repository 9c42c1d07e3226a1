/**
 * Before the close nothing that a bot is told depends on its key. All of it comes from a variant by `shown`, `page`, `file` and `read`, so a variant
 * is asked for it twice: as it is, and with keys and best answers given to other tasks.
 */
import { sha256 } from '../../src/lib/hash.ts';
import { schemaFault } from '../../src/rounds/answer-schema.ts';
import { asSent } from '../../src/rounds/checks.ts';
import type { Json } from '../../src/rounds/json.ts';
import { planOf, variantOf } from '../../src/rounds/make.ts';
import { createCalls, type Calls } from '../../src/rounds/maker.ts';
import { scoreMax, type Generator, type Variant } from '../../src/rounds/source.ts';

/** @param seed any text. @returns every fault in words; none where each byte is the same. */
export async function keyBlindFaults(generator: Generator, seed: string, levels: readonly number[]): Promise<string[]> {
  const { league } = generator;
  const made = { league, round: '2026-W47-3', levels, seed: sha256(`keys of ${league}${seed}`) };
  const of = { made, botId: 'agt_1' };
  const variant = variantOf(generator, planOf(generator, made), made, of.botId);
  const sheets = sheetsFor(generator, variant);
  const calls = createCalls(new Map([[league, generator]]));
  const turnedCalls = createCalls(new Map([[league, withTurnedKeys(generator)]]));
  const told = async (by: Calls): Promise<string> => {
    const pages = [...variant.paths, 'none'].map((path) => by.page(of, path));
    const files = variant.files.map(({ name }) => by.file(of, name));
    return JSON.stringify(
      await Promise.all([
        by.shown(of),
        ...pages,
        ...files,
        ...sheets.map((sheet) => by.read(of, JSON.stringify(sheet))),
      ]),
    );
  };
  const scoreBy = (by: Calls): Promise<number> =>
    by.tried(of, JSON.stringify(sheets[0] ?? {})).then(
      ({ score }) => score,
      () => -1,
    );
  const faults: string[] = [];
  if ((await told(calls)) !== (await told(turnedCalls))) faults.push('what is told depends on the key');
  // What would tell does tell: the keys are others, and the score is another one.
  if ((await calls.keys(made, [of.botId])) === (await turnedCalls.keys(made, [of.botId])))
    faults.push('the keys of all tasks are the same');
  const [right, turnedRight] = [await scoreBy(calls), await scoreBy(turnedCalls)];
  if (right !== scoreMax) faults.push(`the best answers score ${right}`);
  if (turnedRight === scoreMax) faults.push('the best answers are right for other keys');
  // A wrong answer is understood as a right one is: none of these is refused, and so none of them tells.
  const schemas = new Map(variant.tasks.map((task) => [task.task_id, task.answer_schema]));
  for (const sheet of sheets.filter((_, i) => i === 0 || i === 2 || i === 3))
    for (const [id, why] of (await calls.read(of, JSON.stringify(sheet))).faults)
      if (schemaFault(schemas.get(id) ?? {}, sheet[id] ?? null) === null)
        faults.push(`${id}: an answer of the right form is not understood: ${why}`);
  return faults;
}

/** Each task has what belongs to the next one. */
function turned<T>(of: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const entries = [...of];
  return new Map(entries.map(([id], i) => [id, (entries[(i + 1) % entries.length] as [string, T])[1]]));
}

function withTurnedKeys(generator: Generator): Generator {
  return {
    ...generator,
    variant(...args) {
      const variant = generator.variant(...args);
      return { ...variant, keys: turned(variant.keys), best: turned(variant.best) };
    },
  };
}

/** Answers of all kinds: right, another task's, plain, the examples, and what is none. */
function sheetsFor(generator: Generator, variant: Variant): Record<string, Json>[] {
  const each = (answer: (id: string, i: number) => Json): Record<string, Json> =>
    Object.fromEntries(variant.tasks.map(({ task_id: id }, i) => [id, answer(id, i)]));
  return [
    Object.fromEntries(variant.best),
    Object.fromEntries(turned(variant.best)),
    Object.fromEntries(asSent(generator.plain(variant))),
    each((_, i) => variant.tasks[i]?.example ?? null),
    ...[null, 0, -1, 2 ** 53, 'x', '', [], {}, { text: 'x' }].map((answer) => each(() => answer)),
  ];
}
