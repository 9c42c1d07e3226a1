/** What can be read off the text of a task. */
import type { Task } from '../../../source.ts';

const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

export interface ReadPosition {
  readonly pieces: readonly (readonly number[])[];
  readonly steps: readonly (readonly number[])[];
}

/** Both boards. */
export function readBoards({ prompt }: Task): readonly [first: ReadPosition, second: ReadPosition] {
  const [, first = '', second = ''] = prompt.split(/^(?:First|Second) board:$/m);
  const read = (text: string): ReadPosition => {
    const all = (what: string): number[][] =>
      [...text.matchAll(new RegExp(`^- ${what} \\d+: (.*)$`, 'gm'))].map(([, at = '']) => numbers(at));
    return { pieces: all('piece'), steps: all('step') };
  };
  return [read(first), read(second)];
}

export interface ReadMachine {
  readonly yours: number;
  readonly own: number;
  /** By your action, then the opponent's. */
  readonly pays: readonly (readonly number[])[];
  /** What the opponent plays, by memory: your last actions and then its own, as text, the latest last. */
  readonly table: ReadonlyMap<string, number>;
}

export function readMachine({ prompt }: Task): ReadMachine {
  const yours = Number(/your last (\d)/.exec(prompt)?.[1] ?? 0);
  const own = prompt.includes('its own last') ? 1 : 0;
  const told = [...prompt.matchAll(/^- you (\d), opponent (\d): (\d+)$/gm)];
  const pays: number[][] = [[], []];
  for (const [, a, b, pay] of told) (pays[Number(a)] as number[])[Number(b)] = Number(pay);
  const table = new Map<string, number>();
  for (const [, game = ''] of prompt.matchAll(/^- ((?:[01]{2} ?)+)$/gm)) {
    let [mine, its] = ['0'.repeat(yours), '0'.repeat(own)];
    for (const round of game.trim().split(' ')) {
      table.set(`${mine}|${its}`, Number(round[1]));
      mine = (mine + round.slice(0, 1)).slice(1);
      its = own > 0 ? (its + round.slice(1)).slice(1) : '';
    }
  }
  return { yours, own, pays, table };
}

export interface ReadBattle {
  readonly forces: number;
  readonly worths: readonly number[];
  readonly enemies: readonly (readonly [weight: number, forces: readonly number[]])[];
}

export function readBattle({ prompt }: Task): ReadBattle {
  return {
    forces: Number(/divide (\d+) forces/.exec(prompt)?.[1] ?? 0),
    worths: [...prompt.matchAll(/is worth (\d+)$/gm)].map(([, worth]) => Number(worth)),
    enemies: [...prompt.matchAll(/^- weight (\d+): (.*)$/gm)].map(([, weight, forces = '']) => [
      Number(weight),
      numbers(forces),
    ]),
  };
}
