/** The slots of a plan: two tasks of each level, t01 to t10, those of the i-th level weigh i. */
import { createDraw, type Draw } from '../draw.ts';
import { tasksPerLevel } from '../levels.ts';
import type { JsonRecord } from '../json.ts';
import type { RoundSource, Slot } from '../source.ts';

/** What a slot asks: its kind, and settings of the generator's own. */
type Asks = Pick<Slot, 'kind' | 'settings'>;

/** @param n which of its level's tasks it is, 0 or 1. */
export function slotsFor(levels: readonly number[], of: (level: number, n: number) => Asks): Slot[] {
  return levels.flatMap((level, i) =>
    Array.from({ length: tasksPerLevel }, (_, n) => ({
      task_id: `t${String(i * tasksPerLevel + n + 1).padStart(2, '0')}`,
      level,
      weight: i + 1,
      ...of(level, n),
    })),
  );
}

/**
 * A plan whose slots are drawn each by itself.
 *
 * @param of draws a slot, from a part of the key that the slot's level and n name.
 * @param settings of the whole plan, which its levels decide.
 */
export function planOf(
  league: string,
  of: (draw: Draw, level: number, n: number) => Asks,
  settings: (levels: readonly number[]) => JsonRecord = () => ({}),
): RoundSource['plan'] {
  return (_, round, levels, key) => ({
    league,
    round,
    levels,
    slots: slotsFor(levels, (level, n) => of(createDraw(key, `plan/${level}/${n}`), level, n)),
    settings: settings(levels),
  });
}
