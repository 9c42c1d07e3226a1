import { expect, test } from 'vitest';
import { leagues } from '../league/catalogue/leagues.ts';
import { sourceId } from './generators/source-id.ts';
import { generators } from './generators.ts';

test('each generator belongs to a task league of the catalogue and names its files', () => {
  const tasks = leagues.filter(({ kind }) => kind.id === 'task').map(({ id }) => id);
  for (const [league, { league: own, id, version }] of generators) {
    expect(tasks).toContain(league);
    expect(own).toBe(league);
    expect(id).toBe(sourceId(league, version));
    expect(id).toMatch(/^generated:[a-z_]+\/\d+:[0-9a-f]{64}$/);
  }
});

test('a version without a hash is an error that says so', () => {
  expect(() => sourceId('deal_finder', 99)).toThrow('no hash of deal_finder/v99');
});
