/** The slots of a plan: two tasks of each level, t01 to t10, those of the i-th level weigh i. */
import { tasksPerLevel } from '../levels.ts';
import type { JsonRecord } from '../json.ts';
import type { Slot } from '../source.ts';

/** @param of what a slot asks: its kind, and settings of the generator's own. @param n which of its level's tasks it is, 0 or 1. */
export function slotsFor(
  levels: readonly number[],
  of: (level: number, n: number) => { readonly kind: string; readonly settings: JsonRecord },
): Slot[] {
  return levels.flatMap((level, i) =>
    Array.from({ length: tasksPerLevel }, (_, n) => ({
      task_id: `t${String(i * tasksPerLevel + n + 1).padStart(2, '0')}`,
      level,
      weight: i + 1,
      ...of(level, n),
    })),
  );
}
