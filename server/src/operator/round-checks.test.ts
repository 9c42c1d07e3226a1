import { expect, test } from 'vitest';
import type { OperatorAction } from './action.ts';
import { checkInTime } from './round-checks.ts';

const id = 'rnd_0000000000000000';
const mark = Date.parse('2026-03-04T23:05:00Z');
const waiting = (about: OperatorAction['about']): OperatorAction => ({
  id: 'act_1',
  at: mark - 1,
  action: 'strike_task',
  about,
  reason: 'Why.',
});
const standing = { pending: [], nextMark: mark, followingMark: mark };

test('a request is taken when the next mark is its own and no other of the round waits', () => {
  expect(() => checkInTime(id, standing)).not.toThrow();
  const others = [waiting({ kind: 'round', id: 'rnd_0000000000000001/t01' }), waiting({ kind: 'league', id })];
  expect(() => checkInTime(`${id}/t01`, { ...standing, pending: others })).not.toThrow();
});

test('while another of the round waits, or an earlier mark is still to be done, it is refused', () => {
  for (const about of [id, `${id}/t05`])
    expect(() => checkInTime(`${id}/t01`, { ...standing, pending: [waiting({ kind: 'round', id: about })] })).toThrow(
      'A request of this round waits for the next mark: strike-task.',
    );
  expect(() => checkInTime(id, { ...standing, followingMark: mark - 300_000 })).toThrow(
    'The mark of 2026-03-04T23:00:00.000Z is still to be done',
  );
});
