/** Bots that do not think: no winning move or the first one, one action for ever or each in turn, even forces or all on one field. */
import type { Json } from '../../../json.ts';
import type { NullBot } from '../../../source.ts';
import { readBattle } from './read.ts';

function always(name: string, move: Json, states: Json, forces: (count: number, fields: number) => Json): NullBot {
  return {
    name,
    answers: ({ tasks }) =>
      new Map(
        tasks.map((task): [string, Json] => {
          if (task.prompt.startsWith('Position')) return [task.task_id, { first: move, second: move }];
          if (task.prompt.startsWith('Machine')) return [task.task_id, { start: 0, states }];
          const battle = readBattle(task);
          return [task.task_id, { forces: forces(battle.forces, battle.worths.length) }];
        }),
      ),
  };
}

const even = (count: number, fields: number): number[] =>
  Array.from({ length: fields }, (_, i) => Math.floor(count / fields) + (i < count % fields ? 1 : 0));
const lone = (count: number, fields: number): number[] =>
  Array.from({ length: fields }, (_, i) => (i === 0 ? count : 0));

export const nulls: readonly NullBot[] = [
  always('none', null, [[0, 0, 0]], even),
  always('first', { piece: 1, step: 1 }, [[1, 0, 0]], lone),
  always(
    'second',
    { piece: 2, step: 2 },
    [
      [0, 1, 1],
      [1, 0, 0],
    ],
    (count, fields) => even(count, fields).toReversed(),
  ),
];
