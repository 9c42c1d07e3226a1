/**
 * Allocations: forces are divided over fields against a stated mix of enemies. A field is won with more force than the enemy has there. An enemy is beaten
 * with more worth of fields won than the enemy wins; a field with equal forces is nobody's. The value is the sum of the weights of the enemies
 * beaten. The best is found by trying all ways to divide.
 */
import type { Draw } from '../../../draw.ts';

export interface Battle {
  readonly kind: 'allocation';
  readonly forces: number;
  readonly worths: readonly number[];
  readonly enemies: readonly { readonly weight: number; readonly forces: readonly number[] }[];
}

export interface BattleTerms {
  readonly [name: string]: number;
  readonly fields: number;
  readonly forces: number;
  readonly enemies: number;
}

/** In percent of the best: what even forces, and forces by worth, may reach. */
const simplePercentMax = 75;

export function battleTerms(level: number): BattleTerms {
  const fields = Math.min(5, 3 + Math.floor(level / 3));
  return { fields, forces: fields === 5 ? 12 + Math.floor(level / 4) : 12 + level, enemies: 5 + level };
}

export function drawBattle(draw: Draw, { fields, forces, enemies }: BattleTerms): Battle {
  for (;;) {
    const battle: Battle = {
      kind: 'allocation',
      forces,
      worths: Array.from({ length: fields }, () => draw.between(1, 9)),
      enemies: Array.from({ length: enemies }, () => ({
        weight: draw.between(1, 9),
        forces: drawForces(draw, fields, forces),
      })),
    };
    const best = valueOf(battle, bestForces(battle));
    const isFit = valueOf(battle, lone(battle)) < best;
    if (isFit && simple(battle).every((each) => 100 * valueOf(battle, each) <= simplePercentMax * best)) return battle;
  }
}

function drawForces(draw: Draw, fields: number, forces: number): number[] {
  const strengths = Array.from({ length: fields }, () => draw.between(0, 6));
  const drawn = Array.from({ length: fields }, () => 0);
  for (let i = 0; i < forces; i++) {
    const field = draw.weighted(strengths.map((strength, at) => [strength + 1, at] as const));
    drawn[field] = (drawn[field] ?? 0) + 1;
  }
  return drawn;
}

/** All forces on the last field. */
function lone({ forces, worths }: Battle): number[] {
  return worths.map((_, i) => (i === worths.length - 1 ? forces : 0));
}

/** Even forces from the first field and from the last on, and forces by worth. */
function simple({ forces, worths }: Battle): number[][] {
  const even = worths.map((_, i) => Math.floor(forces / worths.length) + (i < forces % worths.length ? 1 : 0));
  const all = worths.reduce((sum, worth) => sum + worth, 0);
  return [even, even.toReversed(), worths.map((worth) => Math.floor((forces * worth) / all))];
}

export function valueOf({ worths, enemies }: Battle, forces: readonly number[]): number {
  return enemies.reduce((sum, enemy) => {
    const lead = worths.reduce(
      (total, worth, i) => total + worth * Math.sign((forces[i] ?? 0) - (enemy.forces[i] ?? 0)),
      0,
    );
    return sum + (lead > 0 ? enemy.weight : 0);
  }, 0);
}

export function bestForces(battle: Battle): readonly number[] {
  let best: readonly number[] = [];
  let most = -1;
  const divide = (before: readonly number[], left: number): void => {
    if (before.length === battle.worths.length - 1) {
      const forces = [...before, left];
      const value = valueOf(battle, forces);
      if (value > most) [best, most] = [forces, value];
      return;
    }
    for (let force = 0; force <= left; force++) divide([...before, force], left - force);
  };
  divide([], battle.forces);
  return best;
}
