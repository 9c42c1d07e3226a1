import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClusterState } from '../storage/topics.sql.ts';
import { changesBetween } from './changes.ts';

const serving = {
  id: 'a',
  address: 'http://127.0.0.1:4000',
  baseUrl: 'https://league.example',
  version: '1',
  rulesVersion: 'r',
  logProblem: null,
  ordersEach: 0,
  stillMs: 0,
};
const state: ClusterState = { lastMark: 0, topics: { x: '1', y: '2' }, serving, rules: 'r' };
const after = (other: Partial<ClusterState>) => changesBetween(state, { ...state, ...other }, '*');
const nothing = { isMark: false, isOtherProcess: false, everything: false, topics: [] };

test('nothing changed, however long ago the process spoke', () => {
  expect(after({})).toEqual(nothing);
  expect(after({ serving: { ...serving, stillMs: 900 } })).toEqual(nothing);
});

test('a topic with another version, and one that is new', () => {
  expect(after({ topics: { x: '1', y: '3', z: '1' } })).toEqual({ ...nothing, topics: ['y', 'z'] });
});

test('what drops everything: a mark, the topic of all, another process, another address of the league, other rules, a table that was lost', () => {
  const all = { ...nothing, everything: true };
  expect(after({ lastMark: 300_000 })).toEqual({ ...all, isMark: true });
  expect(after({ topics: { ...state.topics, '*': '1' } })).toEqual(all);
  expect(after({ serving: { ...serving, id: 'b' } })).toEqual({ ...all, isOtherProcess: true });
  expect(after({ serving: { ...serving, baseUrl: 'https://other.example' } })).toEqual(all);
  expect(after({ serving: { ...serving, logProblem: 'the key is gone' } })).toEqual(all);
  expect(after({ rules: 's' })).toEqual(all);
  expect(after({ topics: { x: '1' } })).toEqual(all);
});

test('nobody serves: nothing is old for that', () => {
  expect(after({ serving: null })).toEqual(nothing);
  expect(changesBetween({ ...state, serving: null }, state, '*')).toMatchObject({ isOtherProcess: true });
});

const topics = fc.dictionary(fc.constantFrom('a', 'b', 'c', '*'), fc.constantFrom('1', '2', '3'));

test('no topic that differs is forgotten', () => {
  fc.assert(
    fc.property(topics, topics, (one, other) => {
      const { everything, topics: dropped } = changesBetween(
        { ...state, topics: one },
        { ...state, topics: other },
        '*',
      );
      const different = new Set([...Object.keys(one), ...Object.keys(other)].filter((t) => one[t] !== other[t]));
      if (!everything) expect(new Set(dropped)).toEqual(different);
    }),
  );
});
