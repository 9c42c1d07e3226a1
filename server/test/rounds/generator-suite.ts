/**
 * What every generator is held to: the checks of rounds/checks.ts over ten seeds at the first levels and two at the last (`npm run round-seeds` takes
 * 200 of each before a version is published), golden vectors, sameness, and planted faults.
 */
import { expect, test } from 'vitest';
import { checkVariants } from '../../src/rounds/checks.ts';
import { sha256, sha256Bytes } from '../../src/lib/hash.ts';
import { canonicalJson, isList, isRecord, type Json } from '../../src/rounds/json.ts';
import { pageFrame } from '../../src/rounds/page-frame.ts';
import type { Generator, RoundPlan, Variant } from '../../src/rounds/source.ts';
import { checkSeeds, firstLevels, lastLevels, planOf, variantOf } from './seed-check.ts';

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

  test('ten seeds keep the checks at the first levels, and two at the last', () => {
    expect(checkSeeds(generator, 10, firstLevels).faults).toEqual([]);
    expect(checkSeeds(generator, 2, lastLevels).faults).toEqual([]);
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

  test('a null bot that scores, a key value in a material and a page that needs a script make a check fail', () => {
    const variant = variantOf(generator, 'a');
    const faultsOf = (change: Partial<Variant>, of = generator): string =>
      checkVariants(of, [{ ...variant, ...change }]).faults.join('\n');
    const knowing = { ...generator, nulls: [{ name: 'knowing', answers: () => variant.best }] };
    expect(faultsOf({}, knowing)).toContain('the null bot "knowing" scores 1000000');
    // Short numbers stand anywhere by chance, so a variant of those alone hides nothing.
    const [hidden = 'a text that is hidden'] = variant.hidden;
    const told = { name: 'told.txt', type: 'text/plain', bytes: Buffer.from(`the key is ${hidden}`) };
    expect(faultsOf({ files: [...variant.files, told], hidden: [hidden] })).toContain('told.txt holds ');
    const withScript = pageFrame('x', '<noscript>Turn on scripts.</noscript>');
    const page = (path: string) => (path === 'scripted' ? withScript : variant.page(path));
    expect(faultsOf({ paths: [...variant.paths, 'scripted'], page })).toContain('page scripted: what needs a script');
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
