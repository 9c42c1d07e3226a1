/** The world of a variant: for each task a position, an opponent for machines, or a battle. */
import type { Draw } from '../../../draw.ts';
import type { JsonRecord } from '../../../json.ts';
import type { Slot } from '../../../source.ts';
import { battleTerms, drawBattle, type Battle, type BattleTerms } from './allocations.ts';
import { drawOpponent, machineTerms, type MachineTerms, type Opponent } from './machines.ts';
import { drawBoards, positionTerms, type Boards, type PositionTerms } from './pieces.ts';

export type Game = Boards | Opponent | Battle;

/** The first task of a level is two positions, the second a machine or an allocation. */
export function drawKind(
  draw: Draw,
  level: number,
  n: number,
): { readonly kind: string; readonly settings: JsonRecord } {
  if (n === 0) return { kind: 'position', settings: positionTerms(level) };
  if (draw.chance(1, 2)) return { kind: 'machine', settings: machineTerms(level) };
  return { kind: 'allocation', settings: battleTerms(level) };
}

export function drawWorld(slots: readonly Slot[], draw: Draw): ReadonlyMap<string, Game> {
  return new Map(
    slots.map(({ task_id: taskId, kind, settings }) => [taskId, drawGame(draw.part(taskId), kind, settings)]),
  );
}

function drawGame(draw: Draw, kind: string, settings: JsonRecord): Game {
  if (kind === 'position') return drawBoards(draw, settings as PositionTerms);
  if (kind === 'machine') return drawOpponent(draw, settings as MachineTerms);
  return drawBattle(draw, settings as BattleTerms);
}
