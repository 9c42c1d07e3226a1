/** The command's check on one real generator, and on the same one with each fault planted into it. */
import { expect, test } from 'vitest';
import { pageFrame } from '../../src/rounds/page-frame.ts';
import { referenceLookup } from '../../src/rounds/generators/reference_lookup/v1/index.ts';
import { healthAdmin } from '../../src/rounds/generators/health_admin/v1/index.ts';
import type { Generator, Variant } from '../../src/rounds/source.ts';
import { runSeeds } from './seed-check.ts';

async function told(seeds: number, ...generators: readonly Generator[]): Promise<{ isSound: boolean; text: string }> {
  const lines: string[] = [];
  const isSound = await runSeeds(generators, seeds, (line) => lines.push(line));
  return { isSound, text: lines.join('\n') };
}

function changed(generator: Generator, change: (variant: Variant) => Partial<Variant>): Generator {
  return {
    ...generator,
    variant(...args) {
      const variant = generator.variant(...args);
      return { ...variant, ...change(variant) };
    },
  };
}

test('a sound generator is told in a line for its first levels and one for its last', async () => {
  const { isSound, text } = await told(4, referenceLookup);
  expect(isSound).toBe(true);
  const lines = text.split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^reference_lookup +1 to 5 +4 +40 +0  \d+ [a-z ]+ \d{6} +\d+\.\d$/);
  expect(lines[2]).toMatch(/^reference_lookup +5 to 9 +4 +40 +0 /);
});

test.each<[string, Generator, string]>([
  [
    'a wrong key',
    changed(referenceLookup, ({ keys, best }) => ({
      keys: new Map(keys).set('t03', keys.get('t04') ?? null),
      best: new Map(best).set('t03', best.get('t04') ?? null),
    })),
    't03: the second solver does not agree',
  ],
  [
    'a null bot that scores',
    { ...referenceLookup, nulls: [{ name: 'knowing', answers: (shown) => referenceLookup.second(shown) }] },
    'the null bot "knowing" scores 1000000',
  ],
  [
    'an answer inside a material, of which the variant does not say that it is hidden',
    changed(healthAdmin, ({ best, files }) => {
      const bytes = Buffer.from(`see ${JSON.stringify(best.get('t01'))}`);
      return { hidden: [], files: [...files, { name: 'told.txt', type: 'text/plain', bytes }] };
    }),
    'told.txt holds the answer of t01',
  ],
  [
    'a page that needs a script',
    changed(referenceLookup, (variant) => ({
      paths: [...variant.paths, 'app'],
      page: (path) => (path === 'app' ? pageFrame('App', '<noscript>Turn on scripts.</noscript>') : variant.page(path)),
    })),
    'page app: what needs a script',
  ],
  [
    'a page that depends on the key',
    changed(referenceLookup, (variant) => ({
      page(this: Variant, path) {
        return variant.page(path)?.replace('</body>', `${JSON.stringify(this.best.get('t01')).length}</body>`);
      },
    })),
    'what is told depends on the key',
  ],
  [
    'a generator that throws',
    changed(referenceLookup, () => ({
      grade() {
        throw new Error('out of order');
      },
    })),
    'out of order',
  ],
])('%s makes the check fail, and the next generator is checked all the same', async (_name, generator, fault) => {
  const { isSound, text } = await told(fault.includes('null bot') ? 10 : 2, generator, referenceLookup);
  expect(text).toContain(fault);
  expect(isSound).toBe(false);
  expect(text.split('\n').at(-1)).toMatch(/^reference_lookup +5 to 9 +(2 +20|10 +100) /);
});
