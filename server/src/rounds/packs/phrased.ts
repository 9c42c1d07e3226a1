/**
 * A generator that speaks with other words than its own: it draws the same kinds of tasks, of other names, goods and sentences. Its solvers, which
 * read what bots read, know the words as well.
 *
 * A generator imports its words and is never edited (source.ts), so its words are replaced while it works and put back when it has. Everything
 * that a generator does is done at once, in one turn of its thread: nobody else sees the other words.
 */
import type { Json, JsonRecord } from '../json.ts';
import type { Generator, Shown, Variant } from '../source.ts';

/**
 * @param own the words that the generator imports (generators/phrases.ts): the very object.
 * @param phrases of those words some, by the same names.
 * @param id of the source.
 */
export function phrased(generator: Generator, own: JsonRecord, phrases: JsonRecord, id: string): Generator {
  function speaking<T>(work: () => T): T {
    const words = own as Record<string, Json>;
    const before = { ...words };
    Object.assign(words, phrases);
    try {
      return work();
    } finally {
      Object.assign(words, before);
    }
  }

  /** Pages are made when they are asked for, and answers are read when they come. */
  function spoken(variant: Variant): Variant {
    const { tasks, files, paths, keys, best, hidden } = variant;
    return {
      tasks,
      files,
      paths,
      keys,
      best,
      hidden,
      page: (path) => speaking(() => variant.page(path)),
      understand: (taskId, answer) => speaking(() => variant.understand(taskId, answer)),
      grade: (taskId, key, answer) => speaking(() => variant.grade(taskId, key, answer)),
    };
  }

  return {
    ...generator,
    id,
    plan: (league, round, levels, key) => speaking(() => generator.plan(league, round, levels, key)),
    variant: (plan, key) => speaking(() => spoken(generator.variant(plan, key))),
    plain: (shown) => speaking(() => generator.plain(shown)),
    second: (shown) => speaking(() => generator.second(shown)),
    nulls: generator.nulls.map((bot) => ({
      name: bot.name,
      answers: (shown: Shown) => speaking(() => bot.answers(shown)),
    })),
  };
}
