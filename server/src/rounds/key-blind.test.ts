/**
 * Each league's variants are asked for all that a bot is told, with their keys and with others. How it travels from there is tested over HTTP with one
 * league (test/scenarios/rounds-of-tasks/http.db.test.ts); `npm run round-seeds` asks 200 variants of each.
 */
import { expect, test } from 'vitest';
import { keyBlindFaults } from '../../test/rounds/key-blind.ts';
import { generators, sources } from './generators.ts';
import type { Generator, Variant } from './source.ts';

const levels = [1, 2, 3, 4, 5];

async function generatorOf(league: string): Promise<Generator> {
  const generator = await generators.get(league);
  if (!generator) throw new Error(`${league} has no generator`);
  return generator;
}

test.each([...sources.keys()])('%s: whatever the keys are, each byte that is told is the same', async (league) => {
  expect(await keyBlindFaults(await generatorOf(league), '', levels)).toEqual([]);
});

test('a page that is made of the key, and a reader that knows it, are found', async () => {
  const generator = await generatorOf('reference_lookup');
  const changed = (change: (variant: Variant) => Partial<Variant>): Generator => ({
    ...generator,
    variant(...args) {
      const variant = generator.variant(...args);
      return { ...variant, ...change(variant) };
    },
  });
  const telling = changed((variant) => ({
    page(this: Variant, path) {
      return `${variant.page(path)}${JSON.stringify([...this.keys])}`;
    },
  }));
  expect(await keyBlindFaults(telling, '', levels)).toEqual(['what is told depends on the key']);
  const knowing = changed((variant) => ({
    understand: (id, answer) =>
      variant.best.get(id) === answer ? variant.understand(id, answer) : { why: 'it is wrong' },
  }));
  expect(await keyBlindFaults(knowing, '', levels)).toContain(
    't01: an answer of the right form is not understood: it is wrong',
  );
});
