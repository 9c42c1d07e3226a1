import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { pageFault } from '../../../page-check.ts';
import { after, deedsMax, judge, readState, signed, type Deed, type Order } from './desk.ts';
import { computerUse } from './index.ts';
import { walk } from './nulls.ts';
import { follow, linkOf, readOrders, receiptAt } from './read.ts';
import { drawTerms } from './world.ts';

suite(computerUse, {
  a: { tasks: '7246b22b5b115c83', shown: 'ed839bf80352a2af', keys: '012cc2e63bc1193e' },
  b: { tasks: 'eeb6ee83c0b1a43b', shown: 'd25f5d7e37b3ce7f', keys: 'c8da943418db5f8d' },
  c: { tasks: '71694c70a0be17c7', shown: '582a74f6b4e72fd5', keys: 'b256e781ec325eb9' },
});

const order: Order = {
  id: 'r01',
  customer: 'Tarn Works',
  city: 'Velden',
  amount: 1_000,
  status: 'open',
  person: 'k1',
};
const orders = [order, { ...order, id: 'r02' }];

test('what is done last counts, and three of four goals without another change are 750,000', () => {
  const deeds: Deed[] = [
    ['r01', 'h'],
    ['r01', 'k3'],
    ['r01', 'c'],
  ];
  expect(after(orders, deeds)[0]).toEqual({ ...order, status: 'complete', person: 'k3' });
  expect(
    judge(orders, deeds, [
      ['r01', 'status', 'complete'],
      ['r01', 'person', 'k3'],
    ]),
  ).toEqual({ reached: 2, clean: true });
  expect(judge(orders, deeds, [['r01', 'status', 'complete']])).toEqual({
    reached: 1,
    clean: false,
  });
  expect(judge(orders, [['r02', 'x']], [['r01', 'status', 'held']])).toEqual({
    reached: 0,
    clean: false,
  });
  const undone: Deed[] = [
    ['r02', 'h'],
    ['r02', 'o'],
    ['r01', 'h'],
  ];
  expect(judge(orders, undone, [['r01', 'status', 'held']])).toEqual({ reached: 1, clean: true });
  const variant = variantOf(computerUse, 'a', [1, 2, 3, 4, 5]);
  const { goals } = variant.keys.get('t05') as { goals: string[][] };
  expect(goals).toHaveLength(4);
  const best = (variant.best.get('t05') as { receipt: string }).receipt;
  expect(
    variant.grade('t05', { goals: [...goals.slice(0, 3), ['r48', 'status', 'none']] }, { receipt: best }).score,
  ).toBe(0);
  expect(variant.grade('t05', { goals: [...goals.slice(0, 3), goals[3] as string[]] }, { receipt: best }).score).toBe(
    1_000_000,
  );
});

test('a state is taken as it was signed, and no other: not with another deed, another secret, or past the bound', () => {
  const deeds: Deed[] = [['r01', 'h']];
  const state = signed('secret', deeds);
  expect(readState('secret', state)).toEqual(deeds);
  expect(readState('secret', signed('secret', []))).toEqual([]);
  for (const forged of [
    state.replace('r01', 'r02'),
    state.replace('h', 'c'),
    `${state}a`,
    state.slice(0, -1),
    '',
    '~',
    '0~',
  ])
    expect(readState('secret', forged)).toBeUndefined();
  expect(readState('other', state)).toBeUndefined();
  const many = (count: number): Deed[] => Array.from({ length: count }, () => ['r01', 'h']);
  expect(readState('secret', signed('secret', many(deedsMax)))).toHaveLength(deedsMax);
  expect(readState('secret', signed('secret', many(deedsMax + 1)))).toBeUndefined();
});

test('links lead to sound pages, a removed order has none, and after forty deeds no more is done', () => {
  const variant = variantOf(computerUse, 'a');
  let list = linkOf(variant, '', 'All orders') ?? '';
  expect(readOrders(variant, list)).toHaveLength(48);
  const sure = linkOf(variant, follow(list, 'order/r01'), 'Remove') ?? '';
  const done = linkOf(variant, sure, 'Yes') ?? '';
  for (const path of [list, `${list}?city=none`, sure, done, follow(list, 'order/r02')])
    expect(pageFault(variant.page(path) ?? '', variant.hidden)).toBeNull();
  const removed = linkOf(variant, done, 'On') ?? '';
  expect(readOrders(variant, removed)).toHaveLength(47);
  expect(variant.page(follow(removed, 'order/r01'))).toBeUndefined();
  for (const odd of [
    'list?p=0',
    'list?p=99',
    'give/r02?to=k9',
    'give/r02',
    'do/r02/k1',
    'do/r02/z',
    'sure/r99/h',
    'order',
    'list/r01',
  ])
    expect([odd, variant.page(follow(list, odd))]).toEqual([odd, undefined]);
  for (let i = 0; i < deedsMax; i++) list = linkOf(variant, follow(list, 'do/r01/h'), 'On') ?? '';
  expect(variant.page(follow(list, 'do/r01/h'))).toBeUndefined();
  expect(variant.page(list)).toBeDefined();
});

test('a walker that does not read reaches no goal in 2,000 steps', () => {
  const variant = variantOf(computerUse, 'b');
  for (const [i, { task_id: id }] of variant.tasks.slice(0, 3).entries()) {
    const receipt = walk(variant, i, 2_000);
    expect(variant.grade(id, variant.keys.get(id) ?? null, { receipt }).score).toBe(0);
  }
});

test('the receipt of the start is worth nothing, and the same desk serves each task anew', () => {
  const variant = variantOf(computerUse, 'a');
  const receipt = receiptAt(variant, linkOf(variant, '', 'All orders') ?? '');
  expect(variant.understand('t01', { receipt })).toEqual({ as: { receipt } });
  expect(variant.grade('t01', variant.keys.get('t01') ?? null, { receipt }).score).toBe(0);
  const other = (variant.best.get('t02') as { receipt: string }).receipt;
  expect(variant.grade('t01', variant.keys.get('t01') ?? null, { receipt: other }).score).toBe(0);
});

test('the ladder: effects 2 to 8, and how orders are told', () => {
  expect([1, 2, 3, 5, 7, 9].map((level) => Object.values(drawTerms(level)))).toEqual([
    [2, 0],
    [3, 0],
    [4, 1],
    [6, 2],
    [8, 2],
    [8, 2],
  ]);
});
