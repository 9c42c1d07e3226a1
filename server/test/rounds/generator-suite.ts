/**
 * What every generator is held to: the checks of rounds/checks.ts over many seeds, golden vectors, sameness, and planted faults.
 *
 * Ten seeds at the first levels and a fifth of that at the last, or as many as PAPERTAPE_GENERATOR_SEEDS says: 200 before a version is published.
 */
import { expect, test } from 'vitest';
import { checkVariants, type Checked } from '../../src/rounds/checks.ts';
import { sha256, sha256Bytes } from '../../src/lib/hash.ts';
import { canonicalJson, isList, isRecord, type Json } from '../../src/rounds/json.ts';
import type { Generator, RoundPlan, Variant } from '../../src/rounds/source.ts';

const seeds = Number(process.env['PAPERTAPE_GENERATOR_SEEDS'] ?? '10');
const firstLevels = [1, 2, 3, 4, 5];
const lastLevels = [5, 6, 7, 8, 9];

export function planOf(generator: Generator, seed: string, levels: readonly number[] = firstLevels): RoundPlan {
  return generator.plan(generator.league, '2026-W47-3', levels, sha256Bytes(`plan ${seed}`));
}

export function variantOf(generator: Generator, seed: string, levels?: readonly number[]): Variant {
  return generator.variant(planOf(generator, seed, levels), sha256Bytes(`variant ${seed}`));
}

/** The hash of all that is told and the hash of the keys. */
export function golden(variant: Variant): { tasks: string; shown: string; keys: string } {
  const pages = variant.paths.map((path) => [path, sha256(variant.page(path) ?? '')]);
  const files = variant.files.map(({ name, bytes }) => [name, sha256(bytes)]);
  return {
    tasks: sha256(canonicalJson(variant.tasks as unknown as Json)).slice(0, 16),
    shown: sha256(canonicalJson([...pages, ...files])).slice(0, 16),
    keys: sha256(canonicalJson([[...variant.keys], [...variant.best]] as Json)).slice(0, 16),
  };
}

export function suite(generator: Generator, vectors: Readonly<Record<string, ReturnType<typeof golden>>>): void {
  test('golden vectors: what a seed gave once it gives for ever', () => {
    const made = Object.fromEntries(Object.keys(vectors).map((seed) => [seed, golden(variantOf(generator, seed))]));
    expect(made).toEqual(vectors);
    expect(Object.keys(vectors)).toHaveLength(3);
  });

  test(`${seeds} seeds keep the checks, at the first levels and at the last`, { timeout: 3_600_000 }, () => {
    for (const [levels, count] of [
      [firstLevels, seeds],
      [lastLevels, Math.ceil(seeds / 5)],
    ] as const) {
      const made = Array.from({ length: count }, (_, i) => variantOf(generator, String(i), levels));
      const checked = checkVariants(generator, made);
      // Two sheets are too few for a mean that stays in the range: there the long form looks at par.
      const faults = checked.faults.filter((fault) => count >= 10 || !fault.startsWith('par is'));
      expect({ ...checked, faults }).toEqual({ ...checked, faults: [] });
      tell(generator, levels, checked);
    }
  });

  test('the same key gives the same bytes, another gives others; a plan goes through JSON', () => {
    const plan = planOf(generator, 'a');
    const again = JSON.parse(JSON.stringify(plan)) as RoundPlan;
    const [key, other] = [sha256Bytes('x'), sha256Bytes('y')];
    expect(golden(generator.variant(again, key))).toEqual(golden(generator.variant(plan, key)));
    const [one, two] = [golden(generator.variant(plan, key)), golden(generator.variant(plan, other))];
    expect([one.tasks === two.tasks, one.keys === two.keys]).toEqual([false, false]);
    expect(planOf(generator, 'a')).toEqual(plan);
  });

  test('a wrong key of any task makes a check fail', () => {
    const variant = variantOf(generator, 'a');
    for (const { task_id: id } of variant.tasks) {
      const keys = new Map(variant.keys).set(id, worsened(variant.keys.get(id) ?? null));
      const { faults } = checkVariants(generator, [{ ...variant, keys }]);
      expect([id, faults.some((fault) => fault.includes(`${id}: `))]).toEqual([id, true]);
    }
  });

  test('paths that are not there, and odd ones, give no page; understanding never throws', () => {
    const variant = variantOf(generator, 'a');
    for (const path of [
      'nothing',
      '../',
      's1/../../x',
      '%00',
      's1',
      's1/',
      '/',
      'a?b=c',
      '__proto__',
      'constructor',
      '\n',
    ])
      expect([path, variant.page(path)]).toEqual([path, undefined]);
    for (const { task_id: id } of variant.tasks)
      for (const answer of [
        null,
        true,
        0,
        '',
        'x',
        [],
        {},
        [[]],
        { orders: [{}] },
        { xlsx: '' },
        { a: [1] },
      ] as Json[]) {
        const understood = variant.understand(id, answer);
        if ('as' in understood) {
          const { score } = variant.grade(id, variant.keys.get(id) ?? null, understood.as);
          expect(Number.isInteger(score) && score >= 0 && score <= 1_000_000).toBe(true);
          expect(variant.understand(id, understood.as)).toEqual(understood);
        }
      }
  });
}

/** Another value of the same form: the first integer one larger, or the first text another. */
function worsened(key: Json): Json {
  if (typeof key === 'number') return key + 1;
  if (typeof key === 'string') return key.startsWith('2') ? `3${key.slice(1)}` : `x${key}`;
  if (isList(key)) return key.length === 0 ? ['x'] : [worsened(key[0] as Json), ...key.slice(1).map(worsened)];
  if (!isRecord(key)) return !key;
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [name, worsened(value)]));
}

function tell(generator: Generator, levels: readonly number[], { par, finished, nulls }: Checked): void {
  if (process.env['PAPERTAPE_GENERATOR_SEEDS'] === undefined) return;
  process.stdout.write(`${generator.league} ${levels.join()}: ${JSON.stringify({ seeds, par, finished, nulls })}\n`);
}
