import { expect, test } from 'vitest';
import { leagues } from '../league/catalogue/leagues.ts';
import { sourceId } from './generators/source-id.ts';
import { generators, sources } from './generators.ts';

test('each generator belongs to a task league of the catalogue and names its files', async () => {
  const tasks = leagues.filter(({ kind }) => kind.id === 'task').map(({ id }) => id);
  expect([...sources.keys()].toSorted()).toEqual(tasks.toSorted());
  for (const [league, { id }] of sources) {
    const generator = await generators.get(league);
    expect(generator).toMatchObject({ league, id });
    expect(id).toBe(sourceId(league, generator?.version ?? 0));
    expect(id).toMatch(/^generated:[a-z_]+\/\d+:[0-9a-f]{64}$/);
  }
});

test('a version without a hash is an error that says so', () => {
  expect(() => sourceId('deal_finder', 99)).toThrow('no hash of deal_finder/v99');
});

test('a round that names an older version has that one', async () => {
  const [older, newest] = [sourceId('office_tasks', 1), sourceId('office_tasks', 2)];
  for (const source of [older, newest, undefined])
    expect((await generators.get('office_tasks', source))?.id).toBe(source ?? newest);
  expect((await generators.get('deal_finder', older))?.league).toBe('deal_finder');
});

test('a league that has none has no generator, whatever it is called', () => {
  expect([generators.get('spot_crypto'), generators.get('constructor')]).toEqual([undefined, undefined]);
});
