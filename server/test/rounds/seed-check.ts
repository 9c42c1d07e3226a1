/**
 * The checks that a generator stands before a version of it is published, over many seeds: each seed is a plan and a variant of its own, at the first
 * levels of a league and at the last. `npm run round-seeds` runs 200 of them; the tests of each generator run ten by the same functions.
 */
import { sha256Bytes } from '../../src/lib/hash.ts';
import { checkVariants } from '../../src/rounds/checks.ts';
import { canonicalJson, isList, isRecord } from '../../src/rounds/json.ts';
import type { Generator, RoundPlan, Variant } from '../../src/rounds/source.ts';
import { keyBlindFaults } from './key-blind.ts';

export const firstLevels = [1, 2, 3, 4, 5];
export const lastLevels = [5, 6, 7, 8, 9];

export interface SeedReport {
  readonly seeds: number;
  /** Tasks that the second solver finished with the answer of the key, and those that it left out. */
  readonly agreed: number;
  readonly givenUp: number;
  /** The highest mean score of a bot that does not think. */
  readonly worstNull: number;
  readonly worstNullName: string;
  /** Floor of the plain solver's mean score, millionths. */
  readonly par: number;
  readonly faults: readonly string[];
}

export function planOf(generator: Generator, seed: string, levels: readonly number[] = firstLevels): RoundPlan {
  return generator.plan(generator.league, '2026-W47-3', levels, sha256Bytes(`plan ${seed}`));
}

export function variantOf(generator: Generator, seed: string, levels?: readonly number[]): Variant {
  return generator.variant(planOf(generator, seed, levels), sha256Bytes(`variant ${seed}`));
}

/** Fewer variants say little about a mean, so par and the scores of null bots are then only told. */
const seedsForMeans = 10;
/** A shorter answer, such as a list of three small numbers, stands in other texts by chance. */
const answerCharactersMin = 16;

/** All checks but that of permuted keys. Whatever throws is a fault of its seed. */
export function checkSeeds(generator: Generator, seeds: number, levels: readonly number[]): SeedReport {
  const own: string[] = [];
  let tasks = 0;
  function* variants(): Iterable<Variant> {
    for (let i = 0; i < seeds; i++) {
      const variant = variantOf(generator, String(i), levels);
      tasks += variant.tasks.length;
      own.push(...toldAnswers(variant).map((fault) => `variant ${i}: ${fault}`));
      yield variant;
    }
  }
  const { faults, finished, nulls, par } = checkVariants(generator, variants());
  const [worstNullName = '', worstNull = 0] = Object.entries(nulls).toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const isOfMeans = (fault: string): boolean => /^(par is|the null bot)/.test(fault);
  return {
    seeds,
    agreed: finished - faults.filter((fault) => fault.includes('the second solver does not agree')).length,
    givenUp: tasks - finished,
    worstNull,
    worstNullName,
    par,
    faults: [...own, ...faults.filter((fault) => seeds >= seedsForMeans || !isOfMeans(fault))],
  };
}

/**
 * Whole answers must stand nowhere, also where the variant forgets to say that they are hidden. One value by itself may: a name that is asked for.
 * Examples are left out, those that stand in all prompts too: by chance that of one task is what is right in another.
 */
function toldAnswers(variant: Variant): string[] {
  const { best, tasks, files, paths } = variant;
  const answers = [...best].flatMap(([id, answer]) => {
    const texts = [canonicalJson(answer), JSON.stringify(answer)];
    const isTelling = (isList(answer) || isRecord(answer)) && texts[0]!.length >= answerCharactersMin;
    return isTelling ? [[id, texts] as const] : [];
  });
  const told: (readonly [string, string | Buffer])[] = [
    ...files.map(({ name, bytes }) => [name, bytes] as const),
    ...paths.map((path) => [`page ${path}`, variant.page(path) ?? ''] as const),
    ...tasks.map(({ task_id: id, prompt }) => [`the prompt of ${id}`, prompt] as const),
  ];
  const isForm = (text: string): boolean => tasks.every(({ prompt }) => prompt.includes(text));
  return answers.flatMap(([id, texts]) =>
    texts.some(isForm)
      ? []
      : told.flatMap(([where, text]) =>
          texts.some((answer) => text.includes(answer)) ? [`${where} holds the answer of ${id}`] : [],
        ),
  );
}

/**
 * Checks generators one after another and tells each in one line. A generator that throws is a fault, and the next one is checked all the same.
 * @param tell takes a line. @returns whether there was no fault.
 */
export async function runSeeds(
  generators: Iterable<Generator>,
  seeds: number,
  tell: (line: string) => void,
): Promise<boolean> {
  let isSound = true;
  tell(`${'league'.padEnd(20)}  levels  seeds  agreed  given up  worst null bot          par  seconds`);
  for (const generator of generators) {
    for (const levels of [firstLevels, lastLevels]) {
      const from = performance.now();
      const { faults, ...report } = await checked(generator, seeds, levels);
      tell(line(generator.league, levels, report, (performance.now() - from) / 1_000));
      for (const fault of faults.slice(0, faultsTold)) tell(`  FAULT ${fault}`);
      if (faults.length > faultsTold) tell(`  and ${faults.length - faultsTold} faults more`);
      isSound &&= faults.length === 0;
    }
  }
  return isSound;
}

const faultsTold = 5;

async function checked(generator: Generator, seeds: number, levels: readonly number[]): Promise<SeedReport> {
  try {
    const report = checkSeeds(generator, seeds, levels);
    const faults = [...report.faults];
    for (let i = 0; i < seeds; i++)
      faults.push(...(await keyBlindFaults(generator, String(i), levels)).map((fault) => `variant ${i}: ${fault}`));
    return { ...report, faults };
  } catch (e) {
    const fault = e instanceof Error ? (e.stack ?? e.message) : String(e);
    return { seeds, agreed: 0, givenUp: 0, worstNull: 0, worstNullName: '', par: 0, faults: [fault] };
  }
}

function line(league: string, levels: readonly number[], r: Omit<SeedReport, 'faults'>, seconds: number): string {
  const nullBot = `${r.worstNull} ${r.worstNullName}`;
  return [
    league.padEnd(20),
    `${levels[0]} to ${levels.at(-1)}`,
    String(r.seeds).padStart(5),
    String(r.agreed).padStart(6),
    String(r.givenUp).padStart(8),
    nullBot.padEnd(20),
    String(r.par).padStart(6),
    seconds.toFixed(1).padStart(7),
  ].join('  ');
}
